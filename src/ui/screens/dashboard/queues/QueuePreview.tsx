// The first records of a queue that the user can act on, each with its next step.
// Overdue ones come first.
import { useMemo, type CSSProperties } from 'react'
import type { Screen } from '../../../../manifest/model/screen'
import type { RecordData } from '../../../../protocol/calls'
import { useList, useScreen } from '../../../../client/data/queries'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { BlockState } from '../../common/BlockState'
import { QueueLinks, type WaitingQueue } from './QueueLinks'
import { ActionableRecords } from '../latest/DueRecords'
import { previewColumns } from '../latest/previewColumns'
import styles from '../dashboard.module.css'
import awaitedStyles from './queuePreview.module.css'

/** Maximum shown records of a queue. */
const shownRecords = 4
const noRecords: readonly RecordData[] = []

export function QueuePreview({ queue }: { queue: WaitingQueue }) {
  const { path } = queue
  const { pick } = useTranslator()
  const route = useSession((state) => state.boot?.routes[path])
  const { data: answer, error: unread, refetch: rereadScreen } = useScreen(path)
  const preview = useMemo(() => answer && previewOf(answer.screen), [answer])
  const late = useFirstRecords(queue, 'actionableLate', preview)
  const waiting = useFirstRecords(queue, 'actionable', preview)
  const lateIds = new Set(late.rows?.map(({ id }) => id))
  const others = waiting.rows?.filter(({ id }) => !lateIds.has(id)) ?? noRecords
  // Show rows, and keep an open form, while the second list loads for the first time.
  const hasRows = late.rows !== undefined && waiting.rows !== undefined
  const rows = [...(late.rows ?? noRecords), ...others].slice(0, shownRecords)
  const expectedRows = Math.min(shownRecords, queue.actionable)
  // The server sends what the user may open; the menu may have changed since.
  if (!route) return null
  return (
    <section className={styles.preview} aria-label={pick(route.title)}>
      <h3>
        <QueueLinks queue={queue} />
      </h3>
      {answer && preview && (hasRows || rows.length > 0) ? (
        <ActionableRecords
          block={preview}
          groups={[{ rows }]}
          isLate={({ id }) => lateIds.has(id)}
          screen={answer}
          isQueue
        />
      ) : (
        <div className={awaitedStyles.awaited} style={{ '--rows': expectedRows } as CSSProperties}>
          <BlockState
            error={unread ?? late.error ?? waiting.error}
            retry={() => {
              void rereadScreen()
              void late.refetch()
              void waiting.refetch()
            }}
            rows={3}
          />
        </div>
      )}
    </section>
  )
}

/** The records of one of a queue's numbers; reads nothing if they add no record to the preview. */
function useFirstRecords(
  { path, actionableLate: late }: WaitingQueue,
  number: 'actionableLate' | 'actionable',
  preview: ReturnType<typeof previewOf> | undefined,
) {
  const adds = number === 'actionableLate' ? late > 0 : late < shownRecords
  const { data, error, refetch } = useList(
    {
      screen: path,
      drillDown: { screen: path, number },
      size: shownRecords,
      want: { rows: true },
      columns: preview?.columns.map(({ field }) => field) ?? [],
    },
    preview ? [preview.entity] : [],
    { enabled: preview !== undefined && adds },
  )
  return adds ? { rows: data?.rows, error, refetch } : { rows: noRecords, error: null, refetch }
}

/** The name of a record and the first facts that are clear without a column header. */
function previewOf({ entity = '', columns, actions }: Screen) {
  return { entity, actions, columns: previewColumns(columns) }
}
