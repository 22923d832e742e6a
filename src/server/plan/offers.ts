// What may this caller do with the records of rows now, and with records that they refer to? Judged on raw values that are read beside the shown ones and never sent.
// A record that is out of the caller's reach is offered for nothing.
import { raw } from 'sql-template-tag'
import { mayRead, mayRun } from '../../manifest/access'
import type { Action, App, Entity, Rule, RuleNode, Transition } from '../../manifest/app'
import { conjuncts, pathsRead } from '../../manifest/rule/check'
import { truthy, type Read } from '../../manifest/rule/evaluate'
import type { Caller, Context, RawRecord } from '../context'
import { worldOf } from '../ruleValue'
import { fieldNamed, jsonSql, pathSql, step } from './field-sql'
import type { Frame } from './frame'
import { reachOf, scopeCondition } from './scope-sql'
import { readableField, type Selected } from './visible-sql'

/** A transition that the caller may run on some record at all. */
export interface Offer {
  /** As it stands in a record's `can`. */
  readonly name: string
  readonly transition: Transition
  /** A reference of the row, and how far the caller reaches among its records; absent: the row's own record. */
  readonly on?: { readonly field: string; readonly reach: ReturnType<typeof reachOf> }
  /** Of what creates a record that refers to the row's: what must hold of the row's for it to be chosen there and to pass. */
  readonly begins?: readonly Begin[]
}

/** A condition on the row's record, which its names reach behind the first `skip` steps. */
interface Begin {
  readonly node: RuleNode
  readonly skip: number
}

type Asking = Pick<Context, 'app' | 'caller'>

/** A raw value that is read to judge, not to show. */
export const judged = (path: string) => `=${path}`
const engine = ['id', 'version', 'state', 'createdBy'] as const
const within = (field: string) => judged(`${field}#within`)

/** The offers of an entity's own records. */
export function rowOffers({ app, caller }: Asking, entity: Entity): readonly Offer[] {
  let known = offersOf.get(caller.codes)
  if (!known) offersOf.set(caller.codes, (known = new Map()))
  const key = [
    app.revision,
    entity.name,
    caller.scope,
    caller.administrator,
    caller.system,
    caller.me.id === undefined,
  ].join(' ')
  let found = known.get(key)
  if (!found)
    known.set(
      key,
      (found = Object.values(entity.transitions)
        .filter((transition) => !transition.creates && mayRun(app, caller, transition))
        .map((transition) => ({ name: transition.name, transition }))),
    )
  return found
}
// A caller's codes stay the same for as long as her session is not read anew; the caller may be another object with each call.
const offersOf = new WeakMap<ReadonlySet<string>, Map<string, readonly Offer[]>>()

/** Transitions of other entities that create, as far as the caller has the right and their one reference to records of this kind (or `by`) is asked for. */
export function beginOffers(
  { app, caller }: Asking,
  entity: Entity,
  actions: readonly (Pick<Action, 'entity' | 'transition' | 'on'> & { readonly by?: string })[],
): readonly Offer[] {
  return actions.flatMap(({ entity: name, transition: of, on, by }): Offer[] => {
    const transition = app.entities[name]?.transitions[of]
    if (on !== undefined || !transition?.creates || name === entity.name || !mayRun(app, caller, transition)) return []
    const [only, other] = transition.asks.filter(({ field }) => {
      const { type, entity: target } = transition.inputs[field] ?? app.entities[name]!.fields[field]!
      return by === undefined ? type === 'ref' && target === entity.name : field === by
    })
    return [{ name: `${name}.${of}`, transition, begins: only && !other ? aboutTheRecord(transition, only.field) : [] }]
  })
}

/**
 * What the form's reference and the guards say of the referred record alone: what the rest of the form says is not known before it is filled in,
 * nor what has to be counted for it.
 */
function aboutTheRecord({ asks, guards }: Transition, by: string): readonly Begin[] {
  const parts = (rule: Rule | undefined) =>
    rule
      ? conjuncts(rule.node).filter((node) =>
          (['this', 'input', 'before', 'let'] as const).every((scope) => pathsRead(node, scope).length === 0),
        )
      : []
  const offered = parts(asks.find(({ field }) => field === by)?.options).map((node) => ({ node, skip: 0 }))
  const guarded = guards
    .flatMap(({ rule }) => parts(rule))
    .filter((node) => {
      const read = pathsRead(node, 'record')
      return read.length > 0 && read.every((path) => path.startsWith(`${by}.`))
    })
    .map((node) => ({ node, skip: 1 }))
  return [...offered, ...guarded]
}

const pathsOf = ({ node, skip }: Begin) =>
  pathsRead(node, 'record').map((path) => path.split('.').slice(skip).join('.'))

