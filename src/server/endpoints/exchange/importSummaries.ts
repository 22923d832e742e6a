// Sends messages and events of an import as summaries: one for each account and kind, or webhook.
// Each row stores its own in its transaction, until writing or taking back ends.
import { firstItem } from '../../../manifest/expression/values/present'
import sql, { type Sql } from 'sql-template-tag'
import { screenAt } from '../../../manifest/access/screenByPath'
import { messageText } from '../../../manifest/expression/message'
import { untranslated } from '../../../manifest/model/text'
import type { ImportState } from '../../../protocol/exchange/exchangeCalls'
import { isLastingRefusal, RequestError } from '../../../protocol/requestError'
import { withoutRecord } from '../../../protocol/records/recordAddress'
import { localeOf, phrase } from '../../context/phrases'
import {
  inTransaction,
  runAtomically,
  runTransition,
  type RunDependencies,
  type AlsoStored,
} from '../../mutation/runTransition'
import { identifier } from '../../database/sql/identifier'
import { summaryBatches } from '../../mutation/webhooks/summaries'
import { messageBatch } from '../../mutation/effects/messages'
import { runDependencies } from '../../mutation/runDependencies'
import {
  unattendedCaller,
  type GatheredEvent,
  type GatheredMessage,
  type MessageContent,
} from '../../mutation/state/writeContext'
import type { Dependencies } from '../contract/dependencies'
import type { RequestContext } from '../contract/operation'
import type { ExchangeScreen } from './sheetColumns'

/** The dependencies of a row's transition, which store its messages and events unless the screen sends each. */
export function rowDependencies(
  context: RequestContext,
  { screen }: ExchangeScreen,
  { id, row }: { readonly id: number; readonly row: number },
): RunDependencies & { readonly alsoStore: AlsoStored } {
  const { messages, webhooks } = screen.exchange!
  const saveGathered =
    (column: 'messages' | 'events') =>
    (query: RequestContext['query'], gathered: readonly (GatheredMessage | GatheredEvent)[]) =>
      query(saveGatheredSql(id, column, [{ row, gathered }]))
  return {
    ...runDependencies(context),
    alsoStore: {
      ...(messages === 'summary' && { messages: saveGathered('messages') }),
      ...(webhooks === 'summary' && { events: saveGathered('events') }),
    },
  }
}

/** Keeps what rows have gathered with them. */
export function saveGatheredSql(
  id: number,
  column: 'messages' | 'events',
  rows: readonly { readonly row: number; readonly gathered: readonly (GatheredMessage | GatheredEvent)[] }[],
): Sql {
  return sql`UPDATE "_importRow" AS r SET ${identifier(column)} = g."gathered"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g("row" int, "gathered" jsonb)
    WHERE r."import" = ${id} AND r."row" = g."row"`
}

/** The messages of one kind to one account. */
interface Summary {
  readonly to: number
  readonly kind: string
  readonly contents: MessageContent[]
  readonly rows: Set<number>
}

type Sending = Pick<RequestContext, 'app' | 'caller' | 'now' | 'server'> &
  Partial<Pick<RequestContext, 'call' | 'queryOwner'>>
type ImportSent = Pick<ImportState, 'id' | 'phase' | 'screen'>

/** Sends what the rows have stored. A step interrupted here is repeated and sends nothing twice. */
export async function sendImportMessages(context: Sending, { id, phase, screen }: ImportSent): Promise<void> {
  const { app, caller, now, server } = context
  const rows = await server.database.query<{ row: number; messages: readonly GatheredMessage[] }>(
    sql`SELECT "row", "messages" FROM "_importRow" WHERE "import" = ${id} AND "messages" IS NOT NULL ORDER BY "row"`,
  )
  // A summary may be for an account of another tenant than the one whose share of the server it uses.
  const queryOwner = context.queryOwner && ({ ...context.queryOwner, reach: 'all' } as const)
  const dependencies = runDependencies({ ...context, queryOwner })
  for (const summary of summariesOf(rows)) {
    const content = contentOf(context, summary, { phase, screen })
    const { entity, transition, requests, ...batch } = messageBatch(app, { caller, depth: 0 }, [summary.to], content)
    const request = {
      entity: entity.name,
      transition: transition.name,
      values: firstItem(requests).values,
      key: `import-${id}-${phase}-${summary.kind}-${summary.to}-from-${Math.min(...summary.rows)}`,
    }
    await runTransition(dependencies, batch.caller, request, now).catch((error: unknown) => {
      // An account that can no longer receive messages does not stop the import; a busy server does.
      if (!isLastingRefusal(error)) throw error
    })
  }
  const sent = rows.map(({ row }) => row)
  await server.database.query(
    sql`UPDATE "_importRow" SET "messages" = NULL WHERE "import" = ${id} AND "row" = ANY(${sent}::int[])`,
  )
}

