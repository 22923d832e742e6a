// Selects the rows that a report aggregates: one per counted record, with axes and inputs.
// Columns are g0 … and v0 …. All passes form one table, which PostgreSQL shares among its workers.
// Records that reach axes through one reference are united before the join, which then reads its table once.
import { groupBy } from '../../../manifest/expression/values/lists'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import { identifier } from '../../database/sql/identifier'
import { pathSql } from '../expression/fieldSql'
import { RowSource, type Planning, and } from '../expression/rowSource'
import {
  axisRule,
  axisSql,
  filterConditions,
  dimensionColumn,
  monthOf,
  rowAxisSql,
  valueColumn,
  type ReportPlan,
} from './axes'
import {
  scopedConditions,
  countedEntity,
  measureInputs,
  isFirstAggregate,
  type Measured,
  type ScanPass,
} from './scanPass'
import { joinContributions } from './contributions'
import { axisReferenceOf, type ReferringPass } from './axisReference'

/** A table of rows. */
export interface Rows {
  /** Their parts, with the same columns. */
  readonly selects: readonly Sql[]
  /** The measures that have a column in it. */
  readonly measured: readonly Measured[]
  /** The indexes of the axes for which it has the first moment of a month. */
  readonly months: ReadonlySet<number>
}

/** A pass, or the records that belong to its records. */
interface Part {
  readonly pass: ScanPass
  readonly shared: boolean
}

const isPass = (measured: readonly Measured[]): measured is ScanPass => measured.length > 0

/** The rows of all passes: united where possible, the others separate. */
export function reportRows(planning: Planning, plan: ReportPlan, passes: readonly ScanPass[]): Rows[] {
  const alone = passes.filter((pass) => isFirstAggregate(pass) || computesGroups(planning, pass))
  const shared = passes.map((pass): readonly Measured[] => pass.filter(({ shares }) => shares)).filter(isPass)
  const parts = [
    ...passes.filter((pass) => !alone.includes(pass)).map((pass) => ({ pass, shared: false })),
    ...shared.map((pass) => ({ pass, shared: true })),
  ]
  const monthsOf = ({ pass: [first] }: Part) =>
    plan.axes.flatMap(({ name }, index) => (monthOf(axisRule(first.measure.dimensions, { name })) ? [index] : []))
  return [
    ...[...groupBy(parts, (part) => monthsOf(part).join()).values()].map((those) =>
      oneTable(planning, plan, those, new Set(monthsOf(those[0]))),
    ),
    ...alone.map((pass) => ({
      selects: [isFirstAggregate(pass) ? firstRows(planning, plan, pass) : computedRows(planning, plan, pass)],
      measured: pass,
      months: new Set<number>(),
    })),
  ]
}

function oneTable(planning: Planning, plan: ReportPlan, parts: readonly Part[], months: ReadonlySet<number>): Rows {
  const measured = new Map(parts.flatMap(({ pass }) => pass.map((item) => [item.index, item] as const)))
  const table = { columns: columnsOf([...measured.values()]), months }
  const referring = parts
    .filter(({ shared }) => !shared)
    .map(({ pass }) => ({ pass, through: axisReferenceOf(planning, plan, pass) }))
  // A cluster could join what is united only once it is collected from all machines.
  const keyOf = ({ pass, through }: (typeof referring)[number]) =>
    planning.tenants === 'joined' ? pass[0].index : JSON.stringify(through?.key ?? pass[0].index)
  const united = [...groupBy(referring, keyOf).values()]
  // Only passes with a reference can share a key.
  const selects = [
    ...united.map((those) =>
      those.length > 1
        ? throughReference(planning, plan, those as [ReferringPass, ...ReferringPass[]], table)
        : countedRows(planning, plan, those[0].pass, table),
    ),
    ...parts.filter(({ shared }) => shared).map(({ pass }) => belongingRows(planning, plan, pass, table)),
  ]
  return { selects, measured: [...measured.values()], months }
}

/** The measures that have a column in the rows, with its type. */
type Columns = ReadonlyMap<number, string>
interface Table {
  readonly columns: Columns
  readonly months: ReadonlySet<number>
}

function columnsOf(measured: readonly Measured[]): Columns {
  return new Map(
    measured
      .map(({ measure, index }) => [index, measure.aggregate.operator === 'count' ? 'int' : 'numeric'] as const)
      .sort(([number], [other]) => number - other),
  )
}

/** Whether a pass takes values computed from other records, grouped for the records that count. */
function computesGroups(planning: Planning, pass: ScanPass): boolean {
  const source = RowSource.of({ ...planning, aggregates: 'grouped' }, countedEntity(planning, pass))
  measureInputs(source, pass)
  return source.hasGroups
}

/** Each record of a pass, as itself. */
function countedRows(planning: Planning, plan: ReportPlan, pass: ScanPass, table: Table): Sql {
  const source = RowSource.of(planning, countedEntity(planning, pass))
  const selected = [
    ...axesOf(source, plan, pass, table.months),
    ...placed(table.columns, pass, measureInputs(source, pass)),
  ]
  const where = whereOf(scopedConditions(source, plan, pass))
  return sql`SELECT ${listOf(selected)} FROM ${source.from()}${where}`
}

