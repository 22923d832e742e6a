// What did the clauses of the rules give? Notes each value that JavaScript and SQL compute for an instrumented App; what
// SQL sees is kept in sequences, which no rollback takes back.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { signatures } from '../../src/manifest/expression/functions'
import type { RuleValue } from '../../src/manifest/expression/values/value'
import { same } from '../../src/manifest/expression/values/operators'
import type { RuleNode } from '../../src/manifest/model/rule'
import type { Database } from '../../src/server/database/connection/openDatabase'
import { planningOf } from '../../src/server/query/expression/planning'
import { bind, type BindingContext } from '../../src/server/query/expression/preparedQuery'
import { conditionSql } from '../../src/server/query/expression/ruleSql'
import { RowSource, type SqlScope } from '../../src/server/query/expression/rowSource'
import { clauseFunction, mutantFunction, type Clause, type Instrumented } from './clauses'

type CallNode = Extract<RuleNode, { kind: 'call' }>

/** Two bits a clause, one a mutant. Bit 0 is not used: the last value of a new sequence is 1. */
const bits = 60
const clausesPerSequence = bits / 2

export class Recorder {
  private readonly yes = new Set<number>()
  private readonly no = new Set<number>()
  private readonly caught = new Set<number>()

  constructor(
    private readonly instrumented: Instrumented,
    private readonly database: Pick<Database, 'query'>,
  ) {}

  /** Teaches rules and database the two functions. */
  async begin(): Promise<void> {
    const { clauses, mutants } = this.instrumented
    const own = { takes: [], least: 0, most: 0, gives: 'first', written: '' }
    Object.assign(signatures, {
      [clauseFunction]: { ...own, meaning: ([value = null, at]: RuleValue[]) => this.note(value, Number(at)) },
      [mutantFunction]: {
        ...own,
        meaning: ([value = null, first, ...others]: RuleValue[]) => this.compare(value, Number(first), others),
      },
    })
    const count = [Math.ceil(clauses.length / clausesPerSequence), Math.ceil(mutants.length / bits)]
    await this.database.query(sql`create schema if not exists coverage`)
    for (const [at, kind] of ['clauses', 'mutants'].entries())
      await this.database.query(
        raw(`do $$ begin for i in 0..${count[at]!} loop
          execute format('create sequence if not exists coverage.${kind}_%s', i); end loop; end $$`),
      )
    await this.database.query(
      raw(`create or replace function coverage.note(kind text, at int, place int) returns void language plpgsql as $$
        declare name regclass := format('coverage.%s_%s', kind, at)::regclass;
          held bigint;
        begin
          -- Two connections that read and set a sequence at once would lose the bit of one of them.
          perform pg_advisory_lock(name::oid::bigint);
          held := coalesce(pg_sequence_last_value(name), 1);
          if held & (1::bigint << place) = 0 then perform setval(name, held | (1::bigint << place)); end if;
          perform pg_advisory_unlock(name::oid::bigint);
        end $$`),
    )
    // What a connection noted once it finds in a setting of its own, as a sequence is dear; a rollback forgets that.
    await this.database.query(
      raw(`create or replace function coverage.clause(value boolean, at int) returns boolean language plpgsql as $$
        declare mark text := case when value then 'coverage.y' else 'coverage.n' end || at;
        begin
          if current_setting(mark, true) = '1' then return value; end if;
          perform coverage.note('clauses', at / ${clausesPerSequence}, 2 * (at % ${clausesPerSequence}) + 1 + coalesce(value, false)::int);
          perform set_config(mark, '1', false);
          return value;
        end $$`),
    )
    await this.database.query(
      raw(`create or replace function coverage.mutants(value boolean, first int, others boolean[]) returns boolean
        language plpgsql as $$ declare mark text; begin
          for i in 1..cardinality(others) loop
            if coalesce(value, false) <> coalesce(others[i], false) then
              mark := 'coverage.m' || (first + i - 1);
              if current_setting(mark, true) is distinct from '1' then
                perform coverage.note('mutants', (first + i - 1) / ${bits}, (first + i - 1) % ${bits} + 1);
                perform set_config(mark, '1', false);
              end if;
            end if; end loop; return value; end $$`),
    )
  }

