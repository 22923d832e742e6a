// The queues of the user by module: how many records wait on each screen, and how many are overdue.
// A click on a number shows exactly what it counts.
import { useState } from 'react'
import type { Block } from '../../../../manifest/model/block'
import { usePreference } from '../../../../client/context/preferences'
import { Icon } from '../../../controls/icons'
import { useFormat, useSession, useTranslator } from '../../../../client/context/clientContext'
import { QueueLinks, type WaitingQueue } from './QueueLinks'
import { QueuePreview } from './QueuePreview'
import styles from '../dashboard.module.css'

type Waiting = readonly WaitingQueue[]

interface QueuesProps {
  readonly queues: Waiting
  readonly block: Pick<Block, 'folded' | 'previews'>
  readonly screen: string
}

/** Draws the previewed queues with their records, then all by module, folded if the block is. */
export function Queues({ queues, block: { folded, previews }, screen }: QueuesProps) {
  return (
    <>
      {usePreviewed(queues, previews).map((queue) => (
        <QueuePreview key={queue.path} queue={queue} />
      ))}
      {folded ? <FoldedQueues queues={queues} screen={screen} /> : <QueueGroups queues={queues} />}
    </>
  )
}

/**
 * Queues with records that the user can act on, those with overdue ones first; in menu order, so that a long queue at
 * the end does not displace the daily work. One that is shown stays until it is empty: its rows hold open dialogs.
 */
function usePreviewed(queues: Waiting, count: number): Waiting {
  const [paths, setPaths] = useState<readonly string[]>([])
  const urgent = queues
    .filter(({ actionable }) => actionable > 0)
    .sort((a, b) => Number(b.actionableLate > 0) - Number(a.actionableLate > 0))
  const shown = paths.flatMap((path) => urgent.find((queue) => queue.path === path) ?? [])
  const previewed = [...new Set([...shown, ...urgent])].slice(0, count)
  const now = previewed.map(({ path }) => path)
  if (now.join() !== paths.join()) setPaths(now)
  return previewed
}

function FoldedQueues({ queues, screen }: Pick<QueuesProps, 'queues' | 'screen'>) {
  const { t } = useTranslator()
  const format = useFormat()
  const [open = false, keep] = usePreference<boolean>(`queues ${screen}`)
  const sum = (of: (queue: Waiting[number]) => number) => queues.reduce((total, queue) => total + of(queue), 0)
  const late = sum((queue) => queue.late)
  const more = queues.some((queue) => queue.more) ? '+' : ''
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => keep(!open)}>
        <Icon name={open ? 'down' : 'right'} size={14} />
        {t('form.waitingInAll', { count: `${format.number(sum((queue) => queue.waiting))}${more}` })}
        {late > 0 ? <span className={styles.late}>{t('form.late', { count: late })}</span> : null}
      </button>
      {open ? <QueueGroups queues={queues} /> : null}
    </>
  )
}

function QueueGroups({ queues }: { queues: Waiting }) {
  const { t, pick } = useTranslator()
  const routes = useSession((state) => state.boot?.routes)
  const modules = useSession((state) => state.boot?.modules)
  // The server sends what the user may open; the menu may have changed since.
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
          .map((queue) => (
            <li key={queue.path}>
              <QueueLinks queue={queue} className={styles.queue} />
            </li>
          ))}
      </ul>
    </section>
  ))
}
