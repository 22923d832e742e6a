// Which clauses of the manifests does a generated walk exercise? COVERAGE=all (`npm run coverage`) walks all of it and
// prints what nothing exercised, COVERAGE=mutants also which changed rules gave no other value; else a few transitions
// that LOOPS_SEED draws.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import type { Transition } from '../../src/manifest/model/transition'
import type { Caller } from '../../src/server/context/context'
import { createHandler } from '../../src/server/http/handleCall'
import { runDueJobs } from '../../src/server/jobs/jobs'
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
import { reach, Targets, type Goal } from './targets'
import { within } from './within'

const withMutants = process.env.COVERAGE === 'mutants'
const isWhole = process.env.COVERAGE === 'all' || withMutants
const sampled = 8
const aim = 95
const aimOfMutants = 90
const noTimeLimit = 0
const mutantsOfRule = Number(process.env.COVERAGE_MUTANTS ?? 1)
const minutesOfAim = Number(process.env.COVERAGE_MINUTES ?? 7)

let recorder: Recorder | undefined
vi.mock('../../src/server/query/expression/functionSql', async (original) => {
  const actual = await original<typeof FunctionSql>()
  const callSql: typeof actual.callSql = (node, scope) => recorder?.sqlOf(node, scope) ?? actual.callSql(node, scope)
  return { ...actual, callSql }
})

const instrumented = instrument(withMutants ? { most: mutantsOfRule, chance: createChance(loopSeed) } : undefined)
const { app } = instrumented
const roles = Object.keys(accounts)
let product: Product
let walked: WalkedProduct

