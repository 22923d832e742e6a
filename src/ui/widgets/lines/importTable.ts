// What do the cells of a file mean as lines? The first row names the columns; every cell that cannot be taken is told with its place. Nothing
// is changed by reading: a person sees what would come first.
import type { Dictionary, Field } from '../../../manifest/app'
import type { World } from '../../../manifest/rule/evaluate'
import type { Words } from '../../../runtime/text'
import { fieldTitled, typedValue } from '../../../manifest/fields/typedText'
import { isComputed, type Line } from './lineRows'

export interface CellFault {
  /** Row of the file, counted from 1. */
  readonly row: number
  readonly column: string
  readonly text: string
  readonly message: string
}
export interface ImportedLine {
  readonly row: number
  readonly line: Line
  readonly faults: readonly CellFault[]
}
export interface Imported {
  readonly lines: readonly ImportedLine[]
  /** Titles of the file that are no column here. */
  readonly unknown: readonly string[]
  /** No column was recognised. */
  readonly headless: boolean
}

export interface ImportFacts {
  readonly columns: readonly Field[]
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly zone: string
  readonly words: Words
  readonly world: World
  readonly fresh: () => Line
  /** The one record that the words name; undefined when there is none, or more. */
  readonly find: (field: Field, line: Line, words: string) => Promise<unknown>
  /** Messages of the wrong cells, by line (from 0) and field: line.field. */
  readonly check: (lines: readonly Line[]) => Readonly<Record<string, string>>
}

export async function importTable(rows: readonly (readonly string[])[], facts: ImportFacts): Promise<Imported> {
  const [head = [], ...body] = rows
  const typed = facts.columns.filter((column) => !isComputed(column))
  const columns = head.map((title) => fieldTitled(title, typed))
  const ignored = facts.columns.filter(isComputed)
  if (columns.every((column) => column === undefined)) return { lines: [], unknown: [...head], headless: true }
  const read = await Promise.all(body.map((cells, at) => readLine(cells, at + 2, columns, facts)))
  const wrong = facts.check(read.map(({ line }) => line))
  const lines = read.map((one, at): ImportedLine => {
    const told = new Set(one.faults.map(({ column }) => column))
    const faults = typed.flatMap((column): CellFault[] => {
      const message = wrong[`${at}.${column.name}`]
      const title = facts.words.pick(column.title)
      return message === undefined || told.has(title)
        ? []
        : [{ row: one.row, column: title, text: body[at]![columns.indexOf(column)] ?? '', message }]
    })
    return { ...one, faults: [...one.faults, ...faults] }
  })
  return {
    lines,
    unknown: head.filter((title, at) => columns[at] === undefined && title !== '' && !fieldTitled(title, ignored)),
    headless: false,
  }
}

async function readLine(
  cells: readonly string[],
  row: number,
  columns: readonly (Field | undefined)[],
  facts: ImportFacts,
): Promise<ImportedLine> {
  const line: Record<string, unknown> = { ...facts.fresh() }
  const faults: CellFault[] = []
  for (const [at, field] of columns.entries()) {
    const text = cells[at] ?? ''
    // An empty cell leaves what a new line begins with.
    if (!field || text === '') continue
    const cell = typedValue(text, field, facts.dictionaries, facts.zone)
    const value = cell && ('words' in cell ? await facts.find(field, line, cell.words) : cell.value)
    if (value === undefined)
      faults.push({ row, column: facts.words.pick(field.title), text, message: facts.words.t('form.importUnread') })
    else line[field.name] = value
  }
  return { row, line, faults }
}
