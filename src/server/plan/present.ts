// How does a record leave the server? Its visible values, its name, and what this caller may do with it now.
// What may be done is judged on raw values that are read beside the shown ones and never sent.
import { mayRun } from '../../manifest/access'
import type { App, Entity, Field, Rule, Transition } from '../../manifest/app'
import { truthy, type Read } from '../../manifest/rule/evaluate'
import type { LineValue, RecordData, RefValue, Value } from '../../protocol/calls'
import type { Caller, Context, RawRecord } from '../context'
import { worldOf } from '../ruleValue'
import { jsonSql, labelSql, pathSql } from './field-sql'
import { entityNamed, type Frame } from './frame'
import { labelOf, readableField, shownColumns, type Selected } from './visible-sql'

/** A raw value that is read to judge, not to show. */
const judged = (path: string) => `=${path}`
const label = '#label'
const engine = ['id', 'version', 'state', 'createdBy'] as const

/** The transitions of an entity that the caller may run on some record at all. */
export function rowTransitions({ app, caller }: Pick<Context, 'app' | 'caller'>, entity: Entity): readonly Transition[] {
  let known = transitionsOf.get(caller.codes)
  if (!known) transitionsOf.set(caller.codes, (known = new Map()))
  const key = [app.revision, entity.name, caller.scope, caller.administrator, caller.system, caller.me.id === undefined].join(' ')
  let found = known.get(key)
  if (!found) known.set(key, (found = Object.values(entity.transitions).filter((transition) => !transition.creates && mayRun(app, caller, transition))))
  return found
}
// A caller's codes stay the same for as long as her session is not read anew; the caller may be another object with each call.
const transitionsOf = new WeakMap<ReadonlySet<string>, Map<string, readonly Transition[]>>()

/** Everything that must be selected so that `present` can show these paths of a record. */
export function presentedColumns(frame: Frame, paths: readonly string[], transitions: readonly Transition[]): Selected[] {
  const entity = frame.entity!
  const reads = new Set(transitions.flatMap((transition) => transition.reads))
  const raw = [...reads].map((path): Selected => ({ as: judged(path), value: rawValue(frame, path) }))
  const own = engine.filter((name) => Object.hasOwn(entity.fields, name)).map((name): Selected => ({ as: judged(name), value: frame.column(name) }))
  const shown = paths.flatMap((path) => shownColumns(frame, path).map(({ as, value }) => ({ as, value: as === path ? jsonSql(value, fieldAt(frame, path)) : value })))
  const all = new Map([...own, { as: label, value: labelSql(frame) }, ...raw, ...shown].map((selected) => [selected.as, selected]))
  return [...all.values()]
}

function rawValue(frame: Frame, path: string) {
  const { value, field } = pathSql(frame, path.split('.'))
  return field ? jsonSql(value, field) : value
}

function fieldAt(frame: Frame, path: string): Pick<Field, 'type'> {
  return fieldOf(frame.planning.app, frame.entity!, path) ?? { type: 'string' }
}

// Rights were checked when the paths were chosen; here only the type matters.
function fieldOf(app: App, entity: Entity, path: string): Field | undefined {
  return readableField(app, entity, path, { codes: new Set(), administrator: true, system: true })
}

/** How records travel, from rows selected with `presentedColumns`. Everything that is the same for all rows is found out once. */
export function presenter(context: Context, entity: Entity, paths: readonly string[], transitions: readonly Transition[]): (row: RawRecord) => RecordData {
  const { app } = context
  const hasState = Object.hasOwn(entity.fields, 'state')
  const show = paths.map((path) => ({ path, value: shower(fieldOf(app, entity, path), path) }))
  const judge = transitions.map((transition) => ({ name: transition.name, holds: judgeOf(context, transition) }))
  return (row) => {
    const values: Record<string, Value> = {}
    for (const { path, value } of show) values[path] = value(row)
    return {
      id: Number(row[judged('id')]),
      version: Number(row[judged('version')]),
      ...(hasState && { state: String(row[judged('state')]) }),
      label: String(row[label] ?? row[judged('id')]),
      values,
      can: judge.filter(({ holds }) => holds(row)).map(({ name }) => name),
    }
  }
}

function shower(field: Field | undefined, path: string): (row: RawRecord) => Value {
  const labelPath = labelOf(path)
  if (field?.type === 'ref') return (row) => known(row[path], (id) => ({ id: Number(id), label: String(row[labelPath] ?? id) }) satisfies RefValue)
  if (field?.type === 'lines') return (row) => known(row[path], (lines) => (lines as LineValue[]).map((line) => lineValue(field, line)))
  return (row) => (row[path] ?? null) as Value
}

function known(value: unknown, show: (value: unknown) => Value): Value {
  return value === null || value === undefined ? null : show(value)
}

function lineValue(lines: Field, line: LineValue): LineValue {
  return Object.fromEntries(Object.values(lines.fields ?? {}).map((field) => {
    const value = line[field.name] ?? null
    return [field.name, field.type === 'ref' && value !== null ? { id: Number(value), label: String(line[labelOf(field.name)] ?? value) } : value]
  }))
}

/** Whether a transition may run on the record of a row now, as far as state and rules tell. */
function judgeOf(context: Context, transition: Transition): (row: RawRecord) => boolean {
  const { app, caller } = context
  const { from, fourEyes, when } = transition
  const world = worldOf(app, context.now, caller.codes)
  const holds = (rule: Rule, row: RawRecord) => truthy(rule.node, readOf(app, caller, row), world)
  const permissions = transition.permissions.filter((permission) => mayRun(app, caller, { ...transition, permissions: [permission] }))
  const always = permissions.some((permission) => !permission.when)
  return (row) => {
    const state = row[judged('state')]
    if (typeof state === 'string' && !from.includes(state)) return false
    if (fourEyes && row[judged('createdBy')] === caller.me.id) return false
    if (when && !holds(when, row)) return false
    return always || permissions.some((permission) => holds(permission.when!, row))
  }
}

function readOf({ settings }: App, caller: Caller, row: RawRecord): Read {
  return (scope, path) => {
    const name = path.length === 0 ? 'id' : path.join('.')
    if (scope === 'settings') return settings[path[0] ?? '']?.value
    if (scope === 'record') return row[judged(name)]
    return scope === 'me' ? caller.me[name] : scope === 'tenant' ? caller.tenant[name] : undefined
  }
}

/** Paths of an entity's detail that the caller may read: all own fields, and those that its sections and documents name. */
export function detailPaths({ app, caller }: Pick<Context, 'app' | 'caller'>, name: string): string[] {
  const entity = entityNamed(app, name)
  const paths = [...Object.keys(entity.fields), ...entity.detail.sections.flatMap((section) => section.fields), ...entity.documents.flatMap((document) => document.reads)]
  return [...new Set(paths)].filter((path) => readableField(app, entity, path, caller) !== undefined)
}
