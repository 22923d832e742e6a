// Runs all tests: types, lint, manifests, units, the API on both kinds of database, the browser.
// The last line is `N passed, N failed`; the exit code agrees.
import { join } from 'node:path'
import { prepare, withPrepared } from '../tests/whole/prepared'
import { collectRefusals, refusalVerdict } from './answeredRefusals'
import { findChromium } from './chromium'
import { isWhole, loopDay } from '../tests/loopSeed'
import { readCommandLine } from './commandLine.mjs'
import { divideTests } from './databaseTests'
import { restingTests, takesTurns, turnDays } from './longTests'
import { putTemporaryFilesInMemory } from './memoryFolder'
import { withSecondServer } from './secondServer'
import { bin, createTally, root, type Result } from './tally'

// Four at a time, because many wait for programs that they started and for limits of time to pass.
const node = ['--project', 'node', '--project', 'mocked', '--maxWorkers=4']
// Three, because some wait for an idle page.
const inBrowser = ['--project', 'browser', '--maxWorkers=3']

const usage = `npm test [-- PART…]

Runs all tests, or the steps whose titles hold one of the parts.

  --help   this text`

const wanted = readCommandLine(usage, { words: [0, Infinity] }).words
const page = 'page'
// Programs started by tests serve the built page, and report if there is none.
const suites = ['units and API, embedded database', 'API over DATABASE_URL, second server', 'browser'] as const
const [embedded, url, browser] = suites
const resting = isWhole || process.env.LONG_TESTS === 'all' ? [] : restingTests(loopDay)
console.log(
  `${resting.length} long test files run on other days (LOOPS_DAY=${loopDay}), each within ${turnDays} days; ` +
    'with LONG_TESTS=all each runs now.',
)
/** Maximum seconds of suites on two processors, and in total. */
const limits: Readonly<Record<string, number>> = { [embedded]: 300, [url]: 180, [browser]: 420 }
const maxSeconds = 900
// Use restored data for both suites, so that the tests notice whatever a backup leaves out.
let restored: ReturnType<typeof prepare> | undefined
let canRestore = true
async function restoredData() {
  restored ??= prepare(undefined, canRestore)
  try {
    return (await restored).environment
  } catch (error) {
    // A failed backup or restore counts once: the next suite starts with fresh data.
    canRestore = false
    restored = undefined
    throw error
  }
}
const { step: run, tool, suite, unsteadySuite, end } = createTally()
const steps: Readonly<Record<string, () => Promise<Result>>> = {
  'types of the manifests are fresh': () => tool([bin('tsx/dist/cli.mjs'), 'scripts/types.ts', '--check']),
  types: () => tool([bin('typescript/bin/tsc'), '--noEmit']),
  format: () => tool([bin('oxfmt/bin/oxfmt'), '--check', '.']),
  lint: () => tool([bin('oxlint/bin/oxlint'), 'src', 'scripts', 'tests', 'vite.config.ts', 'vite.server.config.ts']),
  manifests: () => tool([bin('tsx/dist/cli.mjs'), 'scripts/check.ts']),
  [page]: () => tool([join(root, 'scripts/start.mjs'), '--build-only']),
  [embedded]: async () =>
    suite('embedded', node, { TEST_ELSEWHERE: [...secondOnly, ...resting].join(), ...(await restoredData()) }),
  [url]: () =>
    withSecondServer((server) =>
      withPrepared(server, (prepared) =>
        suite('url', [...node, ...second], {
          TEST_DATABASE_URL: server,
          TEST_ELSEWHERE: resting.join(),
          ...prepared,
        }),
      ),
    ),
  [browser]: async () => {
    const chromium = findChromium((line) => console.log(line))
    console.log(`The browser is ${chromium}.`)
    const environment = { CHROMIUM: chromium, TEST_ELSEWHERE: resting.join(), ...(await restoredData()) }
    return unsteadySuite('browser', inBrowser, environment)
  },
}
/** Follows the suites in which servers answer. */
const refused = 'refusals that servers answered'
const titles = Object.keys(steps)
const unknown = wanted.find((part) => !titles.some((title) => title.includes(part)))
if (unknown !== undefined) {
  console.error(
    `No step has "${unknown}" in its title. The steps are:\n${titles.map((title) => `  ${title}`).join('\n')}`,
  )
  process.exit(1)
}
// After the parts are known to be right: it reads the imports of all tests.
const { second, secondOnly } = divideTests(['tests/server', 'tests/story', 'tests/whole'])
putTemporaryFilesInMemory()
// A run that lasts into the next day tries one day's parts.
process.env.LOOPS_DAY = String(loopDay)
const isChosen = (title: string) => wanted.length === 0 || wanted.some((part) => title.includes(part))
const answers = collectRefusals()
for (const [title, work] of Object.entries(steps))
  if (isChosen(title) || (title === page && suites.some(isChosen))) await run(title, work, limits[title])
if (isChosen(embedded) && isChosen(url))
  await run(refused, async () => {
    if (resting.length === 0) answers.write(takesTurns)
    const { text, isSound } = refusalVerdict(answers.unanswered(resting))
    console.log(text)
    return isSound ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [text] }
  })
answers.end()
await restored?.then(({ remove }) => remove()).catch(() => undefined)
end(maxSeconds)
