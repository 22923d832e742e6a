// Tests the manual:
// it equals the generator's output, every key has a description and a compiling example, and the examples of README,
// recipes and tutorial compile step by step.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exampleFolders, manual, manualFile } from '../../scripts/manual'
import { mostUsed } from '../../scripts/manual/chapters'
import { declarations, usesOf } from '../../scripts/manual/keys'
import { ruleKeys } from '../../scripts/manual/names'
import { filesOf, journeysOf, over } from '../documented'
import { demoRoles } from '../../scripts/roleRights'
import { checkJourneys } from '../../scripts/journeys/checkJourneys'
import { demoAccountKeys } from '../../scripts/journeys/readJourney'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { lockMessage } from '../../src/manifest/access/lock/changes'
import { FileCache } from '../../src/manifest/1-read/fileCache'
import { compile } from '../../src/manifest/compile'
import type { Source } from '../../src/manifest/json/source'
import { follow } from '../../src/manifest/language/schemas'
import { printProblem } from '../../src/manifest/problems/print'
import { withGrants } from '../../src/server/migration/plan/roleChanges'
import { readSources } from '../../src/server/workers/readManifests'

const root = join(import.meta.dirname, '..', '..')
/** Few files change from step to step. */
const cache = new FileCache()
/** The manifests that were compiled last, because many steps of a text show none. */
let last: { readonly key: string; readonly compiled: ReturnType<typeof compile> } | undefined
function compileOnce(sources: readonly Source[]): ReturnType<typeof compile> {
  const key = JSON.stringify(sources)
  if (last?.key !== key) last = { key, compiled: compile(sources, {}, undefined, cache) }
  return last.compiled
}
const problemsOf = (sources: readonly Source[]): string[] => {
  const compiled = compile(sources)
  return compiled.ok ? [] : compiled.problems.map((problem) => printProblem(problem, 'schemas'))
}

/** How a sentence begins that advises an author. */
const imperatives =
  'Add Ask Begin Change Choose Count Declare Draw Give Group Join Keep Lead Leave Let List Lower Make Name Narrow Offer Open Prefer Put Quote Raise Require Say Send Set Shorten Show Take Turn Use Write'
    .split(' ')
    .concat('Two or three')

/** How an author accepts rights that have changed. */
const update = 'npm run check -- --update'

describe('the manual', () => {
  it('has no heading twice, and every link leads to one', () => {
    const text = readFileSync(manualFile, 'utf8')
    const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replace(/ /g, '-'),
    )
    const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!)
    expect(headings.filter((title, index) => headings.indexOf(title) !== index)).toEqual([])
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([])
  })

  it('names no example by a path that only engineers have', () =>
    expect(readFileSync(manualFile, 'utf8')).not.toMatch(/^`tests\//m))

  it('is what `npm run manual` writes', () => expect(readFileSync(manualFile, 'utf8') === manual()).toBe(true))

  it('prints under each code a problem of that code', () => {
    const entries = readFileSync(manualFile, 'utf8').matchAll(/^### `([\w-]+)`$[^]*?(?=^##|(?![^]))/gm)
    const printed = [...entries].flatMap(([entry, code]) =>
      [...entry.matchAll(/^\S+:\d+:\d+ +(?:error|warning) +([\w-]+)$/gm)].map(([, of]) => ({ code, of })),
    )
    expect(printed.length).toBeGreaterThan(50)
    expect(printed.filter(({ code, of }) => code !== of)).toEqual([])
  })

  it('describes every key in a sentence', () => {
    const silent = declarations().filter(
      ({ schema, home }) => (schema.description ?? follow(schema, home).schema.description ?? '').length < 12,
    )
    expect(silent.map(({ object, key }) => `${object}.${key}`)).toEqual([])
  })

  it('shows for each key that takes a rule which names it sees', () => {
    const [chapter] = /^## Names that a rule sees$[^]*?(?=^## )/m.exec(readFileSync(manualFile, 'utf8'))!
    const rows = new Set([...chapter.matchAll(/^\| `([\w.]+)`/gm)].map(([, key]) => key!))
    expect(ruleKeys().length).toBeGreaterThan(80)
    expect(ruleKeys().filter((key) => !rows.has(key))).toEqual([])
    expect([...rows].filter((key) => !ruleKeys().includes(key))).toEqual([])
    // An aggregate of a field knows neither who asks nor the values of a transition, which see one another.
    const namesOf = (row: RegExp) => row.exec(chapter)?.[1]
    expect(namesOf(/^\| `Aggregate\.where` of [^|]*`Field\.aggregate`[^|]* \| ([^|]*) \|/m)).toBe('`this`, fields')
    expect(namesOf(/^\| `Aggregate\.where` of [^|]*`TransitionManifest\.vars`[^|]* \| ([^|]*) \|/m)).toContain('`vars`')
  })

  it('says of a key when one would use it', () => {
    const advice = new RegExp(`(?:^|[.:;,] )(?:${imperatives.join('|')})\\b`, 'i')
    const silent = declarations().filter(
      ({ schema, home }) => !advice.test(schema.description ?? follow(schema, home).schema.description ?? ''),
    )
    expect(silent.map(({ object, key }) => `${object}.${key}`)).toEqual([])
  })

  it('names one default at most', () => {
    const derived = readFileSync(manualFile, 'utf8').match(/^.*Without the key.*$/gm) ?? []
    expect(derived.length).toBeGreaterThan(1)
    expect(derived.filter((line) => line.includes('Default: '))).toEqual([])
  })

  it('shows an example of every key, and two of each of the twenty most used', () => {
    const entries = readFileSync(manualFile, 'utf8').split(/^(?=#)/m)
    const shown = new Map(
      entries.flatMap((entry) => {
        const name = /^#### (\S+)$/m.exec(entry)?.[1]
        return name === undefined ? [] : [[name, entry.split('```json').length - 1] as const]
      }),
    )
    const frequent = mostUsed(usesOf(exampleFolders()))
    const wanted = (name: string) => (frequent.has(name) ? 2 : 1)
    const names = declarations().map(({ object, key }) => `${object}.${key}`)
    expect(frequent.size).toBe(20)
    expect(names.filter((name) => (shown.get(name) ?? 0) < wanted(name))).toEqual([])
  })

  it.each(exampleFolders())('takes examples of manifests that compile: $label', ({ sources, over = [] }) =>
    expect(problemsOf([...over, ...sources])).toEqual([]),
  )
})

