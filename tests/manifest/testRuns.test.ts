// Proves that a choice of tests which nothing fits fails instead of proving nothing.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', `scripts/${script}.ts`, ...words], { encoding: 'utf8' })

it('npm test refuses a part that names no step, with the titles of its steps', () => {
  const { status, stderr } = run('test', 'lint', 'brwoser')
  expect(stderr).toMatch(/^No step has "brwoser" in its title\. The steps are:\n[\s\S]*^ {2}browser$/m)
  expect(status).toBe(1)
})

it('a proof fails when no test has the name', { timeout: 60_000 }, () => {
  const { status, stderr } = run('proof', 'mutants', '--test', 'no such name')
  expect(stderr).toContain('No test ran')
  expect(status).toBe(1)
})