beforeAll(async () => {
  // The recorder makes functions of its own, which the role of a server with row security may not.
  product = await startProduct({ environment: { JOBS: 'off', RLS: 'off' } })
  const { liveApp, database, ...others } = product.server.dependencies
  recorder = new Recorder(instrumented, database)
  await recorder.begin()
  liveApp.swap(app, [])
  const teller = createTeller(createHandler(liveApp, database, others))
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

/** Aims at each clause that was not seen both ways. */
async function aimed(): Promise<void> {
  const people = new Map<string, Caller>()
  for (const role of roles) {
    const caller = await walked.callers.identify(app, await walked.teller.token(role), 'zh', new Date())
    if (caller) people.set(role, caller)
  }
  const chance = createChance(loopSeed)
  const goals = async () => {
    const { yes, no, caught } = await recorder!.read()
    const ofClauses = instrumented.clauses.flatMap((clause): Goal[] => [
      ...(yes.has(clause.number) ? [] : [{ clause, want: true }]),
      ...(clause.isValue || no.has(clause.number) ? [] : [{ clause, want: false }]),
    ])
    const ofMutants = instrumented.mutants
      .filter((mutant) => !caught.has(mutant.number))
      .map((mutant): Goal => ({ clause: chance.one(mutant.clauses), want: chance.in100(50), mutant }))
    return [...ofClauses, ...ofMutants]
  }
  await within(product.server.dependencies, walked.teller, async (inside) => {
    const targets = new Targets(instrumented.original, app, inside, people, chance, recorder!)
    const until = Date.now() + minutesOfAim * 60_000
    const errors = await reach(targets, recorder!, inside, { goals, chance, until })
    for (const [text, count] of errors) console.log(`${count} attempts failed: ${text}`)
  })
}

const share = (part: number, whole: number) => `${part} of ${whole}, ${((100 * part) / whole).toFixed(1)} %`

interface Trial {
  /** Pairs of role and transition, and how many of them went through. */
  readonly counts: { pairs: number; done: number }
  readonly refused: string[]
  readonly errors: string[]
}

async function attempt({ errors }: Trial, what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => errors.push(`${what}: ${String(error)}`))
}

async function tellStories(trial: Trial): Promise<void> {
  for (const [name, steps] of Object.entries({ before2, story2, story1, story3 }))
    await attempt(trial, name, async () => {
      // What a story begins with; the second goes on where the part before it ended.
      if (name !== 'story2') await emptyAccount(walked.teller, 'J10001')
      for (const step of steps) await walked.teller.tell(step)
    })
  for (const role of ['admin', 'owner', 'manager', 'guide', 'finance'])
    await attempt(trial, `reads of ${role}`, () =>
      within(product.server.dependencies, walked.teller, ({ teller }) => readAll({ ...walked, teller }, role)),
    )
  await attempt(trial, 'jobs', () => runDueJobs(walked.database, app, new Date()))
}

async function walk(trial: Trial): Promise<void> {
  for (const transition of drawn()) {
    let isVaried = true
    for (const role of await rolesFor(walked, roles, transition)) {
      const name = `${role} ${transition.entity}.${transition.name}`
      let done = 0
      await attempt(trial, name, async () => (done = await runTransition(walked, role, transition, isVaried)))
      trial.counts.pairs += 1
      if (done > 0) trial.counts.done += 1
      else trial.refused.push(name)
      // Other roles try what fits alone.
      isVaried &&= done === 0
    }
  }
}

interface Seen {
  readonly yes: ReadonlySet<number>
  readonly no: ReadonlySet<number>
  readonly caught: ReadonlySet<number>
}

const isExercised = ({ number, isValue }: Clause, { yes, no }: Seen) => yes.has(number) && (isValue || no.has(number))

function missing(clause: Clause, { yes, no }: Seen): string {
  if (clause.isValue || !(yes.has(clause.number) || no.has(clause.number))) return 'never'
  return yes.has(clause.number) ? 'never false' : 'never true'
}

/** Prints what nothing exercised. */
function report(seen: Seen, { refused, counts }: Trial): void {
  const { clauses, mutants } = instrumented
  for (const clause of clauses.filter((one) => !isExercised(one, seen)))
    console.log(`${clause.file}:${clause.line} ${clause.use} ${missing(clause, seen)}: ${clause.text.slice(0, 160)}`)
  for (const { number, file, line, change } of mutants)
    if (!seen.caught.has(number)) console.log(`${file}:${line} not caught: ${change.slice(0, 160)}`)
  for (const pair of refused) console.log(`not done by the walk: ${pair}`)
  const uses: Record<string, { clauses: number; exercised: number }> = {}
  for (const clause of clauses) {
    const row = (uses[clause.use] ??= { clauses: 0, exercised: 0 })
    row.clauses += 1
    if (isExercised(clause, seen)) row.exercised += 1
  }
  console.table(uses)
  const conditions = clauses.filter(({ isValue }) => !isValue)
  const both = conditions.filter((one) => isExercised(one, seen))
  console.log(`Conditions both ways: ${share(both.length, conditions.length)}.`)
  console.log(`Transitions done by roles that may: ${share(counts.done, counts.pairs)}.`)
}

it('each clause holds in one case and fails in another', { timeout: noTimeLimit }, async () => {
  const trial: Trial = { counts: { pairs: 0, done: 0 }, refused: [], errors: [] }
  if (isWhole) await tellStories(trial)
  await walk(trial)
  if (isWhole) await aimed()
  await recorder!.readPlain()
  const seen = await recorder!.read()
  const { clauses, mutants } = instrumented
  const exercised = clauses.filter((one) => isExercised(one, seen))
  expect(clauses.filter(({ file }) => file === '').map(({ use, text }) => `${use} ${text}`)).toEqual([])
  expect(exercised.length).toBeGreaterThan(20)
  if (!isWhole) return expect(trial.errors).toEqual([])
  report(seen, trial)
  console.log(`Clauses exercised: ${share(exercised.length, clauses.length)} (aim ${aim} %).`)
  if (withMutants)
    console.log(`LOOPS_SEED=${loopSeed} drew ${mutants.length} of ${mutants.length + instrumented.left} mutants.`)
  if (withMutants) console.log(`Mutants caught: ${share(seen.caught.size, mutants.length)} (aim ${aimOfMutants} %).`)
  expect(trial.errors).toEqual([])
  expect((100 * exercised.length) / clauses.length, 'clauses exercised, %').toBeGreaterThanOrEqual(aim)
  if (withMutants)
    expect((100 * seen.caught.size) / mutants.length, 'mutants caught, %').toBeGreaterThanOrEqual(aimOfMutants)
})
