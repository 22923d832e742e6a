// What is known of one record? Its name, state and actions, its values by section, the records that refer to it, and everything that happened to it.
// It stands beside the screen; the address names it, so that it can be shared and the browser's back closes it.
import { Alert, Button, Drawer, Skeleton, Tabs } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { Action } from '../../manifest/app'
import type { EntityAnswer, RecordAnswer } from '../../protocol/calls'
import type { OpenRecord } from '../../runtime/location'
import { useEntity, useRecord } from '../../runtime/records'
import { useRuntime, useWords } from '../../runtime/runtime'
import { useViewPlace } from '../../runtime/unsaved'
import { IconButton } from '../shell/IconButton'
import { useNarrow } from '../useNarrow'
import { FilesDialog, useOpenFiles } from '../values/FilesDialog'
import { useScene, type Scene } from '../values/scene'
import { Tag } from '../values/value'
import type { Doing } from './list/ActionHost'
import { recordActions } from './list/rowActions'
import { RecordActions } from './record/RecordActions'
import { RecordRelated } from './record/RecordRelated'
import { RecordSections } from './record/RecordSections'
import { RecordTimeline } from './record/RecordTimeline'
import './record/record.css'

const ActionHost = lazy(() => import('./list/ActionHost'))

interface RecordDrawerProps {
  readonly record: OpenRecord
  readonly open: (record: OpenRecord | null, replace?: boolean) => void
  /** Manifests at hand, which save a call when the entity's detail is among them. */
  readonly answer?: EntityAnswer
}

export default function RecordDrawer({ record: { entity, id }, open }: RecordDrawerProps) {
  const { t } = useWords()
  const { active } = useViewPlace()
  const narrow = useNarrow(1024)
  const manifests = useEntity(entity)
  const related = manifests.data?.entities[entity]?.detail.related
  const shown = useMemo(() => [entity, ...(related ?? []).map((one) => one.entity)], [entity, related])
  const { data, error, refetch } = useRecord(entity, id, shown, manifests.data !== undefined)
  const failure = manifests.error ?? (data ? null : error)
  return (
    <Drawer
      open={active} onClose={() => open(null)} width={narrow ? '100%' : 720} closable={false} mask={false} rootClassName="record" destroyOnHidden={false}
      styles={{ body: { padding: 0 } }} push={false} aria-label={data?.record.label ?? t('record.details')}
    >
      {failure ? (
        <div className="record-failed">
          <Alert type="warning" showIcon message={failure.kind === 'refused' || failure.kind === 'missing' ? t('record.gone') : failure.message} />
          <div><Button onClick={() => open(null)}>{t('record.close')}</Button><Button type="primary" onClick={() => void (manifests.error ? manifests.refetch() : refetch())}>{t('list.retry')}</Button></div>
        </div>
      ) : data && manifests.data ? <Body key={`${entity} ${id}`} entity={entity} data={data} manifests={manifests.data} open={open} />
        : <div className="record-waiting"><Skeleton active paragraph={{ rows: 10 }} /></div>}
    </Drawer>
  )
}

interface BodyProps { readonly entity: string; readonly data: RecordAnswer; readonly manifests: EntityAnswer; readonly open: RecordDrawerProps['open'] }

function Body({ entity, data, manifests, open }: BodyProps) {
  const words = useWords()
  const { t, pick } = words
  const { notices } = useRuntime()
  const [doing, setDoing] = useState<Doing | null>(null)
  const files = useOpenFiles()
  const openRecord = useCallback((of: string, id: number) => open({ entity: of, id }), [open])
  const scene = useScene(manifests, openRecord, files.open)
  const { record } = data
  const definition = manifests.entities[entity]
  if (!definition) return <Alert type="warning" message={t('record.gone')} />
  const actions = recordActions(record, entity, manifests.entities)
  const number = typeof record.values.no === 'string' ? record.values.no : undefined
  const copy = (text: string, said: string) => {
    const failed = () => notices.say('warning', t('record.copyFailed'))
    // Without a secure address the browser has no clipboard.
    if (!navigator.clipboard) return failed()
    navigator.clipboard.writeText(text).then(() => notices.say('success', said), failed)
  }
  const tabs = [
    { key: 'details', label: t('record.details'), children: <RecordSections entity={definition} record={record} scene={scene} /> },
    ...definition.detail.related.flatMap((related) => {
      const found = data.related.find((one) => one.entity === related.entity && one.by === related.by)
      if (!found) return []
      return [{
        key: `${related.entity}.${related.by}`,
        label: <span className="list-tab">{pick(related.title)}<em>{found.rows.length}{found.more ? '+' : ''}</em></span>,
        children: (
          <RecordRelated
            related={related} rows={found.rows} more={found.more} scene={scene} run={(action, row) => setDoing({ action, record: row, own: related.entity })}
            create={related.actions.flatMap((transition): Action[] => {
              const made = manifests.entities[related.entity]?.transitions[transition]
              return made?.creates ? [{ entity: related.entity, transition, title: made.title, place: 'above', fill: {}, primary: false }] : []
            })}
            runCreate={(action) => setDoing({ action, record, own: entity, values: { [related.by]: { id: record.id, label: record.label } } })}
          />
        ),
      }]
    }),
    { key: 'timeline', label: t('record.timeline'), children: <RecordTimeline entity={definition} id={record.id} version={record.version} scene={scene} /> },
  ]
  return (
    <article className="record-body">
      <header className="record-head">
        <div className="record-title">
          <small>{pick(definition.title)}{number && number !== record.label && <> · <button type="button" onClick={() => copy(number, t('record.copied'))} title={t('record.copyNumber')}>{number}</button></>}</small>
          <h2>{record.label}<StateOf scene={scene} entity={entity} state={record.state} /></h2>
        </div>
        <IconButton icon="chain" label={t('record.copyLink')} onClick={() => copy(window.location.href, t('record.linkCopied'))} />
        <IconButton icon="close" label={t('record.close')} onClick={() => open(null)} />
      </header>
      <RecordActions actions={actions} entities={manifests.entities} run={(action) => setDoing({ action, record, own: entity })} />
      <Tabs className="record-tabs" items={tabs} destroyOnHidden={false} />
      {doing && <Suspense fallback={null}><ActionHost doing={doing} answer={manifests} onClose={() => setDoing(null)} /></Suspense>}
      <FilesDialog {...files} />
    </article>
  )
}

function StateOf({ scene, entity, state }: { scene: Scene; entity: string; state: string | undefined }) {
  const found = state === undefined ? undefined : scene.entities[entity]?.states[state]
  return found ? <Tag label={scene.words.pick(found.title)} colour={found.colour} /> : null
}
