// Stores which records and rows of a sync were refused, to try each again after a growing pause.
// Repeats get at most half of a run, so that refused ones hold back no others.
import sql from 'sql-template-tag'
import type { Context } from '../../context/context'

interface SyncPart {
  /** As in "_synced". */
  readonly name: string
  readonly tenant: number
  readonly part: 'send' | 'receive'
}

interface Pace {
  readonly everySeconds: number
  /** Tries all that were refused before, whether their pause is over or not. */
  readonly atOnce: boolean
}

const longestPause = 86_400
/** Days after which what was not tried again is forgotten: it was changed, sent otherwise or withdrawn. */
const daysKept = 7

export class RecordTries {
  private constructor(
    private readonly context: Pick<Context, 'query' | 'now'>,
    private readonly of: SyncPart,
    private readonly pace: Pace,
    private readonly tries: Map<string, { readonly tries: number; readonly next: number }>,
  ) {}

  static async read(context: Pick<Context, 'query' | 'now'>, of: SyncPart, pace: Pace): Promise<RecordTries> {
    const { name, tenant, part } = of
    const before = new Date(context.now.getTime() - daysKept * 86_400_000)
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

  /** Those to try now, repeats first: those whose pause ended first, at most half of `limit`. */
  due<T>(items: readonly T[], keyOf: (item: T) => string, limit: number): T[] {
    const [first, again]: [T[], { item: T; next: number }[]] = [[], []]
    for (const item of items) {
      const earlier = this.tries.get(keyOf(item))
      if (!earlier) first.push(item)
      else if (this.pace.atOnce || earlier.next <= this.context.now.getTime()) again.push({ item, next: earlier.next })
    }
    const repeats = again.sort((a, b) => a.next - b.next).slice(0, Math.ceil(limit / 2))
    return [...repeats.map(({ item }) => item), ...first]
  }

  async note(key: string, done: boolean): Promise<void> {
    if (done) {
      if (this.tries.has(key)) await this.forget(key)
      return
    }
    const { name, tenant, part } = this.of
    const tries = (this.tries.get(key)?.tries ?? 0) + 1
    const pause = Math.min(this.pace.everySeconds * 2 ** Math.min(tries, 20), longestPause)
    const next = new Date(this.context.now.getTime() + pause * 1_000)
    await this.context.query(
      sql`insert into "_syncTry" ("name", "tenant", "part", "key", "tries", "next")
        values (${name}, ${tenant}, ${part}, ${key}, ${tries}, ${next})
        on conflict ("name", "tenant", "part", "key")
          do update set "tries" = excluded."tries", "next" = excluded."next"`,
    )
  }

  private async forget(key: string): Promise<void> {
    const { name, tenant, part } = this.of
    await this.context.query(
      sql`delete from "_syncTry"
        where "name" = ${name} and "tenant" = ${tenant} and "part" = ${part} and "key" = ${key}`,
    )
  }
}
