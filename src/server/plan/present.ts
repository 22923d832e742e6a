// How does a record leave the server? Its visible values, its name, and what this caller may do with it now.
import type { App, Entity, Field } from '../../manifest/app'
import type { LineValue, RecordData, RefValue, Value } from '../../protocol/calls'
import type { Context } from '../context'
import { jsonSql, labelSql } from './field-sql'
import { entityNamed, type Frame } from './frame'
import { cellAt, judged, judgedColumns, judgeOf, rowOffers, type Offer, type PlaceOf, type Row } from './offers'
import { labelOf, readableField, shownColumns, type Selected } from './visible-sql'

const label = '#label'

/** Everything that must be selected so that `present` can show these paths of a record. */
export function presentedColumns(frame: Frame, paths: readonly string[], offers: readonly Offer[]): Selected[] {
  const shown = paths.flatMap((path) =>
    shownColumns(frame, path).map(({ as, value }) => ({
      as,
      value: as === path ? jsonSql(value, fieldAt(frame, path)) : value,
    })),
  )
  const all = new Map(
    [...judgedColumns(frame, offers), { as: label, value: labelSql(frame) }, ...shown].map((selected) => [
      selected.as,
      selected,
    ]),
  )
  return [...all.values()]
}

function fieldAt(frame: Frame, path: string): Pick<Field, 'type'> {
  return fieldOf(frame.planning.app, frame.entity!, path) ?? { type: 'string' }
}

// Rights were checked when the paths were chosen; here only the type matters.
function fieldOf(app: App, entity: Entity, path: string): Field | undefined {
  return readableField(app, entity, path, { codes: new Set(), administrator: true, system: true })
}

/** How records travel, from rows selected with `presentedColumns`. */
export function presenter(
  context: Context,
  entity: Entity,
  paths: readonly string[],
  offers: readonly Offer[],
): (row: Row) => RecordData {
  return presentation(context, entity, paths, offers)(context)
}

/** The presenter for all contexts of callers with the same rights: what is the same for all rows and requests is found out once. */
export function presentation(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  entity: Entity,
  paths: readonly string[],
  offers: readonly Offer[],
  placeOf: PlaceOf = (name) => name,
): (context: Context) => (row: Row) => RecordData {
  const [id, version, state, called] = [judged('id'), judged('version'), judged('state'), label].map((name) =>
    cellAt(placeOf(name)),
  ) as [Cell, Cell, Cell, Cell]
  const hasState = Object.hasOwn(entity.fields, 'state')
  const show = paths.map((path) => ({ path, value: shower(fieldOf(app, entity, path), path, placeOf) }))
  const judges = offers.map((offer) => ({ name: offer.name, judge: judgeOf({ app, caller }, offer, placeOf) }))
  return (context) => {
    const can = judges.map(({ name, judge }) => ({ name, holds: judge(context) }))
    return (row) => {
      const values: Record<string, Value> = {}
      for (const { path, value } of show) values[path] = value(row)
      return {
        id: Number(id(row)),
        version: Number(version(row)),
        ...(hasState && { state: String(state(row)) }),
        label: String(called(row) ?? id(row)),
        values,
        can: can.filter(({ holds }) => holds(row)).map(({ name }) => name),
      }
    }
  }
}

type Cell = (row: Row) => unknown

function shower(field: Field | undefined, path: string, placeOf: PlaceOf): (row: Row) => Value {
  const value = cellAt(placeOf(path))
  if (field?.type === 'ref') {
    const called = cellAt(placeOf(labelOf(path)))
    return (row) => known(value(row), (id) => ({ id: Number(id), label: String(called(row) ?? id) }) satisfies RefValue)
  }
  if (field?.type === 'lines')
    return (row) => known(value(row), (lines) => (lines as LineValue[]).map((line) => lineValue(field, line)))
  return (row) => (value(row) ?? null) as Value
}

function known(value: unknown, show: (value: unknown) => Value): Value {
  return value === null || value === undefined ? null : show(value)
}

function lineValue(lines: Field, line: LineValue): LineValue {
  return Object.fromEntries(
    Object.values(lines.fields ?? {}).map((field) => {
      const value = line[field.name] ?? null
      return [
        field.name,
        field.type === 'ref' && value !== null
          ? { id: Number(value), label: String(line[labelOf(field.name)] ?? value) }
          : value,
      ]
    }),
  )
}

/** Paths of an entity's detail that the caller may read: all own fields, those that its sections and documents name, and what the transitions that she may run go by. */
export function detailPaths({ app, caller }: Pick<Context, 'app' | 'caller'>, name: string): string[] {
  const entity = entityNamed(app, name)
  const paths = [
    ...Object.keys(entity.fields),
    ...entity.detail.figures,
    ...entity.detail.sections.flatMap((section) => section.fields),
    ...entity.documents.flatMap((document) => document.reads),
    ...rowOffers({ app, caller }, entity).flatMap(({ transition }) => transition.judges.map(({ field }) => field)),
  ]
  return [...new Set(paths)].filter((path) => readableField(app, entity, path, caller) !== undefined)
}
