// Shows the records due today with the actions that each allows now, and marks the overdue ones.
import { Suspense, useState, type CSSProperties } from 'react'
import { dayInZone } from '../../../manifest/expression/values/calendar'
import { isDayType } from '../../../manifest/expression/values/valueTypes'
import type { Block } from '../../../manifest/model/block'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useProduct, useTranslator } from '../../../client/context/clientContext'
import { actionsOf, isDanger } from '../../actions/availableActions'
import { PendingActionHost } from '../../actions/opensForm'
import type { PendingAction } from '../../actions/PendingAction'
import { RowActions } from '../../actions/RowActions'
import { RowMenu, type OpenMenu } from '../../actions/RowMenu'
import { useRenderContext } from '../../values/renderContext'
import { MoreRecords, RecordFacts, RecordName } from './RecordName'
import styles from './dashboard.module.css'

interface ActionableRecordsProps {
  readonly block: Pick<Block, 'entity' | 'columns' | 'actions' | 'moreScreen'>
  readonly rows: readonly RecordData[]
  readonly isLate: (row: RecordData) => boolean
  readonly screen: ScreenAnswer
  /** The records wait for the same action, which continues from one to the next. */
  readonly isQueue?: boolean
}

/** Draws a line for each row, without any for an empty list; a transition that ran rereads the rows. */
export function ActionableRecords({ block, rows, isLate, screen, isQueue }: ActionableRecordsProps) {
  const translator = useTranslator()
  const context = useRenderContext(screen)
  const [doing, setDoing] = useState<PendingAction | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [first, ...others] = block.columns ?? []
  const entity = block.entity ?? ''
  const options = {
    entity,
    actionsOf: (row: RecordData) => actionsOf(row, block.actions, entity, screen.entities),
    danger: (action: PendingAction['action']) => isDanger(action, screen.entities),
    run: (action: PendingAction['action'], record: RecordData) => setDoing({ action, record, entityName: entity }),
    openMenu: setMenu,
    translator,
  }
  const hasLate = rows.some(isLate)
  return (
    <>
      <ul className={styles.latest} style={{ '--facts': others.length + (hasLate ? 2 : 1) } as CSSProperties}>
        {rows.map((row) => (
          <li key={row.id} data-row={row.id}>
            <RecordName row={row} entity={entity} column={first} context={context} />
            {hasLate ? <span className={styles.late}>{isLate(row) ? translator.t('form.isLate') : null}</span> : null}
            <RecordFacts row={row} entity={entity} columns={others} context={context} />
            <RowActions row={row} options={options} />
          </li>
        ))}
      </ul>
      <MoreRecords screen={block.moreScreen} />
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

/** Whether records are sorted by a day, after which they are overdue. */
export function DueRecords({
  block,
  rows,
  screen,
}: Omit<ActionableRecordsProps, 'block' | 'isLate'> & { readonly block: Block }) {
  const { timezone } = useProduct()
  const due = block.sort?.descending ? undefined : block.columns?.find(({ field }) => field === block.sort?.field)
  const today = dayInZone(new Date().toISOString(), timezone)
  const isLate = ({ values }: RecordData): boolean => {
    const value = due && values[due.field]
    if (!due || !isDayType(due.type) || typeof value !== 'string') return false
    return (value.includes('T') ? dayInZone(value, timezone) : value) < today
  }
  return <ActionableRecords block={block} rows={rows} isLate={isLate} screen={screen} />
}
