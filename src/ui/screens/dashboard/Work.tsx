// Shows the records due today with the actions that each allows now.
import { Suspense, useState, type CSSProperties } from 'react'
import type { Block } from '../../../manifest/model/block'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useTranslator } from '../../../client/context/clientContext'
import { actionsOf, isDanger } from '../../actions/availableActions'
import { PendingActionHost } from '../../actions/opensForm'
import type { PendingAction } from '../../actions/PendingAction'
import { RowActions } from '../../actions/RowActions'
import { RowMenu, type OpenMenu } from '../../actions/RowMenu'
import { useRenderContext } from '../../values/renderContext'
import { RecordFacts, RecordName } from './RecordName'
import styles from './dashboard.module.css'

interface WorkProps {
  readonly block: Pick<Block, 'entity' | 'columns' | 'actions'>
  readonly rows: readonly RecordData[]
  readonly screen: ScreenAnswer
  /** The records wait for the same: an action goes on from one to the next. */
  readonly isQueue?: boolean
}

export function Work({ block, rows, screen, isQueue }: WorkProps) {
  const words = useTranslator()
  const context = useRenderContext(screen)
  const [doing, setDoing] = useState<PendingAction | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [first, ...others] = block.columns ?? []
  const entity = block.entity ?? ''
  const facts = {
    entity,
    actionsOf: (row: RecordData) => actionsOf(row, block.actions, entity, screen.entities),
    danger: (action: PendingAction['action']) => isDanger(action, screen.entities),
    run: (action: PendingAction['action'], record: RecordData) => setDoing({ action, record, entityName: entity }),
    openMenu: setMenu,
    words,
  }
  return (
    <>
      <ul className={styles.latest} style={{ '--facts': others.length + 1 } as CSSProperties}>
        {rows.map((row) => (
          <li key={row.id} data-row={row.id}>
            <RecordName row={row} entity={entity} column={first} context={context} />
            <RecordFacts row={row} entity={entity} columns={others} context={context} />
            <RowActions row={row} facts={facts} />
          </li>
        ))}
      </ul>
      <RowMenu menu={menu} close={() => setMenu(null)} />
      {doing && (
        <Suspense fallback={null}>
          <PendingActionHost
            doing={doing}
            answer={screen}
            among={isQueue ? rows : undefined}
            onClose={() => setDoing(null)}
          />
        </Suspense>
      )}
    </>
  )
}
