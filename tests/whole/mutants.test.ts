// Tests that every mutation that grants rights shows in access.lock, and no purely formal one does;
// all others give an App or problems with locations. `npm run mutants` tries 500 and 50, `npm run mutations` 20,000;
// MUTANTS_FROM continues at a case, MUTANTS_PART takes each second one, or third.
import { readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { lockDifference } from '../../src/manifest/access/lock/changes'
import { FileCache } from '../../src/manifest/1-read/fileCache'
import { compile } from '../../src/manifest/compile'
import type { App } from '../../src/manifest/model/app'
import type { Source } from '../../src/manifest/json/source'
import type { Problem } from '../../src/manifest/problems/problem'
import { haveSameTables } from '../../src/server/boot/reload/sameTables'
import { tablesOf } from '../../src/server/database/sql/tables'
import { indexesOf } from '../../src/server/migration/indexes'
import { readSources } from '../../src/server/workers/readManifests'
import { loopDay, loopSeed, partOf } from '../loopSeed'
import { turnOf } from '../turns'
import { mutantsOf, otherPlaces, withoutRights, type Mutant } from './mutants'
import { rightPlaces } from './mutantPlaces'
import { mutationsOf, otherForm } from './mutations'
import { readSchemas } from './schemas'

const count = (name: string, usual: number) => Number(process.env[name] ?? usual)
/** Of the usual cases each has its turn within so many days; of a number that is set all are tried. */
const ofToday = <T>(name: string, cases: readonly T[], days: number) =>
  process.env[name] === undefined ? turnOf(cases, days) : cases
const from = count('MUTANTS_FROM', 0)
/** Which part of how many, such as 1/2. */
const [part, parts] = partOf('MUTANTS_PART')
const isTried = (index: number) => index % parts === part - 1
/** The numbers of the cases of that part. */
const numbers = (cases: number) => Array.from({ length: cases }, (_, at) => from + at).filter(isTried)
const sources = readSources('schemas')
const noTimeLimit = 0
/** Few files change from case to case. */
const cache = new FileCache()
const compileAgain = (changed: readonly Source[]) => compile(changed, {}, undefined, cache)
/** Of many mutations each tenth is compiled without a cache too, which takes as long as all else that is done to it. */
const comparedOneIn = 10
console.log(`Mutants from case ${from} with LOOPS_SEED=${loopSeed}, LOOPS_DAY=${loopDay}, part ${part}/${parts}.`)

/** Of each kind one, then of each kind another, in an order that the seed draws. */
function drawn(mutants: readonly Mutant[]): Mutant[] {
  const chance = createChance(loopSeed)
  const shuffled = mutants.map((mutant) => ({ mutant, at: chance.below(1e9) })).sort((a, b) => a.at - b.at)
  const seen = new Map<string, number>()
  return shuffled
    .map(({ mutant }) => {
      const round = seen.get(mutant.kind) ?? 0
      seen.set(mutant.kind, round + 1)
      return { mutant, round }
    })
    .sort((a, b) => a.round - b.round)
    .map(({ mutant }) => mutant)
}

const isPlaced = ({ file, line, column, message }: Problem) =>
  file !== '' && line >= 1 && column >= 1 && message.trim() !== ''

/** The tables and indexes of a product. */
const tablesIn = (app: App): string =>
  JSON.stringify([[...tablesOf(app)], indexesOf(app, true).map(({ name, create }) => [name, create.sql])])

type Outcome = 'in the lock' | 'refused' | 'without effect' | 'slipped' | 'without a place'

/** All that a product is but for the digest of its sources. */
const meaningOf = (app: App): string => JSON.stringify({ ...app, revision: '' })

function outcomeOf(changed: readonly Source[], lock: string): Outcome {
  const compiled = compileAgain(changed)
  if (compiled.ok && accessLock(compiled.app) !== lock) return 'in the lock'
  // What is left out may be what is derived anyway.
  if (compiled.ok) return meaningOf(compiled.app) === meaningOf(readSchemas()) ? 'without effect' : 'slipped'
  return compiled.problems.length > 0 && compiled.problems.every(isPlaced) ? 'refused' : 'without a place'
}

it('mutates every key of rules and codes that the language knows, or names it as one without rights', () => {
  const files = readdirSync('schemas/language').filter((name) => name.endsWith('.schema.json'))
  const known = rightPlaces(files)
  expect([...withoutRights].filter((name) => !known.has(name))).toEqual([])
  const mutated = new Set(mutantsOf(sources).map(({ kind }) => kind.split(' ')[0]!))
  expect(otherPlaces.filter((name) => !mutated.has(name))).toEqual([])
})

it('a change that gives a right is in the lock or refused', { timeout: noTimeLimit }, async () => {
  const lock = accessLock(readSchemas())
  const all = [...drawn(mutantsOf(sources)).entries()]
    .slice(from, from + count('MUTANTS', 8))
    .filter(([index]) => isTried(index))
  const cases = ofToday('MUTANTS', all, 4)
  const figures: Record<string, Record<string, number>> = {}
  const wrong: string[] = []
  for (const [index, { kind, file, path, sources: changed }] of cases) {
    const what = `case ${index}, ${kind}: ${file} ${path.join('.')}`
    const outcome = attempt(() => outcomeOf(changed(), lock), what)
    const key = kind.split(' ')[0]!
    figures[key] = { ...figures[key], [outcome]: (figures[key]?.[outcome] ?? 0) + 1 }
    if (!['in the lock', 'refused', 'without effect'].includes(outcome)) wrong.push(`${what}: ${outcome}`)
    await setImmediate()
  }
  if (cases.length > 100) console.table(figures)
  expect(wrong).toEqual([])
})

it('a change of form is not in the lock', { timeout: noTimeLimit }, async () => {
  const lock = accessLock(readSchemas())
  for (const index of numbers(count('FORMS', 2))) {
    const chance = createChance(loopSeed + index)
    const { kind, source } = otherForm(chance.one(sources), chance)
    const compiled = compileAgain(sources.map((one) => (one.path === source.path ? source : one)))
    const difference = compiled.ok ? lockDifference(lock, accessLock(compiled.app)) : compiled.problems
    expect(difference, `${kind}: ${source.path}`).toEqual([])
    await setImmediate()
  }
})

it('any change gives an App or problems with places, the same beside a cache', { timeout: noTimeLimit }, async () => {
  const figures: Record<string, { app: number; refused: number }> = {}
  const mutate = mutationsOf(sources)
  const tables = tablesIn(readSchemas())
  let slowest = { seconds: 0, what: '' }
  const cases = ofToday('MUTATIONS', numbers(count('MUTATIONS', 10)), 5)
  const isLong = cases.length > 100
  for (const [at, index] of cases.entries()) {
    const { kind, source } = mutate(createChance(loopSeed + index))
    const what = `case ${index}, ${kind}: ${source.path}`
    const changed = sources.map((one) => (one.path === source.path ? source : one))
    const begun = performance.now()
    const compiled = attempt(() => compileAgain(changed), what)
    const seconds = (performance.now() - begun) / 1000
    if (seconds > slowest.seconds) slowest = { seconds, what }
    // A file that is not read again must mean what it would mean to a first compilation.
    if (!isLong || at % comparedOneIn === 0)
      expect(JSON.stringify(attempt(() => compile(changed), what)) === JSON.stringify(compiled), what).toBe(true)
    // Then a running server takes a change over without a look at its tables.
    if (compiled.ok && (await haveSameTables(readSchemas(), compiled.app)))
      expect(tablesIn(compiled.app), what).toEqual(tables)
    const problems = compiled.ok ? compiled.warnings : compiled.problems
    expect(compiled.ok || problems.length > 0, what).toBe(true)
    expect(
      problems.filter((problem) => !isPlaced(problem)),
      what,
    ).toEqual([])
    const figure = (figures[kind] ??= { app: 0, refused: 0 })
    figure[compiled.ok ? 'app' : 'refused'] += 1
    if ((at + 1) % 500 === 0) console.log(`${at + 1} are sound; MUTANTS_FROM=${index + 1} goes on from here.`)
    await setImmediate()
  }
  if (!isLong) return
  console.table(figures)
  console.log(`The slowest took ${slowest.seconds.toFixed(2)} s: ${slowest.what}.`)
})

/** Names the case of what is thrown. */
function attempt<T>(work: () => T, what: string): T {
  try {
    return work()
  } catch (error) {
    throw new Error(what, { cause: error })
  }
}
