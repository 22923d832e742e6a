// May this caller run this transition, and on this record now? Permission first, then what the record is like, in the order of the contract.
// Whether the caller reaches the record is no question here: one out of reach is never found.
import { mayRun } from '../../manifest/access'
import type { App, Text, Transition } from '../../manifest/app'
import { codes, Fault } from '../../protocol/envelope'
import { forbidden } from '../authorize'
import type { Caller } from '../context'
import { notNow, ownRecord, staleVersion, wrongState } from './faults'
import type { Names, Reader } from './reader'
import type { Subject } from './subject'

/**
 * Before any record is looked at: does the caller hold one of the permissions at all?
 * @throws Fault 2002; Error when an effect or a timed rule runs what the system may not
 */
export function permit(app: App, caller: Caller, transition: Transition): void {
  if (mayRun(app, caller, transition)) return
  if (caller.system) throw new Error(`The system may not run ${transition.entity}.${transition.name}.`)
  throw refusal(app, caller, transition)
}

/** The fault of a missing permission; with the reason when it was taken away. */
export function refusal(app: App, caller: Caller, { permissions }: Transition): Fault {
  const asked = permissions.map(({ code }) => code).filter((code) => code !== 'system')
  const reason = asked.map((code) => caller.reasons.get(code)).find((text): text is Text => text !== undefined)
  return reason ? new Fault(codes.forbidden, reason) : forbidden(app, asked)
}

/** Whether one of the held permissions holds for the record; its rules are prepared. The same is told of every row (`can`). */
export function permitsRecord(app: App, reader: Reader, names: Names, caller: Caller, transition: Transition): boolean {
  return transition.permissions.some(
    (permission) =>
      mayRun(app, caller, { ...transition, permissions: [permission] }) &&
      (!permission.when || reader.holds(names, permission.when)),
  )
}

/** What is known of a record when a transition is asked for. */
export interface Asked {
  readonly record: Subject
  readonly version: number | undefined
  readonly stateTitles: Readonly<Record<string, { readonly title: Text }>>
}

/**
 * Version, state, four eyes and `when` of an existing record; the rules are prepared.
 * @throws Fault 2001
 */
export function checkRecord(
  reader: Reader,
  caller: Caller,
  transition: Transition,
  { record, version, stateTitles }: Asked,
): void {
  if (version !== undefined && record.own('version') !== version) throw staleVersion()
  const state = record.own('state')
  if (typeof state === 'string' && !transition.from.includes(state))
    throw wrongState(transition, stateTitles[state]?.title ?? [state, state])
  if (transition.fourEyes && !caller.system && record.own('createdBy') === caller.me.id) throw ownRecord(transition)
  if (transition.when && !reader.holds({ record }, transition.when)) throw notNow(transition)
}
