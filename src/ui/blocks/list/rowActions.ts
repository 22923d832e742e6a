// What may be done with a row? The screen's row actions that the server says are possible on it now, in the screen's order, those that do harm last.
import type { Action, Entity } from '../../../manifest/app'
import type { RecordData } from '../../../protocol/calls'

/** The name of an action in a record's `can`. */
export function canName(action: Pick<Action, 'entity' | 'transition' | 'on'>, own: string | undefined): string {
  return action.entity === own && action.on === undefined ? action.transition : `${action.entity}.${action.transition}`
}

/** The possible ones, with those that create a record of another kind for this one. */
export function actionsOf(
  row: RecordData,
  actions: readonly Action[],
  own: string | undefined,
  entities: Readonly<Record<string, Entity>>,
): Action[] {
  return actions
    .filter((action) => row.can.includes(canName(action, own)))
    .sort((a, b) => Number(isDanger(a, entities)) - Number(isDanger(b, entities)))
}

export function isDanger(
  action: Pick<Action, 'entity' | 'transition'>,
  entities: Readonly<Record<string, Entity>>,
): boolean {
  return entities[action.entity]?.transitions[action.transition]?.danger ?? false
}

/**
 * The actions of a record's own view: every transition of its entity that is possible now. What it creates elsewhere stands in its related lists;
 * what stands in `can` and is not known here is left out: its form could not be drawn.
 */
export function recordActions(record: RecordData, own: string, entities: Readonly<Record<string, Entity>>): Action[] {
  const order = Object.keys(entities[own]?.transitions ?? {})
  const place = (name: string) => {
    const at = order.indexOf(name)
    return at < 0 ? order.length : at
  }
  return [...record.can]
    .sort((a, b) => place(a) - place(b))
    .flatMap((transition): Action[] => {
      const found = entities[own]?.transitions[transition]
      return found ? [{ entity: own, transition, title: found.title, place: 'row', fill: {}, primary: false }] : []
    })
}
