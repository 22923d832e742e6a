// What is an aggregate when many records ask for it together? One select that groups what is counted by the asking record, joined once, in place of one
// subselect a record: the same value. Only for aggregates that ask for nothing but "belongs to this record"; of all others this file says nothing.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Aggregate, RuleNode } from '../../manifest/app'
import { conjuncts } from '../../manifest/rule/check'
import { identifier } from '../database/identifier'
import { linesTableName } from '../database/tables'
import { result, speaksOfTenant } from './aggregate-sql'
import { asksFor, belongingOf } from './belonging'
import { fieldNamed, pathSql } from './field-sql'
import { entityNamed, Frame, type JoinedGroups } from './frame'
import { conditionSql } from './rule-sql'

/** The value of an aggregate of a record's field, where it can be grouped and joined; undefined where it must be asked for by itself. */
export function groupedSql(aggregate: Aggregate, asking: Frame): Sql | undefined {
  const { operator, running, by, lines, field } = aggregate
  if (!asking.planning.grouped || !asking.entity || operator === 'first' || running !== undefined || by !== undefined)
    return undefined
  const source = lines === undefined ? recordsOf(aggregate, asking) : linesOf(aggregate, lines, asking)
  if (!source) return undefined
  const groups = asking.groupsOf(source.key, source.make)
  const { counted } = groups
  const conditions = source.conditions.map((node) => conditionSql(node, { planning: asking.planning, frame: counted }))
  const value = field === undefined ? undefined : pathSql(counted, field.split('.')).value
  const column = groups.add(
    (filter) => result({ operator: operator === 'exists' ? 'count' : operator }, value, filter),
    conditions.length > 0 ? join(conditions, ' AND ') : undefined,
  )
  if (operator === 'exists') return sql`(COALESCE(${column}, 0) > 0)`
  return operator === 'count' || operator === 'sum' ? sql`COALESCE(${column}, 0)` : column
}

interface Source {
  readonly key: string
  readonly conditions: readonly RuleNode[]
  readonly make: () => Groups
}

/** Records of an entity that refer to the asking one. */
function recordsOf({ entity, where }: Aggregate, asking: Frame): Source | undefined {
  const belonging = belongingOf({ where })
  if (!belonging) return undefined
  const { path, conditions } = belonging
  const ownTenant = !speaksOfTenant(where, asking.planning)
  return {
    key: JSON.stringify([entity, path, ownTenant]),
    conditions,
    make: () => {
      const counted = Frame.of(asking.planning, entityNamed(asking.planning.app, entity ?? ''))
      const tenant = ownTenant ? counted.tenantColumn : undefined
      counted.idsOf = () =>
        asking.ids && path.length === 1
          ? sql`SELECT "id" FROM ${identifier(entity!)} WHERE ${identifier(path[0]!)} IN (${asking.ids})`
          : undefined
      return new Groups(asking, counted, pathSql(counted, path).value, tenant, () => counted.from())
    },
  }
}

/** Lines of the asking record. */
function linesOf({ where }: Aggregate, name: string, asking: Frame): Source | undefined {
  const lines = fieldNamed(asking, name)
  const conditions = where ? conjuncts(where.node) : []
  const computed = Object.values(lines.fields ?? {}).flatMap(({ compute }) => (compute ? [compute.node] : []))
  if ([...conditions, ...computed].some((node) => asksFor(node, 'this'))) return undefined
  return {
    key: JSON.stringify([name]),
    conditions,
    make: () => {
      const counted = Frame.ofLines(asking.planning, lines, undefined)
      return new Groups(
        asking,
        counted,
        counted.column('parent'),
        asking.tenantColumn,
        () =>
          sql`${identifier(linesTableName(asking.entity!.name, name))} ${identifier(counted.alias)}${counted.joins()}`,
      )
    },
  }
}

/** One select by groups with all values that are asked of it. */
class Groups implements JoinedGroups {
  private readonly alias: string
  private readonly values: { readonly valueOf: (filter: Sql) => Sql; readonly where: Sql | undefined }[] = []

  constructor(
    private readonly asking: Frame,
    readonly counted: Frame,
    private readonly key: Sql,
    private readonly tenant: string | undefined,
    private readonly from: () => Sql,
  ) {
    this.alias = asking.planning.aliases.next()
  }

  add(valueOf: (filter: Sql) => Sql, where: Sql | undefined): Sql {
    const known = this.values.findIndex((one) => isSame(valueOf(empty), one.valueOf(empty)) && isSame(where, one.where))
    const at = known >= 0 ? known : this.values.push({ valueOf, where }) - 1
    return sql`${identifier(this.alias)}.${identifier(`v${at}`)}`
  }

  readonly join = (): Sql => {
    const { asking, counted, key, tenant, values } = this
    const together = tenant === undefined || !asking.tenantColumn ? undefined : counted.column(tenant)
    const wheres = values
      .map(({ where }) => where)
      .filter((where, at, all) => all.findIndex((other) => isSame(where, other)) === at)
    const filtered = wheres.length > 1
    const columns = values.map(
      ({ valueOf, where }, at) =>
        sql`${valueOf(filtered && where ? sql` FILTER (WHERE ${where})` : empty)} AS ${identifier(`v${at}`)}`,
    )
    const conditions = [
      ...(asking.ids ? [sql`${key} IN (${asking.ids})`] : []),
      ...(wheres.includes(undefined)
        ? []
        : [
            sql`(${join(
              wheres.map((where) => sql`(${where!})`),
              ' OR ',
            )})`,
          ]),
    ]
    const where = conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : empty
    const own = identifier(this.alias)
    const select = sql`SELECT ${key} AS "k"${together ? sql`, ${together} AS "t"` : empty}, ${join(columns, ', ')} FROM ${this.from()}${where} GROUP BY 1${together ? raw(', 2') : empty}`
    // Processors that share the rows would each group all of it again.
    const once = asking.ids ? select : sql`WITH g AS MATERIALIZED (${select}) SELECT * FROM g`
    return sql` LEFT JOIN (${once}) ${own} ON ${own}."k" = ${asking.column('id')}${together ? sql` AND ${own}."t" = ${asking.column(asking.tenantColumn!)}` : empty}`
  }
}

// What takes values from the request may read others under the same text.
function isSame(one: Sql | undefined, other: Sql | undefined): boolean {
  return one?.text === other?.text && (one === other || (one?.values.length ?? 0) === 0)
}
