// Proves that `npm run check` finds mistakes in the records of an empty database, each with its
// position and correction.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Source } from '../../src/manifest/json/source'
import { printProblem } from '../../src/manifest/problems/print'
import { checkTables } from '../../src/server/boot/first/checkTables'
import { readFirstTables } from '../../src/server/workers/readManifests'
import { compiledFixture, fixtureFolder } from './sources'

const app = compiledFixture()
const sound = readFirstTables(fixtureFolder)
const own = (name: string) => sound.find(({ path }) => path === `first/${name}.json`)!.text
/** The first line of each problem, and its hint. */
const problemsOf = (tables: readonly Source[]) =>
  checkTables(app, tables).map((problem) => {
    const [place = '', message = ''] = printProblem(problem).split('\n')
    return [place.split('  ')[0], message.trim(), problem.hint ?? ''].join(' | ')
  })
const changed = (name: string, before: string, after: string): string[] => {
  expect(own(name)).toContain(before)
  const path = `first/${name}.json`
  return problemsOf(
    sound.map((table) => (table.path === path ? { path, text: own(name).replace(before, after) } : table)),
  )
}

describe('the first records', () => {
  it('fit as they are, and need not be', () => {
    expect(sound.map(({ path }) => path)).toEqual(['first/account.json', 'first/library.json', 'first/role.json'])
    expect(problemsOf(sound)).toEqual([])
    expect(problemsOf([])).toEqual([])
  })

  it.each([
    ['account', '"account"', '"acount"'],
    ['account', '"reach"', '"raech"'],
    ['account', '"columns": ["key", ', '"columns": ["name", '],
    ['account', '"everywhere"', '"everywere"'],
    ['account', '"$head"', '"$hed"'],
    ['account', '"$head"', '"$city"'],
    ['account', '"$login"', '"13911112222"'],
    ['account', '"@0 08:00"', '"@0 8:00"'],
    ['account', ', "everywhere"', ''],
    ['account', '"rows"', '"row"'],
    ['account', '"first", ', '"city", '],
    ['library', '"City library"', 'null'],
    ['library', '"C01"', '"01"'],
    ['library', '"name", "code"', '"name", "fines"'],
    ['role', '"loans"', '"loan"'],
    ['role', '"code": "loans"', '"coed": "loans"'],
    ['role', ', "library"', ''],
    ['role', '"rows": [[', '"rows": [['.slice(0, -1)],
  ])('name in %s what is wrong: %s as %s', (name, before, after) => {
    expect(changed(name, before, after)).toMatchSnapshot()
  })

  it('have one account', () => {
    expect(problemsOf(sound.filter(({ path }) => path !== 'first/account.json'))).toMatchSnapshot()
    const twice = own('account')
      .replace(/"rows": \[(.*)\]/, '"rows": [$1, $1]')
      .replace('"first"', '"second"')
    expect(problemsOf([...sound.slice(1), { path: 'first/account.json', text: twice }])).toMatchSnapshot()
  })

  it('have a place in the schemas of editors', () => {
    const files = readdirSync('schemas/first').filter((name) => name.endsWith('.json'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) {
      const { $schema } = JSON.parse(readFileSync(join('schemas/first', name), 'utf8')) as { $schema: string }
      expect(existsSync(join('schemas/first', $schema)), name).toBe(true)
    }
  })
})
