// Decides which transitions of an entity several selected records are offered together.
// Pure.
import { visit } from '../../manifest/expression/analyze'
import type { Entity } from '../../manifest/model/entity'
import type { NameScope, Rule } from '../../manifest/model/rule'
import type { Screen } from '../../manifest/model/screen'
import type { FormField, Transition } from '../../manifest/model/transition'
import type { RecordData } from '../../protocol/calls'

export interface BatchTransition {
  readonly transition: Transition
  /** Named by the list: offered also where only some of the selected records allow it. */
  readonly declared: boolean
}

/** What the selected records are offered, with those of them that allow it. */
export interface BatchOffer extends BatchTransition {
  readonly fit: readonly RecordData[]
}

/**
 * Every transition that a selection on the list can ever be offered: those that it names, then all others whose one
 * form serves several records, each group in the order of its manifest.
 */
export function batchTransitions(
  entity: Entity | undefined,
  { batchActions, states }: Pick<Screen, 'batchActions' | 'states'>,
): readonly BatchTransition[] {
  if (!entity) return []
  const named = batchActions.flatMap(({ transition }) => entity.transitions[transition] ?? [])
  const isReachable = ({ from }: Transition) =>
    states === undefined || from.length === 0 || from.some((state) => states.includes(state))
  return [
    ...named.map((transition) => ({ transition, declared: true })),
    ...Object.values(entity.transitions)
      .filter((transition) => !named.includes(transition) && isReachable(transition) && isForMany(transition))
      .map((transition) => ({ transition, declared: false })),
  ]
}

/** Those that the selected records allow: the harmful ones last. */
export function batchOffers(
  transitions: readonly BatchTransition[],
  records: readonly RecordData[],
): readonly BatchOffer[] {
  const counted = transitions
    .map((one) => ({ ...one, fit: records.filter(({ can }) => can.includes(one.transition.name)) }))
    .filter(({ declared, fit }) => declared || fit.length === records.length)
  return [...counted].sort((a, b) => Number(a.transition.danger) - Number(b.transition.danger))
}

/** Whether one form serves several records: its form has inputs and a note only, and depends on none of the records. */
function isForMany({ creates, askFactor, revealsSecret, form }: Transition): boolean {
  return (
    !creates && askFactor === undefined && !revealsSecret && form.every((field) => field.input && !readsRecord(field))
  )
}

/** In the rules of options, `record` is an offered one. */
function readsRecord({ optionsWhere, visibleWhen, requiredWhen, defaultLines = [], ...field }: FormField): boolean {
  const lines = defaultLines.flatMap(({ when, values }) => [when, ...Object.values(values)])
  const asked = [visibleWhen, requiredWhen, field.default, ...lines]
  return asked.some((rule) => reads(rule, ['record', 'this', 'before'])) || reads(optionsWhere, ['this', 'before'])
}

function reads(rule: Rule | undefined, scopes: readonly NameScope[]): boolean {
  let isRead = false
  if (rule)
    visit(rule.node, (part) => {
      isRead ||= part.kind === 'name' && scopes.includes(part.scope)
    })
  return isRead
}
