// Writes rows of an import, each under its own key: new ones together, others one after another.
import { firstItem } from '../../../../manifest/expression/values/present'
import { writtenStates, type ImportState } from '../../../../protocol/exchange/exchangeCalls'
import { isLastingRefusal, RequestError } from '../../../../protocol/requestError'
import { runTransition, type AlsoStored } from '../../../mutation/runTransition'
import { canBatchCreate, runCreations, type CreationDependencies } from '../../../mutation/creations'
import { runDependencies } from '../../../mutation/runDependencies'
import type { RequestContext } from '../../contract/operation'
import { storeCheckedRowsSql, type CheckedRow, type StoredRow } from '../imports'
import { rowDependencies, saveGatheredSql } from '../importSummaries'
import type { ExchangeScreen } from '../sheetColumns'
import { readCompared } from './compared'
import { withChanges } from './judgeRow'
import { withError } from './rowErrors'
import { dryRunOf } from './tryRows'

/**
 * The work of the phase `writing`. A lasting refusal is stored with its row and stops no other; a momentary one, as of
 * a busy server, ends the step. Rows that are left wait for the next one.
 */
export function writing(context: RequestContext, exchange: ExchangeScreen, { id }: ImportState) {
  return async (rows: readonly StoredRow[], isOver: () => boolean): Promise<void> => {
    if (await createTogether(context, exchange, id, rows)) return
    for (const row of rows) if (!isOver()) await writeRow(context, exchange, id, row)
  }
}

const requestOf = ({ entity }: ExchangeScreen, id: number, { plan, row }: StoredRow) => ({
  entity: entity.name,
  ...plan!,
  key: `import-${id}-${row}`,
})

interface WrittenRow {
  readonly row: StoredRow
  readonly written: CheckedRow
}

/**
 * With the records, in their transaction.
 * @throws RequestError import_at_another_step, where another step has written a row, or its import was ended
 */
async function storeWritten(query: RequestContext['query'], id: number, rows: readonly WrittenRow[]): Promise<void> {
  const stored = await query(storeSql(id, rows))
  if (stored.length < rows.length) throw new RequestError('import_at_another_step')
}

/** Stores what became of rows beside what they were to write. */
const storeSql = (id: number, rows: readonly WrittenRow[]) =>
  storeCheckedRowsSql(
    id,
    rows.map(({ row: { row, plan, before }, written }) => ({ ...written, row, plan, before: before ?? undefined })),
    writtenStates,
  )

/** false, and nothing is written, where not all of them are new, or one of them is refused. */
async function createTogether(
  context: RequestContext,
  exchange: ExchangeScreen,
  id: number,
  rows: readonly StoredRow[],
): Promise<boolean> {
  const isNew = rows.every(({ state }) => state === 'create')
  if (rows.length < 2 || !isNew || !canBatchCreate(context.app, exchange.entity)) return false
  const { messages, webhooks } = exchange.screen.exchange!
  const dependencies: CreationDependencies = {
    ...runDependencies(context),
    gathers: messages === 'summary',
    gathersEvents: webhooks === 'summary',
    // With the change: keys are forgotten after some days, and the rows would be written again.
    async storeCreated(query, created, events) {
      const stored = rows.map((row, index) => {
        const { id: record, version, label } = created[index]!.answer
        return { row, written: { state: 'created' as const, record, version, label, cells: row.cells } }
      })
      await storeWritten(query, id, stored)
      const gatheredRows = rows.flatMap(({ row }, index) => {
        const { messages: gathered } = created[index]!
        return gathered.length > 0 ? [{ row, gathered }] : []
      })
      if (gatheredRows.length > 0) await query(saveGatheredSql(id, 'messages', gatheredRows))
      // Events are sent together, whichever row has kept them.
      if (events.length > 0)
        await query(saveGatheredSql(id, 'events', [{ row: firstItem(rows).row, gathered: events }]))
    },
  }
  const requests = rows.map((row) => requestOf(exchange, id, row))
  return runCreations(dependencies, context.caller, requests, context.now).catch((error: unknown) => {
    if (isLastingRefusal(error)) return false
    throw error
  })
}

async function writeRow(context: RequestContext, exchange: ExchangeScreen, id: number, row: StoredRow): Promise<void> {
  const { given, cells } = row
  const state = row.state === 'create' ? 'created' : 'updated'
  const forRow = rowDependencies(context, exchange, { id, row: row.row })
  const answer: AlsoStored['answer'] = (query, { id: record, version, label }) =>
    storeWritten(query, id, [{ row, written: { state, record, version, label, cells } }])
  const dependencies = { ...forRow, alsoStore: { ...forRow.alsoStore, answer } }
  const saveFailed = async (refused: Pick<CheckedRow, 'message' | 'cells'>) => {
    const failed = { state: 'failed' as const, label: row.label ?? undefined, record: row.record ?? undefined }
    await context.server.database.query(storeSql(id, [{ row, written: { ...refused, ...failed } }]))
  }
  const lost = await lostCells(context, exchange, row)
  if (lost) return saveFailed(lost)
  const request = requestOf(exchange, id, row)
  await runTransition(dependencies, context.caller, request, context.now).catch(async (error: unknown) => {
    // A moment's refusal, as of a server with too much to do, ends the step: the row is taken by the next one.
    if (!isLastingRefusal(error)) throw error
    await saveFailed(withError(exchange, row, error, given))
  })
}

/** The row with the cells that would be lost or cleared without the contested ones that its user left as they are. */
async function lostCells(
  context: RequestContext,
  exchange: ExchangeScreen,
  row: StoredRow,
): Promise<CheckedRow | undefined> {
  if (!row.cells.some((cell) => cell.kept)) return undefined
  const { record: _record, before: _before, version: _version, ...checked } = row
  const dryRun = await dryRunOf(context, exchange, checked, [])
  if (dryRun instanceof RequestError) return undefined
  const compared = await readCompared(context, exchange, [row])
  const judged = withChanges(context, compared, checked, { given: row.given, dryRun })
  return judged.state === 'refused' ? judged : undefined
}
