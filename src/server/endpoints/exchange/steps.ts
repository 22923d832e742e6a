// Advances an import in short steps.
// Rows are compared, then each is written under its own key, or taken back.
// A repeated or interrupted step writes nothing twice.
import { chunk } from '../../../manifest/expression/values/lists'
import sql from 'sql-template-tag'
import { endPhases, importPhases, writtenPhases, writtenStates } from '../../../protocol/exchange/exchangeCalls'
import type {
  ConfirmImportRequest,
  ImportRequest,
  ImportRowState,
  ImportRowsAnswer,
  ImportRowsRequest,
  ImportState,
} from '../../../protocol/exchange/exchangeCalls'
import { textOf } from '../../../manifest/expression/message'
import { phrase } from '../../context/phrases'
import { RequestError } from '../../../protocol/requestError'
import { lockNamed } from '../../database/sql/lockNamed'
import { recordAuditWithin } from '../../mutation/audit'
import type { RequestContext } from '../contract/operation'
import { checkRows } from './rows/checkRow'
import { readCompared } from './rows/compared'
import { decideContestedSql } from './rows/contested'
import { readImportRows } from './rows/readRows'
import { writing } from './rows/writeRows'
import { changePhaseSql, importOf, storeCheckedRowsSql, recordStepSql, rowsIn, type StoredRow } from './imports'
import { sendImportEvents, sendImportMessages } from './importSummaries'
import { addedRows, endLeft, leaveOutAdded, refuseRunning } from './earlierImports'
import { takingBack } from './takeBack'
import { openExchange, type ExchangeScreen } from './sheetColumns'

/** Milliseconds after which a step ends with what it has done so far. */
const maxStepMs = 1_500
const rowsPerStep = 100
/** Rows that are tried or written in one transaction: few, because others wait for what it locks. */
const rowsPerTransaction = 10

/** A page of rows with cells and results. @throws RequestError import_not_found also for another account's */
export async function importRows(context: RequestContext, request: ImportRowsRequest): Promise<ImportRowsAnswer> {
  const { screen } = await importOf(context, request.import)
  return readImportRows(context, screen, request)
}

/** `isOver`: the step has taken its time, or its caller has left; what is not done yet is done by the next one. */
type RowsStep = (rows: readonly StoredRow[], isOver: () => boolean) => Promise<void>

/** What a step does with a phase's rows, and the phase that follows. */
interface StepPhase {
  readonly states: readonly ImportRowState[]
  readonly next: ImportState['phase']
  /** Works from the last row to the first. */
  readonly fromEnd?: boolean
  readonly work: (
    context: RequestContext,
    exchange: ExchangeScreen,
    state: ImportState,
    rows: readonly StoredRow[],
  ) => RowsStep | Promise<RowsStep>
}

const stepPhases: Partial<Record<ImportState['phase'], StepPhase>> = {
  checking: { states: ['waiting'], next: 'checked', work: checking },
  writing: { states: writtenStates, next: 'done', work: writing },
  takingBack: {
    states: ['created', 'updated'],
    next: 'takenBack',
    fromEnd: true,
    async work(context, exchange, state) {
      const takeBack = await takingBack(context, exchange, state)
      return async (rows, isOver) => {
        for (const row of rows) if (!isOver()) await takeBack(row)
      }
    },
  },
}

/**
 * Works for at most `maxStepMs` or until the call is aborted, and returns the state; call it until the phase needs a
 * person. Messages and events of the import are sent when its phase ends.
 */
export async function stepImport(context: RequestContext, request: ImportRequest): Promise<ImportState> {
  const state = await importOf(context, request.import)
  const { id, phase, screen } = state
  const step = stepPhases[phase]
  if (!step) return state
  const exchange = openExchange(context, screen)
  const moved = await context.server.database.query(recordStepSql(id, phase, context.now))
  if (moved.length === 0) return importOf(context, id)
  const rows = await rowsIn(context, id, step.states, { limit: rowsPerStep, fromEnd: step.fromEnd })
  if (rows.length === 0) {
    if (phase !== 'checking') await sendImportMessages(context, state)
    await sendImportEvents(context, state)
    await context.server.database.query(changePhaseSql(id, phase, step.next, context.now))
    return importOf(context, id)
  }
  const end = Date.now() + maxStepMs
  const isOver = () => Date.now() > end || context.call.signal?.aborted === true
  const work = await step.work(context, exchange, state, rows)
  for (const group of chunk(rows, rowsPerTransaction)) {
    if (isOver()) break
    await work(group, isOver)
  }
  return importOf(context, id)
}

async function checking(
  context: RequestContext,
  exchange: ExchangeScreen,
  { id }: ImportState,
  rows: readonly StoredRow[],
): Promise<RowsStep> {
  const [compared, added] = await Promise.all([
    readCompared(context, exchange, rows),
    addedRows(
      context.server.database,
      id,
      rows.map(({ row }) => row),
    ),
  ])
  return async (group) => {
    const checked = await checkRows(context, compared, group)
    const stored = checked.map((row) => {
      const earlier = row.state === 'create' ? added.get(row.row) : undefined
      const message = earlier && textOf(phrase('import_row_repeated', { ...earlier }), exchange.spoken)
      return { ...row, ...(message && { state: 'repeated' as const, message }) }
    })
    await context.server.database.query(storeCheckedRowsSql(id, stored, ['waiting']))
  }
}

/** @throws RequestError import_not_found, import_at_another_step, import_running, and others as `openExchange` */
export async function confirmImport(
  context: RequestContext,
  { overwrite, again = false, ...request }: ConfirmImportRequest,
): Promise<ImportState> {
  const { id, screen, file } = await importOf(context, request.import, ['checked'])
  const { spoken } = openExchange(context, screen)
  await context.server.database.transaction(async ({ query }) => {
    const [started] = await query<{ digest: string }>(sql`SELECT "digest" FROM "_import" WHERE "id" = ${id}`)
    if (!started) throw new RequestError('import_not_found')
    await lockNamed(query, started.digest)
    const within = { ...context, query }
    const imported = { screen, digest: started.digest }
    await endLeft(within, spoken, imported)
    await refuseRunning(within, imported)
    const moved = await query(changePhaseSql(id, 'checked', 'writing', context.now))
    if (moved.length === 0) throw new RequestError('import_at_another_step')
    await query(decideContestedSql(id, overwrite))
    for (const statement of leaveOutAdded(id, again)) await query(statement)
    // The rows that it writes: of the file's rows some are unchanged, refused or left as they are.
    const [written] = await query<{ rows: number }>(
      sql`SELECT count(*)::int AS "rows" FROM "_importRow"
        WHERE "import" = ${id} AND "state" = ANY(${[...writtenStates]}::text[])`,
    )
    await recordAuditWithin(query, context, { action: 'import', screen, detail: file, rows: written!.rows })
  })
  return importOf(context, id)
}

const unwrittenPhases = importPhases.filter((phase) => !writtenPhases.includes(phase) && !endPhases.includes(phase))

/** Deletes an import that has written nothing. @throws RequestError import_at_another_step */
export async function discardImport(context: RequestContext, request: ImportRequest): Promise<null> {
  const { id } = await importOf(context, request.import, unwrittenPhases)
  const gone = await context.server.database.query(
    sql`DELETE FROM "_import" WHERE "id" = ${id} AND "phase" = ANY(${[...unwrittenPhases]}::text[]) RETURNING "id"`,
  )
  if (gone.length === 0) throw new RequestError('import_at_another_step')
  return null
}
