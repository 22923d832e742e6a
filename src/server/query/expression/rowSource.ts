// A row variable of a SELECT with its joins: each path through references adds one LEFT JOIN.
// A statement bound to a tenant names it for each table; others join by the id, which is unique over all tenants.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Aggregate, RuleNode } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { column, identifier } from '../../database/sql/identifier'
import { linesTableName } from '../../database/sql/tables'
import { boundTenant, type Caller, type Context } from '../../context/context'
import { TenantParameter } from './preparedQuery'

/** The caller's rights to read single fields. */
export type ReadRights = Pick<Caller, 'codes' | 'administrator' | 'system'>

/** What is constant for a whole statement. */
export interface Planning {
  readonly app: App
  readonly language: string
  /** true: the system reads; rules have no account. */
  readonly system: boolean
  /** For whom values are read; absent: for the engine, who sees masked ones masked. */
  readonly reader?: ReadRights
  readonly aliases: Aliases
  /**
   * How values computed from other records are read. `grouped`: many rows are read together, so they are grouped once
   * and joined. `lateral`: for each of a few rows, those of the same records are computed together. Otherwise each
   * value is a subselect, computed for the rows that are left after sorting and cutting.
   */
  readonly aggregates?: 'grouped' | 'lateral'
  readonly expressions: ExpressionSql
  /**
   * How tables of tenants are kept together: `bound` names the request's tenant for each of them; `joined` requires
   * that records which refer to each other have the same one, as distributed tables need it.
   */
  readonly tenants?: 'bound' | 'joined'
}

/**
 * How the parts of SQL call each other: a rule contains fields, a field may contain a rule or an aggregate,
 * which contain rules again. Assembled in planning.ts.
 */
export interface ExpressionSql {
  /** The exact value of a rule. */
  readonly value: (node: RuleNode, place: SqlScope) => Sql
  /** The value of an aggregate as a subselect. */
  readonly aggregate: (aggregate: Aggregate, place: AggregatePlace) => Sql
  /** The value of an aggregate from joined groups; undefined if it needs a subselect. */
  readonly groupedAggregate: (aggregate: Aggregate, asking: RowSource) => Sql | undefined
  /** Whether the value of a rule has an integer type. */
  readonly isInteger: (node: RuleNode, place: SqlScope) => boolean
}

/** The sources of a rule's names. */
export interface SqlScope {
  readonly planning: Planning
  /** Scope `record`. Absent for rules over no record (a caller's rights, say). */
  readonly source?: RowSource
  /** Scope `this`: a row of the outer statement, or the record of the request, with its entity where paths are long. */
  readonly asking?: RowSource | { readonly entity?: string }
}

export interface AggregatePlace {
  readonly planning: Planning
  /** The asking record: a row of the statement, or the record of the request. */
  readonly asking: SqlScope['asking']
  /** One more condition on the counted records, such as a caller's row scope. */
  readonly narrow?: (counted: RowSource) => Sql | undefined
}

/** A grouped select that is joined to a row; call `join` last. */
export interface JoinedGroups {
  readonly join: () => Sql
}

/** Gives every row variable of a statement its own name. */
export class Aliases {
  private count = 0
  next(): string {
    return `t${this.count++}`
  }
}

/** How the statements of a request keep tables of tenants together. */
export function tenantsOf(context: Pick<Context, 'caller' | 'tenant' | 'distributed'>): Planning['tenants'] {
  return boundTenant(context) !== undefined ? 'bound' : context.distributed ? 'joined' : undefined
}

/** How a reference's table is joined; fieldSql knows the expression of the reference. */
type ReferenceOf = (source: RowSource, field: Field) => Sql

/** The condition by which lines belong to a record. */
type LinesOf = (source: RowSource, lines: RowSource) => Sql

/** Where rows come from: the table of an entity, or the lines of a record. */
interface RowOrigin {
  readonly entity?: Entity
  readonly states?: readonly string[]
  readonly parent?: RowSource
  /** Lines: the entity that has them as a field, where they are stored in a table. */
  readonly owner?: Entity
}

export class RowSource {
  private readonly joined = new Map<string, { readonly source: RowSource; readonly on: Sql }>()
  private readonly groups = new Map<string, JoinedGroups>()
  private readonly used = new Set<string>()
  private few?: Sql
  /** The expression of the reference that leads here. */
  reference?: Sql
  /** The ids of the rows that matter, set by the code that groups the records of this source; undefined: all rows. */
  idsOf?: () => Sql | undefined

  private constructor(
    readonly planning: Planning,
    readonly alias: string,
    readonly fields: Readonly<Record<string, Field>>,
    private readonly origin: RowOrigin,
  ) {}

  get entity(): Entity | undefined {
    return this.origin.entity
  }

  /** States that the rows are certainly in. */
  get states(): readonly string[] | undefined {
    return this.origin.states
  }

  /** Lines: the row source of the record that they belong to. */
  get parent(): RowSource | undefined {
    return this.origin.parent
  }

  /** A row of an entity's table. */
  static of(
    planning: Planning,
    entity: Entity,
    states?: readonly string[],
    alias = planning.aliases.next(),
  ): RowSource {
    return new RowSource(planning, alias, entity.fields, { entity, states })
  }

  /** A row of the lines of a record. */
  static ofLines(planning: Planning, field: Field, parent: RowSource | undefined, owner = parent?.entity): RowSource {
    return new RowSource(planning, planning.aliases.next(), field.fields ?? {}, { parent, owner })
  }

