// Runs the whole of a proof that `npm test` samples: `npm run fuzz`, `npm run matrix` and so on.
// Variables that are already set are kept, so that a run can be longer or shorter, or repeat a seed.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from './commandLine.mjs'
import { putTemporaryFilesInMemory } from './memoryFolder'
import { bin, root } from './tally'

interface Proof {
  readonly shows: string
  /** Projects and files for vitest. */
  readonly tests: readonly string[]
  /** Only tests whose names match this pattern. */
  readonly names?: string
  /** The variables that make it complete, with their meaning. */
  readonly whole: Readonly<Record<string, readonly [value: string, meaning: string]>>
  /** Other variables that it reads. */
  readonly reads?: Readonly<Record<string, string>>
  /** Variables that it cannot do without, with their meaning. */
  readonly needs?: Readonly<Record<string, string>>
  /** Whether it opens the built page, or programs that serve it. */
  readonly usesPage?: true
  /** The variable with the part of a process, such as 1/2: there is one process for each processor. */
  readonly parts?: string
}

const node = ['--project', 'node']
const browser = ['--project', 'browser']
const mocked = ['--project', 'mocked']
const mutants = [...node, 'tests/whole/mutants.test.ts']
const chromium = { CHROMIUM: 'path of the browser; without it one is looked for on the PATH' }
const loopSeed = { LOOPS_SEED: 'the seed of what is drawn' }
const fromMutant = {
  MUTANTS_FROM: 'the first case (0)',
  MUTANTS_PART: 'one part of several, such as 1/2; without it all, in a process for each processor',
  ...loopSeed,
}

const proofs: Readonly<Record<string, Proof>> = {
  screens: {
    shows: 'Opens every screen for every role in both languages.',
    tests: [...browser, 'tests/browser/screens.test.ts'],
    whole: { SCREENS: ['all', 'every screen for every role'] },
    reads: { SCREENS_SEED: 'draws the part of any other SCREENS', ...chromium },
    usesPage: true,
  },
  loops: {
    shows: 'Runs every loop over the manifests, at the API and in the browser.',
    tests: [
      ...node,
      ...browser,
      'tests/manifest/promises.test.ts',
      'tests/server',
      'tests/generated/races.test.ts',
      'tests/whole',
      'tests/browser',
    ],
    whole: { LOOPS: ['all', 'every case of every loop'] },
    reads: { ...loopSeed, ...chromium },
    usesPage: true,
  },
  presses: {
    shows: "Counts the presses that a day's tasks take from the home page, beside their bars.",
    tests: [...browser, 'tests/browser/presses.test.ts'],
    whole: { PRESSES: ['all', 'all 29 receipts'] },
    reads: chromium,
    usesPage: true,
  },
  why: {
    shows: 'Compares what a refusal names as missing with what is missing, for every role, state and transition.',
    tests: [...node, 'tests/whole/access.test.ts'],
    names: 'missing',
    whole: { WHY: ['all', 'every role, entity, state and transition'] },
    reads: { WHY_FROM: 'the first case (0)' },
  },
  coverage: {
    shows: 'Lists the clauses of rules that nothing exercised both ways; fails below 95 %.',
    tests: [...mocked, 'tests/generated/coverage.mocked.test.ts'],
    whole: { COVERAGE: ['all', 'every transition; mutants: also which changed rules gave no other value'] },
    reads: {
      COVERAGE_MINUTES: 'minutes for values that are still missing (7)',
      COVERAGE_MUTANTS: 'changes of each rule (1)',
      ...loopSeed,
    },
  },
  matrix: {
    shows:
      'Carries an order to its end for each setting of the stages and each order type, and presses steps in a browser.',
    tests: [...node, 'tests/generated/matrix.test.ts'],
    whole: { MATRIX: ['all', 'every case'] },
    reads: {
      MATRIX_FROM: 'the first case (0)',
      MATRIX_COUNT: 'at most so many cases',
      MATRIX_SEED: 'draws the part of any other MATRIX',
      MATRIX_PRESSED: 'one of so many steps is pressed (50)',
      MATRIX_PART: 'one part of several by setting, such as 1/2; without it all, in a process for each processor',
      ...chromium,
    },
    usesPage: true,
    parts: 'MATRIX_PART',
  },
  seen: {
    shows: 'Presses every transition in the page: it shows at once, everywhere, what a page shows that signs in anew.',
    tests: [...browser, 'tests/browser/seen.test.ts'],
    names: 'that a screen offers',
    whole: { SEEN: ['all', 'every transition that can be pressed with the demo data'] },
    reads: {
      SEEN_FROM: 'the first one (0)',
      SEEN_COUNT: 'at most so many',
      SEEN_SEED: 'the seed of their order',
      ...chromium,
    },
    usesPage: true,
  },
  mutants: {
    shows: 'Changes the manifests so that a right is weaker: each change shows in schemas/access.lock or is refused.',
    tests: mutants,
    whole: {
      MUTANTS: ['500', 'changes that weaken a right'],
      FORMS: ['50', 'changes of form, which the lock does not show'],
      MUTATIONS: ['0', 'changes at random'],
    },
    reads: fromMutant,
    parts: 'MUTANTS_PART',
  },
  mutations: {
    shows: 'Changes the manifests at random: each gives an App, or problems with places.',
    tests: mutants,
    whole: {
      MUTATIONS: ['20000', 'changes at random'],
      MUTANTS: ['0', 'changes that weaken a right'],
      FORMS: ['0', 'changes of form'],
    },
    reads: fromMutant,
    parts: 'MUTANTS_PART',
  },
  oracle: {
    shows: 'Sends the same requests to two products that differ in hidden records alone; no answer may differ.',
    tests: [...node, 'tests/oracle'],
    whole: { ORACLE_REQUESTS: ['20000', 'requests'] },
    reads: { ORACLE_SEED: 'the seed of the requests' },
  },
  rls: {
    shows: 'Runs all suites of the API with row security on.',
    tests: [...node, ...mocked, 'tests/whole', 'tests/story', 'tests/fuzz', 'tests/oracle'],
    whole: { RLS: ['on', 'every product that a test starts keeps tenants apart by row security'] },
    reads: loopSeed,
    usesPage: true,
  },
  exchange: {
    shows: 'Imports, exports, edits at random and imports again: each cell is the same, taken, a conflict or refused.',
    tests: [...node, 'tests/whole/randomEdits.test.ts', 'tests/whole/namedRows.test.ts'],
    whole: { EXCHANGE_ROWS: ['10000', 'rows'] },
    reads: loopSeed,
  },
  fuzz: {
    shows:
      'Walks at random over orders and their money, several people at once, and computes every invariant again; sends broken requests.',
    tests: [...node, 'tests/fuzz'],
    whole: { FUZZ_STEPS: ['10000', 'moves'], FUZZ_CALLS: ['20000', 'broken requests'] },
    reads: { FUZZ_SEED: 'the seed of both' },
  },
  kill: {
    shows: 'Kills the program, its database and a receiver of webhooks while people write: nothing is lost or doubled.',
    tests: [...node, 'tests/kill'],
    whole: { KILL_ROUNDS: ['300', 'kills'] },
    reads: { KILL_SEED: 'the seed of the moments', KILL_START_SECONDS: 'the longest start that is allowed' },
  },
  contract: {
    shows: 'Compares what the product needs of other systems with the stand-ins, or with the real ones.',
    tests: ['tests/contract'],
    whole: {},
    reads: { 'CONTRACT_…': 'the real ones: .github/OPERATION.md lists them', ...chromium },
    usesPage: true,
  },
  specification: {
    shows: 'Compares tests/spec/lines.tsv with the text of the specification, line by line.',
    tests: [...node, 'tests/spec'],
    names: 'those of the text',
    whole: {},
    needs: { SPECIFICATION: 'path of the text, which is no part of the project' },
  },
}

