// Assigns the refusals of a row to its cells, one sentence for each wrong cell.
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import { fieldErrors } from '../../../../manifest/fieldTypes/fieldErrors'
import { groupBy } from '../../../../manifest/expression/values/lists'
import type { Field } from '../../../../manifest/model/field'
import { isSameTitle, type Text } from '../../../../manifest/model/text'
import { RequestError } from '../../../../protocol/requestError'
import { joined, phrase } from '../../../context/phrases'
import type { DryRun } from '../../../mutation/dryRuns'
import { takenText } from '../exchangeCells'
import type { CheckedRow, GivenRow, StoredCell } from '../imports'
import type { ExchangeScreen } from '../sheetColumns'

const errorsOfValues: readonly RequestError['key'][] = ['input_invalid', 'check_failed', 'invariant_failed']

/** The cells of a row, and some names for references that it leaves empty. */
interface EmptyCells extends Pick<GivenRow, 'texts' | 'lines'> {
  readonly taken?: ReadonlyMap<string, LocalizableText>
}

/** With unreadable cells, only refusals of the other values are certain; the rest may come from what is missing. */
export function isCertain(dryRun: DryRun | RequestError, unread: readonly string[]): boolean {
  return !(dryRun instanceof RequestError) || unread.length === 0 || errorsOfValues.includes(dryRun.key)
}

/** Adds to a row with unreadable cells the refusals of its other cells. */
export function withFurtherErrors(
  exchange: ExchangeScreen,
  checked: CheckedRow,
  dryRun: DryRun | RequestError,
  given: EmptyCells,
): CheckedRow {
  if (!(dryRun instanceof RequestError) || dryRun.key === 'too_many_lookups') return checked
  if (dryRun.key === 'input_invalid' && Object.keys(dryRun.fields ?? {}).length === 0) return checked
  return { ...checked, ...withError(exchange, checked, dryRun, given) }
}

/** Refuses cells of fields that the form does not show with the row's other values: they would be lost. */
export function refuseHiddenCells(
  exchange: ExchangeScreen,
  checked: CheckedRow,
  dryRun: DryRun,
  { texts }: GivenRow,
): CheckedRow {
  const { values = {} } = checked.plan ?? {}
  const { changes, hidden } = dryRun
  // An empty cell loses nothing if the transition empties its field.
  const isEmptied = (name: string) =>
    values[name] === null && Object.hasOwn(changes, name) && changes[name]!.after === null
  const isLost = (name: string) => hidden.has(name) && Object.hasOwn(values, name) && !isEmptied(name)
  const cells = exchange.columns.flatMap(({ field }): StoredCell[] => {
    const file = texts[field.name]
    return file !== undefined && isLost(field.name)
      ? [{ title: field.title, file, error: textOf(phrase('import_cell_hidden'), exchange.spoken) }]
      : []
  })
  if (cells.length === 0) return checked
  return { ...checked, state: 'refused', cells: mergeCells(checked.cells, cells) }
}

/** The cells of a row with what others add to them, and those of further columns. */
export function mergeCells(cells: readonly StoredCell[], others: readonly StoredCell[]): StoredCell[] {
  // A record may have thousands of lines.
  const [present, further] = [byLine(cells), byLine(others)]
  const merged = cells.map((cell) => ({ ...cell, ...sameCell(further, cell) }))
  return [...merged, ...others.filter((cell) => !sameCell(present, cell))]
}

const byLine = (cells: readonly StoredCell[]) => groupBy(cells, ({ line }) => line?.row)

const sameCell = (cells: ReturnType<typeof byLine>, { title, line }: StoredCell) =>
  cells.get(line?.row)?.find((cell) => isSameTitle(cell.title, title))

