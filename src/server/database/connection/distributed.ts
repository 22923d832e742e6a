// Rewrites statements that a cluster refuses: collects the tables of several machines first.
import pg from 'pg'
import { identifier } from '../sql/identifier'

/** Whether the database is the coordinator of a Citus cluster. */
export async function isDistributed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from pg_extension where extname = 'citus'`)
  return rows.length > 0
}

/**
 * Rewrites statements that a cluster refuses because they join data of several machines: every table that they read is
 * collected on the coordinator first.
 */
export class Collecting {
  /** The text to send instead, by original text. */
  private readonly refused = new Map<string, string>()

  constructor(
    private readonly schema: string,
    private readonly pool: pg.Pool,
    private readonly log: (line: string) => void,
  ) {}

  /** The text to send for a statement. */
  textOf(text: string): string {
    return this.refused.get(text) ?? text
  }

  /** Whether a failed statement can be retried with its tables collected. */
  async learn(text: string, error: unknown): Promise<boolean> {
    if (!isRefusal(error) || this.refused.has(text)) return false
    if (!/^\s*(select|with)\b/i.test(text) || writing.test(text)) return false
    const tables = this.tablesIn(text, await this.placed())
    if (tables.length === 0) return false
    if (this.refused.size >= maxRefused) this.refused.clear()
    this.refused.set(text, this.collected(text, tables))
    this.log(`The cluster refuses a statement (${error.message}); it collects ${tables.join(', ')} whole: ${text}`)
    return true
  }

  private async placed(): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select relname::text as "name" from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'v')`,
      [identifier(this.schema).text],
    )
    return new Set(rows.map(({ name }) => name))
  }

  private tablesIn(text: string, placed: ReadonlySet<string>): string[] {
    const names = [...text.matchAll(/(?<![.\w])"((?:[^"]|"")+)"(?!\s*\()/g)].map(([, name]) =>
      name!.replaceAll('""', '"'),
    )
    return [...new Set(names)].filter((name) => placed.has(name))
  }

  private collected(text: string, names: readonly string[]): string {
    const tables = names.map((name) =>
      [
        `${identifier(name).text} AS MATERIALIZED (SELECT * FROM`,
        `${identifier(this.schema).text}.${identifier(name).text})`,
      ].join(' '),
    )
    return /^\s*with\b/i.test(text)
      ? text.replace(/^\s*with\b/i, `WITH ${tables.join(', ')},`)
      : `WITH ${tables.join(', ')} ${text}`
  }
}

/** Citus has no code of its own for all that it cannot do. */
function isRefusal(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '0A000' || (error.code === 'XX000' && error.message.includes('not supported'))
}

const maxRefused = 2_000
const writing = /\b(insert into|delete from|for update)\b|^\s*with\s+\S+\s+as\s+\(\s*(insert|update|delete)\b/i
