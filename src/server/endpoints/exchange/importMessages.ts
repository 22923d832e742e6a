// Sends the messages of an import as one summary for each account and kind.
// Each row keeps its messages in its own transaction. They are sent at the end, each summary under a key of its own.
import sql from 'sql-template-tag'
import { messageText } from '../../../manifest/expression/message'
import type { ImportState } from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import { localeOf, phrase } from '../../context/phrases'
import { runTransition, type RunDependencies } from '../../mutation/commit'
import { messageBatch } from '../../mutation/effects/messages'
import { runDependencies } from '../../mutation/runDependencies'
import type { GatheredMessage, MessageContent } from '../../mutation/state/writeContext'
import type { RequestContext } from '../contract/operation'
import type { ExchangeScreen } from './sheetColumns'

/** What the transition of a row depends on; its messages stay with the row, unless the screen wants each. */
export function rowDependencies(
  context: RequestContext,
  { screen }: ExchangeScreen,
  { id, row }: { readonly id: number; readonly row: number },
): RunDependencies {
  const dependencies = runDependencies(context)
  if (screen.exchange?.messages === 'each') return dependencies
  return {
    ...dependencies,
    keepMessages: (query, messages) =>
      query(
        sql`UPDATE "_importRow" SET "messages" = ${JSON.stringify(messages)}::jsonb
          WHERE "import" = ${id} AND "row" = ${row}`,
      ),
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
