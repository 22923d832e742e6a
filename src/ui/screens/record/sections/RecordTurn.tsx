// Shows whose turn a record is and since when, which check refuses the step,
// and the action that helps.
import { declared } from '../../../../manifest/expression/values/present'
import { Button } from 'antd'
import { ruleOverRecord } from '../../../../manifest/access/recordRules'
import type { Action } from '../../../../manifest/model/column'
import type { Entity } from '../../../../manifest/model/entity'
import type { RecordAnswer, RecordData } from '../../../../protocol/calls'
import type { TurnAnswer } from '../../../../protocol/records/stepCalls'
import { useFormat, useProduct, useTranslator } from '../../../../client/context/clientContext'
import { creations, isSetAside, movesOn } from '../../../actions/availableActions'
import { useNow } from '../../../controls/hooks/useNow'
import { turnRoles } from '../../../rules/turnRoles'
import type { RenderContext } from '../../../values/renderContext'

const maxWaiting = 3

/** An action in the header, and the record that it runs on or starts from. */
export interface HeadAction {
  readonly action: Action
  readonly row: RecordData
  readonly entity: string
}

export interface RecordTurnState {
  readonly answer: TurnAnswer | undefined
  /** Open referring records that decide the failing check. */
  readonly waiting: readonly { readonly entity: string; readonly row: RecordData }[]
  /** What moves the record on, if no transition of its own does. */
  readonly action?: HeadAction
  /** Whether the first action of the record itself is its next step. */
  readonly ownFirst: boolean
}

interface TurnOptions {
  readonly entity: Entity | undefined
  readonly data: RecordAnswer
  readonly answer: TurnAnswer | undefined
  readonly context: RenderContext
}

/** Whose turn the record is, and what the user can do about it. */
export function useTurn({ entity, data, answer, context }: TurnOptions): RecordTurnState {
  const { record } = data
  const { timezone } = useProduct()
  const waits = (step: string) => {
    const rule = entity?.transitions[step]?.turnWhen
    return !rule || ruleOverRecord(rule, record, timezone) === true
  }
  const rowsOf = (name: string) =>
    data.related.flatMap((related) =>
      related.entity === name ? related.rows.map((row) => ({ entity: name, row })) : [],
    )
  const [first] = entity ? movesOn(entity.name, record, context.entities) : []
  const { of, unmet } = answer ?? {}
  const waiting = (unmet?.entities ?? [])
    .filter((name) => name !== entity?.name && name !== of?.entity)
    .flatMap(rowsOf)
    .filter(
      ({ entity: name, row }) => row.state !== undefined && context.entities[name]?.states[row.state]?.closed === false,
    )
  const carrier = of && rowsOf(of.entity).find(({ row }) => row.id === of.id)
  const steps = (unmet ? waiting : carrier ? [carrier] : []).flatMap(({ entity: name, row }) =>
    movesOn(name, row, context.entities).map((action) => ({ action, row, entity: name })),
  )
  const cure = unmet && waiting.length === 0 && entity ? cureOf(entity, record, unmet.entities, context) : undefined
  const action = steps[0] ?? cure
  return {
    answer,
    waiting,
    ...(action && { action }),
    ownFirst: !of && !unmet && (!first || waits(first.transition)),
  }
}

/** Creates a record of an entity that decides the check. */
function cureOf(
  entity: Entity,
  record: RecordData,
  kinds: readonly string[],
  context: RenderContext,
): HeadAction | undefined {
  const [action] = entity.detail.related
    .filter((related) => kinds.includes(related.entity))
    .flatMap((related) => creations(related, context.entities, record.can))
    .filter((begun) => !isSetAside(begun, context.entities))
  return action && { action, row: record, entity: entity.name }
}

interface RecordTurnProps {
  readonly turn: RecordTurnState
  readonly record: RecordData
  readonly context: RenderContext
  readonly run: (action: HeadAction) => void
}

/** Draws the sentence and its button; nothing if no step is due, as in a final state. */
export function RecordTurn({ turn, record, context, run }: RecordTurnProps) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const now = useNow()
  const { answer, waiting, action } = turn
  const { since, unmet } = answer ?? {}
  const { steps = [], of } = unmet?.before ?? answer ?? {}
  if (steps.length === 0) return null
  const can = new Set(of ? [] : record.can)
  const callersStep = of
    ? steps.find(({ transition }) => transition === action?.action.transition)
    : steps.find(({ transition }) => can.has(transition))
  const isOnThis = ({ row, entity }: HeadAction) => row.id === record.id && entity !== of?.entity
  return (
    <div className="record-turn" data-own={callersStep ? '' : undefined}>
      <p>
        {t('record.turn', {
          who: callersStep ? t('record.turnYours') : turnRoles(steps, t),
          step: pick((callersStep ?? steps[0]!).title),
        })}
        {of && <RecordLink entity={of.entity} id={of.id} label={of.label} context={context} />}
        {since && !unmet?.before && (
          <time dateTime={since}>{t('record.turnSince', { since: format.relative(since, now) })}</time>
        )}
      </p>
      {unmet && (
        <p className="record-unmet">
          {t('record.turnUnmet', { message: unmet.message })}
          {waiting.slice(0, maxWaiting).map(({ entity, row }) => (
            <span key={`${entity} ${row.id}`}>
              <RecordLink entity={entity} id={row.id} label={row.label} context={context} />
              {pick(declared(context.entities, entity).states[row.state!]!.title)}
            </span>
          ))}
        </p>
      )}
      {action && (
        <Button type="primary" onClick={() => run(action)}>
          {[pick(action.action.title), ...(isOnThis(action) ? [] : [action.row.label])].join(' · ')}
        </Button>
      )}
    </div>
  )
}

/** A referring record with the name of its kind. */
function RecordLink({
  entity,
  id,
  label,
  context,
}: {
  entity: string
  id: number
  label: string
  context: RenderContext
}) {
  const title = context.entities[entity]?.title
  const caption = `${title ? context.translator.pick(title) : ''} ${label}`
  return context.openRecord && context.canOpen(entity) ? (
    <button type="button" onClick={() => context.openRecord?.(entity, id)}>
      {caption}
    </button>
  ) : (
    <b>{caption}</b>
  )
}