/** The offers of an entity's own records, what the actions of a list run on records that its rows refer to, and what they create at a row. */
export function listOffers(context: Asking, entity: Entity, actions: readonly Action[]): readonly Offer[] {
  const own = [...rowOffers(context, entity), ...beginOffers(context, entity, actions)]
  const { app, caller } = context
  const referred = actions.flatMap(({ entity: name, transition: of, on }): Offer[] => {
    const transition = app.entities[name]?.transitions[of]
    if (
      on === undefined ||
      !transition ||
      !mayRun(app, caller, transition) ||
      !mayRead(app, caller, app.entities[name]!) ||
      !readableField(app, entity, on, caller)
    )
      return []
    return [{ name: `${name}.${of}`, transition, on: { field: on, reach: reachOf(caller) } }]
  })
  return referred.length > 0 ? [...own, ...referred] : own
}

/** The paths with the references that the offers run on: whoever runs one has to know the record. */
export function withReferences(paths: readonly string[], offers: readonly Offer[]): readonly string[] {
  const missing = new Set(offers.flatMap(({ on }) => (on && !paths.includes(on.field) ? [on.field] : [])))
  return missing.size > 0 ? [...paths, ...missing] : paths
}

/** What must be read of a row and of what it refers to so that the offers can be judged. */
export function judgedColumns(frame: Frame, offers: readonly Offer[]): Selected[] {
  const own = engine
    .filter((name) => Object.hasOwn(frame.fields, name))
    .map((name): Selected => ({ as: judged(name), value: frame.column(name) }))
  const paths = new Set(
    offers.flatMap(({ transition, on, begins }) =>
      begins
        ? begins.flatMap(pathsOf)
        : on
          ? [...ofReferred(frame, on.field), ...transition.reads].map((path) => `${on.field}.${path}`)
          : transition.reads,
    ),
  )
  const reaches = new Map(offers.flatMap(({ on }) => (on ? [[on.field, on.reach] as const] : [])))
  return [
    ...own,
    ...[...paths].map((path): Selected => ({ as: judged(path), value: rawValue(frame, path) })),
    ...[...reaches].map(([field, reach]): Selected => ({
      as: within(field),
      value: scopeCondition(step(frame, fieldNamed(frame, field)), reach) ?? raw('TRUE'),
    })),
  ]
}

function ofReferred(frame: Frame, field: string): string[] {
  const { fields } = step(frame, fieldNamed(frame, field))
  return ['id', 'state', 'createdBy'].filter((name) => Object.hasOwn(fields, name))
}

function rawValue(frame: Frame, path: string) {
  const { value, field } = pathSql(frame, path.split('.'))
  return field ? jsonSql(value, field) : value
}

/** A row as it was selected: by names, or an array whose places are told by a `PlaceOf`. */
export type Row = RawRecord | readonly unknown[]
/** Under which key a row has what was selected under a name. */
export type PlaceOf = (name: string) => string | number

/** The value of a row at a place. */
export const cellAt =
  (place: string | number) =>
  (row: Row): unknown =>
    (row as RawRecord)[place]

/** Whether an offer holds for a row, as far as state and rules tell; for all contexts of callers with the same rights. */
export function judgeOf(
  { app, caller }: Asking,
  { transition, on, begins }: Offer,
  placeOf: PlaceOf,
): (context: Context) => (row: Row) => boolean {
  const { from, fourEyes, when } = transition
  const at = (name: string) => placeOf(judged(on ? `${on.field}.${name}` : name))
  const [idOf, stateOf, creatorOf, reached] = [
    at('id'),
    at('state'),
    at('createdBy'),
    on ? placeOf(within(on.field)) : '',
  ].map(cellAt)
  const permissions = transition.permissions.filter((permission) =>
    mayRun(app, caller, { ...transition, permissions: [permission] }),
  )
  const always = permissions.some((permission) => !permission.when)
  if (begins) {
    return (context) => {
      const world = begins.length > 0 ? worldOf(app, context.now, context.caller.codes) : undefined
      return (row) => begins.every(({ node, skip }) => truthy(node, readOf(app, context.caller, row, at, skip), world!))
    }
  }
  return (context) => {
    const world = when || !always ? worldOf(app, context.now, context.caller.codes) : undefined
    const holds = (rule: Rule, row: Row) => truthy(rule.node, readOf(app, context.caller, row, at), world!)
    return (row) => {
      if (on && (idOf!(row) === null || reached!(row) !== true)) return false
      const state = stateOf!(row)
      if (typeof state === 'string' && !from.includes(state)) return false
      if (fourEyes && creatorOf!(row) === context.caller.me.id) return false
      if (when && !holds(when, row)) return false
      return always || permissions.some((permission) => holds(permission.when!, row))
    }
  }
}

function readOf({ settings }: App, caller: Caller, row: Row, at: (name: string) => string | number, skip = 0): Read {
  return (scope, path) => {
    const name = path.slice(skip).join('.') || 'id'
    if (scope === 'settings') return settings[path[0] ?? '']?.value
    if (scope === 'record') return (row as RawRecord)[at(name)]
    return scope === 'me' ? caller.me[name] : scope === 'tenant' ? caller.tenant[name] : undefined
  }
}
