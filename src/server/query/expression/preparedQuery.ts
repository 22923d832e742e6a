// Statements with parameters that serve many requests: prepared once, bound per request.
// A frequent request saves the compilation, and PostgreSQL sees the same text again.
import { Sql } from 'sql-template-tag'
import type { Context, RawRecord } from '../../context/context'
import type { TenantStatement } from '../../database/connection/machines/shardStatement'
import type { ReplannedStatement } from '../../database/connection/statementNames'

/** Everything a parameter may read. */
export interface BindingContext {
  readonly context: Context
  /** The asking record, if it is no table of the statement. */
  readonly this?: RawRecord
  readonly before?: RawRecord
  readonly input?: RawRecord
  readonly vars?: RawRecord
  readonly period?: { readonly from: string; readonly to: string }
  /** The request's own values, by position. */
  readonly values?: readonly unknown[]
}

/** A value that a statement takes from the request. */
export class Parameter {
  constructor(readonly read: (bindings: BindingContext) => unknown) {}
}

/** The tenant that a condition binds the rows of a table to. */
export class TenantParameter extends Parameter {}

/** A statement with parameters, bound any number of times. */
export class PreparedQuery {
  readonly text: string
  private readonly strings: readonly string[]
  private readonly values: readonly unknown[]
  private readonly plannedAnew: boolean
  private readonly tenantPositions: readonly number[]

  /** With `plannedAnew`, PostgreSQL must plan it for the values of each request. */
  constructor(statement: Sql, { plannedAnew = false }: { readonly plannedAnew?: boolean } = {}) {
    this.plannedAnew = plannedAnew
    this.text = statement.text
    this.strings = statement.strings
    this.values = statement.values
    this.tenantPositions = statement.values.flatMap((value, position) =>
      value instanceof TenantParameter ? [position] : [],
    )
  }

  /** Whether it reads tables of tenants, each bound to the tenant of the request. */
  get bindsTenant(): boolean {
    return this.tenantPositions.length > 0
  }

  /** The statement with the values of one request; with `tenants` it is read for each of them. */
  bind(bindings: BindingContext, tenants?: readonly number[]): Sql {
    return new Bound(
      this.text,
      this.strings,
      this.values.map((value) => (value instanceof Parameter ? (value.read(bindings) ?? null) : value)),
      { plannedAnew: this.plannedAnew, tenantPositions: this.tenantPositions, tenants },
    )
  }
}

/** Binds a statement that is used once. */
export const bind = (statement: Sql, bindings: BindingContext): Sql => new PreparedQuery(statement).bind(bindings)

/** The same for a statement that PostgreSQL plans for its values each time. */
export const bindAnew = (statement: Sql, bindings: BindingContext): Sql =>
  new PreparedQuery(statement, { plannedAnew: true }).bind(bindings)

// Sql rebuilds its text at each access; a bound query has it already.
class Bound extends Sql implements ReplannedStatement, TenantStatement {
  declare readonly plannedAnew: boolean
  declare readonly tenantPositions: readonly number[]
  declare readonly tenants?: readonly number[]

  constructor(
    private readonly ready: string,
    strings: readonly string[],
    values: readonly unknown[],
    planning: ReplannedStatement & TenantStatement,
  ) {
    super([''], [])
    Object.assign(this, { strings, values, ...planning })
  }

  override get text(): string {
    return this.ready
  }
}
