// What waits for this person: a card a screen with how much is there and how much of it is late. Pressing a number shows exactly what it counts.
import { Link } from 'react-router-dom'
import type { DashboardBlock } from '../../../protocol/calls'
import { useFormat, useSession, useWords } from '../../../runtime/runtime'
import { drillAddress } from '../report/drill'
import styles from './dashboard.module.css'

type Queues = (DashboardBlock & { block: 'queues' })['queues']

export function QueueCards({ queues }: { queues: Queues }) {
  const { t, pick } = useWords()
  const format = useFormat()
  const routes = useSession((state) => state.boot?.routes)
  const modules = useSession((state) => state.boot?.modules)
  // The server sends what this person may open; the menu may have changed since.
  const open = queues.filter((queue) => routes?.[queue.path])
  const busy = open.filter((queue) => queue.waiting > 0)
  if (busy.length === 0) return <p className={styles.calm}>{t('form.nothingWaits')}</p>
  return (
    <ul className={styles.queues}>
      {busy.map((queue) => {
        const route = routes![queue.path]!
        const module = modules?.[route.module]
        return (
          <li key={queue.path}>
            <Link to={drillAddress(queue.path, { screen: queue.path, number: 'waiting' })} className={styles.queue}>
              <span className={styles.queueTitle}>{pick(route.title)}</span>
              {module ? <small>{pick(module.title)}</small> : null}
              <span className={styles.count}>
                <b>{format.number(queue.waiting)}{queue.more ? '+' : ''}</b> {t('form.waiting')}
              </span>
            </Link>
            {queue.late > 0 ? <Link to={drillAddress(queue.path, { screen: queue.path, number: 'late' })} className={styles.late}>{t('form.late', { count: queue.late })}</Link> : null}
          </li>
        )
      })}
    </ul>
  )
}
