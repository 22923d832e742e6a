// Tracks refused records and rows of a sync, to retry each after a growing pause.
// Retries come after new ones and get at most half of a run, so that they do not hold back others.
import sql from 'sql-template-tag'
import { msPerDay } from '../../../manifest/expression/values/days'
import type { Context } from '../../context/context'

interface SyncPart {
  /** As in "_synced". */
  readonly name: string
  readonly tenant: number
  readonly part: 'send' | 'receive'
}

interface Pace {
  readonly everySeconds: number
  /** Retries all refused ones, whether or not their pause is over. */
  readonly atOnce: boolean
}

/**
 * The outcome of a try. A refused record waits longer each time; one that met an unavailable integration waits one
 * turn, however often that happens.
 */
export type TryOutcome = 'done' | TryFailure
export type TryFailure = 'refused' | 'unavailable'

const maxPauseSeconds = 86_400
/** Days after which an entry without a retry is deleted: its record was changed, sent otherwise or withdrawn. */
const keptDays = 7

export class RecordTries {
  private readonly outcomes = new Map<string, TryOutcome>()

  private constructor(
    private readonly context: Pick<Context, 'query' | 'now'>,
    private readonly of: SyncPart,
    private readonly pace: Pace,
    private readonly tries: Map<string, { readonly tries: number; readonly next: number }>,
  ) {}

  static async read(context: Pick<Context, 'query' | 'now'>, of: SyncPart, pace: Pace): Promise<RecordTries> {
    const { name, tenant, part } = of
    const before = new Date(context.now.getTime() - keptDays * msPerDay)
    await context.query(
      sql`delete from "_syncTry" where "name" = ${name} and "tenant" = ${tenant} and "next" < ${before}`,
    )
    const rows = await context.query<{ key: string; tries: number; next: string }>(
      sql`select "key", "tries", "next" from "_syncTry"
        where "name" = ${name} and "tenant" = ${tenant} and "part" = ${part}`,
    )
    const tries = new Map(rows.map(({ key, next, ...row }) => [key, { ...row, next: new Date(next).getTime() }]))
    return new RecordTries(context, of, pace, tries)
  }

  get size(): number {
    return this.tries.size
  }

  /** The ones to try now: new ones, and retries in the order in which their pauses ended, at most half of `limit`. */
  due<T>(items: readonly T[], keyOf: (item: T) => string, limit: number): { readonly first: T[]; readonly again: T[] } {
    // Usually nothing was refused, and no key is needed.
    if (this.tries.size === 0) return { first: [...items], again: [] }
    const [first, again]: [T[], { item: T; next: number }[]] = [[], []]
    for (const item of items) {
      const earlier = this.tries.get(keyOf(item))
      if (!earlier) first.push(item)
      else if (this.pace.atOnce || this.isOver(earlier.next)) again.push({ item, next: earlier.next })
    }
    const repeats = again.sort((a, b) => a.next - b.next).slice(0, Math.ceil(limit / 2))
    return { first, again: repeats.map(({ item }) => item) }
  }

  /** No pause is longer: a later end was stored while a clock was wrong. */
  private isOver(next: number): boolean {
    const wait = next - this.context.now.getTime()
    return wait <= 0 || wait > maxPauseSeconds * 1_000
  }

  note(key: string, outcome: TryOutcome): void {
    this.outcomes.set(key, outcome)
  }

  /** Stores the recorded outcomes, in at most two statements. */
  async save(): Promise<void> {
    const { name, tenant, part } = this.of
    const outcomes = [...this.outcomes]
    const done = outcomes.flatMap(([key, outcome]) => (outcome === 'done' && this.tries.has(key) ? [key] : []))
    if (done.length > 0)
      await this.context.query(
        sql`delete from "_syncTry"
          where "name" = ${name} and "tenant" = ${tenant} and "part" = ${part} and "key" = any(${done}::text[])`,
      )
    const failed = outcomes.flatMap(([key, outcome]) =>
      outcome === 'done' ? [] : [{ key, ...this.after(key, outcome) }],
    )
    if (failed.length === 0) return
    await this.context.query(
      sql`insert into "_syncTry" ("name", "tenant", "part", "key", "tries", "next")
        select ${name}, ${tenant}::bigint, ${part}, "key", "tries", "next"
        from unnest(${failed.map(({ key }) => key)}::text[], ${failed.map(({ tries }) => tries)}::int[],
          ${failed.map(({ next }) => next.toISOString())}::timestamptz[]) as failed ("key", "tries", "next")
        on conflict ("name", "tenant", "part", "key")
          do update set "tries" = excluded."tries", "next" = excluded."next"`,
    )
  }

  private after(key: string, outcome: TryFailure): { readonly tries: number; readonly next: Date } {
    const earlier = this.tries.get(key)?.tries ?? 0
    const tries = outcome === 'refused' ? earlier + 1 : earlier
    const turns = outcome === 'refused' ? 2 ** Math.min(tries, 20) : 1
    const pause = Math.min(this.pace.everySeconds * turns, maxPauseSeconds)
    return { tries, next: new Date(this.context.now.getTime() + pause * 1_000) }
  }
}
