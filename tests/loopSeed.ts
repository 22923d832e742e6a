// From which seed do samples and generated values come?
// `npm test` draws the same each time, so that a red run is red again; LOOPS_SEED draws others, and LOOPS=all
// (`npm run loops`) tries whole loops and, for what is generated, another seed each time.
import fc from 'fast-check'

export const isWhole = process.env.LOOPS === 'all'
const written = process.env.LOOPS_SEED
export const loopSeed = Number(written ?? 20_261_122)

if (!isWhole || written !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: loopSeed })
