// POST /api/exchange/takeBack: the steps then take back what an import wrote.
// Each row goes through a transition.
// Only the import's account reaches it, and each row runs with that account's present rights.
import sql from 'sql-template-tag'
import { callerText, phrase } from '../../context/phrases'
import { valueOfRule } from '../../context/callerRules'
import type { RunRequest } from '../../../protocol/calls'
import type { ImportRequest, ImportRowState, ImportState } from '../../../protocol/exchange/exchangeCalls'
import { isLastingRefusal, RequestError } from '../../../protocol/requestError'
import { recordAuditWithin } from '../../mutation/audit'
import { runTransition, type AlsoStored } from '../../mutation/runTransition'
import type { RequestContext } from '../contract/operation'
import { changePhaseSql, importOf, saveTakenBackSql, type StoredRow } from './imports'
import { withError } from './rows/rowErrors'
import { rowDependencies } from './importSummaries'
import { openExchange, type ExchangeScreen } from './sheetColumns'
import { lateError, takeBackError } from './takeBackStatus'

/**
 * Begins to take an import back.
 * @throws RequestError import_taken_back, import_take_back_late, and others for one that cannot be taken back
 */
export async function takeImportBack(context: RequestContext, request: ImportRequest): Promise<ImportState> {
  const state = await importOf(context, request.import)
  const { id, screen, file, counts } = state
  openExchange(context, screen)
  const error = takeBackError(context, state, await doneAtOf(context, id))
  if (error) throw error
  const rows = (counts.created ?? 0) + (counts.updated ?? 0)
  await context.server.database.transaction(async ({ query }) => {
    const begun = await query(changePhaseSql(id, 'done', 'takingBack', context.now))
    if (begun.length === 0) throw new RequestError('import_take_back_running')
    await recordAuditWithin(query, context, { action: 'takeImportBack', screen, detail: file, rows })
  })
  return importOf(context, id)
}

async function doneAtOf({ query }: Pick<RequestContext, 'query'>, id: number): Promise<string | null> {
  const [stored] = await query<{ doneAt: string | null }>(sql`SELECT "doneAt" FROM "_import" WHERE "id" = ${id}`)
  return stored?.doneAt ?? null
}

/** How a written row is taken back, or why it is left. */
export async function takingBack(
  context: RequestContext,
  exchange: ExchangeScreen,
  { id, file }: ImportState,
): Promise<(row: StoredRow) => Promise<void>> {
  const doneAt = await doneAtOf(context, id)
  const late = doneAt === null ? new RequestError('import_take_back_unkept') : lateError(doneAt, context.now)
  const saveOutcome = (row: StoredRow, state: ImportRowState, error?: RequestError) => {
    const reason = error && withError(exchange, { cells: row.cells }, error, row.given)
    return context.server.database.query(saveTakenBackSql(id, row.row, { state, ...reason }))
  }
  return async (row) => {
    const request = late ?? requestBack(context, exchange, row, { id, file })
    if (request instanceof RequestError) return void (await saveOutcome(row, 'notTakenBack', request))
    const done = isAdded(row) ? 'voided' : 'restored'
    const forRow = rowDependencies(context, exchange, { id, row: row.row })
    const answer: AlsoStored['answer'] = (query) => query(saveTakenBackSql(id, row.row, { state: done }))
    const dependencies = { ...forRow, alsoStore: { ...forRow.alsoStore, answer } }
    const refusal = await runTransition(dependencies, context.caller, request, context.now).then(
      () => undefined,
      (error: unknown) => {
        if (isLastingRefusal(error)) return error
        throw error
      },
    )
    if (!refusal) return
    // Another step takes the same row back at once, with other values where a rule reads the time.
    if (refusal.key === 'idempotency_key_reused') await saveOutcome(row, done)
    else if (refusal.key === 'stale_version') await saveOutcome(row, 'wentOn')
    else await saveOutcome(row, 'notTakenBack', refusal)
  }
}

const isAdded = ({ plan }: StoredRow) => plan?.id === undefined

function requestBack(
  context: RequestContext,
  { entity, screen }: ExchangeScreen,
  row: StoredRow,
  { id, file }: Pick<ImportState, 'id' | 'file'>,
): RunRequest | RequestError {
  const { plan, record, version, before } = row
  if (!plan || record === null || version === null || (!isAdded(row) && !before))
    return new RequestError('import_take_back_unkept')
  const voiding = screen.exchange?.void
  if (isAdded(row) && !voiding) return new RequestError('import_take_back_empty')
  const transition = isAdded(row) ? voiding!.transition : plan.transition
  const values = isAdded(row)
    ? Object.fromEntries(Object.entries(voiding!.values).map(([name, rule]) => [name, valueOfRule(context, rule)]))
    : before!
  const note = entity.transitions[transition]?.note && callerText(context, phrase('import_taken_back_note', { file }))
  return {
    entity: entity.name,
    transition,
    id: Number(record),
    version: Number(version),
    values,
    ...(note && { note }),
    key: `import-${id}-${row.row}-back`,
  }
}
