// Guards the documents for engineers: every file, folder and function that they name exists.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { variableName } from '../../src/server/integrations/contract/settings'
import { documents } from '../documented'
import { readSchemas } from '../whole/schemas'
import { importsOf } from './imports'

const engine = readFileSync('src/README.md', 'utf8')

/** Files and folders that a text names in backticks, commands and keys apart. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w@./*-]+\/[\w@./*-]*|[\w-]+\.(?:ts|tsx|json|md))`/g)].map(([, path]) => path!)
}

/** Where a reader is shown how to make a file, and where a running product writes. */
const written = ['schemas/customer/', 'schemas/language/product/', 'data/', 'DATA_DIR/', 'outbox/']
const roots = ['', 'src/', 'schemas/']

/** The anchors of a document's headings, as GitHub makes them. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

it.each(documents)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = pathsIn(text).filter(
    (path) => !path.includes('*') && !/^[/@]/.test(path) && !written.some((folder) => path.startsWith(folder)),
  )
  expect(named.length).toBeGreaterThan(document === 'src/README.md' ? 80 : 0)
  expect(named.filter((path) => !roots.some((root) => existsSync(root + path)))).toEqual([])
})

it('src/README.md names only what is in the file that it names beside it', () => {
  const text = engine.replace(/\n\s+/g, ' ')
  const named = [...text.matchAll(/((?:`\w+`(?:, | and )?)+) (?:in|of) `([\w/.-]+\.tsx?)`/g)].flatMap(
    ([, names, path]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name: name!, path: `src/${path}` })),
  )
  expect(named.length).toBeGreaterThan(20)
  const words = (path: string) => new Set(readFileSync(path, 'utf8').match(/\w+/g))
  expect(named.filter(({ name, path }) => !words(path).has(name))).toEqual([])
})

/** Sections that follow something from file to file. */
const walks = engine.split(/^## /m).flatMap((section) => {
  const [title = '', ...lines] = section.split('\n')
  return title.endsWith(', file by file') ? [[title, lines.join(' ')] as const] : []
})

const imported = new Map<string, string[]>()
for (const { from, to, outside } of importsOf('src'))
  if (!outside) imported.set(from, [...(imported.get(from) ?? []), to])
const directOf = (file: string): readonly string[] => imported.get(file) ?? []

/** Whether one imports the other, itself or through one file, or a file imports both to join them. */
function areJoined(one: string, other: string): boolean {
  const reaches = (from: string, to: string) =>
    directOf(from).some((near) => near === to || directOf(near).includes(to))
  const areUsedBy = (files: readonly string[]) => files.includes(one) && files.includes(other)
  return reaches(one, other) || reaches(other, one) || [...imported.values()].some(areUsedBy)
}

/** Where a walk begins once more: the second way to press a step, and the page that an address opens. */
const furtherStarts = ['src/ui/screens/record/RecordActions.tsx', 'src/ui/screens/record/useActionInAddress.ts']

it('each walk of src/README.md leads from file to file along imports', () => {
  expect(walks.map(([title]) => title)).toHaveLength(4)
  const sideOf = (file: string): string => /^src\/(server|protocol)\//.exec(file)?.[1] ?? 'page'
  const broken = walks.flatMap(([title, text]) => {
    const files = [...text.matchAll(/`([\w/.]+\.tsx?)`/g)].map(([, path]) => `src/${path}`)
    // Page and server do not import each other, and a walk may begin on both.
    const isStart = (file: string, before: readonly string[]) =>
      furtherStarts.includes(file) || !before.some((other) => sideOf(other) === sideOf(file))
    return files.flatMap((file, index) => {
      const before = files.slice(0, index)
      return isStart(file, before) || before.some((other) => areJoined(other, file)) ? [] : [`${title}: ${file}`]
    })
  })
  expect(broken).toEqual([])
})

it('an arrow of src/README.md leads from a file to one that it is joined with', () => {
  const text = engine
    .replace(/\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/, which combines the hooks of `[^`]+` /, ' ')
  const [chain] = /`[\w/.]+\.tsx?`(?:[^`.→]*→ `[\w/.]+\.tsx?`)+/.exec(text)!
  const files = [...chain.matchAll(/`([^`]+)`/g)].map(([, path]) => `src/${path}`)
  expect(files.length).toBeGreaterThan(8)
  expect(files.slice(1).filter((file, index) => !areJoined(files[index]!, file))).toEqual([])
})

it.each(documents)('%s links only to files and headings that exist', (document) => {
  const links = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
  const broken = links.filter(([, path, heading]) => {
    const target = path === '' ? document : join(dirname(document), path!)
    if (!existsSync(target)) return true
    return heading !== undefined && !headingsOf(readFileSync(target, 'utf8')).includes(heading)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

it.each(documents)('%s names only commands of package.json', (document) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }
  const commands = [...readFileSync(document, 'utf8').matchAll(/npm\s+run\s+(?:-s\s+)?([\w:-]+)/g)].map(
    ([, name]) => name!,
  )
  expect(commands.length).toBeGreaterThan(0)
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

it('the glossary has at most 60 terms, each once', () => {
  const glossary = engine.slice(engine.indexOf('## Glossary'), engine.indexOf('## Decisions'))
  const terms = [...glossary.matchAll(/^- \*\*(.+?)\*\*:/gm)].map(([, term]) => term!)
  expect(terms.length).toBeGreaterThan(30)
  expect(terms.length).toBeLessThanOrEqual(60)
  expect(new Set(terms).size).toBe(terms.length)
})

it('OPERATION.md lists every variable of an integration, with its default', () => {
  const items = readFileSync('.github/OPERATION.md', 'utf8').split(/\n(?=- |\n)/)
  const integrations = Object.values(readSchemas().integrations)
  expect(integrations.length).toBeGreaterThan(5)
  for (const { name, address, variables, calls, channel, identify, oidc, pagePath, map } of integrations) {
    const called = channel ?? identify ?? oidc ?? pagePath ?? map ?? Object.keys(calls)[0]
    const defaults = Object.entries(variables).map(([key, row]) => [key, row.default] as const)
    for (const [variable, value] of [...(called ? [['url', address] as const] : []), ...defaults]) {
      const item = items.find((text) => text.startsWith(`- \`${variableName(name, variable)}\``))
      const beginning =
        value === undefined ? /^- `\w+`(?: \(none: [^)]*\))?: / : `- \`${variableName(name, variable)}\` (${value}): `
      expect(item?.replace(/\s+/g, ' '), variableName(name, variable)).toMatch(beginning)
    }
  }
})
