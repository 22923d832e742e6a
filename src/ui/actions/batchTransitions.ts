// Decides which transitions of an entity several selected records are offered together.
// Pure.
import type { Entity } from '../../manifest/model/entity'
import type { Screen } from '../../manifest/model/screen'
import type { Transition } from '../../manifest/model/transition'
import type { RecordData } from '../../protocol/calls'
import { fieldsForMany, isOfOneRecord } from '../form/dialogs/batch/fieldsForMany'

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
      .filter((transition) => !named.includes(transition) && isReachable(transition) && isForMany(entity, transition))
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

/**
 * The buttons, at most `max` beside those that the list names, and the menu, which has the harmful ones. What the list
 * names is always in one of them.
 */
export function batchPlaces(ordered: readonly BatchOffer[], max: number) {
  const isButton = ({ transition, declared }: BatchOffer, index: number) =>
    !transition.danger && (declared || index < max)
  return {
    buttons: ordered.filter(isButton),
    menu: ordered.filter((batchOffer, index) => !isButton(batchOffer, index)),
  }
}

/**
 * Whether one form serves several records and depends on none of them: it has inputs and a note only, or edits stored
 * fields of which one can be chosen. What moves records on and fills in stored fields is named by the list.
 */
function isForMany(entity: Entity, transition: Transition): boolean {
  const { creates, askFactor, revealsSecret, form } = transition
  if (creates || askFactor !== undefined || revealsSecret) return false
  if (form.every(({ input }) => input)) return !form.some((one) => isOfOneRecord(transition, one))
  return fieldsForMany(entity, transition).length > 0 && !form.some(({ input, required }) => input && required)
}
