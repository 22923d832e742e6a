// Runs every step of every story in a real browser, on the embedded database and over DATABASE_URL.
// The last line is `N passed, N failed`; the exit code agrees.
import { join } from 'node:path'
import { findChromium } from './chromium'
import { readCommandLine } from './commandLine.mjs'
import { withSecondServer } from './secondServer'
import { createTally, root } from './tally'

readCommandLine(`npm run stories

Runs every step of every story in a real browser, on the embedded database and over DATABASE_URL.

  --help   this text`)
const { step, tool, suite, end } = createTally()
const stories = (name: string, environment: NodeJS.ProcessEnv) =>
  suite(name, ['--project', 'browser', '--maxWorkers=2', 'tests/browser/story'], {
    STORIES: 'all',
    CHROMIUM: findChromium((line) => console.log(line)),
    ...environment,
  })

await step('page', () => tool([join(root, 'scripts/start.mjs'), '--build-only']))
await step('stories in the browser, embedded database', () => stories('embedded', {}))
await step('stories in the browser over DATABASE_URL, second server', () =>
  withSecondServer((url) => stories('url', { TEST_DATABASE_URL: url })),
)
end()
