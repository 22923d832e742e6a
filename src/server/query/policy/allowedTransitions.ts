// Decides which transitions a caller may run on the records of rows and on records they refer to.
// Evaluates raw values that are read in addition to the shown ones and never sent.
// A referenced record out of the caller's reach allows nothing.
import { declared } from '../../../manifest/expression/values/present'
import { entityOf } from '../../../manifest/model/app'
import { raw } from 'sql-template-tag'
import { canRead, canRun, heldPermissions } from '../../../manifest/access/permissions'
import type { Action } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { Rule, RuleNode } from '../../../manifest/model/rule'
import { excludingFields, excludingFieldsOf, type Transition } from '../../../manifest/model/transition'
import { conjuncts, pathsRead } from '../../../manifest/expression/analyze'
import { truthy, type Read } from '../../../manifest/expression/evaluate'
import type { Context, RawRecord } from '../../context/context'
import { evaluationContextOf } from '../../context/callerRules'
import { fieldOf, jsonSql, pathSql, joinReference } from '../expression/fieldSql'
import type { RowSource } from '../expression/rowSource'
import { rightsKey } from './rightsKey'
import { effectiveRowScope, scopeCondition } from './rowScope'
import { readableField, type Selected } from './fieldAccess'

/** A transition that the caller may run on some record at all. */
export interface AllowedTransition {
  /** Its name in a record's `can`. */
  readonly name: string
  readonly transition: Transition
  /** A reference of the row, and the caller's row scope there; absent: the row's own record. */
  readonly on?: { readonly field: string; readonly reach: ReturnType<typeof effectiveRowScope> }
  /** For transitions that create a referring record: the conditions on the row's record as its reference. */
  readonly begins?: readonly Begin[]
}

/** A condition on the row's record, which its names reach behind the first `skip` steps. */
interface Begin {
  readonly node: RuleNode
  readonly skip: number
}

type Asking = Pick<Context, 'app' | 'caller'>

/** A raw value that is read for decisions, not for display. */
export const rawColumnName = (path: string) => `=${path}`
const engine = ['id', 'version', 'state'] as const
const reachName = (field: string) => rawColumnName(`${field}#within`)

/** The allowed transitions of an entity's own records. */
export function allowedOnRow({ app, caller }: Asking, entity: Entity): readonly AllowedTransition[] {
  let byKey = allowedByCodes.get(caller.codes)
  if (!byKey) allowedByCodes.set(caller.codes, (byKey = new Map()))
  const key = [app.revision, entity.name, rightsKey(caller)].join(' ')
  let allowedTransitions = byKey.get(key)
  if (!allowedTransitions)
    byKey.set(
      key,
      (allowedTransitions = Object.values(entity.transitions)
        .filter((transition) => !transition.creates && canRun(app, caller, transition))
        .map((transition) => ({ name: transition.name, transition }))),
    )
  return allowedTransitions
}
// A session's codes stay the same object until they are read again; the caller may be another object with each call.
const allowedByCodes = new WeakMap<ReadonlySet<string>, Map<string, readonly AllowedTransition[]>>()

/**
 * Transitions of other entities that create, if the caller may run them and their form has a reference to records of
 * this kind (or `by`).
 */
export function allowedCreations(
  { app, caller }: Asking,
  entity: Entity,
  actions: readonly (Pick<Action, 'entity' | 'transition' | 'on'> & { readonly by?: string })[],
): readonly AllowedTransition[] {
  return actions.flatMap(({ entity: name, transition: givenTransition, on, by }): AllowedTransition[] => {
    const transition = app.entities[name]?.transitions[givenTransition]
    if (on !== undefined || !transition?.creates || name === entity.name || !canRun(app, caller, transition)) return []
    const [only, other] = transition.form.filter(({ field }) => {
      const { type, entity: target } = transition.inputs[field] ?? declared(entityOf(app, name).fields, field)
      return by === undefined ? type === 'ref' && target === entity.name : field === by
    })
    return [
      {
        name: `${name}.${givenTransition}`,
        transition,
        begins: only && !other ? aboutTheRecord(transition, only.field) : [],
      },
    ]
  })
}

/**
 * The conditions of the form's reference and of checks on the referenced record alone: other form values and aggregates
 * are not known yet.
 */
function aboutTheRecord({ form, checks }: Transition, by: string): readonly Begin[] {
  const parts = (rule: Rule | undefined) =>
    rule
      ? conjuncts(rule.node).filter((node) =>
          (['this', 'input', 'before', 'vars'] as const).every((scope) => pathsRead(node, scope).length === 0),
        )
      : []
  const offered = parts(form.find(({ field }) => field === by)?.optionsWhere).map((node) => ({ node, skip: 0 }))
  const checked = checks
    .flatMap(({ rule }) => parts(rule))
    .filter((node) => {
      const read = pathsRead(node, 'record')
      return read.length > 0 && read.every((path) => path.startsWith(`${by}.`))
    })
    .map((node) => ({ node, skip: 1 }))
  return [...offered, ...checked]
}

const pathsOf = ({ node, skip }: Begin) =>
  pathsRead(node, 'record').map((path) => path.split('.').slice(skip).join('.'))

/**
 * The allowed transitions of an entity's records, of referenced records that a list's actions run on, and those that
 * create a record from a row.
 */