/** The records of several passes, then joined to the records that all of them refer to. */
function throughReference(
  planning: Planning,
  plan: ReportPlan,
  united: readonly [ReferringPass, ...ReferringPass[]],
  { columns, months }: Table,
): Sql {
  const byName = new Map(
    [...columns].filter(([index]) => united.some(({ pass }) => pass.some((measured) => measured.index === index))),
  )
  const { reachedDimensions, entity } = united[0].through
  const alias = identifier(planning.aliases.next())
  const isBehind = ({ name }: Field) => Object.hasOwn(reachedDimensions, name)
  const selects = united.map(({ pass, through }) => {
    const source = RowSource.of(planning, countedEntity(planning, pass))
    const { dimensions: by } = pass[0].measure
    const here = plan.axes.flatMap((axis, index) =>
      isBehind(axis)
        ? []
        : [sql`${rowAxisSql(source, axisRule(by, axis), axis, months.has(index))} AS ${dimensionColumn(index)}`],
    )
    const selected = [
      sql`${pathSql(source, [through.reference]).value} AS "k"`,
      ...here,
      ...placed(byName, pass, measureInputs(source, pass)),
    ]
    const where = whereOf(scopedConditions(source, plan, pass, ({ axis }) => !isBehind(axis)))
    return sql`SELECT ${join(selected, ', ')} FROM ${source.from()}${where}`
  })
  const rowSource = RowSource.of(planning, entityOf(planning.app, entity))
  const axes = plan.axes.map((axis, index) => {
    const column = dimensionColumn(index)
    const value = isBehind(axis) ? axisSql(rowSource, axisRule(reachedDimensions, axis), axis) : sql`${alias}.${column}`
    return sql`${value} AS ${column}`
  })
  const taken = [...columns].map(
    ([index, type]) =>
      sql`${byName.has(index) ? sql`${alias}.${valueColumn(index)}` : raw(`NULL::${type}`)} AS ${valueColumn(index)}`,
  )
  const where = whereOf(filterConditions(rowSource, reachedDimensions, plan.filters, ({ axis }) => isBehind(axis)))
  const joined = sql`LEFT JOIN ${identifier(entity)} ${identifier(rowSource.alias)}
    ON ${rowSource.column('id')} = ${alias}."k"${and(rowSource.sameTenant())}`
  return sql`SELECT ${join([...axes, ...taken], ', ')}
    FROM (${join(selects, ' UNION ALL ')}) ${alias} ${joined}${rowSource.joins()}${where}`
}

/** The records belonging to those of a pass, each with its owner. */
function belongingRows(planning: Planning, plan: ReportPlan, pass: ScanPass, table: Table): Sql {
  const source = RowSource.of(planning, countedEntity(planning, pass))
  const belonging = joinContributions(
    source,
    pass.map(({ shares = [] }) => shares),
    plan.scope === 'all',
  )
  const selected = [
    ...axesOf(source, plan, pass, table.months),
    ...placed(table.columns, pass, measureInputs(source, pass, belonging.values)),
  ]
  const where = whereOf(scopedConditions(source, plan, pass))
  return sql`SELECT ${join(selected, ', ')} FROM ${source.from()}${belonging.join}${where}`
}

/** The records of a pass with values computed from other records, grouped for the counted records only. */
function computedRows(planning: Planning, plan: ReportPlan, pass: ScanPass): Sql {
  const entity = countedEntity(planning, pass)
  const source = RowSource.of({ ...planning, aggregates: 'grouped' }, entity)
  const selected = listOf([
    ...axesOf(source, plan, pass),
    ...placed(columnsOf(pass), pass, measureInputs(source, pass)),
  ])
  const inner = RowSource.of(planning, entity)
  const conditions = scopedConditions(inner, plan, pass)
  if (conditions.length === 0) return sql`SELECT ${selected} FROM ${source.from()}`
  return source.fromFew(
    (names) =>
      sql`SELECT ${join(
        names.map((name) => inner.column(name)),
        ', ',
      )} FROM ${inner.from()}${whereOf(conditions)}`,
    selected,
  )
}

/** The records of a pass with the order that decides the first of them ("o", "id"). */
function firstRows(planning: Planning, plan: ReportPlan, pass: ScanPass): Sql {
  const source = RowSource.of(planning, countedEntity(planning, pass))
  const { sort } = pass[0].measure.aggregate
  const order = sort
    ? [sql`${pathSql(source, sort.field.split('.')).value} AS "o"`, sql`${source.column('id')} AS "id"`]
    : []
  const selected = [
    ...axesOf(source, plan, pass),
    ...placed(columnsOf(pass), pass, measureInputs(source, pass)),
    ...order,
  ]
  const where = whereOf(scopedConditions(source, plan, pass))
  return sql`SELECT ${join(selected, ', ')} FROM ${source.from()}${where}`
}

function axesOf(
  source: RowSource,
  { axes }: ReportPlan,
  [first]: ScanPass,
  months: ReadonlySet<number> = new Set(),
): Sql[] {
  return axes.map(
    (axis, index) =>
      sql`${rowAxisSql(source, axisRule(first.measure.dimensions, axis), axis, months.has(index))} AS
        ${dimensionColumn(index)}`,
  )
}

/** A column for each measure of the table: the pass's input, or null. */
function placed(columns: Columns, pass: ScanPass, taken: readonly Sql[]): Sql[] {
  return [...columns].map(([index, type]) => {
    const position = pass.findIndex((measured) => measured.index === index)
    return sql`(${position < 0 ? raw('NULL') : taken[position]!})::${raw(type)} AS ${valueColumn(index)}`
  })
}

const whereOf = (conditions: readonly Sql[]) =>
  conditions.length > 0 ? sql` WHERE ${join([...conditions], ' AND ')}` : empty
/** A mere count needs no column. */
const listOf = (columns: readonly Sql[]) => (columns.length > 0 ? join([...columns], ', ') : raw('1'))
