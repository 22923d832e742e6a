// Tests what a line is called by, and which columns a table of lines has.
import { expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { lineColumns, lineNumber } from '../../src/ui/inputs/lineModel/lineColumns'

const part = (name: string, type: string) => ({ name, type, title: { zh: name, en: name } }) as unknown as Field
const items = { fields: { line: part('line', 'int'), name: part('name', 'string') }, uniqueBy: ['line'] }

it('a line is called by its number, else by its place', () => {
  const lines = [{ line: 7 }, { line: null }, { line: '1a' }]
  expect(lines.map((line, index) => lineNumber(line, index, items))).toEqual([7, 2, 3])
})

it('the number that identifies lines is a column only while one of them is wrong', () => {
  const names = (cells?: Readonly<Record<string, string>>) => lineColumns(items, cells).map(({ name }) => name)
  expect([names(), names({ '0.name': 'empty' })]).toEqual([['name'], ['name']])
  expect(names({ '1.line': 'twice' })).toEqual(['line', 'name'])
  expect(lineColumns({ ...items, uniqueBy: ['name'] })).toHaveLength(2)
})
