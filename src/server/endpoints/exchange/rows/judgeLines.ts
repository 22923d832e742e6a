// Judges a record by a dry run of its transition with all of the lines that a file gives it.
import { textOf } from '../../../../manifest/expression/message'
import { RequestError } from '../../../../protocol/requestError'
import { phrase } from '../../../context/phrases'
import type { DryRun } from '../../../mutation/dryRuns'
import type { RequestContext } from '../../contract/operation'
import type { CheckedRow, GivenRow } from '../imports'
import type { ExchangeScreen } from '../sheetColumns'
import type { Compared } from './compared'
import { linesOfRecord, writtenValues } from './lineRecords'
import { lineCellErrors, mergeCells, withError } from './rowErrors'
import { dryRunOf } from './tryRows'

/** What becomes of a record by a dry run of its transition with all of its lines; the refused cells come first. */
export async function judgeLines(
  context: RequestContext,
  compared: Compared,
  checked: CheckedRow,
  given: GivenRow,
): Promise<CheckedRow> {
  const judged = await tryLines(context, compared, checked, given)
  const { cells } = judged
  return { ...judged, cells: [...cells.filter(({ error }) => error), ...cells.filter(({ error }) => !error)] }
}

async function tryLines(
  context: RequestContext,
  { exchange, byId }: Compared,
  checked: CheckedRow,
  given: GivenRow,
): Promise<CheckedRow> {
  const record = byId.get(checked.plan?.id ?? 0)
  if (!record || !exchange.lines) return checked
  const { field } = exchange.lines
  const { name, title } = field
  const isWrong = checked.cells.some(({ error }) => error)
  const dryRun = await dryRunOf(context, exchange, checked, [])
  if (isWrong) return withOtherRows(exchange, checked, dryRun, given)
  if (!(dryRun instanceof RequestError)) {
    const before = linesOfRecord(record, name).map((line) => writtenValues(field, line))
    if (!dryRun.hidden.has(name)) return { ...checked, before: { [name]: before } }
    const error = textOf(phrase('import_cell_hidden'), exchange.spoken)
    return { ...checked, state: 'refused', cells: [...checked.cells, { title, file: '', error }] }
  }
  if (dryRun.key === 'too_many_lookups')
    return { ...checked, state: 'refused', message: textOf(phrase('import_row_unchecked'), exchange.spoken) }
  return { ...checked, ...withError(exchange, checked, dryRun, given), state: 'refused' }
}

/** Adds the refused cells of rows that could be read: those of the others may come from what is missing. */
function withOtherRows(
  exchange: ExchangeScreen,
  checked: CheckedRow,
  dryRun: DryRun | RequestError,
  given: GivenRow,
): CheckedRow {
  if (!(dryRun instanceof RequestError)) return checked
  const unread = new Set(checked.cells.flatMap(({ error, line }) => (error && line ? [line.row] : [])))
  const refused = lineCellErrors(exchange, checked.plan, dryRun, given.lines).filter(({ row }) => !unread.has(row))
  return {
    ...checked,
    cells: mergeCells(
      checked.cells,
      refused.map(({ cell }) => cell),
    ),
  }
}
