// From which seed do samples and generated values come, and which day is it for what takes turns?
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
 * Which part of how many a variable names, such as 1/2; without it all.
 * @throws where there is no such part: it would try no case and pass
 */
export function partOf(variable: string): readonly [part: number, parts: number] {
  const text = process.env[variable] || '1/1'
  const [part = 0, parts = 0] = (/^[1-9]\d*\/[1-9]\d*$/.exec(text)?.[0] ?? '').split('/').map(Number)
  if (part < 1 || part > parts) throw new Error(`${variable} takes a part of several, such as 1/2, not ${text}.`)
  return [part, parts]
}
