// Does everything hold? Types, lint, manifests, units, the API on the embedded database and on a second server by URL, and the browser.
// Prints what it does; the last line is `N passed, N failed`, and the exit code says the same.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium'
import { startSecondServer } from './secondServer'

interface Result { passed: number; failed: number }

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', name)
const scratch = mkdtempSync(join(tmpdir(), 'test-reports-'))
const total: Result = { passed: 0, failed: 0 }
const failures: string[] = []

await step('types of the manifests are fresh', () => tool([bin('tsx/dist/cli.mjs'), 'scripts/types.ts', '--check']))
await step('types', () => tool([bin('typescript/bin/tsc'), '--noEmit']))
await step('lint', () => tool([bin('oxlint/bin/oxlint'), 'src', 'scripts', 'tests', 'vite.config.ts']))
await step('manifests', () => tool([bin('tsx/dist/cli.mjs'), 'scripts/check.ts']))
await step('page', () => tool([join(root, 'scripts/start.mjs'), '--build-only']))
await step('units and API, embedded database', () => suite('embedded', ['--project', 'node', '--maxWorkers=2'], {}))
await step('API over DATABASE_URL, second server', async () => {
  const second = await startSecondServer()
  try {
    return await suite('url', ['--project', 'node', '--maxWorkers=2', 'tests/server', 'tests/story', 'tests/whole'], { TEST_DATABASE_URL: second.url })
  } finally {
    await second.stop()
  }
})
await step('browser', async () => {
  const chromium = findChromium((line) => console.log(line))
  console.log(`The browser is ${chromium}.`)
  return suite('browser', ['--project', 'browser'], { CHROMIUM: chromium })
})

rmSync(scratch, { recursive: true, force: true })
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function step(title: string, work: () => Promise<Result>): Promise<void> {
  console.log(`\n== ${title}`)
  const began = Date.now()
  let result: Result
  try {
    result = await work()
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    result = { passed: 0, failed: 1 }
  }
  total.passed += result.passed
  total.failed += result.failed
  if (result.failed > 0) failures.push(`${title} (${result.failed})`)
  console.log(`-- ${title}: ${result.passed} passed, ${result.failed} failed, ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

/** Runs a program of Node; its exit code counts as one test. */
async function tool(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Result> {
  const code = await run(words, environment)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function suite(name: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Result> {
  const report = join(scratch, `${name}.json`)
  const code = await run([bin('vitest/vitest.mjs'), 'run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...words], environment)
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests?: number; numFailedTests?: number; testResults?: { status: string; assertionResults: unknown[] }[] }
  // A file that cannot even be loaded has no tests that could fail.
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length
  const failed = numFailedTests + broken
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function run(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
    child.once('error', reject)
    child.once('close', resolve)
  })
}
