// Does everything hold? Types, lint, manifests, units, the API on the embedded database and on a second server by URL, and the browser.
// Prints what it does; the last line is `N passed, N failed`, and the exit code says the same.
import { join } from 'node:path'
import { withPrepared } from '../tests/whole/prepared'
import { findChromium } from './chromium'
import { withSecondServer } from './secondServer'
import { bin, createTally, root } from './tally'

// Three at a time, as some wait for programs that they have started.
const node = ['--project', 'node', '--project', 'mocked', '--maxWorkers=3']

const { step, tool, suite, end } = createTally()
await step('types of the manifests are fresh', () => tool([bin('tsx/dist/cli.mjs'), 'scripts/types.ts', '--check']))
await step('types', () => tool([bin('typescript/bin/tsc'), '--noEmit']))
await step('lint', () => tool([bin('oxlint/bin/oxlint'), 'src', 'scripts', 'tests', 'vite.config.ts']))
await step('manifests', () => tool([bin('tsx/dist/cli.mjs'), 'scripts/check.ts']))
await step('page', () => tool([join(root, 'scripts/start.mjs'), '--build-only']))
await step('units and API, embedded database', () =>
  withPrepared(undefined, (prepared) => suite('embedded', node, prepared)),
)
await step('API over DATABASE_URL, second server', () =>
  withSecondServer((url) =>
    withPrepared(url, (prepared) =>
      suite('url', [...node, 'tests/server', 'tests/story', 'tests/whole'], { TEST_DATABASE_URL: url, ...prepared }),
    ),
  ),
)
await step('browser', () =>
  withPrepared(undefined, (prepared) => {
    const chromium = findChromium((line) => console.log(line))
    console.log(`The browser is ${chromium}.`)
    return suite('browser', ['--project', 'browser', '--maxWorkers=2'], { CHROMIUM: chromium, ...prepared })
  }),
)
end()
