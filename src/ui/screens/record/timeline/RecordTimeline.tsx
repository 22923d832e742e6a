// The history of a record, newest first: caller, transition, time, states, note and previous
// values.
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { Entity } from '../../../../manifest/model/entity'
import type { TimelineEntry } from '../../../../protocol/records/noteCalls'
import { useTimeline } from '../../../../client/data/queries'
import { useTranslator } from '../../../../client/context/clientContext'
import { useNow } from '../../../controls/hooks/useNow'
import type { RenderContext } from '../../../values/renderContext'
import { Tag, textOfValue } from '../../../values/renderValue'

interface RecordTimelineProps {
  readonly entity: Entity
  readonly id: number
  readonly version: number
  readonly context: RenderContext
}

/** Draws the newest entries, and older ones page by page on request. `version` is that of the record. */
export function RecordTimeline({ entity, id, version, context }: RecordTimelineProps) {
  const { t } = useTranslator()
  const [before, setBefore] = useState<number | undefined>(undefined)
  const [older, setOlder] = useState<readonly TimelineEntry[]>([])
  const newest = useTimeline(entity.name, id)
  const page = useTimeline(entity.name, id, before)
  const { refetch } = newest
  // A changed record has newer entries: restart from the newest.
  useEffect(() => {
    setOlder([])
    setBefore(undefined)
    void refetch()
  }, [version, refetch])
  useEffect(() => {
    const entries = page.data?.entries
    if (before !== undefined && entries && entries.some((entry) => entry.id < before))
      setOlder((now) => [
        ...now.filter((timelineEntry) => !entries.some((entry) => entry.id === timelineEntry.id)),
        ...entries,
      ])
  }, [before, page.data])

  if (newest.error && !newest.data) return <Unread message={newest.error.message} retry={() => void refetch()} />
  if (!newest.data)
    return (
      <div className="record-waiting">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  const entries = [
    ...newest.data.entries,
    ...older.filter((timelineEntry) => !newest.data.entries.some((entry) => entry.id === timelineEntry.id)),
  ]
  if (entries.length === 0) return <p className="record-none">{t('record.none')}</p>
  // While older entries are read, and if that fails, there are still some.
  const more = before === undefined ? newest.data.more : (page.data?.more ?? true)
  return (
    <div className="record-timeline">
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} entity={entity} context={context} />
        ))}
      </ol>
      {page.error && !page.data ? (
        <Unread message={page.error.message} retry={() => void page.refetch()} />
      ) : (
        more && (
          <Button loading={page.isFetching && before !== undefined} onClick={() => setBefore(entries.at(-1)?.id)}>
            {t('record.older')}
          </Button>
        )
      )}
    </div>
  )
}

function Unread({ message, retry }: { readonly message: string; readonly retry: () => void }) {
  const { t } = useTranslator()
  return (
    <p className="record-none" role="alert">
      {message}{' '}
      <Button type="link" onClick={retry}>
        {t('list.retry')}
      </Button>
    </p>
  )
}

interface EntryProps {
  readonly entry: TimelineEntry
  readonly entity: Entity
  readonly context: RenderContext
}

function Entry({ entry, entity, context }: EntryProps) {
  const { t, pick } = useTranslator()
  const { format } = context
  const now = useNow()
  return (
    <li>
      <header>
        <strong>{pick(entry.title)}</strong>
        {entry.toState && entry.fromState !== entry.toState && (
          <span className="record-states">
            {entry.fromState && (
              <>
                <State name={entry.fromState} entity={entity} />
                <i aria-hidden="true">→</i>
              </>
            )}
            <State name={entry.toState} entity={entity} />
          </span>
        )}
      </header>
      <small>
        {entry.by || t('record.system')} ·{' '}
        <time dateTime={entry.at} title={format.datetime(entry.at)}>
          {format.relative(entry.at, now)}
        </time>
      </small>
      {entry.remark && <blockquote>{entry.remark}</blockquote>}
      {entry.changes.length > 0 && <Changes entry={entry} entity={entity} context={context} />}
    </li>
  )
}

function State({ name, entity }: { name: string; entity: Entity }) {
  const { pick } = useTranslator()
  const state = entity.states[name]
  return state ? <Tag label={pick(state.title)} color={state.color} /> : <>{name}</>
}

/** The changed values, former and new. */
function Changes({ entry: { changes }, entity, context }: EntryProps) {
  const { t, pick } = useTranslator()
  return (
    <details>
      <summary>{t('record.changes', { count: changes.length })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('record.field')}</th>
            <th scope="col">{t('record.before')}</th>
            <th scope="col">{t('record.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const field = entity.fields[change.field]
            const text = (value: (typeof change)['before']) =>
              (field
                ? textOfValue({ ...field, field: change.field }, value, context, entity.name)
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
  )
}

/** A value of an unknown field. */
function plainText(value: TimelineEntry['changes'][number]['before']): string {
  if (value === null) return ''
  if (typeof value === 'object') return 'label' in value ? String(value.label) : JSON.stringify(value)
  return String(value)
}
