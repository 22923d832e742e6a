// Proves that texts which a spreadsheet program would execute are written as texts.
import { expect, it } from 'vitest'
import { csvFile, escapeFormula } from '../../../../src/server/files/spreadsheets/csv'
import { columnName } from '../../../../src/server/files/spreadsheets/xlsx'

it.each([
  '=1+1',
  '+86',
  '-2',
  '@SUM(A1)',
  '|cmd',
  '%x',
  '\t=1',
  '\r=1',
  '\n1',
  '  =1',
  '\u200B=1',
  '\uFEFF=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
])('defuses %j', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
})

it.each(['', 'a=b', '12', 'x-1', "'quoted", '中文', '(1)'])('leaves %j alone', (text) => {
  expect(escapeFormula(text)).toBe(text)
})

it('keeps numbers, and quotes what would break a line', async () => {
  async function* rows() {
    yield [
      [
        { kind: 'money' as const, text: '-1.50' },
        null,
        { kind: 'text' as const, text: 'a;b' },
        { kind: 'text' as const, text: ' x' },
        { kind: 'text' as const, text: '"' },
      ],
    ]
  }
  let file = ''
  for await (const piece of csvFile(['=Head', 'b', 'c', 'd', 'e'], rows())) file += piece
  expect(file).toBe('\uFEFF\'=Head,b,c,d,e\r\n-1.50,,"a;b"," x",""""\r\n')
})

it('names columns as a sheet does', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
