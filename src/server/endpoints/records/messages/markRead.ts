// Marks the caller's unread messages as read, all or some, through their own transition.
// The options name the kinds.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { runDependencies } from '../../../mutation/runDependencies'
import { column, identifier } from '../../../database/sql/identifier'
import { countersOf, inTenantsOf, readerOf } from '../../../live/messageCounts'
import type { Operation } from '../../contract/operation'
import { runBatch } from '../batch'

const maxMarked = 500

/**
 * Options: kinds. Input: ids, separated by commas (default: all unread). Responds with the number marked and the
 * counters afterwards.
 */
export const markRead: Operation = {
  check({ options }, app) {
    if (!Array.isArray(options.messageKinds) || options.messageKinds.length === 0)
      return ['options.messageKinds must name kinds of messages.']
    return options.messageKinds
      .filter((kind) => !Object.hasOwn(app.product.messages.counters, String(kind)))
      .map((kind) => `options.messageKinds: there is no kind "${String(kind)}".`)
  },
  async run(context, input, { options }) {
    const { app, caller, now, query } = context
    const { entity, readTransition: read, unreadState: unread } = app.product.messages
    const reader = readerOf(caller)
    const ids = typeof input.ids === 'string' ? input.ids.split(',').map(Number).filter(Number.isSafeInteger) : null
    const records = await query<{ id: number; version: number }>(sql`
      select ${column('m', 'id')}, ${column('m', 'version')} from ${identifier(entity)} as m
      where ${column('m', 'to')} = ${reader.account} and ${column('m', 'state')} = ${unread}${inTenantsOf(app, [reader])}
      and ${column('m', 'kind')} = any(${options.messageKinds as string[]}::text[])
        and (${ids}::bigint[] is null or ${column('m', 'id')} = any(${ids}::bigint[]))
        order by ${column('m', 'id')}
        limit ${maxMarked}`)
    const { done } =
      records.length === 0
        ? { done: 0 }
        : await runBatch(
            { ...runDependencies(context), query },
            caller,
            { entity, transition: read, records, key: randomUUID() },
            now,
          )
    return { done, ...(await countersOf(app, query, [reader])).get(reader.account) }
  },
}
