// The rows that a report adds up: one for each counted record, with its axes (g0 …) and what each measure takes of it (v0 …, null where nothing).
// They stand under each other as one table, so that PostgreSQL shares all of them among its processors. Records that reach their axes through the same
// reference are put together before they are joined to what it leads to, which is then read once for all of them.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Field, Measure, Rule } from '../../manifest/app'
import { identifier } from '../database/identifier'
import { pathSql } from './field-sql'
import { entityNamed, Frame, type Planning } from './frame'
import { axisSql, filterConditions, g, monthOf, rowAxisSql, v, type ReportPlan } from './report-axes'
import { conditionsOn, recordsOf, takenOf, takesFirst, type Measured, type Pass } from './report-pass'
import { joinShares } from './shares-sql'

/** A table of rows. */
export interface Rows {
  readonly select: Sql
  /** The measures that it has a column of. */
  readonly measured: readonly Measured[]
  /** The axes, by place, that it has the first moment of a month for. */
  readonly months: ReadonlySet<number>
}

/** A pass, or what belongs to its records. */
interface Part {
  readonly pass: Pass
  readonly shared: boolean
}

/** The rows of all passes: those that can be one table are, the others stand alone. */
export function rowsOf(planning: Planning, plan: ReportPlan, passes: readonly Pass[]): Rows[] {
  const alone = passes.filter((pass) => takesFirst(pass) || computesGroups(planning, pass))
  const shared = passes.map((pass) => pass.filter(({ shares }) => shares)).filter(({ length }) => length > 0)
  const parts = [
    ...passes.filter((pass) => !alone.includes(pass)).map((pass) => ({ pass, shared: false })),
    ...shared.map((pass) => ({ pass, shared: true })),
  ]
  const monthsOf = ({ pass: [first] }: Part) =>
    plan.axes.flatMap(({ name }, at) => (monthOf(first!.measure.by[name]!) ? [at] : []))
  return [
    ...alike(parts, (part) => monthsOf(part).join()).map((those) =>
      oneTable(planning, plan, those, new Set(monthsOf(those[0]!))),
    ),
    ...alone.map((pass) => ({
      select: takesFirst(pass) ? firstRows(planning, plan, pass) : computedRows(planning, plan, pass),
      measured: pass,
      months: new Set<number>(),
    })),
  ]
}

function oneTable(planning: Planning, plan: ReportPlan, parts: readonly Part[], months: ReadonlySet<number>): Rows {
  const measured = new Map(parts.flatMap(({ pass }) => pass.map((one) => [one.index, one] as const)))
  const table = { columns: columnsOf([...measured.values()]), months }
  const reached = alike(
    parts.filter(({ shared }) => !shared).map(({ pass }) => pass),
    (pass) => JSON.stringify(reachingOf(planning, plan, pass)?.key ?? pass[0]!.index),
  )
  const selects = [
    ...reached.map((those) =>
      those.length > 1 ? throughReference(planning, plan, those, table) : countedRows(planning, plan, those[0]!, table),
    ),
    ...parts.filter(({ shared }) => shared).map(({ pass }) => belongingRows(planning, plan, pass, table)),
  ]
  return { select: join(selects, ' UNION ALL '), measured: [...measured.values()], months }
}

function alike<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

/** The numbers of the measures that rows have a column of, with its type. */
type Columns = ReadonlyMap<number, string>
interface Table {
  readonly columns: Columns
  readonly months: ReadonlySet<number>
}

function columnsOf(measured: readonly Measured[]): Columns {
  return new Map(
    measured
      .map(({ measure, index }) => [index, measure.aggregate!.operator === 'count' ? 'int' : 'numeric'] as const)
      .sort(([one], [other]) => one - other),
  )
}

/** Whether what a pass takes is computed from other records, grouped for the records that count. */
function computesGroups(planning: Planning, pass: Pass): boolean {
  const frame = Frame.of({ ...planning, grouped: true }, recordsOf(planning, pass))
  takenOf(frame, pass)
  return frame.hasGroups
}

