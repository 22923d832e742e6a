// The first records of a queue, each with its next step, under the name of the queue.
import { useMemo } from 'react'
import { typesWith } from '../../../../manifest/model/field'
import type { Screen } from '../../../../manifest/model/screen'
import { useList, useScreen } from '../../../../client/data/queries'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { BlockState } from '../../common/BlockState'
import { QueueLinks, type WaitingQueue } from './QueueLinks'
import { Work } from '../Work'
import styles from '../dashboard.module.css'

/** Records of a queue that are shown. */
const shownRecords = 4
/** Facts beside the name of a record. */
const factsBeside = 3
/** What is not understood without a column header. */
const unclear = typesWith(['int', 'decimal', 'boolean', 'files', 'lines'], {
  without: ['string', 'text', 'money', 'date', 'datetime', 'mobile', 'choice', 'ref', 'address'],
})

export function QueuePreview({ queue }: { queue: WaitingQueue }) {
  const { path } = queue
  const { pick } = useTranslator()
  const route = useSession((state) => state.boot?.routes[path])
  const { data: answer, error: unread, refetch: rereadScreen } = useScreen(path)
  const preview = useMemo(() => answer && previewOf(answer.screen), [answer])
  const { data, error, refetch } = useList(
    {
      screen: path,
      drillDown: { screen: path, number: 'waiting' },
      size: shownRecords,
      want: { rows: true },
      columns: preview?.columns.map(({ field }) => field) ?? [],
    },
    preview ? [preview.entity] : [],
    { enabled: preview !== undefined },
  )
  // The server sends what the user may open; the menu may have changed since.
  if (!route) return null
  return (
    <section className={styles.preview} aria-label={pick(route.title)}>
      <h3>
        <QueueLinks queue={queue} />
      </h3>
      {answer && preview && data?.rows ? (
        <Work block={preview} rows={data.rows} screen={answer} isQueue />
      ) : (
        <BlockState
          error={unread ?? error}
          retry={() => {
            void rereadScreen()
            void refetch()
          }}
          rows={3}
        />
      )}
    </section>
  )
}

/** The name of a record and the first facts about it that say something without a column header. */
function previewOf({ entity = '', columns, actions }: Screen) {
  const facts = columns.filter(({ type }, index) => index === 0 || !unclear.has(type))
  return { entity, actions, columns: facts.slice(0, 1 + factsBeside) }
}
