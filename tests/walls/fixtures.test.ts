// Guards that tests of the engine use a small product of their own, so that changes of the shipped
// product break none of them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/manifest/compile'
import { databaseTests, divideTests } from '../../scripts/databaseTests'
import { restingTests, turnDays, turnOfFile } from '../../scripts/longTests'
import { ownDatabase, sharedDatabase } from '../../scripts/ownDatabase'
import { binderySources } from '../manifest/sources'
import { importsOf, sourceFiles } from './imports'

const ofEngine = ['manifest', 'server', 'client', 'ui', 'protocol'].map((room) => `tests/${room}`)
const ofProduct = /^tests\/(whole|story|spec|browser|contract|bench|fuzz|generated|oracle|kill|load|distributed)\//
/** Reads the folder of the shipped product: as it lies in the repository, not a `schemas` in a folder of a test. */
const readsProduct =
  /readSources\(\s*'schemas'|compileFolder\(\s*'schemas'|'(?:\.\.\/)+schemas'|\bcp(?:Sync)?\('schemas'/

describe('a test of the engine', () => {
  it('stands on manifests that are sound', () => {
    const compiled = compile(binderySources())
    expect(compiled.ok ? [] : compiled.problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([])
  })

  it('imports nothing of a test of the shipped product', () => {
    const imports = ofEngine.flatMap(importsOf)
    expect(imports.length).toBeGreaterThan(500)
    const wrong = imports.filter(({ to, outside }) => !outside && ofProduct.test(to))
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('reads no manifest of the shipped product', () => {
    const found = ofEngine.flatMap(sourceFiles).filter((file) => readsProduct.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })

  it('would be seen', () => {
    for (const line of [
      "readSources('schemas')",
      "join(import.meta.dirname, '../../schemas')",
      "cpSync('schemas', to)",
    ])
      expect(readsProduct.test(line)).toBe(true)
    expect(readsProduct.test("readSources(join(folder, 'schemas'))")).toBe(false)
    expect(ofProduct.test('tests/whole/schemas.ts')).toBe(true)
  })
})

/** The test files that vitest finds for the embedded database, but for those that run elsewhere. */
function filesWhen(elsewhere: string): string[] {
  const listed = execFileSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', '--project', 'node', '--project', 'mocked'],
    { encoding: 'utf8', env: { ...process.env, TEST_DATABASE_URL: '', TEST_ELSEWHERE: elsewhere } },
  )
  return (JSON.parse(listed) as { readonly file: string }[]).map(({ file }) => relative(process.cwd(), file)).sort()
}

describe('long test files', () => {
  const days = Array.from({ length: turnDays }, (_, index) => 20_000 + index)
  const resting = days.map(restingTests)
  const long = [...new Set(resting.flat())]

  it('run on one day each, one after the other', () => {
    const files = sourceFiles('tests')
    expect(long.length).toBeGreaterThan(50)
    expect(long.filter((path) => !files.includes(path))).toEqual([])
    for (const path of long) {
      expect(
        resting.filter((paths) => !paths.includes(path)),
        path,
      ).toHaveLength(1)
      const turns = new Set(days.map((day) => turnOfFile(path, day + turnDays) - turnOfFile(path, day)))
      expect([...turns], path).toEqual([1])
    }
    expect(turnOfFile('tests/walls/fixtures.test.ts', 7)).toBe(7)
  })
})

describe('the run over DATABASE_URL', () => {
  it('repeats what reaches a database, directly or through what it imports, and nothing else', () => {
    const repeated = databaseTests(['tests/server', 'tests/story', 'tests/whole'])
    for (const path of ['whole/reads', 'whole/uploads', 'story/story1', 'server/session'])
      expect(repeated).toContain(`tests/${path}.test.ts`)
    expect(repeated.length).toBeGreaterThan(70)
    expect(repeated).not.toContain('tests/whole/texts.test.ts')
    expect(databaseTests(['tests/story']).every((path) => path.startsWith('tests/story/'))).toBe(true)
  })

  it('runs each on one of both databases', () => {
    const folders = ['tests/server', 'tests/story', 'tests/whole']
    const { second, secondOnly } = divideTests(folders)
    const embedded = databaseTests(folders).filter((path) => !secondOnly.includes(path))
    expect([...new Set([...embedded, ...second])].sort()).toEqual(databaseTests(folders))
    if (secondOnly.length > 0) expect(embedded.filter((path) => second.includes(path))).toEqual([])
    expect(sharedDatabase.filter((path) => !second.includes(path))).toEqual([])
    expect(embedded).toEqual(
      expect.arrayContaining(ownDatabase.filter((path) => databaseTests(folders).includes(path))),
    )
  })

  it('leaves to the second server what needs several servers on one database', () => {
    const shared = databaseTests(['tests']).filter((path) =>
      /describe\.runIf\((process\.env\.TEST_DATABASE_URL|server)\)/.test(readFileSync(path, 'utf8')),
    )
    expect(shared).toEqual([...sharedDatabase].sort())
  })

  it('runs in each step what is left to it', () => {
    const { secondOnly } = divideTests(['tests/server', 'tests/story', 'tests/whole'])
    const all = filesWhen('')
    expect(all).toEqual(expect.arrayContaining([...secondOnly]))
    expect(filesWhen(secondOnly.join())).toEqual(all.filter((path) => !secondOnly.includes(path)))
  })
})
