// Interprets the cells of a file as lines. The first row names the columns.
// Reports every invalid cell with its position. Reading changes nothing: the user sees a preview first.
import { isComputed } from '../../../manifest/model/field'
import type { Dictionary } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { EvaluationContext } from '../../../manifest/expression/evaluate'
import type { Translator } from '../../../client/text/translate'
import { fillLineNumbers } from '../../../manifest/fieldTypes/lineNumbers'
import type { TableRow } from '../../../protocol/exchange/tableFile'
import { fieldTitled, parseInput } from '../../../manifest/fieldTypes/parseInput'
import { type Line } from './editLines'

interface CellError {
  /** Row of the file, counted from 1 with the row of titles and empty ones, as a spreadsheet shows it. */
  readonly row: number
  readonly column: string
  readonly text: string
  readonly message: string
}
interface ImportedLine {
  readonly row: number
  /** The index of the line that it fills in, if lines stay. */
  readonly lineIndex?: number | undefined
  readonly line: Line
  readonly errors: readonly CellError[]
}
export interface Imported {
  readonly lines: readonly ImportedLine[]
  /** Column titles of the file that do not exist here. */
  readonly unknown: readonly string[]
  /** No column was recognized. */
  readonly headless: boolean
}

export interface ImportContext {
  /** The field of the lines. */
  readonly field: Field
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly zone: string
  readonly translator: Translator
  readonly evaluationContext: EvaluationContext
  readonly fresh: () => Line
  /** The only record with that label; undefined if there are none or several. */
  readonly find: (field: Field, line: Line, searchText: string) => Promise<unknown>
  /** Messages of the invalid cells, by line (from 0) and field: line.field. */
  readonly check: (lines: readonly Line[]) => Readonly<Record<string, string>>
}

/** `headless`: no title names a column, so nothing was read. */
export async function importTable(rows: readonly TableRow[], context: ImportContext): Promise<Imported> {
  const [{ cells: head } = { cells: [] }, ...body] = rows
  const all = Object.values(context.field.fields ?? {})
  const typed = all.filter((column) => !isComputed(column))
  const columns = head.map((title) => fieldTitled(title, typed))
  const ignored = all.filter(isComputed)
  if (columns.every((column) => column === undefined)) return { lines: [], unknown: [...head], headless: true }
  const read = await Promise.all(body.map((row) => readLine(row, columns, context)))
  // Validated with numbers but added without, since they continue the numbers of the existing lines.
  const numbered = fillLineNumbers(
    read.map(({ line }) => line),
    context.field,
  )
  const wrong = context.check(numbered)
  const lines = read.map((importedLine, index): ImportedLine => {
    const reported = new Set(importedLine.errors.map(({ column }) => column))
    const errors = typed.flatMap((column): CellError[] => {
      const message = wrong[`${index}.${column.name}`]
      const title = context.translator.pick(column.title)
      return message === undefined || reported.has(title)
        ? []
        : [{ row: importedLine.row, column: title, text: body[index]!.cells[columns.indexOf(column)] ?? '', message }]
    })
    return { ...importedLine, errors: [...importedLine.errors, ...errors] }
  })
  return {
    lines,
    unknown: head.filter(
      (title, index) => columns[index] === undefined && title !== '' && !fieldTitled(title, ignored),
    ),
    headless: false,
  }
}

async function readLine(
  { number: row, cells }: TableRow,
  columns: readonly (Field | undefined)[],
  context: ImportContext,
): Promise<ImportedLine> {
  const line: Record<string, unknown> = { ...context.fresh() }
  const errors: CellError[] = []
  for (const [index, field] of columns.entries()) {
    const text = cells[index] ?? ''
    // An empty cell keeps the default of a new line.
    if (!field || text === '') continue
    const cell = parseInput(text, field, context.dictionaries, context.zone)
    const value = cell && ('searchText' in cell ? await context.find(field, line, cell.searchText) : cell.value)
    if (value === undefined)
      errors.push({
        row,
        column: context.translator.pick(field.title),
        text,
        message: context.translator.t('form.importUnread'),
      })
    else line[field.name] = value
  }
  return { row, line, errors }
}
