// Reads a page of an import's rows, with every filled cell of new ones.
// Only wrong cells are stored.
import { screenAt } from '../../../../manifest/access/screenByPath'
import { groupBy } from '../../../../manifest/expression/values/lists'
import { declared } from '../../../../manifest/expression/values/present'
import { entityOf, type App } from '../../../../manifest/model/app'
import { isSameTitle } from '../../../../manifest/model/text'
import {
  importLineOutcomes,
  type ImportLineOutcome,
  type ImportRow,
  type ImportRowsAnswer,
  type ImportRowsRequest,
  type ImportRowState,
} from '../../../../protocol/exchange/exchangeCalls'
import type { Context } from '../../../context/context'
import { cellOf, rowOf, rowsIn, type StoredCell, type StoredRow } from '../imports'

const rowsPerPage = 50

/** In the caller's language. */
export async function readImportRows(
  context: Pick<Context, 'query' | 'app' | 'caller'>,
  screen: string,
  { import: id, states, after, linesOf }: ImportRowsRequest,
): Promise<ImportRowsAnswer> {
  if (linesOf !== undefined) return readLines(context, id, { row: linesOf, after })
  const rows = await rowsIn(context, id, states, { after, limit: rowsPerPage + 1 })
  return {
    rows: rows
      .slice(0, rowsPerPage)
      .map((row) => rowWithLines(context, { ...row, cells: cellsToRead(context.app, screen, row) })),
    more: rows.length > rowsPerPage,
  }
}

/** A row with a page of the lines of its record; none where the import has no such row. */
async function readLines(
  context: Pick<Context, 'query' | 'app' | 'caller'>,
  id: number,
  { row: number, after = 0 }: { readonly row: number; readonly after: number | undefined },
): Promise<ImportRowsAnswer> {
  const [stored] = await rowsIn(context, id, undefined, { after: number - 1, limit: 1 })
  if (stored?.row !== number) return { rows: [], more: false }
  const { row, more } = rowWithLinesAfter(context, stored, { after, limit: rowsPerPage })
  return { rows: [row], more }
}

/** States in which all cells of a new row matter; a refused row is about its wrong cells. */
const addingStates: ReadonlySet<ImportRowState> = new Set([
  'create',
  'repeated',
  'created',
  'voided',
  'wentOn',
  'notTakenBack',
])

function cellsToRead(app: App, screen: string, { state, plan, given, cells }: StoredRow): readonly StoredCell[] {
  const entityName = screenAt(app, screen)?.entity
  if (!plan || plan.id !== undefined || !addingStates.has(state) || entityName === undefined) return cells
  const { transitions, fields } = entityOf(app, entityName)
  const transition = transitions[plan.transition]
  // The manifests may have changed since.
  if (!transition) return cells
  const filled = transition.form.flatMap(({ field, input }): StoredCell[] => {
    const file = given.texts[field] ?? ''
    return file === '' ? [] : [{ title: declared(input ? transition.inputs : fields, field).title, file }]
  })
  const storedAs = (cell: StoredCell) => cells.find(({ title }) => isSameTitle(title, cell.title))
  const further = cells.filter((cell) => !filled.some(({ title }) => isSameTitle(title, cell.title)))
  return [...filled.map((cell) => storedAs(cell) ?? cell), ...further]
}

/** Refused or contested lines that a row has in a page of rows: each of them is known from the others. */
const maxUrgent = 3

interface LineOfRow {
  readonly row: number
  readonly outcome: ImportLineOutcome
  readonly cells: readonly StoredCell[]
}

/** A row in the caller's language, with the most urgent of its lines. */
function rowWithLines(context: Pick<Context, 'app' | 'caller'>, row: StoredRow): ImportRow {
  const lines = linesIn(row)
  const urgent = lines.filter(({ outcome }) => outcome === 'refused' || outcome === 'contested')
  return withLines(context, row, { lines, listed: urgent.slice(0, maxUrgent) })
}

/** A row in the caller's language, with the first of its lines below a row of the file. */
function rowWithLinesAfter(
  context: Pick<Context, 'app' | 'caller'>,
  row: StoredRow,
  { after, limit }: { readonly after: number; readonly limit: number },
): { readonly row: ImportRow; readonly more: boolean } {
  const lines = linesIn(row)
  const following = lines.filter((line) => line.row > after)
  const listed = following.slice(0, limit)
  return { row: withLines(context, row, { lines, listed }), more: following.length > limit }
}

function withLines(
  context: Pick<Context, 'app' | 'caller'>,
  stored: StoredRow,
  { lines, listed }: Readonly<Record<'lines' | 'listed', readonly LineOfRow[]>>,
): ImportRow {
  const { cells, given } = stored
  const row = rowOf(context, { ...stored, cells: (cells ?? []).filter(({ line }) => line === undefined) })
  if (!given.lines) return row
  const counted = importLineOutcomes.map(
    (outcome) => [outcome, lines.filter((line) => line.outcome === outcome).length] as const,
  )
  return {
    ...row,
    lines: {
      counts: Object.fromEntries(counted.filter(([, count]) => count > 0)),
      listed: listed.map((line) => ({
        ...line,
        cells: line.cells.map((cell) => cellOf(context, { ...cell, title: cell.line?.title ?? cell.title })),
      })),
    },
  }
}

/** The lines that a row changes or that are refused, in the order of the file. */
function linesIn({ cells }: StoredRow): LineOfRow[] {
  const ofLines = (cells ?? []).flatMap((cell) => (cell.line ? [{ row: cell.line.row, cell }] : []))
  const byRow = [...groupBy(ofLines, ({ row }) => row)]
  return byRow
    .map(([row, group]) => {
      const lineCells = group.map(({ cell }) => cell)
      return { row, outcome: outcomeOf(lineCells), cells: lineCells }
    })
    .sort((one, other) => one.row - other.row)
}

function outcomeOf(cells: readonly StoredCell[]): ImportLineOutcome {
  if (cells.some(({ error }) => error)) return 'refused'
  if (cells.some(({ line }) => line?.contested)) return 'contested'
  return cells.some(({ now }) => now !== undefined) ? 'changed' : 'added'
}