/** Each record of a pass, as itself. */
function countedRows(planning: Planning, plan: ReportPlan, pass: Pass, table: Table): Sql {
  const frame = Frame.of(planning, recordsOf(planning, pass))
  const selected = [...axesOf(frame, plan, pass, table.months), ...placed(table.columns, pass, takenOf(frame, pass))]
  const where = whereOf(conditionsOn(frame, plan, pass))
  return sql`SELECT ${listOf(selected)} FROM ${frame.from()}${where}`
}

/** The records of several passes, then joined to the records that all of them refer to. */
function throughReference(
  planning: Planning,
  plan: ReportPlan,
  passes: readonly Pass[],
  { columns, months }: Table,
): Sql {
  const own = new Map([...columns].filter(([index]) => passes.some((pass) => pass.some((one) => one.index === index))))
  const reachings = passes.map((pass) => reachingOf(planning, plan, pass)!)
  const { behind, entity } = reachings[0]!
  const alias = identifier(planning.aliases.next())
  const isBehind = ({ name }: Field) => Object.hasOwn(behind, name)
  const selects = passes.map((pass, at) => {
    const frame = Frame.of(planning, recordsOf(planning, pass))
    const { by } = pass[0]!.measure
    const here = plan.axes.flatMap((axis, index) =>
      isBehind(axis) ? [] : [sql`${rowAxisSql(frame, by[axis.name]!, axis, months.has(index))} AS ${g(index)}`],
    )
    const selected = [
      sql`${pathSql(frame, [reachings[at]!.reference]).value} AS "k"`,
      ...here,
      ...placed(own, pass, takenOf(frame, pass)),
    ]
    const where = whereOf(conditionsOn(frame, plan, pass, ({ axis }) => !isBehind(axis)))
    return sql`SELECT ${join(selected, ', ')} FROM ${frame.from()}${where}`
  })
  const frame = Frame.of(planning, entityNamed(planning.app, entity))
  const axes = plan.axes.map(
    (axis, index) =>
      sql`${isBehind(axis) ? axisSql(frame, behind[axis.name]!, axis) : sql`${alias}.${g(index)}`} AS ${g(index)}`,
  )
  const taken = [...columns].map(
    ([index, type]) => sql`${own.has(index) ? sql`${alias}.${v(index)}` : raw(`NULL::${type}`)} AS ${v(index)}`,
  )
  const where = whereOf(filterConditions(frame, behind, plan.filters, ({ axis }) => isBehind(axis)))
  const joined = sql`LEFT JOIN ${identifier(entity)} ${identifier(frame.alias)} ON ${frame.column('id')} = ${alias}."k"`
  return sql`SELECT ${join([...axes, ...taken], ', ')} FROM (${join(selects, ' UNION ALL ')}) ${alias} ${joined}${frame.joins()}${where}`
}

/** What belongs to the records of a pass, each beside its record. */
function belongingRows(planning: Planning, plan: ReportPlan, pass: Pass, table: Table): Sql {
  const frame = Frame.of(planning, recordsOf(planning, pass))
  const belonging = joinShares(
    frame,
    pass.map(({ shares = [] }) => shares),
    plan.reach === 'all',
  )
  const selected = [
    ...axesOf(frame, plan, pass, table.months),
    ...placed(table.columns, pass, takenOf(frame, pass, belonging.values)),
  ]
  const where = whereOf(conditionsOn(frame, plan, pass))
  return sql`SELECT ${join(selected, ', ')} FROM ${frame.from()}${belonging.join}${where}`
}

