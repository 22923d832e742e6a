// Shows the records due today with the actions that each allows now, after those that are overdue.
import { Fragment, Suspense, useState, type CSSProperties } from 'react'
import { dayInZone } from '../../../../manifest/expression/values/calendar'
import { isDayType } from '../../../../manifest/expression/values/valueTypes'
import type { Block } from '../../../../manifest/model/block'
import type { RecordData } from '../../../../protocol/calls'
import type { BlockData } from '../../../../protocol/reportCalls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useProduct, useTranslator } from '../../../../client/context/clientContext'
import { PendingActionHost } from '../../../actions/opensForm'
import type { PendingAction } from '../../../actions/PendingAction'
import { RowActions } from '../../../actions/RowActions'
import { RowMenu, type OpenMenu } from '../../../actions/RowMenu'
import { useRenderContext } from '../../../values/renderContext'
import { MoreRecords, RecordFacts, RecordName } from './RecordName'
import styles from '../dashboard.module.css'
import latestStyles from './latest.module.css'
import { useToday } from '../../../controls/hooks/useNow'

/** Records under a heading, if there is one. */
interface RecordGroup {
  readonly heading?: string
  readonly late?: boolean
  readonly rows: readonly RecordData[]
}

interface ActionableRecordsProps {
  readonly block: Pick<Block, 'entity' | 'columns' | 'actions' | 'moreScreen'>
  readonly groups: readonly RecordGroup[]
  /** Rows that are marked as overdue. */
  readonly isLate?: (row: RecordData) => boolean
  readonly screen: ScreenAnswer
  /** The records wait for the same action, which continues from one to the next. */
  readonly isQueue?: boolean
}

/** Draws a line for each row, without any for an empty list; a transition that ran rereads the rows. */
export function ActionableRecords({ block, groups, isLate, screen, isQueue }: ActionableRecordsProps) {
  const translator = useTranslator()
  const context = useRenderContext(screen)
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [first, ...others] = block.columns ?? []
  const entity = block.entity ?? ''
  const options = {
    entity,
    entities: screen.entities,
    actions: block.actions,
    run: (action: PendingAction['action'], record: RecordData) =>
      setPendingAction({ action, record, entityName: entity }),
    openMenu: setMenu,
    translator,
  }
  const rows = groups.flatMap((group) => group.rows)
  const hasLate = rows.some((row) => isLate?.(row))
  return (
    <>
      <div className={latestStyles.latest} style={{ '--facts': others.length + (hasLate ? 2 : 1) } as CSSProperties}>
        {groups.map(({ heading, late, rows: grouped }) => (
          <Fragment key={heading ?? ''}>
            {heading === undefined ? null : <h3 className={late ? styles.late : undefined}>{heading}</h3>}
            <ul aria-label={heading}>
              {grouped.map((row) => (
                <li key={row.id} data-row={row.id}>
                  <RecordName row={row} entity={entity} column={first} context={context} />
                  {hasLate ? (
                    <span className={styles.late}>{isLate?.(row) ? translator.t('form.isLate') : null}</span>
                  ) : null}
                  <RecordFacts row={row} entity={entity} columns={others} context={context} />
                  <RowActions row={row} options={options} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
      <MoreRecords screen={block.moreScreen} />
      <RowMenu menu={menu} close={() => setMenu(null)} />
      {pendingAction && (
        <Suspense fallback={null}>
          <PendingActionHost
            pendingAction={pendingAction}
            answer={screen}
            among={isQueue ? rows : undefined}
            onClose={() => setPendingAction(null)}
          />
        </Suspense>
      )}
    </>
  )
}

interface DueRecordsProps extends Pick<ActionableRecordsProps, 'screen'> {
  readonly block: Block
  readonly data: BlockData & { readonly block: 'latest' }
}

/** Records that are sorted by a day are grouped as soon as it has passed for one of them. */
export function DueRecords({ block, data: { rows, more }, screen }: DueRecordsProps) {
  const { timezone } = useProduct()
  const { t } = useTranslator()
  const due = block.sort?.descending ? undefined : block.columns?.find(({ field }) => field === block.sort?.field)
  const today = useToday()
  const dayOf = ({ values }: RecordData): string | undefined => {
    const value = due && values[due.field]
    if (!due || !isDayType(due.type) || typeof value !== 'string') return undefined
    return value.includes('T') ? dayInZone(value, timezone) : value
  }
  const late = rows.filter((row) => (dayOf(row) ?? today) < today)
  const present = rows.filter((row) => dayOf(row) === today)
  const others = rows.filter((row) => !late.includes(row) && !present.includes(row))
  const named: readonly (RecordGroup & { readonly text: 'form.late' | 'form.dueToday' | 'form.dueLater' })[] = [
    { text: 'form.late', late: true, rows: late },
    { text: 'form.dueToday', rows: present },
    { text: 'form.dueLater', rows: others },
  ]
  const filled = named.filter((group) => group.rows.length > 0)
  // Records that are not shown come after the last one.
  const groups = filled.map(({ text, ...group }) => {
    const isCut = more && group.rows === filled.at(-1)?.rows
    return { ...group, heading: t(text, { count: `${group.rows.length}${isCut ? '+' : ''}` }) }
  })
  return <ActionableRecords block={block} groups={late.length > 0 ? groups : [{ rows }]} screen={screen} />
}
