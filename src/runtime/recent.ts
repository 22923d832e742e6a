// Which records has this person looked at last? Newest first, and only as long as the page lives: nothing of it stays in the browser for whoever comes next.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Text } from '../manifest/app'

export interface RecentRecord {
  readonly entity: string
  readonly id: number
  readonly label: string
  /** What records of its entity are called. */
  readonly title: Text
  /** Where it was seen: path and query. */
  readonly address: string
}

export interface Recent extends StoreApi<{ readonly records: readonly RecentRecord[] }> {
  note(record: RecentRecord): void
}

const most = 12

export function createRecent(): Recent {
  const store = createStore<{ records: readonly RecentRecord[] }>(() => ({ records: [] }))
  return {
    ...store,
    note: (record) =>
      store.setState(({ records }) => ({
        records: [record, ...records.filter(({ entity, id }) => entity !== record.entity || id !== record.id)].slice(
          0,
          most,
        ),
      })),
  }
}
