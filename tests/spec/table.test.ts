// Is every sentence of the specification that can be checked checked by a test, and does tests/spec.md say by which?
import { expect, it } from 'vitest'
import { levelOf, readChecks, tableOf, testFiles } from './table'

const files = testFiles()

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
