// The queues with the record or one that refers to it, and the actions that the user
// can run at once.
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import type { Action } from '../../../../manifest/model/column'
import type { Entity } from '../../../../manifest/model/entity'
import type { RecordAnswer, RecordData } from '../../../../protocol/calls'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { isDanger } from '../../../actions/availableActions'
import type { HeadAction } from './RecordTurn'

interface RecordQueuesProps {
  readonly entity: Entity
  readonly data: RecordAnswer
  readonly entities: Readonly<Record<string, Entity>>
  /** The actions that the header offers already. */
  readonly nextAction: HeadAction | undefined
  readonly run: (action: Action, row: RecordData, entityName: string) => void
}

/** Maximum buttons for referring records; their tab has the others. */
const maxButtons = 3

/**
 * Draws links to the queues and the buttons; nothing while the record waits in none. `nextAction` is drawn
 * elsewhere and left out.
 */
export function RecordQueues({ entity, data, entities, nextAction, run }: RecordQueuesProps) {
  const { t, pick } = useTranslator()
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
  const next = waiting.flatMap(({ entity: givenEntity, rows }) =>
    givenEntity === entity.name
      ? []
      : rows.flatMap((row) =>
          stepsOf(entity, givenEntity, row, entities).map((action) => ({ action, row, of: givenEntity })),
        ),
  )
  const once = next.filter(
    ({ action, row }, index) =>
      !(nextAction?.row.id === row.id && nextAction.action.transition === action.transition) &&
      next.findIndex((item) => item.action.transition === action.transition && item.row.id === row.id) === index,
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
      {once.slice(0, maxButtons).map(({ action, row, of }) => (
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

/** The permitted transitions that advance a record that refers to this one. */
function stepsOf(
  { detail }: Entity,
  name: string,
  row: RecordData,
  entities: Readonly<Record<string, Entity>>,
): Action[] {
  const names = new Set(detail.related.flatMap((related) => (related.entity === name ? related.actions : [])))
  return [...names].flatMap((transition): Action[] => {
    const declared = entities[name]?.transitions[transition]
    if (
      !declared ||
      declared.creates ||
      declared.to === undefined ||
      !row.can.includes(transition) ||
      isDanger({ entity: name, transition }, entities)
    )
      return []
    return [{ entity: name, transition, title: declared.title, place: 'row', values: {}, primary: false }]
  })
}
