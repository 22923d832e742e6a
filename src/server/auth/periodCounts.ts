// Counts what each account, key or address does in the current period, for one process.

/** Adds to the count of a key; where that would exceed the limit, adds nothing and returns the seconds to wait. */
type PeriodCounts<Key> = (key: Key, count: number, limit: number, now: Date) => number

/**
 * A counter whose periods of `milliseconds` begin at multiples of it since 1970. It returns the seconds until the next
 * period if the count would pass the limit, and then counts nothing; otherwise 0.
 */
export function createPeriodCounts<Key extends number | string>(milliseconds: number): PeriodCounts<Key> {
  let current = 0
  let counts = new Map<Key, number>()
  return (key, count, limit, now) => {
    const period = Math.floor(now.getTime() / milliseconds)
    // A call that waited in line may be of the period before: it must not clear the counts of this one, as a clock does
    // that was set back.
    if (period > current || period < current - 1) {
      current = period
      counts = new Map()
    }
    const total = (counts.get(key) ?? 0) + count
    if (total > limit) return Math.max(1, Math.ceil(((current + 1) * milliseconds - now.getTime()) / 1_000))
    counts.set(key, total)
    return 0
  }
}