function usageOf(name: string, { shows, whole, needs = {}, reads = {} }: Proof): string {
  const variables = [
    ...Object.entries(whole).map(([key, [value, meaning]]) => [key, `${meaning} (here: ${value})`] as const),
    ...Object.entries({ ...needs, ...reads }),
  ]
  const width = Math.max(...variables.map(([key]) => key.length), '--test TEXT'.length)
  return `npm run ${name} [-- --test TEXT]

${shows}

  ${'--test TEXT'.padEnd(width)}   only tests whose names hold the text, a pattern
  ${'--help'.padEnd(width)}   this text

Variables:
${variables.map(([key, meaning]) => `  ${key.padEnd(width)}   ${meaning}`).join('\n')}`
}

/** Runs a Node program with the set and the default variables. */
async function run(words: readonly string[], usual: Readonly<Record<string, string>>): Promise<number> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const child = spawn(process.execPath, words, { cwd: root, env: { ...usual, ...given }, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const name = process.argv[2] ?? ''
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined
if (!proof) {
  console.error(`The first word is the name of a proof: ${Object.keys(proofs).join(', ')}.`)
  process.exit(1)
}
const { values } = readCommandLine(usageOf(name, proof), { values: ['test'], words: [1, 1] })
const missing = Object.entries(proof.needs ?? {}).filter(([key]) => !process.env[key])
if (missing.length > 0) {
  console.error(missing.map(([key, meaning]) => `Set ${key}: ${meaning}.`).join('\n'))
  process.exit(1)
}
const usual = Object.fromEntries(Object.entries(proof.whole).map(([key, [value]]) => [key, value]))
const names = values.test ?? proof.names
const chosen = names === undefined ? [] : ['-t', names]
const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/someRan.ts')}`]
/**
 * Its tests, in one process or in one for each part; the worst outcome counts. Named ones run in one, as other parts
 * may have none.
 */
async function runTests({ tests, parts }: Proof): Promise<number> {
  const words = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...tests, ...chosen]
  if (parts === undefined || process.env[parts] || values.test !== undefined) return run(words, usual)
  const count = availableParallelism()
  const each = Array.from({ length: count }, (_, at) => run(words, { ...usual, [parts]: `${at + 1}/${count}` }))
  return Math.max(...(await Promise.all(each)))
}

putTemporaryFilesInMemory()
const built = proof.usesPage ? await run([join(root, 'scripts/start.mjs'), '--build-only'], {}) : 0
process.exitCode = built === 0 ? await runTests(proof) : built
