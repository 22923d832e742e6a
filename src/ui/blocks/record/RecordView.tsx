// What is known of one record? Its name, state and actions, its values by section, the records that refer to it, and everything that happened to it.
// Beside a screen or as a page of its own: whoever shows it says how it is closed.
import { Alert, Button, Dropdown, Skeleton } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { Action, PrintedDocument } from '../../../manifest/app'
import type { EntityAnswer, RecordAnswer, RecordData } from '../../../protocol/calls'
import type { OpenRecord } from '../../../runtime/location'
import { useEntity, useRecord } from '../../../runtime/records'
import { useProduct, useRuntime, useSession, useWords } from '../../../runtime/runtime'
import { IconButton } from '../../shell/IconButton'
import { TabRow, type TabItem } from '../../tabs/TabRow'
import { useOpenFiles } from '../../values/openFiles'
import { ruleOverRecord } from '../../values/recordRule'
import { useScene, type Scene } from '../../values/scene'
import { Tag } from '../../values/value'
import type { Doing } from '../list/ActionHost'
import { recordActions } from '../list/rowActions'
import { RecordActions } from './RecordActions'
import { RecordFigures } from './RecordFigures'
import { RecordQueues } from './RecordQueues'
import { RecordRelated } from './RecordRelated'
import { RecordSections } from './RecordSections'
import { RecordStages } from './RecordStages'
import { RecordTimeline } from './RecordTimeline'
import { useOpened } from './useOpened'
import './record.css'

const ActionHost = lazy(() => import('../list/ActionHost'))
const FilesDialog = lazy(() => import('../../values/FilesDialog'))
const PrintDialog = lazy(() => import('../../document/PrintDialog'))

interface RecordViewProps {
  readonly record: OpenRecord
  readonly open: (record: OpenRecord) => void
  readonly close: () => void
  /** There is room for the values beside what refers to the record. */
  readonly wide: boolean
  /** Buttons of the place it is shown in, behind its name. */
  readonly tools?: ReactNode
}

export function RecordView({ record: { entity, id }, open, close, wide, tools }: RecordViewProps) {
  const { t } = useWords()
  const manifests = useEntity(entity)
  const related = manifests.data?.entities[entity]?.detail.related
  const shown = useMemo(() => [entity, ...(related ?? []).map((one) => one.entity)], [entity, related])
  const { data, error, refetch } = useRecord(entity, id, shown, manifests.data !== undefined)
  const failure = manifests.error ?? (data ? null : error)
  if (failure) {
    return (
      <div className="record-failed">
        <Alert
          type="warning"
          showIcon
          message={failure.kind === 'refused' || failure.kind === 'missing' ? t('record.gone') : failure.message}
        />
        <div>
          <Button onClick={close}>{t('record.close')}</Button>
          <Button type="primary" onClick={() => void (manifests.error ? manifests.refetch() : refetch())}>
            {t('list.retry')}
          </Button>
        </div>
      </div>
    )
  }
  if (!data || !manifests.data)
    return (
      <div className="record-waiting">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    )
  return (
    <Body
      key={`${entity} ${id}`}
      entity={entity}
      data={data}
      manifests={manifests.data}
      open={open}
      wide={wide}
      tools={tools}
    />
  )
}

interface BodyProps {
  readonly entity: string
  readonly data: RecordAnswer
  readonly manifests: EntityAnswer
  readonly open: RecordViewProps['open']
  readonly wide: boolean
  readonly tools: ReactNode
}