  private note(value: RuleValue, at: number): RuleValue {
    ;(value === true || this.instrumented.clauses[at]!.isValue ? this.yes : this.no).add(at)
    return value
  }

  private compare(value: RuleValue, first: number, others: readonly RuleValue[]): RuleValue {
    for (const [at, other] of others.entries())
      if (typeof value === 'boolean' ? value !== (other === true) : !same(value, other)) this.caught.add(first + at)
    return value
  }

  /** Whether a clause was seen with a value. */
  async isSeen({ number, isValue }: Clause, value: boolean): Promise<boolean> {
    const [seen, bit] = value || isValue ? [this.yes, 1] : [this.no, 0]
    if (seen.has(number)) return true
    return this.isNoted(
      `clauses_${Math.floor(number / clausesPerSequence)}`,
      2 * (number % clausesPerSequence) + 1 + bit,
    )
  }

  /** Whether a mutant gave another value than its rule. */
  async isCaught(mutant: number): Promise<boolean> {
    return this.caught.has(mutant) || this.isNoted(`mutants_${Math.floor(mutant / bits)}`, (mutant % bits) + 1)
  }

  private async isNoted(sequence: string, bit: number): Promise<boolean> {
    const [row] = await this.database.query<{ held: string | null }>(
      sql`select pg_sequence_last_value(${`coverage.${sequence}`}::regclass)::text as held`,
    )
    return (BigInt(row?.held ?? 1) & (1n << BigInt(bit))) !== 0n
  }

  /** SQL of a recording call; undefined of any other. */
  sqlOf(node: CallNode, scope: SqlScope): Sql | undefined {
    if (node.name !== clauseFunction && node.name !== mutantFunction) return undefined
    const value = (part: RuleNode) => scope.planning.expressions.value(part, scope)
    const [first, at, ...others] = node.args
    const position = Number((at as Extract<RuleNode, { kind: 'literal' }>).value)
    if (node.name === clauseFunction && node.type !== 'boolean') this.note(null, position)
    if (node.type !== 'boolean') return value(first!)
    if (node.name === clauseFunction) return sql`coverage.clause(${value(first!)}, ${raw(String(position))})`
    const rest = join(
      others.map((other) => value(other)),
      ', ',
    )
    return sql`coverage.mutants(${value(first!)}, ${raw(String(position))}, ARRAY[${rest}]::boolean[])`
  }

  /** Notes the clauses of rules that stand in definitions of the database, over all rows. */
  async readPlain({ query }: Pick<Database, 'query'> = this.database): Promise<void> {
    const { app, plain } = this.instrumented
    for (const { entity, clauses } of plain)
      for (const { node, number } of clauses) {
        const source = RowSource.of(planningOf(app, 'zh', true), app.entities[entity]!)
        const holds = conditionSql(node, { planning: source.planning, source })
        const counted = sql`select coalesce(bool_or(${holds}), false) as yes, coalesce(bool_or((${holds}) is not true),
          false) as no from ${source.from()}`
        const context = { now: new Date() } as BindingContext['context']
        const [row] = await query<{ yes: boolean; no: boolean }>(bind(counted, { context }))
        if (row!.yes) this.yes.add(number)
        if (row!.no) this.no.add(number)
      }
  }

  /** Which clauses were seen true and false, and which mutants gave another value. */
  async read(): Promise<{
    readonly yes: ReadonlySet<number>
    readonly no: ReadonlySet<number>
    readonly caught: ReadonlySet<number>
  }> {
    const rows = await this.database.query<{ name: string; held: string | null }>(
      sql`select sequencename as name, last_value::text as held from pg_sequences where schemaname = 'coverage'`,
    )
    for (const { name, held } of rows) {
      const [kind, at] = name.split('_')
      const value = BigInt(held ?? 1)
      for (let bit = 1; bit <= bits; bit += 1) {
        if ((value & (1n << BigInt(bit))) === 0n) continue
        if (kind === 'mutants') this.caught.add(Number(at) * bits + bit - 1)
        else (bit % 2 === 0 ? this.yes : this.no).add(Number(at) * clausesPerSequence + Math.floor((bit - 1) / 2))
      }
    }
    return { yes: this.yes, no: this.no, caught: this.caught }
  }
}
