// Sends messages and events of an import as summaries: one for each account and kind, or webhook.
// Each row keeps its own in its transaction. They are sent at the end, each summary under a key of its own.
import sql from 'sql-template-tag'
import { messageText } from '../../../manifest/expression/message'
import type { ImportState } from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import { localeOf, phrase } from '../../context/phrases'
import { runTransition, type RunDependencies } from '../../mutation/commit'
import { identifier } from '../../database/sql/identifier'
import { summaryRequests } from '../../mutation/webhooks/summaries'
import { unattendedCaller, type GatheredEvent } from '../../mutation/state/writeContext'
import { messageBatch } from '../../mutation/effects/messages'
import { runDependencies } from '../../mutation/runDependencies'
import type { GatheredMessage, MessageContent } from '../../mutation/state/writeContext'
import type { RequestContext } from '../contract/operation'
import type { ExchangeScreen } from './sheetColumns'

/** What the transition of a row depends on; its messages and events stay with it, unless the screen wants each. */
export function rowDependencies(
  context: RequestContext,
  { screen }: ExchangeScreen,
  { id, row }: { readonly id: number; readonly row: number },
): RunDependencies {
  const { messages, webhooks } = screen.exchange!
  const keepIn =
    (column: 'messages' | 'events') =>
    (query: RequestContext['query'], gathered: readonly (GatheredMessage | GatheredEvent)[]) =>
      query(
        sql`UPDATE "_importRow" SET ${identifier(column)} = ${JSON.stringify(gathered)}::jsonb
          WHERE "import" = ${id} AND "row" = ${row}`,
      )
  return {
    ...runDependencies(context),
    ...(messages === 'summary' && { keepMessages: keepIn('messages') }),
    ...(webhooks === 'summary' && { keepEvents: keepIn('events') }),
  }
}

/** The messages of one kind to one account. */
interface Summary {
  readonly to: number
  readonly kind: string
  readonly contents: MessageContent[]
  readonly rows: Set<number>
}

/** Sends what the rows have kept. A step that was interrupted here is repeated and sends nothing twice. */
export async function sendImportMessages(
  context: RequestContext,
  exchange: ExchangeScreen,
  { id, phase }: ImportState,
): Promise<void> {
  const { app, caller, now, server } = context
  const rows = await server.database.query<{ row: number; messages: readonly GatheredMessage[] }>(
    sql`SELECT "row", "messages" FROM "_importRow" WHERE "import" = ${id} AND "messages" IS NOT NULL ORDER BY "row"`,
  )
  const dependencies = runDependencies(context)
  for (const summary of summariesOf(rows)) {
    const content = contentOf(context, exchange, summary, phase)
    const { entity, transition, requests, ...batch } = messageBatch(app, { caller, depth: 0 }, [summary.to], content)
    const request = {
      entity: entity.name,
      transition: transition.name,
      values: requests[0]!.values,
      key: `import-${id}-${phase}-${summary.kind}-${summary.to}`,
    }
    await runTransition(dependencies, batch.caller, request, now).catch((error: unknown) => {
      // An account that can have no message any more does not keep the import from its end.
      if (!(error instanceof RequestError)) throw error
    })
  }
  if (rows.length > 0)
    await server.database.query(sql`UPDATE "_importRow" SET "messages" = NULL WHERE "import" = ${id}`)
}

/** Queues what the rows have kept for webhooks; a repeated step queues nothing twice. */
export async function sendImportEvents(
  context: RequestContext,
  { screen }: ExchangeScreen,
  { id, phase }: ImportState,
): Promise<void> {
  const { app, now, server } = context
  const rows = await server.database.query<{ events: readonly GatheredEvent[] }>(
    sql`SELECT "events" FROM "_importRow" WHERE "import" = ${id} AND "events" IS NOT NULL ORDER BY "row"`,
  )
  const cause = { action: phase === 'takingBack' ? 'takeBack' : 'import', import: id, screen: screen.path }
  const events = rows.flatMap((row) => row.events)
  for (const { tenant, part, ...request } of summaryRequests(app, events, cause, now)) {
    const keyed = { ...request, key: `import-${id}-${phase}-${part}` }
    await runTransition(runDependencies(context), unattendedCaller(app, tenant), keyed, now).catch((error: unknown) => {
      // Queued before the interruption, with another moment in it.
      if (!(error instanceof RequestError && error.key === 'idempotency_key_reused')) throw error
    })
  }
  if (rows.length > 0) await server.database.query(sql`UPDATE "_importRow" SET "events" = NULL WHERE "import" = ${id}`)
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

/** It opens the screen that its messages would have opened, or the list where they lead to several or none. */
function contentOf(
  { app: { product } }: RequestContext,
  { screen }: ExchangeScreen,
  { kind, contents, rows }: Summary,
  phase: ImportState['phase'],
): MessageContent {
  const [first, ...others] = contents
  if (others.length === 0) return first!
  const facts = { list: screen.title, count: rows.size }
  const title = phase === 'takingBack' ? phrase('import_taken_back_messages', facts) : phrase('import_messages', facts)
  const isShared = others.every(({ route }) => route === first!.route)
  return {
    kind,
    title: product.languages.map((language) => messageText(title, localeOf(product, language))),
    route: (isShared ? first!.route : undefined) ?? screen.path,
  }
}
