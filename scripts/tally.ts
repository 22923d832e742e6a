// Adds up test suites: a program counts as one test, a vitest run as its tests.
// Failures and step durations are repeated at the end, where long logs are read. The last
// line is `N passed, N failed`; the exit code agrees.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { shortLived } from './shortLived.mjs'

export interface Result {
  readonly passed: number
  readonly failed: number
  /** Names of failed tests, each with the beginning of its message. */
  readonly failures?: readonly string[]
  /** Paths of files with failures, from the root. */
  readonly failedFiles?: readonly string[]
  /** Passed tests in these files. */
  readonly passedInFailed?: number
}

/** A file in the JSON report of vitest. */
interface FileReport {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

/** Maximum characters of a failure's message at the end. */
const maxMessageLength = 2_000

/** Maximum failed files to rerun: more are no accident of timing. */
const maxRerunFiles = 2

interface Tally {
  /** @param limit maximum seconds of the step on two processors; exceeding it is printed, but no failure */
  step(title: string, work: () => Promise<Result>, limit?: number): Promise<void>
  /** Runs a Node program; its exit code counts as one test. */
  tool(words: readonly string[]): Promise<Result>
  /** Runs vitest; `name` names its report file. */
  suite(name: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Result>
  /**
   * Runs vitest, and reruns up to `rerunFiles` failed files alone, since browsers on a busy machine can miss timing.
   * Tests that pass only then are printed as unstable with their first message; those that fail twice have failed.
   */
  unsteadySuite(name: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Result>
  /** Prints seconds, failures and totals, and sets the exit code. @param limit as for a step, for all steps together */
  end(limit?: number): void
}

interface Timing {
  readonly title: string
  readonly seconds: number
  readonly limit: number | undefined
}

export const root = join(import.meta.dirname, '..')
/** Path of a package's program. */
export const bin = (name: string): string => join(root, 'node_modules', name)

export function createTally(): Tally {
  const scratch = mkdtempSync(join(tmpdir(), 'test-reports-'))
  const failures: string[] = []
  const unstable: string[] = []
  const timings: Timing[] = []
  let passed = 0
  let failed = 0

  const suite: Tally['suite'] = (name, words, environment) =>
    runSuite(join(scratch, `${name}.json`), words, environment)

  return {
    suite,
    async unsteadySuite(name, words, environment) {
      const first = await suite(name, words, environment)
      const files = first.failedFiles ?? []
      if (files.length === 0 || files.length > maxRerunFiles) return first
      console.log(`\nOnce more, alone: ${files.join(', ')}`)
      const second = await suite(`${name}-again`, [...words, ...files], environment)
      if (second.failed > 0) return first
      unstable.push(...(first.failures ?? []))
      return { passed: first.passed - (first.passedInFailed ?? 0) + second.passed, failed: 0 }
    },
    async step(title, work, limit) {
      console.log(`\n== ${title}`)
      const began = Date.now()
      let result: Result
      try {
        result = await work()
      } catch (error) {
        console.log(error instanceof Error ? error.message : String(error))
        result = { passed: 0, failed: 1 }
      }
      passed += result.passed
      failed += result.failed
      if (result.failed > 0) failures.push(`${title} (${result.failed})`, ...(result.failures ?? []))
      const seconds = (Date.now() - began) / 1000
      timings.push({ title, seconds, limit })
      console.log(`-- ${title}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(0)} s`)
    },
    async tool(words) {
      return (await run(words, {})) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
    end(limit) {
      rmSync(scratch, { recursive: true, force: true })
      const seconds = timings.reduce((sum, timing) => sum + timing.seconds, 0)
      console.log(`\n${[...timings, { title: 'all', seconds, limit }].map(timingLine).join('\n')}`)
      for (const test of unstable) console.log(`unstable, passed only alone: ${test}`)
      for (const failure of failures) console.log(`failed: ${failure}`)
      console.log(`${passed} passed, ${failed} failed`)
      process.exitCode = failed > 0 ? 1 : 0
    },
  }
}

async function runSuite(report: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Result> {
  const hooks = `${report}.hooks`
  const code = await run(
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(root, 'scripts/hookFailures.ts')}`,
      `--reporter=${join(root, 'scripts/someRan.ts')}`,
      `--reporter=${join(root, 'scripts/longestFiles.ts')}`,
      `--outputFile.json=${report}`,
      ...words,
    ],
    { ...environment, HOOK_FAILURES: hooks, TEST_TRANSLATED: join(dirname(report), 'translated') },
  )
  return countsOf(report, hooks, code)
}

/** `browser  399 s of 420`; marks steps beyond their limit. */
function timingLine({ title, seconds, limit }: Timing): string {
  const over = limit !== undefined && seconds > limit ? `, ${Math.ceil(seconds - limit)} s too long` : ''
  return `${title.padEnd(36)}${seconds.toFixed(0).padStart(5)} s${limit === undefined ? '' : ` of ${limit}${over}`}`
}

/** Counts the tests of a vitest report; a failed run counts as at least one failure. */
function countsOf(report: string, hooks: string, code: number | null): Result {
  for (const path of [hooks, report])
    if (!existsSync(path)) throw new Error(`vitest ended with ${code} before it wrote its report.`)
  const hookFailures = JSON.parse(readFileSync(hooks, 'utf8')) as Readonly<Record<string, string>>
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests?: number
    numFailedTests?: number
    testResults?: FileReport[]
  }
  const failedFiles = testResults.filter(({ status }) => status === 'failed')
  const countOf = (file: FileReport, outcome: string) =>
    file.assertionResults.filter(({ status }) => status === outcome).length
  // A file can fail outside its tests: on loading, before or after them.
  const broken = failedFiles.filter((file) => countOf(file, 'failed') === 0)
  const failures = [
    ...broken.map(({ name, message }) => lineOf(name, '', message || (hookFailures[name] ?? ''))),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => lineOf(name, fullName, failureMessages.join('\n'))),
    ),
  ]
  const failing = numFailedTests + broken.length
  return {
    passed: numPassedTests,
    failed: failing === 0 && code !== 0 ? 1 : failing,
    failures,
    failedFiles: failedFiles.map(({ name }) => relative(root, name)),
    passedInFailed: failedFiles.reduce((sum, file) => sum + countOf(file, 'passed'), 0),
  }
}

const lineOf = (file: string, test: string, message: string): string =>
  `${relative(root, file)} ${test}\n  ${message.slice(0, maxMessageLength).replaceAll('\n', '\n  ')}`

function run(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...shortLived, ...words], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    })
    child.once('error', reject)
    child.once('close', resolve)
  })
}
