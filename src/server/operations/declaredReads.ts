// Which records does a declared endpoint answer? Those of a screen, or one of an entity, through the same plans as the page's own calls: with the
// caller's scope, rights and masks. Only the form is flat, as clients of a specification expect it.
import type { Filter, RecordData } from '../../protocol/calls'
import { readList } from './list'
import type { Operation } from './operation'
import { readRecord } from './record'

const flat = ({ id, state, values }: RecordData) => ({ ...values, id, ...(state !== undefined && { state }) })

/** Options: screen, filters. Input: page, limit, keyword. Answers list and total. */
export const list: Operation = {
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
export const record: Operation = {
  check: ({ options }, app) =>
    Object.hasOwn(app.entities, String(options.entity)) ? [] : ['options.entity must name an entity.'],
  run: async (context, { id }, { options }) =>
    flat((await readRecord(context, { entity: String(options.entity), id: Number(id) })).record),
}
