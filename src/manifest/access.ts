// What may somebody open, read and run, by the codes that she holds? Pure functions over the App and the caller's rights; whether a
// transition may run on one certain record (its state, its `when`) is asked where the record is known.
import type { App, Entity, ScopeName, Screen, Text, Transition } from './app'
import { evaluate, type Read } from './rule/evaluate'
import { pathOf } from './screenAt'

/** What is asked of a caller. The server's Caller is one. */
export interface Rights {
  /** Effective codes, after every change of access.json. */
  readonly codes: ReadonlySet<string>
  readonly administrator: boolean
  /** Addresses that are switched off for this account. */
  readonly disabled: ReadonlySet<string>
  /** Absent: not asked. */
  readonly scope?: ScopeName
  /** The account's record; one without `id` is nobody's. Absent: somebody is signed in. */
  readonly me?: Readonly<Record<string, unknown>>
  /** true: an effect or a timed rule acts. */
  readonly system?: boolean
}

/** Whose codes are asked for: the codes of the role, and the records that the changes look at, keyed by path. */
export interface Holder {
  readonly codes: Iterable<string>
  readonly me: Readonly<Record<string, unknown>>
  readonly tenant: Readonly<Record<string, unknown>>
  readonly now: Date
}

/** The codes of a role after every change of access.json, in its order; `reasons` says why a code was taken away, where that is written. */
export function effectiveCodes(
  app: App,
  { codes: given, me, tenant, now }: Holder,
): { codes: Set<string>; reasons: Map<string, Text> } {
  const codes = new Set(given)
  const reasons = new Map<string, Text>()
  const read: Read = (scope, path) => {
    if (scope === 'settings') return app.settings[path[0] ?? '']?.value
    const record = scope === 'me' ? me : tenant
    return record[path.length === 0 ? 'id' : path.join('.')]
  }
  const world = { now, timezone: app.product.timezone, holds: (code: string) => codes.has(code) }
  for (const { add, remove, when, because } of app.access.changes) {
    if (when !== undefined && evaluate(when.node, read, world) !== true) continue
    for (const code of remove) if (codes.delete(code) && because !== undefined) reasons.set(code, because)
    for (const code of add) {
      codes.add(code)
      reasons.delete(code)
    }
  }
  return { codes, reasons }
}

/** Whether somebody may open a screen: any one code of it and any one of its module, unless it is public or switched off. */
export function mayOpen(app: App, caller: Rights, screen: Screen): boolean {
  if (screen.permission.includes('public')) return true
  if (!isSignedIn(caller)) return false
  const module = app.modules[screen.module]
  if (caller.disabled.has(pathOf(screen.path)) || (module?.path !== undefined && caller.disabled.has(module.path)))
    return false
  return holdsAny(caller, screen.permission) && (module === undefined || holdsAny(caller, module.permission))
}

/** Whether somebody may open single records of an entity (those in her scope). */
export function mayRead(_app: App, caller: Rights, entity: Entity): boolean {
  return (
    caller.system === true || entity.read.includes('public') || (isSignedIn(caller) && holdsAny(caller, entity.read))
  )
}

/**
 * Whether somebody may run a transition on some record at all. What only the system runs is nobody's; the administrator may run everything
 * that a person may.
 */
export function mayRun(_app: App, caller: Rights, transition: Transition): boolean {
  const codes = transition.permissions.map((permission) => permission.code)
  if (caller.system === true) return codes.includes('system')
  if (codes.includes('public')) return true
  const people = codes.filter((code) => code !== 'system')
  if (people.length === 0 || !isSignedIn(caller)) return false
  if (caller.administrator) return true
  if (transition.scopes !== undefined && caller.scope !== undefined && !transition.scopes.includes(caller.scope))
    return false
  return holdsAny(caller, people)
}

/** Any one suffices; the administrator holds all. */
function holdsAny(caller: Rights, codes: readonly string[]): boolean {
  return caller.administrator || codes.some((code) => code === 'signed-in' || caller.codes.has(code))
}

function isSignedIn({ me }: Rights): boolean {
  return me === undefined || ('id' in me && me.id !== null)
}
