// How does a record leave the server? Its visible values, its name, and what this caller may do with it now.
import type { App, Entity, Field } from '../../manifest/app'
import type { LineValue, RecordData, RefValue, Value } from '../../protocol/calls'
import type { Context, RawRecord } from '../context'
import { jsonSql, labelSql } from './field-sql'
import { entityNamed, type Frame } from './frame'
import { judged, judgedColumns, judgeOf, type Offer } from './offers'
import { labelOf, readableField, shownColumns, type Selected } from './visible-sql'

const label = '#label'

/** Everything that must be selected so that `present` can show these paths of a record. */
export function presentedColumns(frame: Frame, paths: readonly string[], offers: readonly Offer[]): Selected[] {
  const shown = paths.flatMap((path) => shownColumns(frame, path).map(({ as, value }) => ({ as, value: as === path ? jsonSql(value, fieldAt(frame, path)) : value })))
  const all = new Map([...judgedColumns(frame, offers), { as: label, value: labelSql(frame) }, ...shown].map((selected) => [selected.as, selected]))
  return [...all.values()]
}

function fieldAt(frame: Frame, path: string): Pick<Field, 'type'> {
  return fieldOf(frame.planning.app, frame.entity!, path) ?? { type: 'string' }
}

// Rights were checked when the paths were chosen; here only the type matters.
function fieldOf(app: App, entity: Entity, path: string): Field | undefined {
  return readableField(app, entity, path, { codes: new Set(), administrator: true, system: true })
}

/** How records travel, from rows selected with `presentedColumns`. Everything that is the same for all rows is found out once. */
export function presenter(context: Context, entity: Entity, paths: readonly string[], offers: readonly Offer[]): (row: RawRecord) => RecordData {
  const { app } = context
  const hasState = Object.hasOwn(entity.fields, 'state')
  const show = paths.map((path) => ({ path, value: shower(fieldOf(app, entity, path), path) }))
  const judge = offers.map((offer) => ({ name: offer.name, holds: judgeOf(context, offer) }))
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

/** Paths of an entity's detail that the caller may read: all own fields, and those that its sections and documents name. */
export function detailPaths({ app, caller }: Pick<Context, 'app' | 'caller'>, name: string): string[] {
  const entity = entityNamed(app, name)
  const paths = [...Object.keys(entity.fields), ...entity.detail.sections.flatMap((section) => section.fields), ...entity.documents.flatMap((document) => document.reads)]
  return [...new Set(paths)].filter((path) => readableField(app, entity, path, caller) !== undefined)
}
