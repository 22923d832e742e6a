// How can one statement serve many requests? Its values are slots, read from each request anew, and its text is made once:
// a hot request binds a plan instead of building it, and PostgreSQL sees the same text again.
import { Sql } from 'sql-template-tag'
import type { Context, RawRecord } from '../context'
import type { PlannedAnew } from '../database/statementNames'

/** Everything a slot may read. */
export interface Asked {
  readonly context: Context
  /** The asking record, where it is not a table of the statement. */
  readonly this?: RawRecord
  readonly before?: RawRecord
  readonly input?: RawRecord
  readonly lets?: RawRecord
  readonly period?: { readonly from: string; readonly to: string }
  /** The request's own values, by position. */
  readonly values?: readonly unknown[]
}

/** A value that a statement takes from the request. */
export class Slot {
  constructor(readonly read: (asked: Asked) => unknown) {}
}

/** A statement with slots, ready to be bound as often as wanted. */
export class Plan {
  readonly text: string
  private readonly strings: readonly string[]
  private readonly values: readonly unknown[]

  /** @param plannedAnew PostgreSQL is to plan it for the values of each request */
  constructor(
    statement: Sql,
    private readonly plannedAnew = false,
  ) {
    this.text = statement.text
    this.strings = statement.strings
    this.values = statement.values
  }

  /** The statement with the values of one request. */
  bind(asked: Asked): Sql {
    return new Bound(
      this.text,
      this.strings,
      this.values.map((value) => (value instanceof Slot ? (value.read(asked) ?? null) : value)),
      this.plannedAnew,
    )
  }
}

/** Binds a statement that is used once; `plannedAnew` as for a Plan. */
export function bindOnce(statement: Sql, asked: Asked, plannedAnew = false): Sql {
  return new Plan(statement, plannedAnew).bind(asked)
}

// The text of an Sql is put together at each reading; a bound plan has it already.
class Bound extends Sql implements PlannedAnew {
  constructor(
    private readonly ready: string,
    strings: readonly string[],
    values: readonly unknown[],
    readonly plannedAnew: boolean,
  ) {
    super([''], [])
    Object.assign(this, { strings, values })
  }

  override get text(): string {
    return this.ready
  }
}
