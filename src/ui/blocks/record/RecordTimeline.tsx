// What happened to this record? Who did what when, from which state to which, with the remark and what was there before; newest first.
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { Entity } from '../../../manifest/app'
import type { TimelineEntry } from '../../../protocol/calls'
import { useTimeline } from '../../../runtime/records'
import { useWords } from '../../../runtime/runtime'
import type { Scene } from '../../values/scene'
import { Tag, textOfValue } from '../../values/value'

interface RecordTimelineProps {
  readonly entity: Entity
  readonly id: number
  readonly version: number
  readonly scene: Scene
}

export function RecordTimeline({ entity, id, version, scene }: RecordTimelineProps) {
  const { t } = useWords()
  const [before, setBefore] = useState<number | undefined>(undefined)
  const [older, setOlder] = useState<readonly TimelineEntry[]>([])
  const newest = useTimeline(entity.name, id)
  const page = useTimeline(entity.name, id, before)
  const { refetch } = newest
  // The record has become another one: so has its story.
  useEffect(() => {
    setOlder([])
    setBefore(undefined)
    void refetch()
  }, [version, refetch])
  useEffect(() => {
    const entries = page.data?.entries
    if (before !== undefined && entries && entries.some((entry) => entry.id < before))
      setOlder((now) => [...now.filter((one) => !entries.some((entry) => entry.id === one.id)), ...entries])
  }, [before, page.data])

  if (newest.error && !newest.data)
    return (
      <p className="record-none" role="alert">
        {newest.error.message}{' '}
        <Button type="link" onClick={() => void refetch()}>
          {t('list.retry')}
        </Button>
      </p>
    )
  if (!newest.data)
    return (
      <div className="record-waiting">
        <Skeleton active paragraph={{ rows: 5 }} />
      </div>
    )
  const entries = [
    ...newest.data.entries,
    ...older.filter((one) => !newest.data.entries.some((entry) => entry.id === one.id)),
  ]
  if (entries.length === 0) return <p className="record-none">{t('record.none')}</p>
  const more = before === undefined || older.length === 0 ? newest.data.more : (page.data?.more ?? false)
  return (
    <div className="record-timeline">
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} entity={entity} scene={scene} />
        ))}
      </ol>
      {more && (
        <Button loading={page.isFetching && before !== undefined} onClick={() => setBefore(entries.at(-1)?.id)}>
          {t('record.older')}
        </Button>
      )}
    </div>
  )
}

function Entry({ entry, entity, scene }: { entry: TimelineEntry; entity: Entity; scene: Scene }) {
  const { t, pick } = useWords()
  const { format } = scene
  const state = (name: string) => {
    const found = entity.states[name]
    return found ? <Tag label={pick(found.title)} colour={found.colour} /> : <>{name}</>
  }
  return (
    <li>
      <header>
        <strong>{pick(entry.title)}</strong>
        {entry.toState && entry.fromState !== entry.toState && (
          <span className="record-states">
            {entry.fromState && (
              <>
                {state(entry.fromState)}
                <i aria-hidden="true">→</i>
              </>
            )}
            {state(entry.toState)}
          </span>
        )}
      </header>
      <small>
        {entry.by || t('record.system')} ·{' '}
        <time dateTime={entry.at} title={format.datetime(entry.at)}>
          {format.relative(entry.at)}
        </time>
      </small>
      {entry.remark && <blockquote>{entry.remark}</blockquote>}
      {entry.changes.length > 0 && (
        <details>
          <summary>{t('record.changes', { count: entry.changes.length })}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('record.field')}</th>
                <th scope="col">{t('record.before')}</th>
                <th scope="col">{t('record.after')}</th>
              </tr>
            </thead>
            <tbody>
              {entry.changes.map((change) => {
                const field = entity.fields[change.field]
                const text = (value: (typeof change)['before']) =>
                  (field
                    ? textOfValue({ ...field, field: change.field }, value, scene, entity.name)
                    : plainText(value)) || t('record.emptyValue')
                return (
                  <tr key={change.field}>
                    <td>{pick(change.title)}</td>
                    <td>{text(change.before)}</td>
                    <td>{text(change.after)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </details>
      )}
    </li>
  )
}

/** A value whose field is not known here. */
function plainText(value: TimelineEntry['changes'][number]['before']): string {
  if (value === null) return ''
  if (typeof value === 'object') return 'label' in value ? String(value.label) : JSON.stringify(value)
  return String(value)
}
