// Serializes records for responses: visible values, label, and the caller's allowed transitions.
import { placeholders } from '../../../manifest/expression/template'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { LineValue, RecordData, RefValue, Value } from '../../../protocol/calls'
import { isFor, type Viewer } from '../../context/callerRules'
import type { Context } from '../../context/context'
import { jsonSql, labelSql } from '../expression/fieldSql'
import type { RowSource } from '../expression/rowSource'
import {
  cellAt,
  rawColumnName,
  rawColumns,
  createAllowedCheck,
  createWaitingCheck,
  allowedOnRow,
  type AllowedTransition,
  type PlaceOf,
  type Row,
} from '../policy/allowedTransitions'
import { labelOf, readableField, shownColumns, type Selected } from '../policy/fieldAccess'

const label = '#label'

/** Everything to select so that these paths of a record can be serialized. */
export function presentedColumns(
  source: RowSource,
  paths: readonly string[],
  allowed: readonly AllowedTransition[],
): Selected[] {
  const visible = paths.flatMap((path) =>
    shownColumns(source, path).map(({ as, value }) => ({
      as,
      value: as === path ? jsonSql(value, fieldAt(source, path)) : value,
    })),
  )
  const all = new Map(
    [...rawColumns(source, allowed), { as: label, value: labelSql(source) }, ...visible].map((selected) => [
      selected.as,
      selected,
    ]),
  )
  return [...all.values()]
}

function fieldAt(source: RowSource, path: string): Pick<Field, 'type'> {
  return fieldOf(source.planning.app, source.entity!, path) ?? { type: 'string' }
}

// Rights were checked when the paths were chosen; here only the type matters.
function fieldOf(app: App, entity: Entity, path: string): Field | undefined {
  return readableField(app, entity, path, { codes: new Set(), administrator: true, system: true })
}

/**
 * The parts of a record that are presented: values by path, and the transitions that the caller may run if their
 * conditions hold.
 */
interface PresentedParts {
  readonly paths: readonly string[]
  readonly allowed: readonly AllowedTransition[]
}

/** Serializes rows that were selected with `presentedColumns`. */
export function createRecordSerializer(
  context: Context,
  entity: Entity,
  parts: PresentedParts,
): (row: Row) => RecordData {
  return sharedSerializer(context, entity, parts)(context)
}

/** A serializer for all callers with the same rights: what is the same for all rows and requests is computed once. */
export function sharedSerializer(
  { app, caller }: Pick<Context, 'app' | 'caller'>,
  entity: Entity,
  { paths, allowed }: PresentedParts,
  placeOf: PlaceOf = (name) => name,
): (context: Context) => (row: Row) => RecordData {
  const [id, version, state, called] = [
    rawColumnName('id'),
    rawColumnName('version'),
    rawColumnName('state'),
    label,
  ].map((name) => cellAt(placeOf(name))) as [Cell, Cell, Cell, Cell]
  const hasState = Object.hasOwn(entity.fields, 'state')
  const show = paths.map((path) => ({ path, value: shower(fieldOf(app, entity, path), path, placeOf) }))
  const checks = allowed.map((step) => ({
    name: step.name,
    check: createAllowedCheck({ app, caller }, step, placeOf),
    waits: createWaitingCheck(step, placeOf),
  }))
  return (context) => {
    const can = checks.map(({ name, check, waits }) => ({ name, holds: check(context), waits: waits?.(context) }))
    return (row) => {
      const values: Record<string, Value> = {}
      for (const { path, value } of show) values[path] = value(row)
      const possible = can.filter(({ holds }) => holds(row))
      const later = possible.filter(({ waits }) => waits?.(row) === false)
      return {
        id: Number(id(row)),
        version: Number(version(row)),
        ...(hasState && { state: String(state(row)) }),
        label: String(called(row) ?? id(row)),
        values,
        can: possible.map(({ name }) => name),
        ...(later.length > 0 && { later: later.map(({ name }) => name) }),
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

/**
 * Paths of an entity's detail that the caller may read: all own fields, those of its sections and documents, and what
 * the allowed transitions depend on and name in their questions.
 */
export function detailPaths(viewer: Viewer, name: string): string[] {
  const { app, caller } = viewer
  const entity = entityOf(app, name)
  const offered = allowedOnRow({ app, caller }, entity)
  const withheld = withheldPaths(viewer, entity)
  const formFields = new Set(offered.flatMap(({ transition }) => transition.form.map(({ field }) => field)))
  const paths = [
    ...Object.keys(entity.fields),
    ...entity.detail.highlightFields,
    ...entity.detail.sections.flatMap((section) => section.fields),
    ...entity.documents.flatMap(({ readPaths, when, sections }) => [
      ...readPaths,
      ...[when, ...sections.map(({ seal }) => seal?.when)].flatMap((rule) => rule?.readPaths ?? []),
    ]),
    ...offered.flatMap(({ transition: { decisionFields, confirmMessage } }) => [
      ...decisionFields.map(({ field }) => field),
      ...(confirmMessage ? placeholders(confirmMessage) : []),
    ]),
  ]
  return [...new Set(paths)].filter(
    (path) => readableField(app, entity, path, caller) !== undefined && (!withheld.has(path) || formFields.has(path)),
  )
}

/** The paths that occur only in sections withheld from the caller. */
function withheldPaths(viewer: Viewer, { detail }: Entity): Set<string> {
  const shown = detail.sections.filter((section) => isFor(viewer, section))
  const visible = new Set([...detail.highlightFields, ...shown.flatMap(({ fields }) => fields)])
  const others = detail.sections.filter((section) => !shown.includes(section))
  return new Set(others.flatMap(({ fields }) => fields).filter((path) => !visible.has(path)))
}
