// Decides what a caller may open, read and run, by permission codes.
// Pure functions over the App and the caller's rights. Whether a transition may run on a given record (state, `when`)
// is decided where the record is known.
import type { App } from '../model/app'
import type { Audience } from '../model/access'
import type { Block } from '../model/block'
import type { Action } from '../model/column'
import type { Entity } from '../model/entity'
import type { ScopeName } from '../model/access'
import type { Screen } from '../model/screen'
import type { Text } from '../model/text'
import type { Transition } from '../model/transition'
import { evaluate, type Read } from '../expression/evaluate'
import { pathOf } from './screenByPath'

/** The properties of a caller that decide on rights. The server's Caller has them. */
export interface CallerRights {
  /** Effective codes, after all changes of access.json. */
  readonly codes: ReadonlySet<string>
  readonly administrator: boolean
  /** Addresses that are switched off for this account. */
  readonly disabled: ReadonlySet<string>
  /** Absent: unrestricted. */
  readonly scope?: ScopeName
  /** The account's record; without `id`: anonymous. Absent: signed in. */
  readonly me?: Readonly<Record<string, unknown>>
  /** true: an effect or a job acts. */
  readonly system?: boolean
  /** The record of the API key with which a program calls; absent: a person. */
  readonly apiKey?: number
}

/** The records that rules over a caller read, with values by path. */
export interface CallerRecords {
  readonly me: Readonly<Record<string, unknown>>
  readonly tenant: Readonly<Record<string, unknown>>
}

/**
 * The codes of a role after every change of access.json, in its order; `reasons` has the written reason of each
 * removal.
 */
export function effectiveCodes(
  app: App,
  givenCodes: Iterable<string>,
  { me, tenant }: CallerRecords,
  now: Date,
): { codes: Set<string>; reasons: Map<string, Text> } {
  const codes = new Set(givenCodes)
  const reasons = new Map<string, Text>()
  const read: Read = (scope, path) => {
    if (scope === 'settings') return app.settings[path[0] ?? '']?.value
    const record = scope === 'me' ? me : tenant
    return record[path.length === 0 ? 'id' : path.join('.')]
  }
  const evaluationContext = { now, timezone: app.product.timezone, holds: (code: string) => codes.has(code) }
  for (const { add, remove, when, refusalMessage: because } of app.access.permissionChanges) {
    if (when !== undefined && evaluate(when.node, read, evaluationContext) !== true) continue
    for (const code of remove) if (codes.delete(code) && because !== undefined) reasons.set(code, because)
    for (const code of add) {
      codes.add(code)
      reasons.delete(code)
    }
  }
  return { codes, reasons }
}

/**
 * Whether the caller may open a screen: any one of its codes and any one of its module's, unless it is public or
 * switched off.
 */
export function canOpen(app: App, caller: CallerRights, screen: Screen): boolean {
  if (screen.permissions.includes('public')) return true
  if (!isSignedIn(caller) || isUnreadableByKey(app, caller, screen.entity)) return false
  if (isSwitchedOff(app, caller, screen)) return false
  const module = app.modules[screen.module]
  return holdsAny(caller, screen.permissions) && (module === undefined || holdsAny(caller, module.permissions))
}

/** Scheduled reports are created with all rights of their account, of which a key may have only some. */
function isUnreadableByKey({ product }: App, { apiKey }: CallerRights, entity: string | undefined): boolean {
  return apiKey !== undefined && entity !== undefined && entity === product.scheduledReports?.entity
}

/** Whether the address of a screen, one above it, or that of its module is disabled for the caller. */
export function isSwitchedOff(app: App, { disabled }: CallerRights, screen: Pick<Screen, 'path' | 'module'>): boolean {
  if (disabled.size === 0) return false
  const module = app.modules[screen.module]?.path
  const above = pathOf(screen.path)
    .split('/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
  return above.some((part) => disabled.has(part)) || (module !== undefined && disabled.has(module))
}

/** Whether the caller may open single records of an entity, within the row scope. */
export function canRead(app: App, caller: CallerRights, entity: Entity): boolean {
  if (isUnreadableByKey(app, caller, entity.name)) return false
  return (
    caller.system === true ||
    entity.readPermissions.includes('public') ||
    (isSignedIn(caller) && holdsAny(caller, entity.readPermissions))
  )
}

/**
 * Whether the caller may run a transition on any record at all. A transition for the system is closed to people; the
 * administrator may run all others, within the row scopes that a transition is for.
 */
export function canRun(app: App, caller: CallerRights, transition: Transition): boolean {
  if (isClosedToKeys(app, caller, transition)) return false
  const codes = transition.permissions.map((permission) => permission.permission)
  if (caller.system === true) return codes.includes('system')
  if (codes.includes('public')) return true
  const people = codes.filter((code) => code !== 'system')
  if (people.length === 0 || !isSignedIn(caller)) return false
  if (transition.rowScopes !== undefined && caller.scope !== undefined && !transition.rowScopes.includes(caller.scope))
    return false
  return holdsAny(caller, people)
}

/**
 * Whether a program may not run a transition. A leaked key must have no effect after its revocation through what it
 * created or applied; proposals are made by the engine.
 */
export function isClosedToKeys(
  { access, product }: App,
  { apiKey, system }: CallerRights,
  { entity }: Transition,
): boolean {
  if (apiKey === undefined) return false
  if (entity === product.proposals?.entity) return system !== true
  return [access.apiKeys, product.webhooks, product.scheduledReports].some((part) => part?.entity === entity)
}

/** The permissions of a transition that the caller holds, each under its own rule. */
export const heldPermissions = (app: App, caller: CallerRights, transition: Transition): Transition['permissions'] =>
  transition.permissions.filter((permission) => canRun(app, caller, { ...transition, permissions: [permission] }))

/** Whether a part with codes is for the caller: any one of them suffices, and without codes it is for all callers. */
export function holdsPermission(caller: CallerRights, { permissions }: Audience): boolean {
  return permissions === undefined || (isSignedIn(caller) && holdsAny(caller, permissions))
}

/** A card with actions is only for callers who may run one of them; a reminder may have none. */
export function hasRunnableAction(app: App, caller: CallerRights, { kind, actions }: Block): boolean {
  return kind === 'reminder' || actions.length === 0 || actions.some((action) => canRunAction(app, caller, action))
}

/** Like `canRun`, for a transition by name. */
export function canRunAction(
  app: App,
  caller: CallerRights,
  { entity, transition: name }: Pick<Action, 'entity' | 'transition'>,
): boolean {
  const transition = app.entities[entity]?.transitions[name]
  return transition !== undefined && canRun(app, caller, transition)
}

/** Whether `hasPermission` of a rule is true for the caller. */
export const holdsCode = ({ administrator, codes }: Pick<CallerRights, 'administrator' | 'codes'>, code: string) =>
  administrator || codes.has(code)

/** Whether a caller who is signed in holds one of the codes; the administrator holds all. */
export function holdsAny(caller: CallerRights, codes: readonly string[]): boolean {
  return caller.administrator || codes.some((code) => code === 'signed-in' || caller.codes.has(code))
}

function isSignedIn({ me }: CallerRights): boolean {
  return me === undefined || ('id' in me && me.id !== null)
}
