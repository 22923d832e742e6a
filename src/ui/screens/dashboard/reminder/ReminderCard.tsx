// The block `reminder`: records that need attention, with the actions that each allows now.
import { lazy, Suspense, useState } from 'react'
import type { Block } from '../../../../manifest/model/block'
import { typesWith } from '../../../../manifest/model/field'
import type { RecordData } from '../../../../protocol/calls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import type { BlockData } from '../../../../protocol/reportCalls'
import { useOpenRecord } from '../../../../client/navigation/urlState'
import { useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import { useNarrow } from '../../../controls/hooks/useMedia'
import type { PendingAction } from '../../../actions/PendingAction'
import { actionsOf } from '../../../actions/availableActions'
import { standaloneContext, useRenderContext } from '../../../values/renderContext'
import { renderValue } from '../../../values/renderValue'
import './reminder.css'

const ActionHost = lazy(() => import('../../../actions/PendingAction'))

interface ReminderCardProps {
  readonly block: Block
  readonly data: Extract<BlockData, { block: 'reminder' }>
  readonly screen: ScreenAnswer
}

const maxAtFirst = 3
/** Types whose values take two slots. */
const twoSlotTypes = typesWith(['text', 'address'], {
  without: [
    ...(['string', 'int', 'money', 'decimal', 'date', 'datetime'] as const),
    ...(['boolean', 'mobile', 'choice', 'ref', 'files', 'lines'] as const),
  ],
})

/** Draws the first few records, and the others on request; those beyond the block's limit only count. */
export function ReminderCard({ block, data: { rows, total }, screen }: ReminderCardProps) {
  const { t } = useTranslator()
  const [all, setAll] = useState(false)
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  return (
    <>
      <ReminderHead block={block} total={total} />
      <ul>
        {(all ? rows : rows.slice(0, maxAtFirst)).map((row) => (
          <ReminderRow key={row.id} block={block} row={row} screen={screen} run={setPendingAction} />
        ))}
      </ul>
      {rows.length > maxAtFirst && (
        <button type="button" className="table-action" onClick={() => setAll(!all)}>
          {all ? t('list.reminderLess') : t('list.reminderMore', { count: rows.length })}
        </button>
      )}
      {pendingAction && (
        <Suspense fallback={null}>
          <ActionHost pendingAction={pendingAction} answer={screen} onClose={() => setPendingAction(null)} />
        </Suspense>
      )}
    </>
  )
}

type ReminderHeadProps = Pick<ReminderCardProps, 'block'> & Pick<ReminderCardProps['data'], 'total'>

/** Draws title and number; a plus if the count stopped at its cap. */
export function ReminderHead({ block, total }: ReminderHeadProps) {
  const { pick } = useTranslator()
  return (
    <header>
      <Icon name="clock" size={16} />
      <strong>{block.title && pick(block.title)}</strong>
      <em>
        {total.count}
        {total.more ? '+' : ''}
      </em>
    </header>
  )
}

interface ReminderRowProps {
  readonly block: Block
  readonly row: RecordData
  readonly screen: ScreenAnswer
  readonly run: (pendingAction: PendingAction) => void
}

function ReminderRow({ block, row, screen, run }: ReminderRowProps) {
  const { pick } = useTranslator()
  const narrow = useNarrow(640)
  const context = standaloneContext(useRenderContext(screen))
  const [, open] = useOpenRecord()
  const [first, ...rest] = block.columns ?? []
  const entity = block.entity ?? ''
  const name = first ? textOr(row, first.field) : row.label
  return (
    <li data-row={row.id}>
      {context.canOpen(entity) ? (
        <button type="button" className="value-link" onClick={() => open({ entity, id: row.id })}>
          {name}
        </button>
      ) : (
        <span>{name}</span>
      )}
      <div>
        {rest.map((column) => (
          <span
            key={column.field}
            className={!narrow && twoSlotTypes.has(column.type) ? 'list-reminder-long' : undefined}
          >
            <small>{pick(column.title)}</small>
            {renderValue(column, row.values[column.field], context, { entity })}
          </span>
        ))}
      </div>
      <span className="list-reminder-actions">
        {actionsOf(row, block.actions, entity, screen.entities).map((action) => (
          <button
            key={`${action.entity}.${action.transition}`}
            type="button"
            className="table-action"
            onClick={() => run({ action, record: row, entityName: entity })}
          >
            {pick(action.title)}
          </button>
        ))}
      </span>
    </li>
  )
}

function textOr(row: RecordData, field: string): string {
  const value = row.values[field]
  if (typeof value === 'object' && value !== null && 'label' in value) return String(value.label)
  return typeof value === 'string' && value !== '' ? value : row.label
}