describe('README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const product = readSources(join(root, 'schemas'))
  const files = filesOf(readme)

  it('adds a screen that compiles', () => {
    expect(files).toHaveLength(2)
    expect(problemsOf(over(product, files))).toEqual([])
  })

  it('shows the problem that is printed', () => {
    const slip = files.map(({ path, text }) => ({
      path,
      text: text.replace(/"mobile", "createdAt"/, '"mobil", "createdAt"'),
    }))
    const [shown] = /^schemas\/customer\/VisitCards[^]*?(?=\n```)/m.exec(readme)!
    expect(problemsOf(over(product, slip))).toEqual([shown])
  })
})

describe.each(['recipes', 'tutorial'])('%s.md', (name) => {
  const text = readFileSync(join(root, `schemas/language/${name}.md`), 'utf8')
  const steps = text.split(/^## /m).slice(1)
  let sources = readSources(join(root, 'schemas'))
  let lock = readFileSync(join(root, 'schemas/access.lock'), 'utf8')

  it.each(steps.map((step) => [step.split('\n')[0]!, step]))('%s', (_, step) => {
    const next = over(sources, filesOf(step))
    const shown = [...step.matchAll(/^```\n((?:schemas\/|The rights)[^]*?)\n```/gm)].map(([, printed]) => printed!)
    const compiled = compileOnce(next)
    const printed = compiled.ok ? [] : compiled.problems.map((problem) => printProblem(problem, 'schemas'))
    expect(printed).toEqual(shown.filter((block) => block.startsWith('schemas/')))
    if (compiled.ok) {
      const rights = accessLock(compiled.app)
      for (const block of shown.filter((item) => item.startsWith('The rights')))
        expect(lockMessage(lock, rights, update).join('\n')).toBe(block)
      if (step.includes(`\n${update}\n`)) lock = rights
    }
    sources = next
  })

  it('shows journeys that name what there is', () => {
    const compiled = compileOnce(sources)
    const journeys = journeysOf(text)
    expect(journeys).toHaveLength(1)
    const names = {
      app: (compiled as Extract<typeof compiled, { ok: true }>).app,
      sources,
      accounts: demoAccountKeys('schemas'),
    }
    expect(checkJourneys(names, journeys).map((problem) => printProblem(problem))).toEqual([])
  })

  it.runIf(name === 'recipes')('gives its notice board to all roles of the demo data but finance', () => {
    const compiled = compileOnce(sources)
    const { app } = compiled as Extract<typeof compiled, { ok: true }>
    const dealers = demoRoles(app).filter(({ codes }) => !codes.includes(app.access.administratorPermission))
    const without = dealers.filter(({ codes }) => !withGrants(codes, app.access.grants).includes('p_board'))
    expect(new Set(without.map((role) => role.name))).toEqual(new Set(['role-finance', 'role-new-finance']))
  })

  it('has files in it', () => expect(filesOf(text).length).toBeGreaterThan(5))

  it.runIf(name === 'tutorial')('leaves the reader with a check that passes', () => {
    const compiled = compileOnce(sources)
    expect(compiled.ok && accessLock(compiled.app)).toBe(lock)
    expect(compiled).toMatchObject({ warnings: [] })
  })
})
