// Guards the prose of comments and of texts for authors: short headers, and none of the vague
// words.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { language, type Schema } from '../../src/manifest/language/schemas'
import { problemTable } from '../../src/manifest/problems/catalog'
import { warningTable } from '../../src/manifest/problems/warningCatalog'
import { refusals } from '../../src/protocol/refusals/catalog'
import { lineAt } from './syntax'

const documents = [
  'README.md',
  'src/README.md',
  ...['API', 'CONTRIBUTING', 'OPERATION'].map((name) => `.github/${name}.md`),
]
const folders = ['src', 'scripts']
const generated = /\/generated(\.ts|\/)/

/** Words for people without a role, and idioms for reporting, requesting and being somewhere. */
const privateWords =
  /\b(she|hers?|herself|whoever|whomever|somebody|nobody|told|tells|says|said|asks|asked|anew|put together|stood|stands?(?!-in| for\b| alone\b| in\b| ins\b))\b/i

/** People without a role, in the comments of tests too, which may ask and tell. */
const roleless = /\b(she|hers?|herself|whoever|whomever|somebody)\b/i

/** The same in texts for authors and users, where `says`, `asks` and `stands` may be plain English. */
const privateInTexts =
  /\b(she|hers|herself|whoever|whomever|somebody|nobody|everybody|told|tells|said|anew|put together)\b/i

/** A class of the program that no longer has this name. */
const formerNames = /@throws\s+Fault\b/

interface Comment {
  readonly line: number
  readonly text: string
}

/** The comments of a file; neighboring lines of `//` are one comment. */
function commentsOf(path: string): Comment[] {
  const source = readFileSync(path, 'utf8')
  const ranges = path.endsWith('.css')
    ? [...source.matchAll(/\/\*[^]*?\*\//g)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }))
    : parseSync(path, source).comments
  const comments: { line: number; text: string; end: number }[] = []
  for (const { start, end } of ranges) {
    const text = source.slice(start, end)
    const previous = comments.at(-1)
    if (previous && text.startsWith('//') && /^\n[ \t]*$/.test(source.slice(previous.end, start))) {
      previous.text += `\n${text}`
      previous.end = end
    } else comments.push({ line: lineAt(source, start), text, end })
  }
  return comments.filter(({ text }) => !text.startsWith('///'))
}

/** The words of a comment without its markers and without quoted code and examples. */
const wordsOf = (text: string): string =>
  text
    .replace(/^[ \t]*(\/\*\*?|\/\/|\*\/|\*(?!\/))|\*\/$/gm, ' ')
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What is wrong with the comments of a file, or with some of them, each with its line. */
function errorsOf(path: string, comments: readonly Comment[] = commentsOf(path)): string[] {
  return comments.flatMap(({ line, text }) => {
    const errors: string[] = []
    const words = wordsOf(text)
    if (line === 1) {
      const lines = text.split('\n')
      if (lines[0]!.length > 100) errors.push(`first line of ${lines[0]!.length} characters`)
      if (lines.findIndex((entry) => !/[^\s/]/.test(entry)) < 0 && lines.length > 3)
        errors.push(`${lines.length} lines`)
      if (/\?(\s|$)/.test(words)) errors.push('a question')
    }
    const word = privateWords.exec(words)
    if (word) errors.push(`"${word[0]}"`)
    const former = formerNames.exec(words)
    if (former) errors.push(`"${former[0]}"`)
    return errors.map((error) => `${path}:${line} ${error}`)
  })
}

/** The title of a test or of a group, as it is written. */
const testTitle = /\b(?:it|describe)(?:\.[a-z]+)*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
const rolelessInTitles = /\b(she|her|hers|whoever)\b/i

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !generated.test(path) && !path.includes('node_modules'))
const files = folders.flatMap(filesIn)
const testFiles = filesIn('tests')

describe('comments', () => {
  it('are read in all folders', () => {
    expect(files.length).toBeGreaterThan(600)
    expect(commentsOf('src/manifest/compile.ts').length).toBeGreaterThan(2)
  })

  it('lose quoted words and markers before their words are read', () => {
    expect(wordsOf('// Who is `she`?\n// Told.')).toBe('Who is ? Told.')
    expect(privateWords.test(wordsOf('/** What she "said". */'))).toBe(true)
    expect(privateWords.test(wordsOf('/** The bare name stands for "she". */'))).toBe(false)
  })

  it('state in the terms of the glossary what a stranger needs', () => {
    expect(files.flatMap((path) => errorsOf(path))).toEqual([])
  })

  it('are at the head of each test', () => {
    const paths = testFiles.filter((path) => /\.test\.tsx?$/.test(path))
    expect(paths.length).toBeGreaterThan(300)
    expect(paths.filter((path) => !/^\/[/*]/.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it('at the head of a test are short, ask nothing and use the same terms', () => {
    const paths = testFiles.filter((path) => /^tests\/(server|ui|manifest|story)\//.test(path))
    expect(paths.length).toBeGreaterThan(150)
    const headers = (path: string) => commentsOf(path).filter(({ line }) => line === 1)
    expect(paths.flatMap((path) => errorsOf(path, headers(path)))).toEqual([])
  })

  it('of tests name people by their role', () => {
    const comments = testFiles.flatMap((path) =>
      commentsOf(path).map(({ line, text }) => ({ place: `${path}:${line}`, word: roleless.exec(wordsOf(text))?.[0] })),
    )
    expect(comments.length).toBeGreaterThan(1000)
    expect(comments.filter(({ word }) => word !== undefined)).toEqual([])
  })

  it('as titles of tests do', () => {
    const titles = testFiles.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(testTitle)].map(([, , title]) => ({ path, title: title! })),
    )
    expect(titles.length).toBeGreaterThan(1500)
    expect(titles.filter(({ title }) => rolelessInTitles.test(title))).toEqual([])
  })
})

/** The descriptions of a schema and of all that is below it, each with its path. */
function* descriptionsOf(schema: Schema, path: string): Generator<readonly [string, string]> {
  if (schema.description !== undefined) yield [path, schema.description]
  for (const [key, below] of Object.entries({ ...schema.properties, ...schema.$defs }))
    yield* descriptionsOf(below, `${path}.${key}`)
  for (const below of [...(schema.anyOf ?? []), schema.items, schema.additionalProperties])
    if (typeof below === 'object') yield* descriptionsOf(below, path)
}

const wordsRefused = (texts: Iterable<readonly [string, string]>): string[] =>
  [...texts].flatMap(([place, text]) => {
    const word = privateInTexts.exec(text.replace(/`[^`]*`/g, ' '))
    return word ? [`${place} "${word[0]}"`] : []
  })

describe('texts', () => {
  const described = Object.entries(language).flatMap(([name, schema]) => [...descriptionsOf(schema, name)])

  it('of the manual use the terms of the glossary', () => {
    expect(described.length).toBeGreaterThan(400)
    expect(wordsRefused(described)).toEqual([])
  })

  it('of problems and refusals do so', () => {
    const problems = Object.entries({ ...problemTable, ...warningTable }).flatMap(([code, { message, why }]) => [
      [code, message] as const,
      [code, why] as const,
    ])
    const answers = Object.entries(refusals).map(([key, entry]) => [key, JSON.stringify(entry)] as const)
    expect(problems.length + answers.length).toBeGreaterThan(100)
    expect(wordsRefused([...problems, ...answers])).toEqual([])
  })

  it('of the documents do so', () => {
    const lines = documents.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line, index) => [`${path}:${index + 1}`, line] as const),
    )
    expect(wordsRefused(lines)).toEqual([])
  })
})