/** The refusal of a row: the sentences of its fields at their cells. */
export function withError(
  exchange: ExchangeScreen,
  { cells, plan }: Pick<CheckedRow, 'cells' | 'plan'>,
  refusal: RequestError,
  { texts, taken, lines }: EmptyCells,
): { readonly message: Text; readonly cells: readonly StoredCell[] } {
  if (exchange.lines) return withLineErrors(exchange, { cells, plan }, refusal, lines)
  const { entity, columns, spoken, dictionaries } = exchange
  const errors = Object.entries(refusal.fields ?? {}).map(([name, error]) => [name, error] as const)
  const checkedCells = cells.map((cell) => {
    const error = errors.find(([name]) => columns.some(({ field }) => field.name === name && sameTitle(field, cell)))
    return error ? { ...cell, error: textOf(error[1], spoken) } : cell
  })
  const added = errors.flatMap(([name, error]) => {
    const column = columns.find(({ field }) => field.name === name)
    if (!column || cells.some((cell) => sameTitle(column.field, cell))) return []
    const file = texts[name] ?? ''
    const isEmpty = file === '' && isMissing(error)
    const example = isEmpty ? (taken?.get(name) ?? takenText({ dictionaries }, column.field)) : undefined
    const sentence = example ? phrase('import_cell_missing', { problem: error, example }) : error
    return [{ title: column.field.title, file, error: textOf(sentence, spoken) }]
  })
  const others = errors.flatMap(([name, problem]) => {
    if (columns.some(({ field }) => field.name === name)) return []
    // Name a field without a column, since no cell shows which one is meant.
    const field = entity.fields[name]?.title
    return [field ? phrase('import_field_refused', { field, problem }) : problem]
  })
  const message = textOf(joined('sequence', [refusal.sentence, ...others]), spoken)
  const columnOf = (cell: StoredCell) => columns.findIndex(({ field }) => sameTitle(field, cell))
  return { message, cells: [...checkedCells, ...added].sort((a, b) => columnOf(a) - columnOf(b)) }
}

/** A cell of the line in a row of the file, by which it is named. */
export const lineCell = ({ spoken }: Pick<ExchangeScreen, 'spoken'>, row: number, cell: StoredCell): StoredCell => ({
  ...cell,
  title: textOf(phrase('import_line_cell', { row, field: cell.title }), spoken),
  line: { row, title: cell.title },
})

/** The refused cells of the rows that have changed their lines. */
export function lineCellErrors(
  { lines, columns, spoken }: ExchangeScreen,
  plan: CheckedRow['plan'],
  { fields = {} }: RequestError,
  given: GivenRow['lines'] = [],
): { readonly row: number; readonly refused: string; readonly cell: StoredCell }[] {
  return Object.entries(fields).flatMap(([refused, problem]) => {
    const [name, index, path] = refused.split('.')
    const row = name === lines?.field.name ? plan?.rows?.[Number(index)] : undefined
    const column = columns.find(({ line }) => line !== undefined && line === path)
    if (row === undefined || row === null || !column) return []
    const { name: columnName, title } = column.field
    const file = given.find((line) => line.row === row)?.texts[columnName] ?? ''
    return [{ row, refused, cell: lineCell({ spoken }, row, { title, file, error: textOf(problem, spoken) }) }]
  })
}

/** The refusal of the lines of a record; what no row of the file shows is in the message. */
function withLineErrors(
  exchange: ExchangeScreen,
  { cells, plan }: Pick<CheckedRow, 'cells' | 'plan'>,
  refusal: RequestError,
  given: GivenRow['lines'],
): { readonly message: Text; readonly cells: readonly StoredCell[] } {
  const { lines, entity, spoken } = exchange
  const refused = lineCellErrors(exchange, plan, refusal, given)
  const others = Object.entries(refusal.fields ?? {}).flatMap(([path, problem]): LocalizableText[] => {
    if (refused.some((one) => one.refused === path)) return []
    const [name = '', line, cell = ''] = path.split('.')
    const isOfLine = line !== undefined && name === lines?.field.name
    const field = isOfLine ? lines?.field.fields?.[cell]?.title : entity.fields[name]?.title
    if (field && line) return [phrase('import_line_refused', { line: Number(line) + 1, field, problem })]
    return [field ? phrase('import_field_refused', { field, problem }) : problem]
  })
  return {
    message: textOf(joined('sequence', [refusal.sentence, ...others]), spoken),
    cells: mergeCells(
      cells,
      refused.map(({ cell }) => cell),
    ),
  }
}

/** The references that a refusal demands and a row leaves empty. */
export const missingReferences = (
  { columns }: ExchangeScreen,
  { fields = {} }: RequestError,
  { texts }: GivenRow,
): readonly Field[] =>
  columns.flatMap(({ field }) => {
    const error = field.type === 'ref' && !texts[field.name] ? fields[field.name] : undefined
    return error && isMissing(error) ? [field] : []
  })

const isMissing = (error: LocalizableText) => 'texts' in error && error.texts === fieldErrors.required

export const sameTitle = ({ title }: Field, cell: StoredCell) => isSameTitle(title, cell.title)
