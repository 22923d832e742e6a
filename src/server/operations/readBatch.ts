// Which messages has the caller read? Marks her own unread ones of the kinds that the options name, all of them or those asked for, through their own transition.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { runDependencies } from '../committed'
import { column, identifier } from '../database/identifier'
import { countersOf } from './counters'
import type { Operation } from './operation'
import { runBatch } from './batch'

const most = 500

/** Options: kinds. Input: ids, separated by commas; all unread ones without it. Answers how many are done and the counters afterwards. */
export const readBatch: Operation = {
  check({ options }, app) {
    if (!Array.isArray(options.kinds) || options.kinds.length === 0)
      return ['options.kinds must name kinds of messages.']
    return options.kinds
      .filter((kind) => !Object.hasOwn(app.product.messages.counters, String(kind)))
      .map((kind) => `options.kinds: there is no kind "${String(kind)}".`)
  },
  async run(context, input, { options }) {
    const { app, caller, now, query } = context
    const { entity, read, unread } = app.product.messages
    const ids = typeof input.ids === 'string' ? input.ids.split(',').map(Number).filter(Number.isSafeInteger) : null
    const records = await query<{ id: number; version: number }>(sql`
      select ${column('m', 'id')}, ${column('m', 'version')} from ${identifier(entity)} as m
      where ${column('m', 'to')} = ${caller.me.id} and ${column('m', 'state')} = ${unread} and ${column('m', 'kind')} = any(${options.kinds as string[]}::text[])
        and (${ids}::bigint[] is null or ${column('m', 'id')} = any(${ids}::bigint[])) order by ${column('m', 'id')} limit ${most}`)
    const { done } =
      records.length === 0
        ? { done: 0 }
        : await runBatch(
            runDependencies(context),
            caller,
            { entity, transition: read, records, key: randomUUID() },
            now,
          )
    const id = Number(caller.me.id)
    return { done, ...(await countersOf(app, query, [id])).get(id) }
  },
}
