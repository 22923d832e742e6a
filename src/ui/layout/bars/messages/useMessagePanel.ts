// Reads the caller's messages and marks them as read; live events keep them current.
import { useQueryClient } from '@tanstack/react-query'
import type { BatchAnswer, ListAnswer, ListRequest, RecordData, RunAnswer } from '../../../../protocol/calls'
import { useErrorReport, useProduct, useRuntime } from '../../../../client/context/clientContext'
import { dataChanged, useList } from '../../../../client/data/queries'
import { newKey } from '../../../../client/data/idempotentAttempt'
import { useBusyCall } from '../../../controls/hooks/useBusyCall'

/** Maximum messages of each kind in the panel, and messages marked per call. */
const maxShown = 20
const maxBatch = 200

export interface MessagePanelData {
  /** Absent: not loaded yet. */
  readonly unread?: readonly RecordData[]
  readonly read?: readonly RecordData[]
  readonly failure?: string
  readonly retry: () => void
  readonly isUnread: (row: RecordData) => boolean
  readonly marking: boolean
  readonly mark: (row: RecordData) => Promise<void>
  readonly markAll: () => Promise<void>
}

/** Sends a part of a write. */
type Post = <T>(path: string, body: object) => Promise<T>

export function useMessagePanel(): MessagePanelData {
  const { client } = useRuntime()
  const { messages } = useProduct()
  const records = useQueryClient()
  const report = useErrorReport()
  const { busy: marking, runCall } = useBusyCall()
  const { entity, readTransition: transition, screen, unreadState } = messages
  const unreadRequest: ListRequest = {
    screen,
    size: maxShown,
    filters: [{ field: 'state', operator: 'in', value: [unreadState] }],
    want: { rows: true },
  }
  const unread = useList(unreadRequest, [entity])
  const latest = useList({ screen, size: maxShown, want: { rows: true } }, [entity])
  const isUnread = ({ state }: RecordData) => state === unreadState
  const marked = async (work: (post: Post) => Promise<void>): Promise<void> => {
    const write = newKey()
    const post: Post = (path, body) => client.post(path, { ...body, key: newKey() }, { quiet: true, write })
    const isDone = await runCall(() => work(post), report)
    await dataChanged(records, isDone ? write : undefined)
  }
  const failure = (unread.data ? null : unread.error) ?? (latest.data ? null : latest.error)
  return {
    unread: unread.data?.rows,
    read: latest.data?.rows?.filter((row) => !isUnread(row)),
    ...(failure && { failure: failure.message }),
    retry: () => void Promise.all([unread.refetch(), latest.refetch()]),
    isUnread,
    marking,
    mark: ({ id, version }) =>
      marked(async (post) => {
        await post<RunAnswer>('/api/run', { entity, transition, id, version })
      }),
    markAll: () =>
      marked(async (post) => {
        // Repeat until none is left, or none can be marked.
        for (;;) {
          const { rows = [] } = await client.post<ListAnswer>('/api/list', { ...unreadRequest, size: maxBatch })
          if (rows.length === 0) return
          const request = { entity, transition, records: rows.map(({ id, version }) => ({ id, version })) }
          const { done } = await post<BatchAnswer>('/api/batch', request)
          if (done === 0 || rows.length < maxBatch) return
        }
      }),
  }
}
