// Proves that a start names the command to run where nothing is built and the builder is missing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unbuilt-'))
  mkdirSync(join(root, 'scripts'))
  for (const name of ['start.mjs', 'build.mjs', 'commandLine.mjs'])
    cpSync(join('scripts', name), join(root, 'scripts', name))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** What of the packages is installed; the sources are there, and no build. */
function start(packages: readonly string[], ...words: readonly string[]) {
  mkdirSync(join(root, 'node_modules'))
  for (const name of packages)
    symlinkSync(join(process.cwd(), 'node_modules', name), join(root, 'node_modules', name), 'dir')
  cpSync('src/server', join(root, 'src/server'), { recursive: true })
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'scripts/start.mjs'), ...words], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') }
}

it.each([
  ['without packages', [], [], /^The packages are not installed\. Run npm ci first\.$/],
  ['without vite', ['fastify'], [], /^The web page is not built and vite .* Run npm ci --include=dev && npm run build/],
  [
    'without vite and tsx',
    ['fastify'],
    ['--no-build'],
    /^The sources cannot be run: tsx is not installed\. Run npm ci/,
  ],
])('%s it ends with one sentence and the commands', (_, packages, words, sentence) => {
  const { status, lines } = start(packages, ...words)
  expect(status).toBe(1)
  expect(lines).toEqual([expect.stringMatching(sentence)])
})
