// Which test checks which sentence? Read from the tests themselves: the line `// spec 2.1 2.3` above a test names what
// it checks.
// Refuses a number that is no sentence, one that nobody checks, one that cannot be checked and yet is named, and a line
// that stands above no test.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sections, type Sentence } from './sentences'

export interface Check {
  readonly number: string
  readonly file: string
  readonly test: string
}
export interface TestFile {
  readonly path: string
  readonly text: string
}

const named = /^[ \t]*\/\/ spec ([\d. ]+)$/
const opens = /^([ \t]*)(?:it|describe)\b/
const title = /(['"`])((?:\\.|(?!\1).)+)\1,/

/** The tests that `npm test` runs. */
export function testFiles(folder = 'tests'): TestFile[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('bench'))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(folder, name), 'utf8') }))
}

/** What the tests name, and what is wrong with it. */
export function readChecks(files: readonly TestFile[]): { checks: Check[]; problems: string[] } {
  const checks: Check[] = []
  const problems: string[] = []
  for (const { path, text } of files) {
    const lines = text.split('\n')
    let around = ''
    for (const [at, line] of lines.entries()) {
      if (/^describe\b/.test(line)) around = nameOf(lines, at) ?? ''
      const numbers = named.exec(line)?.[1]?.trim().split(/ +/)
      if (!numbers) continue
      // Many numbers take several lines, all above the test.
      const below = lines.slice(at + 1).findIndex((line) => !named.test(line)) + at + 1
      const next = opens.exec(lines[below] ?? '')
      const own = next ? nameOf(lines, below) : undefined
      if (own === undefined) {
        problems.push(`${path}:${at + 1} names sentences above no test`)
        continue
      }
      const test = next![1] === '' || around === '' ? own : `${around} › ${own}`
      for (const number of numbers) checks.push({ number, file: path, test })
    }
  }
  const known = new Map(all().map(([number, sentence]) => [number, sentence]))
  for (const { number, file, test } of checks) {
    const sentence = known.get(number)
    if (sentence === undefined) problems.push(`${file}: "${test}" names ${number}, which is no sentence`)
    else if (typeof sentence !== 'string')
      problems.push(`${file}: "${test}" names ${number}, which cannot be checked: ${sentence.why}`)
  }
  const checked = new Set(checks.map(({ number }) => number))
  for (const [number, sentence] of known)
    if (typeof sentence === 'string' && !checked.has(number))
      problems.push(`${number} is checked by no test: ${sentence}`)
  return { checks, problems }
}

/** The name of the test that begins in a line: its title, or for a table of tests what they are rows of. */
function nameOf(lines: readonly string[], at: number): string | undefined {
  // The table of a test stands before its name, and may be long.
  const call = lines.slice(at, at + 12).join('\n')
  const table = /^[ \t]*(?:it|describe)\.each\b/.test(call)
  const found = table ? /\)\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/.exec(call) : title.exec(call)
  return found?.[2]?.replaceAll("\\'", "'").replaceAll(/%[sji]|\$\w+(\.\w+)*/g, '…')
}

function all(): [number: string, sentence: Sentence][] {
  return Object.entries(sections).flatMap(([section, { sentences }]) =>
    sentences.map((sentence, at): [string, Sentence] => [`${section}.${at + 1}`, sentence]),
  )
}

/** Files whose tests read manifests or what is printed of them. */
const dataFiles = new Set(['tests/whole/routes.test.ts', 'tests/whole/effectiveAccess.test.ts'])
/** Folders whose tests ask the product over its calls. */
const askingFolders = /^tests\/(whole|server|story|contract|oracle)\//

/** Where a test looks: at a page in a browser, at the answer to a call, or at data and functions. */
export function levelOf({ file, test }: Pick<Check, 'file' | 'test'>): 'browser' | 'HTTP' | 'data' {
  if (/^tests\/(browser|contract\/browser)\//.test(file)) return 'browser'
  const isData = dataFiles.has(file) || (file === 'tests/whole/spec.test.ts' && test.startsWith('constants › '))
  return askingFolders.test(file) && !isData ? 'HTTP' : 'data'
}

/** The table for people. */
export function tableOf(checks: readonly Check[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = (number: string, sentence: Sentence) => {
    if (typeof sentence !== 'string')
      return `| ${number} | ${cell(sentence.says)} | - | not checked: ${cell(sentence.why)} |`
    const own = checks.filter((check) => check.number === number)
    const level = (['browser', 'HTTP', 'data'] as const).find((name) => own.some((check) => levelOf(check) === name))
    return `| ${number} | ${cell(sentence)} | ${level ?? '-'} | ${own
      .map(({ file, test }) => `\`${file}\`: ${cell(test)}`)
      .join('<br>')} |`
  }
  const parts = Object.entries(sections).flatMap(([section, { title: name, sentences }]) => [
    `## ${section}. ${name}`,
    '',
    '| no. | what it asks for | level | test |',
    '|---|---|---|---|',
    ...sentences.map((sentence, at) => rows(`${section}.${at + 1}`, sentence)),
    '',
  ])
  return [
    '# The specification, sentence by sentence',
    '',
    'Made by `tests/spec/table.test.ts` from the numbers that the tests name; `npx vitest run --project node tests/spec -u` makes it anew.',
    '',
    ...parts,
  ].join('\n')
}