export function allowedOnList(
  context: Asking,
  entity: Entity,
  actions: readonly Action[],
): readonly AllowedTransition[] {
  const allowedTransitions = [...allowedOnRow(context, entity), ...allowedCreations(context, entity, actions)]
  const { app, caller } = context
  const referred = actions.flatMap(({ entity: name, transition: givenTransition, on }): AllowedTransition[] => {
    const transition = app.entities[name]?.transitions[givenTransition]
    if (
      on === undefined ||
      !transition ||
      !canRun(app, caller, transition) ||
      !canRead(app, caller, entityOf(app, name)) ||
      !readableField(app, entity, on, caller)
    )
      return []
    return [{ name: `${name}.${givenTransition}`, transition, on: { field: on, reach: effectiveRowScope(caller) } }]
  })
  return referred.length > 0 ? [...allowedTransitions, ...referred] : allowedTransitions
}

/** Adds to the paths the references of the allowed transitions: running one requires the referenced record. */
export function withReferences(paths: readonly string[], allowed: readonly AllowedTransition[]): readonly string[] {
  const missing = new Set(allowed.flatMap(({ on }) => (on && !paths.includes(on.field) ? [on.field] : [])))
  return missing.size > 0 ? [...paths, ...missing] : paths
}

/** What must be read of a row and its references to decide its allowed transitions. */
export function rawColumns(source: RowSource, allowed: readonly AllowedTransition[]): Selected[] {
  const selecteds = engine
    .filter((name) => Object.hasOwn(source.fields, name))
    .map((name): Selected => ({ as: rawColumnName(name), value: source.column(name) }))
  const paths = new Set(
    allowed.flatMap(({ transition, on, begins }) =>
      begins
        ? begins.flatMap(pathsOf)
        : on
          ? [...ofReferred(source, on.field), ...transition.readPaths].map((path) => `${on.field}.${path}`)
          : transition.readPaths,
    ),
  )
  const reaches = new Map(allowed.flatMap(({ on }) => (on ? [[on.field, on.reach] as const] : [])))
  return [
    ...selecteds,
    ...[...paths].map((path): Selected => ({ as: rawColumnName(path), value: rawValue(source, path) })),
    ...[...reaches].map(([field, reach]): Selected => ({
      as: reachName(field),
      value: scopeCondition(joinReference(source, fieldOf(source, field)), reach) ?? raw('TRUE'),
    })),
  ]
}

function ofReferred(source: RowSource, field: string): string[] {
  const { fields } = joinReference(source, fieldOf(source, field))
  return ['id', 'state'].filter((name) => Object.hasOwn(fields, name))
}

function rawValue(source: RowSource, path: string) {
  const { value, field } = pathSql(source, path.split('.'))
  return field ? jsonSql(value, field) : value
}

/** A selected row: by names, or an array whose positions a `PlaceOf` gives. */
export type Row = RawRecord | readonly unknown[]
/** The key of a selected name in a row. */
export type PlaceOf = (name: string) => string | number

/** The value of a row under a key. */
export const cellAt =
  (key: string | number) =>
  (row: Row): unknown =>
    (row as RawRecord)[key]

/** Whether state and rules allow a transition on a row; equal for all callers with the same rights. */
export function createAllowedCheck(
  { app, caller }: Asking,
  { transition, on, begins }: AllowedTransition,
  placeOf: PlaceOf,
): (context: Context) => (row: Row) => boolean {
  const { from, when } = transition
  const keyOf = (name: string) => placeOf(rawColumnName(on ? `${on.field}.${name}` : name))
  const [idOf, stateOf, reached] = [keyOf('id'), keyOf('state'), on ? placeOf(reachName(on.field)) : ''].map(cellAt)
  const accountsIn = new Map(excludingFields(transition).map((field) => [field, cellAt(keyOf(field))]))
  const permissions = heldPermissions(app, caller, transition)
  const always = permissions.some((permission) => !permission.when)
  if (begins) {
    return (context) => {
      const evaluationContext = begins.length > 0 ? evaluationContextOf(context) : undefined
      return (row) =>
        begins.every(({ node, skip }) => truthy(node, readOf(context, row, keyOf, skip), evaluationContext!))
    }
  }
  return (context) => {
    const evaluationContext = when || !always ? evaluationContextOf(context) : undefined
    const holds = (rule: Rule, row: Row) => truthy(rule.node, readOf(context, row, keyOf), evaluationContext!)
    return (row) => {
      if (on && (idOf!(row) === null || reached!(row) !== true)) return false
      const state = stateOf!(row)
      if (typeof state === 'string' && !from.includes(state)) return false
      const accountIn = (field: string) => accountsIn.get(field)?.(row)
      const { id: me } = context.caller.me
      if (me !== undefined && excludingFieldsOf(transition, accountIn).some((field) => accountIn(field) === me))
        return false
      if (when && !holds(when, row)) return false
      return always || permissions.some((permission) => holds(permission.when!, row))
    }
  }
}

/** Whether a row waits for a transition that it allows; absent: always. */
export function createWaitingCheck(
  { transition: { turnWhen }, on, begins }: AllowedTransition,
  placeOf: PlaceOf,
): ((context: Context) => (row: Row) => boolean) | undefined {
  if (!turnWhen || begins) return undefined
  const keyOf = (name: string) => placeOf(rawColumnName(on ? `${on.field}.${name}` : name))
  return (context) => {
    const evaluationContext = evaluationContextOf(context)
    return (row) => truthy(turnWhen.node, readOf(context, row, keyOf), evaluationContext)
  }
}

function readOf({ app, caller }: Asking, row: Row, keyOf: (name: string) => string | number, skip = 0): Read {
  const { settings } = app
  return (scope, path) => {
    // Only a path of the new record begins with the reference to the row.
    const name = path.slice(scope === 'record' ? skip : 0).join('.') || 'id'
    if (scope === 'settings') return settings[path[0] ?? '']?.value
    if (scope === 'record') return (row as RawRecord)[keyOf(name)]
    return scope === 'me' ? caller.me[name] : scope === 'tenant' ? caller.tenant[name] : undefined
  }
}
