// Advances an import in short steps: compare rows, then write each under its own key.
// A repeated or interrupted step writes nothing twice.
import sql from 'sql-template-tag'
import type {
  ConfirmImportRequest,
  ImportRequest,
  ImportRowsAnswer,
  ImportRowsRequest,
  ImportState,
  LatestImportRequest,
} from '../../../protocol/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import { noteAudit } from '../../mutation/audit'
import { runTransition } from '../../mutation/commit'
import { runDependencies } from '../../mutation/runDependencies'
import type { RequestContext } from '../contract/operation'
import { refuseTwice } from './begin'
import { judgeRow, knowledgeOf, withFault } from './judge'
import { importOf, keepJudged, readImportRows, rowsIn, setPhase, unfinishedImport, type KeptRow } from './imports'
import { openExchange, type ExchangeScreen } from './sheetColumns'

/** Milliseconds after which a step ends with what it has done. */
const stepTime = 1_500
const rowsPerStep = 100

export const latestImport = (context: RequestContext, { screen }: LatestImportRequest): Promise<ImportState | null> =>
  unfinishedImport(context, screen)

export async function importRows(context: RequestContext, request: ImportRowsRequest): Promise<ImportRowsAnswer> {
  await importOf(context, request.import)
  return readImportRows(context, request.import, request.states, request.after)
}

export async function stepImport(context: RequestContext, request: ImportRequest): Promise<ImportState> {
  const { id, phase, screen } = await importOf(context, request.import)
  if (phase !== 'checking' && phase !== 'writing') return importOf(context, id)
  const exchange = openExchange(context, screen)
  const states = phase === 'checking' ? (['waiting'] as const) : (['create', 'update'] as const)
  const rows = await rowsIn(context, id, states, { limit: rowsPerStep })
  if (rows.length === 0) {
    await context.server.database.read(setPhase(id, phase === 'checking' ? 'checked' : 'done'))
    return importOf(context, id)
  }
  const end = Date.now() + stepTime
  const work = phase === 'checking' ? await checking(context, exchange, id, rows) : writing(context, exchange, id)
  for (const row of rows) {
    if (Date.now() > end || context.call.signal?.aborted) break
    await work(row)
  }
  return importOf(context, id)
}

async function checking(context: RequestContext, exchange: ExchangeScreen, id: number, rows: readonly KeptRow[]) {
  const knowledge = await knowledgeOf(context, exchange, rows)
  return async (row: KeptRow) => {
    const judged = await judgeRow(context, exchange, knowledge, row)
    await context.server.database.read(keepJudged(id, row.row, judged))
  }
}

function writing(context: RequestContext, exchange: ExchangeScreen, id: number) {
  const dependencies = runDependencies(context)
  return async (row: KeptRow) => {
    const { plan, given, cells } = row
    const request = { entity: exchange.entity.name, ...plan!, key: `import-${id}-${row.row}` }
    const done = await runTransition(dependencies, context.caller, request, context.now).catch((error: unknown) => {
      if (error instanceof RequestError) return error
      throw error
    })
    const judged =
      done instanceof RequestError
        ? { ...withFault(exchange, { cells }, done, given), state: 'failed' as const, label: row.label ?? undefined }
        : { state: row.state === 'create' ? ('created' as const) : ('updated' as const), label: done.label, cells }
    const record = done instanceof RequestError ? (row.record ?? undefined) : done.id
    await context.server.database.read(keepJudged(id, row.row, { ...judged, plan, record }))
  }
}

/** @throws RequestError 2001 for one that is not compared yet, or whose file is being written already */
export async function confirmImport(
  context: RequestContext,
  { overwrite, ...request }: ConfirmImportRequest,
): Promise<ImportState> {
  const { id, screen, file, counts } = await importOf(context, request.import, ['checked'])
  openExchange(context, screen)
  await context.server.database.transaction(async ({ query }) => {
    const [file] = await query<{ digest: string }>(sql`SELECT "digest" FROM "_import" WHERE "id" = ${id}`)
    await query(sql`SELECT pg_advisory_xact_lock(hashtext(${file!.digest}))`)
    await refuseTwice({ caller: context.caller, query }, screen, file!.digest)
    const taken = overwrite === true ? sql`TRUE` : sql`"row" = ANY(${overwrite ? [...overwrite] : []}::int[])`
    await query(
      sql`UPDATE "_importRow"
        SET "state" = CASE WHEN ${taken} THEN 'update' ELSE 'kept' END
        WHERE "import" = ${id} AND "state" = 'conflict'`,
    )
    await query(setPhase(id, 'writing'))
  })
  await noteAudit(context, {
    action: 'import',
    screen,
    detail: file,
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
  })
  return importOf(context, id)
}

/** Forgets an import of which nothing was written. */
export async function discardImport(context: RequestContext, request: ImportRequest): Promise<null> {
  const { id } = await importOf(context, request.import, ['checking', 'checked'])
  await context.server.database.read(sql`DELETE FROM "_import" WHERE "id" = ${id}`)
  return null
}
