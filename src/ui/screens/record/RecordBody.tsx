// The body of a readable record: head, stages, highlights, actions and tabs.
import { Alert, Skeleton } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { Action } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { RecordAnswer, RecordData } from '../../../protocol/calls'
import type { TurnAnswer } from '../../../protocol/records/stepCalls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useTabSubject } from '../../../client/navigation/useTabSubject'
import type { OpenRecord } from '../../../client/navigation/urlState'
import { useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import { filesOfRecord } from '../../values/files/filesOf'
import { useOpenFiles, type OpenFiles } from '../../values/files/useOpenFiles'
import { useRenderContext, type RenderContext } from '../../values/renderContext'
import type { PendingAction } from '../../actions/PendingAction'
import { allowedActionKey, begunValues, isStep, recordActions } from '../../actions/availableActions'
import { RecordActions } from './RecordActions'
import { RecordDialogs } from './RecordDialogs'
import { RecordHighlights } from './sections/RecordHighlights'
import { RecordHead } from './RecordHead'
import { RecordQueues } from './sections/RecordQueues'
import { RecordSections } from './sections/RecordSections'
import { RecordStages } from './timeline/RecordStages'
import { RecordTabs, useRelatedTabs } from './RecordTabs'
import { RecordTimeline } from './timeline/RecordTimeline'
import { RecordTurn, useTurn, type RecordTurnState } from './sections/RecordTurn'
import { SequenceTools, type RecordSequence } from './sections/SequenceTools'
import { useActionInAddress } from './useActionInAddress'
import { useRecordOpened } from './useRecordOpened'

const RecordNotes = lazy(() => import('./notes/RecordNotes'))

interface RecordBodyProps {
  readonly entity: string
  readonly data: RecordAnswer
  /** Absent where the record has no steps. */
  readonly turn: TurnAnswer | undefined
  /** false: it is being read again. */
  readonly isFresh: boolean
  readonly manifests: EntityAnswer
  readonly open: (record: OpenRecord) => void
  readonly wide: boolean
  readonly heading?: 'h1' | 'h2'
  readonly leading?: ReactNode
  readonly tools?: ReactNode
  readonly sequence?: RecordSequence
  /** The tab that was open when a person left the record for another one. */
  readonly firstTab: string | undefined
  readonly onTab: (tab: string) => void
}

export function RecordBody(props: RecordBodyProps) {
  const { entity, data, turn: answer, isFresh, manifests, open, wide, sequence, firstTab, onTab, ...head } = props
  const { t } = useTranslator()
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const [printing, setPrinting] = useState<string | null>(null)
  const { record } = data
  const definition = manifests.entities[entity]
  const files = useFilesOfRecord(record, definition)
  // A signed-out user may read only this record.
  const signedIn = useSession((state) => state.boot !== null)
  const openRecord = useCallback((name: string, id: number) => open({ entity: name, id }), [open])
  const context = useRenderContext(manifests, signedIn ? openRecord : undefined, files.open)
  useNoted(record, definition)
  useTabSubject('record', record.label)
  useRecordOpened(signedIn ? definition?.detail.onOpen : undefined, record)
  const turn = useTurn({ entity: definition, data, answer, context })
  const asksNote = useActionInAddress({ record, isFresh, definition, entities: manifests.entities }, setPendingAction)
  if (!definition) return <Alert type="warning" message={t('record.gone')} />
  // By name, so that an open preview follows a saved manifest.
  const printed = definition.documents.find(({ name }) => name === printing)
  return (
    <article className="record-body">
      <RecordHead entity={definition} record={record} context={context} print={setPrinting} {...head} />
      {signedIn && record.state !== undefined && (
        <Turn turn={turn} entity={definition} record={record} context={context} run={setPendingAction} />
      )}
      {sequence && <SequenceTools sequence={sequence} />}
      <RecordStatus entity={definition} data={data} context={context} run={setPendingAction} turn={turn} />
      <Contents
        entity={definition}
        data={data}
        context={context}
        run={setPendingAction}
        wide={wide}
        timeline={signedIn}
        asksNote={asksNote}
        firstTab={firstTab}
        onTab={onTab}
      />
      <RecordDialogs
        pendingAction={pendingAction}
        printed={printed}
        files={files}
        entity={entity}
        answer={data}
        context={context}
        manifests={manifests}
        onDone={(done) => {
          setPendingAction(null)
          if (done && sequence?.follows && isChange(done, entity)) sequence.next?.()
        }}
        onPrinted={() => setPrinting(null)}
      />
    </article>
  )
}

interface TurnProps extends Omit<PartProps, 'data'> {
  readonly turn: RecordTurnState
  readonly record: RecordData
}

/** Whose turn the record is; its action may run on a referring record, or create one. */
function Turn({ turn, entity, record, context, run }: TurnProps) {
  return (
    <RecordTurn
      turn={turn}
      record={record}
      context={context}
      run={({ action, row, entity: of }) =>
        run({
          action,
          record: row,
          entityName: of,
          ...(row === record && { values: begunValues(action, record, entity, context.entities) }),
        })
      }
    />
  )
}

/** Whether an action changes the record itself instead of creating another. */
const isChange = ({ action, entityName, values }: PendingAction, entity: string): boolean =>
  entityName === entity && action.entity === entity && values === undefined

/** Opens files together with all others of the record, for stepping through them. */
function useFilesOfRecord({ id, values }: RecordData, definition: Entity | undefined): OpenFiles {
  const opened = useOpenFiles()
  const open = useCallback<OpenFiles['open']>(
    (files, carrier, first) => {
      const all = filesOfRecord(definition?.fields ?? {}, values)
      const isOwn = carrier.entity === definition?.name && carrier.record === id
      const isPart = isOwn && files.every((file) => all.some((other) => other.id === file.id))
      opened.open(isPart ? all : files, carrier, first ?? files[0])
    },
    [opened.open, id, values, definition],
  )
  return { ...opened, open }
}

/** Adds the record to the recently viewed ones. */
function useNoted({ id, label }: RecordData, definition: Entity | undefined): void {
  const { recent } = useRuntime()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (definition)
      recent.add({ entity: definition.name, id, label, title: definition.title, address: pathname + search })
  }, [recent, definition, id, label, pathname, search])
}

