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