  column(name: string): Sql {
    this.used.add(name)
    return column(this.alias, name)
  }

  /** The record that a reference leads to; `reference` is called once for the expression to join by. */
  through(field: Field, reference: ReferenceOf): RowSource {
    const joined = this.joined.get(field.name)
    if (joined) return joined.source
    const source = RowSource.of(this.planning, entityOf(this.planning.app, field.entity ?? ''))
    const on = (source.reference = reference(this, field))
    this.joined.set(field.name, { source, on })
    return source
  }

  /** The lines of a field: each row of this source is then repeated for each of them, and gone without any. */
  throughLines(field: Field, condition: LinesOf): RowSource {
    const joined = this.joined.get(field.name)
    if (joined) return joined.source
    const source = RowSource.ofLines(this.planning, field, this)
    this.joined.set(field.name, { source, on: condition(this, source) })
    return source
  }

  /** The joined groups of a key, created on first use. */
  groupsOf<G extends JoinedGroups>(key: string, make: () => G): G {
    const group = this.groups.get(key) as G | undefined
    const groups = group ?? make()
    if (!group) this.groups.set(key, groups)
    return groups
  }

  /** The columns of this source that have been used so far. */
  columns(): readonly string[] {
    return [...this.used]
  }

  /** The records behind references that have been used so far. */
  references(): readonly RowSource[] {
    return [...this.joined.values()].map(({ source }) => source)
  }

  /** Whether anything is joined by groups, here or behind a reference. */
  get hasGroups(): boolean {
    return this.groups.size > 0 || [...this.joined.values()].some(({ source }) => source.hasGroups)
  }

  /** ` LEFT JOIN …` for every reference and group used so far, ` JOIN …` for counted lines; call it last. */
  joins(): Sql {
    const references = [...this.joined].map(([name, { source, on }]) =>
      source.entity
        ? sql` LEFT JOIN ${identifier(source.entity.name)} ${identifier(source.alias)}
          ON ${source.column('id')} = ${on}${and(source.sameTenant(this))}${source.joins()}`
        : sql` JOIN ${identifier(linesTableName(this.entity!.name, name))} ${identifier(source.alias)}
          ON ${on}${source.joins()}`,
    )
    // Groups read the id of this row alone; a computed reference may read what they count.
    const all = [...[...this.groups.values()].map((groups) => groups.join()), ...references]
    return all.length > 0 ? join(all, '') : empty
  }

  /** `"table" "alias"` with its joins; `rows` is a select in place of the table. */
  from(rows?: Sql): Sql {
    return sql`${rows ? sql`(${rows})` : identifier(this.entity!.name)} ${identifier(this.alias)}${this.joins()}`
  }

  /** `SELECT` of the ids of all possible records of this source, where few are known; groups for others are useless. */
  get ids(): Sql | undefined {
    return this.few ? sql`SELECT ${this.column('id')} FROM ${this.few} ${identifier(this.alias)}` : this.idsOf?.()
  }

  /**
   * `SELECT …` of values of this source over some rows that are found first, once; `rowsOf` selects the needed columns.
   * `around` puts that select into another, which may read the table of the rows as well.
   */
  fromFew(
    rowsOf: (columns: readonly string[]) => Sql,
    selected: Sql,
    around = (select: Sql, _few: Sql) => select,
  ): Sql {
    const few = (this.few = identifier(`few ${this.alias}`))
    const joins = this.joins()
    // Only columns that are read: an index that covers a report has the id for none but those who read it.
    const rows = rowsOf(this.used.size > 0 ? this.columns() : ['id'])
    const select = sql`SELECT ${selected} FROM ${few} ${identifier(this.alias)}${joins}`
    return sql`WITH ${few} AS MATERIALIZED (${rows}) ${around(select, few)}`
  }

  /**
   * The condition that the row has the tenant of the request, or that of a neighboring row, as the planning requires;
   * undefined if it requires neither.
   */
  sameTenant(neighbor?: RowSource): Sql | undefined {
    const { tenants } = this.planning
    const rowTenant = this.rowTenant
    // Rows shared by all tenants have several, whatever the caller's.
    if (!rowTenant || !tenants || this.entity?.rowScope.everyTenantWhere) return undefined
    if (tenants === 'bound') return sql`${this.column(rowTenant)} = ${tenantParameter(boundTenant)}`
    const other = neighbor?.rowTenant
    return other === undefined || !neighbor ? undefined : sql`${this.column(rowTenant)} = ${neighbor.column(other)}`
  }

  /** The column of the tenant in the table of this source, lines included. */
  private get rowTenant(): string | undefined {
    return (this.entity ?? this.origin.owner)?.perTenant ? this.planning.app.access.identity.tenantEntity : undefined
  }

  /** The name of the reference to the tenant, when the records belong to one. */
  get tenantColumn(): string | undefined {
    return this.entity?.perTenant ? this.planning.app.access.identity.tenantEntity : undefined
  }
}

/** The tenant that binds the rows of a table, as a parameter. */
export function tenantParameter(tenantOf: (context: Context) => unknown): Sql {
  return sql`${new TenantParameter(({ context }) => tenantOf(context))}::bigint`
}

/** ` AND …` where there is a condition. */
export function and(condition: Sql | undefined): Sql {
  return condition ? sql` AND ${condition}` : empty
}