/** Queues the stored events for webhooks and removes them from the rows, in one transaction. */
export async function sendImportEvents(
  { app, now, server }: Omit<Sending, 'caller'>,
  { id, phase, screen }: ImportSent,
): Promise<void> {
  const cause = { action: phase === 'takingBack' ? 'takeBack' : 'import', import: id, screen }
  const dependencies = runDependencies({ app, server })
  const queued = inTransaction(dependencies, unattendedCaller(app, null), now, async (context) => {
    // The second of two concurrent steps waits here and gets the rest.
    const rows = await context.query<{ row: number; events: readonly GatheredEvent[] }>(
      sql`SELECT "row", "events" FROM "_importRow"
        WHERE "import" = ${id} AND "events" IS NOT NULL ORDER BY "row" FOR UPDATE`,
    )
    if (rows.length === 0) return
    const events = rows.flatMap((row) => row.events)
    await runAtomically(context, ...summaryBatches(app, events, cause, now))
    const taken = rows.map(({ row }) => row)
    await context.query(
      sql`UPDATE "_importRow" SET "events" = NULL WHERE "import" = ${id} AND "row" = ANY(${taken}::int[])`,
    )
  })
  const { records } = await queued.catch((error: unknown) => {
    // A webhook that can no longer receive events does not stop the import.
    if (!(error instanceof RequestError)) throw error
    server.log.error(`Events of import ${id} could not be queued`, error)
    return { records: [] }
  })
  if (records.length > 0) dependencies.onCommitted?.({ records })
}

/** Sends what earlier imports of the account here have stored, which it left or whose last step failed to finish. */
export async function sendAbandoned(context: RequestContext, { screen }: ExchangeScreen): Promise<void> {
  const { caller, server } = context
  const left = await server.database.query<ImportSent>(
    sql`SELECT "id", "phase", "screen" FROM "_import"
      WHERE "account" = ${caller.me.id} AND "screen" = ${screen.path} AND "id" IN ${unsentImports} ORDER BY "id"`,
  )
  for (const state of left)
    for (const send of [sendImportMessages, sendImportEvents]) await send(context, { ...state, id: Number(state.id) })
}

/** Imports with messages or events that are not sent. */
const unsentImports = sql`(SELECT "import" FROM "_importRow" WHERE "messages" IS NOT NULL OR "events" IS NOT NULL)`

/** After this time without a step what an import has stored is sent: its account may never return to it. */
const quietHours = 1

/** Sends what abandoned imports have stored: the server was killed, or the page was closed. */
export async function sendForgotten(server: Dependencies, now: Date): Promise<void> {
  const app = server.liveApp.current
  const since = new Date(now.getTime() - quietHours * 3_600_000)
  const forgotten = await server.database.query<ImportSent & { readonly account: number }>(
    sql`SELECT "id", "phase", "screen", "account" FROM "_import"
      WHERE COALESCE("movedAt", "at") <= ${since} AND "id" IN ${unsentImports} ORDER BY "id"`,
  )
  for (const { account, ...state } of forgotten) {
    const sent = { ...state, id: Number(state.id) }
    // Its messages use the account's keys, so that a concurrent step sends none twice.
    const caller = { ...unattendedCaller(app, null), me: { id: Number(account) } }
    // Queue events even if messages cannot be sent.
    for (const send of [sendImportMessages, sendImportEvents])
      await send({ app, caller, now, server }, sent).catch((error: unknown) =>
        server.log.error(`What import ${sent.id} kept could not be sent; it is tried again every hour`, error),
      )
  }
}

function summariesOf(
  rows: readonly { readonly row: number; readonly messages: readonly GatheredMessage[] }[],
): Iterable<Summary> {
  const summaries = new Map<string, Summary>()
  for (const { row, messages } of rows)
    for (const { receivers, content } of messages)
      for (const to of receivers) {
        const { kind } = content
        const summary = summaries.get(`${kind} ${to}`) ?? { to, kind, contents: [], rows: new Set<number>() }
        summaries.set(`${kind} ${to}`, summary)
        summary.contents.push(content)
        summary.rows.add(row)
      }
  return summaries.values()
}

/** Opens the screen that its messages would have opened, or the list if that is none or several. */
function contentOf(
  { app }: Sending,
  { kind, contents, rows }: Summary,
  { phase, screen }: Omit<ImportSent, 'id'>,
): MessageContent {
  const [first, ...others] = contents
  if (others.length === 0) return first!
  const { product } = app
  const values = { list: screenAt(app, screen)?.title ?? untranslated(screen), count: rows.size }
  const title =
    phase === 'takingBack' ? phrase('import_taken_back_messages', values) : phrase('import_messages', values)
  // Without their records, which differ.
  const [shared, ...further] = new Set(contents.map(({ route }) => route && withoutRecord(route)))
  return {
    kind,
    title: product.languages.map((language) => messageText(title, localeOf(product, language))),
    route: (further.length === 0 ? shared : undefined) ?? screen,
  }
}
