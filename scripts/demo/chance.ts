// Seeded random numbers, so that the demo data is the same on every machine and run.
// The algorithm is mulberry32, after Tommy Ettinger.

export interface Chance {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** A whole number from `least` to `most` inclusive. */
  between(least: number, most: number): number
  one<T>(choices: readonly T[]): T
  /** True in `percent` of 100 cases. */
  in100(percent: number): boolean
}

/** @param seed any whole number */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    one: (choices) => choices[below(choices.length)]!,
    in100: (percent) => next() * 100 < percent,
  }
}
