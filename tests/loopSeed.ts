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

/**
 * Which part of how many a variable names, such as 1/2; without it all.
 * @throws where there is no such part: it would try no case and pass
 */
export function partOf(variable: string): readonly [part: number, parts: number] {
  const text = process.env[variable] || '1/1'
  const [part = 0, parts = 0] = (/^[1-9]\d*\/[1-9]\d*$/.exec(text)?.[0] ?? '').split('/').map(Number)
  if (part < 1 || part > parts) throw new Error(`${variable} takes a part of several, such as 1/2, not ${text}.`)
  return [part, parts]
}
