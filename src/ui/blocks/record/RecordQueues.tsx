// Who has to do something next? The queues in which the record, or one that refers to it, stands, where they lead; and what this person can do there at once.
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import type { Action, Entity } from '../../../manifest/app'
import type { RecordAnswer, RecordData } from '../../../protocol/calls'
import { useSession, useWords } from '../../../runtime/runtime'
import { isDanger } from '../list/rowActions'

interface RecordQueuesProps {
  readonly entity: Entity
  readonly data: RecordAnswer
  readonly entities: Readonly<Record<string, Entity>>
  readonly run: (action: Action, row: RecordData, own: string) => void
}

/** Buttons for records that refer to this one; more of them are found in their tab. */
const most = 3

export function RecordQueues({ entity, data, entities, run }: RecordQueuesProps) {
  const { t, pick } = useWords()
  const routes = useSession((state) => state.boot?.routes)
  const rowsOf = (name: string) =>
    name === entity.name
      ? [data.record]
      : data.related.flatMap((related) => (related.entity === name ? related.rows : []))
  const waiting = entity.detail.queues.flatMap((queue) => {
    const rows = rowsOf(queue.entity).filter(({ state }) => state !== undefined && queue.states.includes(state))
    return rows.length > 0 ? [{ ...queue, rows }] : []
  })
  if (waiting.length === 0) return null
  const next = waiting.flatMap(({ entity: of, rows }) =>
    of === entity.name
      ? []
      : rows.flatMap((row) => stepsOf(entity, of, row, entities).map((action) => ({ action, row, of }))),
  )
  const once = next.filter(
    ({ action, row }, at) =>
      next.findIndex((one) => one.action.transition === action.transition && one.row.id === row.id) === at,
  )
  return (
    <div className="record-queues">
      <span>{t('record.waits')}</span>
      {waiting.map(({ path, title }) =>
        routes?.[path] ? (
          <Link key={path} to={path}>
            {pick(title)}
          </Link>
        ) : (
          <b key={path}>{pick(title)}</b>
        ),
      )}
      {once.slice(0, most).map(({ action, row, of }) => (
        <Button
          key={`${action.transition} ${row.id}`}
          size="small"
          title={row.label}
          onClick={() => run(action, row, of)}
        >
          {pick(action.title)} · {row.label}
        </Button>
      ))}
    </div>
  )
}

/** What moves a record that refers to this one on now. */
function stepsOf(
  { detail }: Entity,
  of: string,
  row: RecordData,
  entities: Readonly<Record<string, Entity>>,
): Action[] {
  const names = new Set(detail.related.flatMap((related) => (related.entity === of ? related.actions : [])))
  return [...names].flatMap((transition): Action[] => {
    const found = entities[of]?.transitions[transition]
    if (
      !found ||
      found.creates ||
      found.to === undefined ||
      !row.can.includes(transition) ||
      isDanger({ entity: of, transition }, entities)
    )
      return []
    return [{ entity: of, transition, title: found.title, place: 'row', fill: {}, primary: false }]
  })
}
