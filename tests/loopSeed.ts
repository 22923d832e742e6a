// From which seed do samples and generated values come, and which part of a loop has its turn today?
// LOOPS_SEED draws generated values that differ from the usual ones, LOOPS_DAY tries the parts of another day.
// LOOPS=all (`npm run loops`) tries whole loops and, for what is generated, another seed each time.
import fc from 'fast-check'

export const isWhole = process.env.LOOPS === 'all'
const written = process.env.LOOPS_SEED
export const loopSeed = Number(written ?? 20_261_122)
/** The days since 1970. */
export const loopDay = Number(process.env.LOOPS_DAY ?? Math.floor(Date.now() / 86_400_000))

if (!isWhole || written !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: loopSeed })

/**
 * Dear cases take turns: whether today is the turn of the next one, as the condition of `it.runIf`.
 * @param days after which each was tried
 * @param phase of a file with a single such case: they are to fall on different days
 */
export function takingTurns(days: number, phase = 0): () => boolean {
  let position = phase - 1
  return () => {
    position += 1
    return isWhole || (position + loopDay) % days === 0
  }
}

/** Few and dear items take turns, at least one a day: after so many days each was tried. */
export function turnOf<T>(items: readonly T[], days: number): readonly T[] {
  const turns = Math.min(days, items.length)
  return items.filter((_, position) => isWhole || (position + loopDay) % turns === 0)
}
