// Records that the user viewed last, newest first, for the life of the page.
// Not stored in the browser, so that the next user does not see them.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Text } from '../../manifest/model/text'

export interface RecentRecord {
  readonly entity: string
  readonly id: number
  readonly label: string
  /** Title of the record's entity. */
  readonly title: Text
  /** Where it was seen: path and query. */
  readonly address: string
}

export interface RecentlyViewed extends StoreApi<{ readonly records: readonly RecentRecord[] }> {
  add(record: RecentRecord): void
}

const maxEntries = 12

/** The last 12 records, each once. An added record moves to the front and replaces its former label. */
export function createRecent(): RecentlyViewed {
  const store = createStore<{ records: readonly RecentRecord[] }>(() => ({ records: [] }))
  return {
    ...store,
    add: (record) =>
      store.setState(({ records }) => ({
        records: [record, ...records.filter(({ entity, id }) => entity !== record.entity || id !== record.id)].slice(
          0,
          maxEntries,
        ),
      })),
  }
}
