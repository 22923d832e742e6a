// Who has to do something next? The queues in which the record, or one that refers to it, stands; whoever works there is led there.
import { Link } from 'react-router-dom'
import type { Entity } from '../../../manifest/app'
import type { RecordAnswer } from '../../../protocol/calls'
import { useSession, useWords } from '../../../runtime/runtime'

export function RecordQueues({ entity, data }: { entity: Entity; data: RecordAnswer }) {
  const { t, pick } = useWords()
  const routes = useSession((state) => state.boot?.routes)
  const rowsOf = (name: string) => (name === entity.name ? [data.record] : data.related.flatMap((related) => (related.entity === name ? related.rows : [])))
  const waiting = entity.detail.queues.filter((queue) => rowsOf(queue.entity).some(({ state }) => state !== undefined && queue.states.includes(state)))
  if (waiting.length === 0) return null
  return (
    <p className="record-queues">
      <span>{t('record.waits')}</span>
      {waiting.map(({ path, title }) => (routes?.[path] ? <Link key={path} to={path}>{pick(title)}</Link> : <b key={path}>{pick(title)}</b>))}
    </p>
  )
}
