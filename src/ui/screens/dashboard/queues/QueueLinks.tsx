// The links to the records of a queue: the number waiting, and the number overdue.
import { Link } from 'react-router-dom'
import type { BlockData } from '../../../../protocol/reportCalls'
import { useFormat, useSession, useTranslator } from '../../../../client/context/clientContext'
import { drillAddress } from '../../../../client/navigation/drillDown'
import styles from '../dashboard.module.css'

export type WaitingQueue = (BlockData & { block: 'queues' })['queues'][number]

interface QueueLinksProps {
  readonly queue: WaitingQueue
  /** The style of the first link; absent: that of the surrounding text. */
  readonly className?: string | undefined
}

export function QueueLinks({ queue: { path, waiting, more, late }, className }: QueueLinksProps) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const route = useSession((state) => state.boot?.routes[path])
  // The server sends what the user may open; the menu may have changed since.
  if (!route) return null
  const title = pick(route.title)
  return (
    <>
      <Link to={drillAddress(path, { screen: path, number: 'waiting' })} className={className} title={title}>
        <span>{title}</span>
        <b>
          {format.number(waiting)}
          {more ? '+' : ''}
        </b>
      </Link>
      {late > 0 ? (
        <Link to={drillAddress(path, { screen: path, number: 'late' })} className={styles.late}>
          {t('form.late', { count: late })}
        </Link>
      ) : null}
    </>
  )
}
