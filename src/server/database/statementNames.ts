// Under which name is a statement prepared? Shapes that repeat get one, so that a connection plans each of them once.
// A shape seen a single time gets none: it would only fill the server's memory.
import { createHash } from 'node:crypto'

/** A statement whose best plan depends on its values: without a name PostgreSQL plans it with them each time. */
export interface PlannedAnew {
  readonly plannedAnew: boolean
}

const MOST = 2_000

/** The names of one pool's prepared statements; bounded, whatever is sent. */
export class StatementNames {
  private readonly named = new Map<string, string>()
  private readonly seenOnce = new Set<string>()
  private generation = 0

  /** The name for a statement; `undefined` at its text's first sight, and for one that is planned anew. */
  nameOf({ text, plannedAnew }: { readonly text: string } & Partial<PlannedAnew>): string | undefined {
    if (plannedAnew) return undefined
    const known = this.named.get(text)
    if (known) return known
    if (!this.seenOnce.delete(text)) {
      this.seenOnce.add(text)
      if (this.seenOnce.size > MOST) this.seenOnce.delete(this.seenOnce.values().next().value as string)
      return undefined
    }
    if (this.named.size >= MOST) this.renew()
    const name = `s${this.generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`
    this.named.set(text, name)
    return name
  }

  /** Forgets all names and never gives them again: what was prepared under them no longer fits the tables. */
  renew(): void {
    this.named.clear()
    this.generation += 1
  }
}
