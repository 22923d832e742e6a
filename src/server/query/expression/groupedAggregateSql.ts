// Compiles the aggregates over the same other records as one joined select, not a subselect each.
// The value is the same. Applies only to aggregates whose rule is "belongs to this record"; others are undefined.
import { firstItem } from '../../../manifest/expression/values/present'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Aggregate, RuleNode } from '../../../manifest/model/rule'
import { identifier } from '../../database/sql/identifier'
import { linesTableName } from '../../database/sql/tables'
import { aggregateCall, speaksOfTenant } from './aggregateSql'
import { readsScope, referencePathOf, conditionsOf } from './referencePath'
import { fieldOf, joinLines, pathSql } from './fieldSql'
import { RowSource, type JoinedGroups, and } from './rowSource'
import { conditionSql } from './ruleSql'

/** The value of a record's aggregate by grouping and joining; undefined if it needs a subselect. */
export function groupedSql(aggregate: Aggregate, asking: RowSource): Sql | undefined {
  const { operator, runningBy: running, groupBy: by, lines, field } = aggregate
  const isSingle = operator === 'first' || operator === 'every' || running !== undefined || by !== undefined
  const { aggregates } = asking.planning
  if (!aggregates || !asking.entity || isSingle) return undefined
  // A subselect stops at the first record that exists.
  if (aggregates === 'lateral' && operator === 'exists') return undefined
  const source = lines === undefined ? recordsOf(aggregate, asking) : linesOf(aggregate, lines, asking)
  if (!source) return undefined
  const groups = asking.groupsOf(source.key, source.make)
  const { counted } = groups
  const conditions = source.conditions.map((node) => conditionSql(node, { planning: asking.planning, source: counted }))
  const value = field === undefined ? undefined : pathSql(counted, field.split('.')).value
  const column = groups.add(
    (filter) => aggregateCall({ operator: operator === 'exists' ? 'count' : operator }, value, filter),
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
function recordsOf({ entity, where, linesOfEntity }: Aggregate, asking: RowSource): Source | undefined {
  const belonging = referencePathOf({ where })
  if (!belonging) return undefined
  const { path, conditions } = belonging
  const ownTenant = !speaksOfTenant(where, asking.planning)
  return {
    key: JSON.stringify([entity, path, ownTenant, linesOfEntity]),
    conditions,
    make: () => {
      const counted = RowSource.of(asking.planning, entityOf(asking.planning.app, entity ?? ''))
      const tenant = ownTenant ? counted.tenantColumn : undefined
      if (linesOfEntity !== undefined) joinLines(counted, fieldOf(counted, linesOfEntity))
      counted.idsOf = () =>
        asking.ids && path.length === 1 ? idsReferring(asking, entity!, firstItem(path), asking.ids) : undefined
      return new Groups(asking, { counted, key: pathSql(counted, path).value, tenant, from: () => counted.from() })
    },
  }
}

/** A select of the ids of records that refer to one of these. */
function idsReferring({ planning }: RowSource, entity: string, by: string, ids: Sql): Sql {
  const referring = RowSource.of(planning, entityOf(planning.app, entity))
  return sql`SELECT ${referring.column('id')} AS "id" FROM ${referring.from()}
    WHERE ${referring.column(by)} IN (${ids})${and(referring.sameTenant())}`
}

/** Lines of the asking record. */
function linesOf({ where }: Aggregate, name: string, asking: RowSource): Source | undefined {
  const lines = fieldOf(asking, name)
  const conditions = conditionsOf({ where })
  const computed = Object.values(lines.fields ?? {}).flatMap(({ compute }) => (compute ? [compute.node] : []))
  if ([...conditions, ...computed].some((node) => readsScope(node, 'this'))) return undefined
  return {
    key: JSON.stringify([name]),
    conditions,
    make: () => {
      const counted = RowSource.ofLines(asking.planning, lines, undefined, asking.entity)
      return new Groups(asking, {
        counted,
        key: counted.column('parent'),
        tenant: asking.tenantColumn,
        from: () =>
          sql`${identifier(linesTableName(asking.entity!.name, name))} ${identifier(counted.alias)}${counted.joins()}`,
      })
    },
  }
}

/** The counted rows and the key that groups them: the id of an asking record. */
interface CountedRows {
  readonly counted: RowSource
  readonly key: Sql
  /** The tenant of the rows, where it is that of the asking record. */
  readonly tenant: string | undefined
  readonly from: () => Sql
}

/** One grouped select with all values that are requested of it. */
class Groups implements JoinedGroups {
  private readonly alias: string
  private readonly values: { readonly valueOf: (filter: Sql) => Sql; readonly where: Sql | undefined }[] = []

  constructor(
    private readonly asking: RowSource,
    private readonly rows: CountedRows,
  ) {
    this.alias = asking.planning.aliases.next()
  }

  add(valueOf: (filter: Sql) => Sql, where: Sql | undefined): Sql {
    const index = this.values.findIndex(
      (value) => isSame(valueOf(empty), value.valueOf(empty)) && isSame(where, value.where),
    )
    const position = index >= 0 ? index : this.values.push({ valueOf, where }) - 1
    return sql`${identifier(this.alias)}.${identifier(`v${position}`)}`
  }

  get counted(): RowSource {
    return this.rows.counted
  }

  readonly join = (): Sql => {
    const { asking } = this
    const { counted, key, tenant } = this.rows
    const tenantKey = tenant === undefined || !asking.tenantColumn ? undefined : counted.column(tenant)
    const { columns, condition } = this.columns()
    const bound = counted.sameTenant()
    const alias = identifier(this.alias)
    const sameTenant = (value: Sql) => sql`${value} = ${asking.column(asking.tenantColumn!)}`
    if (asking.planning.aggregates === 'lateral') {
      const tenantCondition = bound ?? (tenantKey && sameTenant(tenantKey))
      return sql` LEFT JOIN LATERAL (SELECT ${columns} FROM ${this.rows.from()}
        WHERE ${key} = ${asking.column('id')}${and(tenantCondition)}${and(condition)}) ${alias} ON TRUE`
    }
    const conditions = [bound, asking.ids && sql`${key} IN (${asking.ids})`, condition].filter(
      (item): item is Sql => item !== undefined,
    )
    const where = conditions.length > 0 ? sql` WHERE ${join(conditions, ' AND ')}` : empty
    const select = sql`SELECT ${key} AS "k"${tenantKey ? sql`, ${tenantKey} AS "t"` : empty}, ${columns}
      FROM ${this.rows.from()}${where} GROUP BY 1${tenantKey ? raw(', 2') : empty}`
    // Parallel workers would each repeat the whole grouping.
    const once = asking.ids ? select : sql`WITH g AS MATERIALIZED (${select}) SELECT * FROM g`
    const tenantMatch = and(tenantKey && sameTenant(sql`${alias}."t"`))
    return sql` LEFT JOIN (${once}) ${alias} ON ${alias}."k" = ${asking.column('id')}${tenantMatch}`
  }

  /** The requested values, and a condition met by all rows that count for any of them. */
  private columns(): { readonly columns: Sql; readonly condition: Sql | undefined } {
    const { values } = this
    const wheres = values
      .map(({ where }) => where)
      .filter((where, index, all) => all.findIndex((other) => isSame(where, other)) === index)
    const filtered = wheres.length > 1
    const columns = values.map(
      ({ valueOf, where }, index) =>
        sql`${valueOf(filtered && where ? sql` FILTER (WHERE ${where})` : empty)} AS ${identifier(`v${index}`)}`,
    )
    const alternatives = wheres.map((where) => sql`(${where ?? raw('TRUE')})`)
    return {
      columns: join(columns, ', '),
      condition: wheres.includes(undefined) ? undefined : sql`(${join(alternatives, ' OR ')})`,
    }
  }
}

// Equal texts may take different values of the request.
function isSame(item: Sql | undefined, other: Sql | undefined): boolean {
  return item?.text === other?.text && (item === other || (item?.values.length ?? 0) === 0)
}
