// Which clauses of the manifests does a generated walk exercise? COVERAGE=all (`npm run coverage`) walks all of it and
// prints what nothing exercised, COVERAGE=mutants also which changed rules gave no other value; else a few transitions
// that LOOPS_SEED draws.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import type { Transition } from '../../src/manifest/model/transition'
import { createHandler } from '../../src/server/http/handleCall'
import { runTimed } from '../../src/server/jobs/jobs'
import type * as FunctionSql from '../../src/server/query/expression/functionSql'
import { loopSeed } from '../loopSeed'
import { accounts, createTeller, emptyAccount } from '../story/teller'
import { story1 } from '../story/story1'
import { story2 } from '../story/story2'
import { before2 } from '../story/story2/delivered'
import { story3 } from '../story/story3'
import { startProduct, type Product } from '../whole/product'
import { instrument, type Clause } from './clauses'
import { readAll, rolesFor, runTransition, type WalkedProduct } from './coverageWalk'
import { Recorder } from './recorder'

const withMutants = process.env.COVERAGE === 'mutants'
const isWhole = process.env.COVERAGE === 'all' || withMutants
const sampled = 8
const aim = 95
const aimOfMutants = 90
const noTimeLimit = 0

let recorder: Recorder | undefined
vi.mock('../../src/server/query/expression/functionSql', async (original) => {
  const actual = await original<typeof FunctionSql>()
  const callSql: typeof actual.callSql = (node, scope) => recorder?.sqlOf(node, scope) ?? actual.callSql(node, scope)
  return { ...actual, callSql }
})

const instrumented = instrument(withMutants)
const { app } = instrumented
const roles = Object.keys(accounts)
let product: Product
let walked: WalkedProduct

beforeAll(async () => {
  product = await startProduct({ environment: { JOBS: 'off' } })
  const { holder, database, ...others } = product.server.dependencies
  recorder = new Recorder(instrumented, database)
  await recorder.begin()
  holder.swap(app, [])
  const teller = createTeller(createHandler(holder, database, others))
  walked = { app, teller, database, callers: others.callers }
})
afterAll(() => product?.stop())

const ofPeople = Object.values(app.entities)
  .flatMap(({ transitions }) => Object.values(transitions))
  .filter(({ permissions }) => permissions.some(({ permission }) => permission !== 'system'))

function drawn(): readonly Transition[] {
  if (isWhole) return ofPeople
  console.log(`Coverage tries ${sampled} transitions of LOOPS_SEED=${loopSeed}; \`npm run coverage\` tries all.`)
  const chance = createChance(loopSeed)
  return Array.from({ length: sampled }, () => chance.one(ofPeople))
}

const share = (part: number, whole: number) => `${part} of ${whole}, ${((100 * part) / whole).toFixed(1)} %`

it('each clause holds in one case and fails in another', { timeout: noTimeLimit }, async () => {
  const refused: string[] = []
  const counts = { pairs: 0, done: 0 }
  const faults: string[] = []
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => faults.push(`${what}: ${String(error)}`))
  }
  for (const transition of drawn()) {
    let isVaried = true
    for (const role of await rolesFor(walked, roles, transition)) {
      const name = `${role} ${transition.entity}.${transition.name}`
      let done = 0
      await attempt(name, async () => (done = await runTransition(walked, role, transition, isVaried)))
      counts.pairs += 1
      if (done > 0) counts.done += 1
      else refused.push(name)
      // Other roles try what fits alone.
      isVaried &&= done === 0
    }
  }
  if (isWhole) {
    await emptyAccount(walked.teller, 'J10001')
    for (const [name, steps] of Object.entries({ before2, story2, story1, story3 }))
      await attempt(name, async () => {
        for (const step of steps) await walked.teller.tell(step)
      })
    for (const role of ['admin', 'owner', 'manager', 'guide', 'finance'])
      await attempt(`reads of ${role}`, () => readAll(walked, role))
    await attempt('timed rules', () => runTimed(walked.database, app, new Date()))
  }
  await recorder!.readPlain()
  const { yes, no, caught } = await recorder!.read()
  const isExercised = ({ number, isValue }: Clause) => yes.has(number) && (isValue || no.has(number))
  const { clauses, mutants } = instrumented
  const exercised = clauses.filter(isExercised)
  expect(clauses.filter(({ file }) => file === '').map(({ use, text }) => `${use} ${text}`)).toEqual([])
  expect(exercised.length).toBeGreaterThan(20)
  if (!isWhole) return expect(faults).toEqual([])
  const missing = (clause: Clause) =>
    clause.isValue || !(yes.has(clause.number) || no.has(clause.number))
      ? 'never'
      : yes.has(clause.number)
        ? 'never false'
        : 'never true'
  for (const clause of clauses.filter((one) => !isExercised(one)))
    console.log(`${clause.file}:${clause.line} ${clause.use} ${missing(clause)}: ${clause.text.slice(0, 160)}`)
  for (const { number, file, line, change } of mutants)
    if (!caught.has(number)) console.log(`${file}:${line} not caught: ${change.slice(0, 160)}`)
  for (const pair of refused) console.log(`never done: ${pair}`)
  const uses: Record<string, { clauses: number; exercised: number }> = {}
  for (const clause of clauses) {
    const row = (uses[clause.use] ??= { clauses: 0, exercised: 0 })
    row.clauses += 1
    if (isExercised(clause)) row.exercised += 1
  }
  console.table(uses)
  const conditions = clauses.filter(({ isValue }) => !isValue)
  console.log(`Clauses exercised: ${share(exercised.length, clauses.length)} (aim ${aim} %).`)
  console.log(`Conditions both ways: ${share(conditions.filter(isExercised).length, conditions.length)}.`)
  if (withMutants) console.log(`Mutants caught: ${share(caught.size, mutants.length)} (aim ${aimOfMutants} %).`)
  console.log(`Transitions done by roles that may: ${share(counts.done, counts.pairs)}.`)
  expect(faults).toEqual([])
})
