// Operations of declared endpoints that read a list or one record through the page's own queries.
// The caller's row scope, rights and masks apply; only the format is flat, as clients of a specification expect it.
import type { Filter, RecordData } from '../../../protocol/calls'
import { readList } from './list'
import type { Operation } from '../contract/operation'
import { readRecord } from '../records/record'

const flat = ({ id, state, values }: RecordData) => ({ ...values, id, ...(state !== undefined && { state }) })

/** Options: screen, filters. Input: page, limit, keyword. Responds with list and total. */
export const listOperation: Operation = {
  programs: true,
  large: true,
  check: ({ options }, app) =>
    app.screens[String(options.screen)]?.kind === 'list' ? [] : ['options.screen must be the address of a list.'],
  async run(context, { page, limit, keyword }, { options }) {
    const { rows = [], total } = await readList(context, {
      screen: String(options.screen),
      filters: (options.filters ?? []) as Filter[],
      want: { rows: true, total: 'capped' },
      ...(typeof page === 'number' && { page }),
      ...(typeof limit === 'number' && { size: limit }),
      ...(typeof keyword === 'string' && { words: keyword }),
    })
    return { list: rows.map(flat), total: total?.count ?? rows.length }
  },
}

/** Options: entity. Input: id. */
export const recordOperation: Operation = {
  programs: true,
  check: ({ options }, app) =>
    Object.hasOwn(app.entities, String(options.entity)) ? [] : ['options.entity must name an entity.'],
  run: async (context, { id }, { options }) =>
    flat((await readRecord(context, { entity: String(options.entity), id: Number(id) })).record),
}
