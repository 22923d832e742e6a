// Proves that a choice of tests which nothing fits fails instead of proving nothing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { longestLines } from '../../scripts/longestFiles'
import { shortLived } from '../../scripts/shortLived.mjs'

const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, [...shortLived, '--import', 'tsx', `scripts/${script}.ts`, ...words], {
    encoding: 'utf8',
  })

it('npm test refuses a part that names no step, with the titles of its steps', () => {
  const { status, stderr } = run('test', 'lint', 'brwoser')
  expect(stderr).toMatch(/^No step has "brwoser" in its title\. The steps are:\n[\s\S]*^ {2}browser$/m)
  expect(status).toBe(1)
})

it('a proof fails when no test has the name', () => {
  const { status, stderr } = run('proof', 'mutants', '--test', 'no such name')
  expect(stderr).toContain('No test ran')
  expect(status).toBe(1)
})

it('npm test names the ten files of a part that took longest, with what they import', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({
    moduleId: join(process.cwd(), `tests/${at}.test.ts`),
    diagnostic: () => ({ collectDuration: at === 3 ? 90_000 : 500, duration: at * 1_000 }),
  }))
  const lines = longestLines(files)
  expect(lines.slice(0, 2)).toEqual(['   93 s  tests/3.test.ts', '   12 s  tests/11.test.ts'])
  expect(lines).toHaveLength(10)
})