function Body({ entity, data, manifests, open, wide, tools }: BodyProps) {
  const words = useWords()
  const { t, pick } = words
  const { notices, recent } = useRuntime()
  const { pathname, search } = useLocation()
  const { timezone } = useProduct()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [printing, setPrinting] = useState<PrintedDocument | null>(null)
  const files = useOpenFiles()
  // Who has not signed in reads this record and no other.
  const somebody = useSession((state) => state.boot !== null)
  const openRecord = useCallback((of: string, id: number) => open({ entity: of, id }), [open])
  const scene = useScene(manifests, somebody ? openRecord : undefined, files.open)
  const { record } = data
  const definition = manifests.entities[entity]
  useEffect(() => {
    if (definition)
      recent.note({ entity, id: record.id, label: record.label, title: definition.title, address: pathname + search })
  }, [recent, definition, entity, record.id, record.label, pathname, search])
  useOpened(entity, somebody ? definition?.detail.onOpen : undefined, record)
  if (!definition) return <Alert type="warning" message={t('record.gone')} />
  const actions = recordActions(record, entity, manifests.entities)
  const number = typeof record.values.no === 'string' ? record.values.no : undefined
  const copy = (text: string, said: string) => {
    const failed = () => notices.say('warning', t('record.copyFailed'))
    // Without a secure address the browser has no clipboard.
    if (!navigator.clipboard) return failed()
    navigator.clipboard.writeText(text).then(() => notices.say('success', said), failed)
  }
  const sections = <RecordSections entity={definition} record={record} scene={scene} />
  const tabs = [
    ...(wide ? [] : [{ key: 'details', title: t('record.details'), children: sections }]),
    ...definition.detail.related.flatMap((related) => {
      const found = data.related.find((one) => one.entity === related.entity && one.by === related.by)
      if (!found) return []
      const create = related.actions.flatMap((transition): Action[] => {
        const made = manifests.entities[related.entity]?.transitions[transition]
        return made?.creates && record.can.includes(`${related.entity}.${transition}`)
          ? [{ entity: related.entity, transition, title: made.title, place: 'above', fill: {}, primary: false }]
          : []
      })
      // Where there is nothing to see and nothing to do stands no tab.
      if (found.rows.length === 0 && create.length === 0) return []
      return [
        {
          key: `${related.entity}.${related.by}`,
          title: pick(related.title),
          count: `${found.rows.length}${found.more ? '+' : ''}`,
          children: (
            <RecordRelated
              related={related}
              rows={found.rows}
              more={found.more}
              scene={scene}
              run={(action, row) => setDoing({ action, record: row, own: related.entity })}
              create={create}
              runCreate={(action) =>
                setDoing({
                  action,
                  record,
                  own: entity,
                  values: { [related.by]: { id: record.id, label: record.label } },
                })
              }
            />
          ),
        },
      ]
    }),
    ...(somebody
      ? [
          {
            key: 'timeline',
            title: t('record.timeline'),
            children: <RecordTimeline entity={definition} id={record.id} version={record.version} scene={scene} />,
          },
        ]
      : []),
  ]
  return (
    <article className="record-body">
      <header className="record-head">
        <div className="record-title">
          <small>
            {pick(definition.title)}
            {number && number !== record.label && (
              <>
                {' '}
                ·{' '}
                <button type="button" onClick={() => copy(number, t('record.copied'))} title={t('record.copyNumber')}>
                  {number}
                </button>
              </>
            )}
          </small>
          <h2>
            {record.label}
            <StateOf scene={scene} entity={entity} state={record.state} />
          </h2>
        </div>
        <PrintButton
          documents={definition.documents.filter((one) => isOffered(one, record, timezone))}
          print={setPrinting}
        />
        <IconButton
          icon="chain"
          label={t('record.copyLink')}
          onClick={() => copy(window.location.href, t('record.linkCopied'))}
        />
        {tools}
      </header>
      {data.stages && <RecordStages entity={definition} stages={data.stages} state={record.state} />}
      <RecordFigures entity={definition} record={record} scene={scene} />
      <RecordQueues
        entity={definition}
        data={data}
        entities={manifests.entities}
        run={(action, row, own) => setDoing({ action, record: row, own })}
      />
      <RecordActions
        actions={actions}
        entities={manifests.entities}
        run={(action) => setDoing({ action, record, own: entity })}
        frames={definition.detail.frames.filter(({ takes }) => takes.some((name) => record.can.includes(name)))}
        id={record.id}
        state={record.state}
      />
      <div className={wide ? 'record-wide-page' : 'record-page'}>
        {wide && <div className="record-beside">{sections}</div>}
        <RecordTabs items={tabs} />
      </div>
      {doing && (
        <Suspense fallback={null}>
          <ActionHost doing={doing} answer={manifests} onClose={() => setDoing(null)} />
        </Suspense>
      )}
      {printing && (
        <Suspense fallback={null}>
          <PrintDialog
            document={printing}
            entity={entity}
            record={record}
            scene={scene}
            close={() => setPrinting(null)}
          />
        </Suspense>
      )}
      {files.shown && (
        <Suspense fallback={null}>
          <FilesDialog {...files} />
        </Suspense>
      )}
    </article>
  )
}

type RecordTab = TabItem & { readonly children: ReactNode }

/** What was looked at once stays as it was left. */
function RecordTabs({ items }: { items: readonly RecordTab[] }) {
  const panels = useId()
  const [chosen, setChosen] = useState<string>()
  const [met, setMet] = useState<ReadonlySet<string>>(new Set())
  const active = items.find(({ key }) => key === chosen)?.key ?? items[0]!.key
  const choose = (key: string) => {
    setChosen(key)
    setMet((before) => new Set([...before, active, key]))
  }
  return (
    <div className="record-tabs">
      <TabRow items={items} active={active} onChange={choose} panels={panels} />
      {items
        .filter(({ key }) => key === active || met.has(key))
        .map(({ key, title, children }) => (
          <div
            key={key}
            id={panels + key}
            role="tabpanel"
            aria-label={String(title)}
            hidden={key !== active}
            data-scroll
          >
            {children}
          </div>
        ))}
    </div>
  )
}

function StateOf({ scene, entity, state }: { scene: Scene; entity: string; state: string | undefined }) {
  const found = state === undefined ? undefined : scene.entities[entity]?.states[state]
  return found ? <Tag label={scene.words.pick(found.title)} colour={found.colour} /> : null
}

function isOffered({ states, when }: PrintedDocument, record: RecordData, timezone: string): boolean {
  return (!states || states.includes(record.state ?? '')) && (!when || ruleOverRecord(when, record, timezone) === true)
}

function PrintButton({
  documents,
  print,
}: {
  documents: readonly PrintedDocument[]
  print: (document: PrintedDocument) => void
}) {
  const { t, pick } = useWords()
  const [only] = documents
  if (!only) return null
  if (documents.length === 1) return <IconButton icon="print" label={pick(only.title)} onClick={() => print(only)} />
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: documents.map((one) => ({ key: one.name, label: pick(one.title), onClick: () => print(one) })) }}
    >
      <IconButton icon="print" label={t('document.choose')} />
    </Dropdown>
  )
}