interface PartProps {
  readonly entity: Entity
  readonly data: RecordAnswer
  readonly context: RenderContext
  readonly run: (pendingAction: PendingAction) => void
}

const isSame = (one: Action, other: Action) => one.entity === other.entity && one.transition === other.transition

/** State, stages and actions of the record. */
function RecordStatus({ entity, data, context, run, turn }: PartProps & { readonly turn: RecordTurnState }) {
  const { record } = data
  const { action: nextAction, ownFirst, answer } = turn
  const actions = recordActions(record, entity.name, context.entities).filter(
    (action) => !(nextAction?.row === record && isSame(action, nextAction.action)),
  )
  const due = answer?.steps ?? []
  // While a step of the life cycle is due, what can merely be begun with the record is not the next one.
  const isNext = (action: Action) =>
    due.length === 0
      ? isStep(action, context.entities, { row: record, entityName: entity.name })
      : due.some(({ transition }) => transition === allowedActionKey(action, entity.name))
  return (
    <>
      {data.stages && <RecordStages entity={entity} stages={data.stages} state={record.state} />}
      <RecordHighlights entity={entity} record={record} context={context} />
      <RecordQueues
        entity={entity}
        data={data}
        entities={context.entities}
        nextAction={nextAction}
        run={(action, row, entityName) => run({ action, record: row, entityName })}
      />
      <RecordActions
        actions={actions}
        isNext={(action) => ownFirst && !nextAction && isNext(action)}
        entities={context.entities}
        run={(action) =>
          run({
            action,
            record,
            entityName: entity.name,
            values: begunValues(action, record, entity, context.entities),
          })
        }
        frames={entity.detail.frames.filter(({ imports: takes }) => takes.some((name) => record.can.includes(name)))}
        entity={entity}
        id={record.id}
        label={record.label}
        refused={answer?.refused ?? []}
        shownAbove={answer?.unmet?.message}
      />
    </>
  )
}

interface ContentsProps extends PartProps, Pick<RecordBodyProps, 'firstTab' | 'onTab'> {
  readonly wide: boolean
  readonly timeline: boolean
  /** The notes come first, and their input has the focus. */
  readonly asksNote: boolean
}

/** The values, related records and timeline of the record. */
function Contents({ entity, data, context, run, wide, timeline, asksNote, firstTab, onTab }: ContentsProps) {
  const { t } = useTranslator()
  const { record } = data
  const related = useRelatedTabs(entity.name, data, context, run)
  const sections = <RecordSections entity={entity} record={record} context={context} />
  const happened = <RecordTimeline entity={entity} id={record.id} version={record.version} context={context} />
  const tabs = [
    ...(wide ? [] : [{ key: 'details', title: t('record.details'), children: sections }]),
    ...related,
    ...(timeline && entity.detail.notes
      ? [
          {
            key: 'notes',
            title: t('record.notes'),
            ...(data.notes && { count: String(data.notes) }),
            children: (
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
                <RecordNotes entity={entity.name} id={record.id} context={context} autoFocus={asksNote} />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(timeline ? [{ key: 'timeline', title: t('record.timeline'), children: happened }] : []),
  ]
  return (
    <div className={wide ? 'record-wide-page' : 'record-page'}>
      {wide && <div className="record-beside">{sections}</div>}
      <RecordTabs items={tabs} first={asksNote ? 'notes' : firstTab} onChange={onTab} />
    </div>
  )
}
