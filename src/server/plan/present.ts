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
  let known = transitionsOf.get(caller)
  if (!known) transitionsOf.set(caller, (known = new Map()))
  const key = `${app.revision} ${entity.name}`
  let found = known.get(key)
  if (!found) known.set(key, (found = Object.values(entity.transitions).filter((transition) => !transition.creates && mayRun(app, caller, transition))))
  return found
}
const transitionsOf = new WeakMap<Caller, Map<string, readonly Transition[]>>()

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
  // Rights were checked when the paths were chosen; here only the type matters.
  return readableField(frame.planning.app, frame.entity!, path, { codes: new Set(), administrator: true, system: true }) ?? { type: 'string' }
}

/** A record as it travels, from a row selected with `presentedColumns`. */
export function present(context: Context, entity: Entity, row: RawRecord, paths: readonly string[], transitions: readonly Transition[]): RecordData {
  const { app } = context
  const values: Record<string, Value> = {}
  for (const path of paths) values[path] = shown(app, entity, row, path)
  return {
    id: Number(row[judged('id')]),
    version: Number(row[judged('version')]),
    ...(Object.hasOwn(entity.fields, 'state') && { state: String(row[judged('state')]) }),
    label: String(row[label] ?? row[judged('id')]),
    values,
    can: transitions.filter((transition) => mayRunOn(context, transition, row)).map((transition) => transition.name),
  }
}

function shown(app: App, entity: Entity, row: RawRecord, path: string): Value {
  const value = row[path] as Value | undefined
  if (value === null || value === undefined) return null
  const field = typeof value === 'object' || typeof value === 'number' ? readableField(app, entity, path, { codes: new Set(), administrator: true, system: true }) : undefined
  if (field?.type === 'ref') return { id: Number(value), label: String(row[labelOf(path)] ?? value) } satisfies RefValue
  if (field?.type === 'lines') return (value as LineValue[]).map((line) => lineValue(field, line))
  return value
}

function lineValue(lines: Field, line: LineValue): LineValue {
  return Object.fromEntries(Object.values(lines.fields ?? {}).map((field) => {
    const value = line[field.name] ?? null
    return [field.name, field.type === 'ref' && value !== null ? { id: Number(value), label: String(line[labelOf(field.name)] ?? value) } : value]
  }))
}

/** Whether a transition may run on the record of a row now, as far as state and rules tell. */
function mayRunOn(context: Context, transition: Transition, row: RawRecord): boolean {
  const { app, caller } = context
  const state = row[judged('state')]
  if (typeof state === 'string' && !transition.from.includes(state)) return false
  if (transition.fourEyes && row[judged('createdBy')] === caller.me.id) return false
  const holds = (rule: Rule) => truthy(rule.node, readerOf(context, row), worldOf(app, context.now, caller.codes))
  if (transition.when && !holds(transition.when)) return false
  return transition.permissions.some((permission) => (!permission.when || holds(permission.when)) && mayRun(app, caller, { ...transition, permissions: [permission] }))
}

function readerOf({ app, caller }: Context, row: RawRecord): Read {
  return (scope, path) => {
    const name = path.length === 0 ? 'id' : path.join('.')
    if (scope === 'settings') return app.settings[path[0] ?? '']?.value
    if (scope === 'record') return row[judged(name)]
    return scope === 'me' ? caller.me[name] : scope === 'tenant' ? caller.tenant[name] : undefined
  }
}

/** Paths of an entity's detail that the caller may read: all own fields, and those that its sections name. */
export function detailPaths({ app, caller }: Pick<Context, 'app' | 'caller'>, name: string): string[] {
  const entity = entityNamed(app, name)
  const paths = [...Object.keys(entity.fields), ...entity.detail.sections.flatMap((section) => section.fields)]
  return [...new Set(paths)].filter((path) => readableField(app, entity, path, caller) !== undefined)
}
