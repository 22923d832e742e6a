// Names prepared statements: a text that repeats gets a name, so that a connection plans it once.
// A text seen once gets none: it would only fill the server's memory.
import { createHash } from 'node:crypto'

/** A statement whose best plan depends on its values: without a name PostgreSQL plans it with them each time. */
export interface ReplannedStatement {
  readonly plannedAnew: boolean
}

const maxNames = 2_000

/** The names of one pool's prepared statements; bounded in number. */
export class StatementNames {
  private readonly named = new Map<string, string>()
  private readonly seenOnce = new Set<string>()
  private generation = 0

  /** The name for a statement; undefined when its text is new, and for a statement that is always replanned. */
  nameOf({ text, plannedAnew }: { readonly text: string } & Partial<ReplannedStatement>): string | undefined {
    if (plannedAnew) return undefined
    const cached = this.named.get(text)
    if (cached) return cached
    if (!this.seenOnce.delete(text)) {
      this.seenOnce.add(text)
      if (this.seenOnce.size > maxNames) this.seenOnce.delete(this.seenOnce.values().next().value as string)
      return undefined
    }
    if (this.named.size >= maxNames) this.renew()
    const name = `s${this.generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
    this.named.set(text, name)
    return name
  }

  /** Forgets all names and never reuses them: statements prepared under them no longer fit the tables. */
  renew(): void {
    this.named.clear()
    this.generation += 1
  }
}
