// Is every sentence of the specification that can be checked checked by a test, and does tests/spec.md say by which?
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sections } from './sentences'
import { levelOf, readChecks, tableOf, testFiles } from './table'

const files = testFiles()

/** The lines of the specification in their order: which sentences each of them holds, and the digest of its words. */
const lines = readFileSync(join(import.meta.dirname, 'lines.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [section = '', range = '', digest = ''] = line.split('\t')
    const [first = 0, last = 0] = range.split('-').map(Number)
    return { section, first, last, digest }
  })

it('every sentence belongs to a line of the specification, and no line is without one', () => {
  for (const [section, { sentences }] of Object.entries(sections)) {
    const numbers = lines
      .filter((line) => line.section === section)
      .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    expect(numbers, section).toEqual(sentences.map((_, at) => at + 1))
  }
})

// The text is no part of the project: `npm run specification` takes its path; elsewhere the test is skipped.
it.runIf(process.env.SPECIFICATION)('the lines are those of the text, word by word and in their order', () => {
  let section = ''
  const found: string[] = []
  for (const line of readFileSync(process.env.SPECIFICATION ?? '', 'utf8').split('\n')) {
    section = /^## (\d)\./.exec(line)?.[1] ?? section
    const isText = line.trim() !== '' && !line.startsWith('#') && !/^\|(---| Method)/.test(line)
    if (isText && Number(section) > 1)
      found.push(`${section} ${createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)}`)
  }
  expect(lines.map((line) => `${line.section} ${line.digest}`)).toEqual(found)
})

it('every sentence is named by a test, and every number is a sentence', () => {
  expect(readChecks(files).problems).toEqual([])
})

it('every sentence is proven where a person or a client looks: on the page or in an answer', () => {
  const { checks } = readChecks(files)
  const seen = new Set(checks.filter((check) => levelOf(check) !== 'data').map(({ number }) => number))
  expect([...new Set(checks.map(({ number }) => number))].filter((number) => !seen.has(number))).toEqual([])
})

it('the table for people is that of the tests as they are now', async () => {
  await expect(tableOf(readChecks(files).checks)).toMatchFileSnapshot('../spec.md')
})

it('a number that is none, one above no test and one that cannot be checked are refused, and so is a sentence without a test', () => {
  const all = files.map((file) => ({ ...file, text: file.text.replaceAll('// spec 2.3\n', '\n') }))
  const { problems } = readChecks([
    ...all,
    {
      path: 'x.test.ts',
      text: "// spec 2.999\nit('a', () => {})\n// spec 3.1\nconst b = 1\n// spec 3.17\nit('c', () => {})\n",
    },
  ])
  expect(problems).toEqual([
    'x.test.ts:3 names sentences above no test',
    'x.test.ts: "a" names 2.999, which is no sentence',
    'x.test.ts: "c" names 3.17, which cannot be checked: The text itself says that this is not shown.',
    '2.3 is checked by no test: An unknown path leads to /404.',
  ])
})
