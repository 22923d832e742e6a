// What waits for this person: module by module, how much is on each screen and how much of it is late. Pressing a number shows exactly what it counts.
import { Link } from 'react-router-dom'
import type { DashboardBlock } from '../../../protocol/calls'
import { useFormat, useSession, useWords } from '../../../runtime/runtime'
import { drillAddress } from '../report/drill'
import styles from './dashboard.module.css'

type Waiting = (DashboardBlock & { block: 'queues' })['queues']

export function Queues({ queues }: { queues: Waiting }) {
  const { t, pick } = useWords()
  const format = useFormat()
  const routes = useSession((state) => state.boot?.routes)
  const modules = useSession((state) => state.boot?.modules)
  // The server sends what this person may open; the menu may have changed since.
  const open = queues.filter((queue) => routes?.[queue.path])
  const busy = open.filter((queue) => queue.waiting > 0)
  if (busy.length === 0) return <p className={styles.calm}>{t('form.nothingWaits')}</p>
  const moduleOf = ({ path }: Waiting[number]) => routes![path]!.module
  return [...new Set(busy.map(moduleOf))].map((module) => (
    <section key={module} className={styles.group}>
      {modules?.[module] ? <h3>{pick(modules[module].title)}</h3> : null}
      <ul className={styles.queues}>
        {busy
          .filter((queue) => moduleOf(queue) === module)
          .map(({ path, waiting, more, late }) => (
            <li key={path}>
              <Link
                to={drillAddress(path, { screen: path, number: 'waiting' })}
                className={styles.queue}
                title={pick(routes![path]!.title)}
              >
                <span>{pick(routes![path]!.title)}</span>
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
            </li>
          ))}
      </ul>
    </section>
  ))
}