/** The records of a pass with what is computed from other records: grouped for the records that count, and for no others. */
function computedRows(planning: Planning, plan: ReportPlan, pass: Pass): Sql {
  const entity = recordsOf(planning, pass)
  const frame = Frame.of({ ...planning, grouped: true }, entity)
  const selected = listOf([...axesOf(frame, plan, pass), ...placed(columnsOf(pass), pass, takenOf(frame, pass))])
  const found = Frame.of(planning, entity)
  const conditions = conditionsOn(found, plan, pass)
  if (conditions.length === 0) return sql`SELECT ${selected} FROM ${frame.from()}`
  return frame.fromFew(
    (names) =>
      sql`SELECT ${join(
        names.map((name) => found.column(name)),
        ', ',
      )} FROM ${found.from()}${whereOf(conditions)}`,
    selected,
  )
}

/** The records of a pass with what decides which of them is the first ("o", "id"). */
function firstRows(planning: Planning, plan: ReportPlan, pass: Pass): Sql {
  const frame = Frame.of(planning, recordsOf(planning, pass))
  const { sort } = pass[0]!.measure.aggregate!
  const order = sort
    ? [sql`${pathSql(frame, sort.field.split('.')).value} AS "o"`, sql`${frame.column('id')} AS "id"`]
    : []
  const selected = [...axesOf(frame, plan, pass), ...placed(columnsOf(pass), pass, takenOf(frame, pass)), ...order]
  const where = whereOf(conditionsOn(frame, plan, pass))
  return sql`SELECT ${join(selected, ', ')} FROM ${frame.from()}${where}`
}

interface Reaching {
  /** The field of the counted records. */
  readonly reference: string
  /** What it leads to, and by which rule over that the axes are read which stand behind it. */
  readonly entity: string
  readonly behind: Measure['by']
  /** Passes with the same one can be joined together. */
  readonly key: unknown
}

/** The reference through which the records of a pass reach axes of the report; undefined where none is read through one, or not plainly. */
function reachingOf(planning: Planning, { axes, filters }: ReportPlan, pass: Pass): Reaching | undefined {
  const { fields } = recordsOf(planning, pass)
  const used = [...new Set([...axes, ...filters.map(({ axis }) => axis)])].map((axis) => ({
    name: axis.name,
    rule: pass[0]!.measure.by[axis.name]!,
  }))
  const reference = used
    .map(({ rule: { node } }) =>
      node.kind === 'name' && node.scope === 'record' && node.path.length > 1 ? fields[node.path[0]!] : undefined,
    )
    .find((field) => field?.type === 'ref' && field.stored)
  if (!reference) return undefined
  const through = used.filter(({ rule }) => rule.reads.some((path) => path.startsWith(`${reference.name}.`)))
  const behind: Record<string, Rule> = {}
  for (const {
    name,
    rule: { node, source, type },
  } of through) {
    if (node.kind !== 'name') return undefined
    const path = node.path.slice(1)
    behind[name] = { source, type, node: { ...node, path }, reads: [path.join('.')] }
  }
  return {
    reference: reference.name,
    entity: reference.entity!,
    behind,
    key: [reference.entity, used.map(({ name }) => behind[name]?.reads ?? null)],
  }
}

function axesOf(frame: Frame, { axes }: ReportPlan, [first]: Pass, months: ReadonlySet<number> = new Set()): Sql[] {
  return axes.map(
    (axis, at) => sql`${rowAxisSql(frame, first!.measure.by[axis.name]!, axis, months.has(at))} AS ${g(at)}`,
  )
}

/** A column for each measure of the table: what the pass takes for it, or nothing. */
function placed(columns: Columns, pass: Pass, taken: readonly Sql[]): Sql[] {
  return [...columns].map(([index, type]) => {
    const at = pass.findIndex((one) => one.index === index)
    return sql`(${at < 0 ? raw('NULL') : taken[at]!})::${raw(type)} AS ${v(index)}`
  })
}

const whereOf = (conditions: readonly Sql[]) =>
  conditions.length > 0 ? sql` WHERE ${join([...conditions], ' AND ')}` : empty
/** What is only counted needs no column. */
const listOf = (columns: readonly Sql[]) => (columns.length > 0 ? join([...columns], ', ') : raw('1'))
