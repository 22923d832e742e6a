// One record: label, state and actions, values by section, related records and timeline.
// Drawn beside a screen or as a page; the parent decides how it is closed.
import { Alert, Button, Skeleton } from 'antd'
import { useMemo, useRef, type ReactNode } from 'react'
import { noteChanges } from '../../../protocol/records/noteCalls'
import type { OpenRecord } from '../../../client/navigation/urlState'
import { errorWithoutData, useEntity, useRecord } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { entitiesOfRecord } from '../../rules/entitiesShown'
import { RecordBody } from './RecordBody'
import { useTurnAnswer } from '../../../client/data/turn'
import { turnWaitMs, useElapsed } from '../../controls/hooks/useElapsed'
import type { RecordSequence } from './sections/SequenceTools'
import './record.css'
import './sections/sections.css'
import './timeline/timeline.css'

interface RecordViewProps {
  readonly record: OpenRecord
  readonly open: (record: OpenRecord) => void
  readonly close: () => void
  /** Whether there is room for the values beside the related records. */
  readonly wide: boolean
  /** h1 if the record is the page. */
  readonly heading?: 'h1' | 'h2'
  /** Buttons of the surrounding drawer or page, before and after the label. */
  readonly leading?: ReactNode
  readonly tools?: ReactNode
  readonly sequence?: RecordSequence
}

export function RecordView({ record: { entity, id }, close, ...body }: RecordViewProps) {
  const { t } = useTranslator()
  const manifests = useEntity(entity)
  const entities = manifests.data?.entities
  const visible = useMemo(() => [...entitiesOfRecord(entity, entities ?? {}), noteChanges], [entity, entities])
  const { data, error, refetch, isFetching } = useRecord(entity, id, visible, { enabled: manifests.data !== undefined })
  const key = `${entity} ${id}`
  // Loaded and rendered together with the record, so that refusals do not shift the page, unless they come late.
  const turn = useTurnAnswer(entities?.[entity], id, visible)
  const isTurnLate = useElapsed(turnWaitMs, data && manifests.data ? key : '')
  const tabs = useRef(new Map<string, string>())
  // Hide a record that is out of reach by now; on any other failure keep the present data.
  const isGone = error?.kind === 'refused' || error?.kind === 'missing'
  const failure = errorWithoutData(manifests) ?? (data && !isGone ? null : error)
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
          <Button type="primary" onClick={() => void (manifests.data ? refetch() : manifests.refetch())}>
            {t('list.retry')}
          </Button>
        </div>
      </div>
    )
  }
  if (!data || !manifests.data || (turn.isLoading && !isTurnLate))
    return (
      <div className="record-waiting">
        <Skeleton active title={false} paragraph={{ rows: 11 }} />
      </div>
    )
  return (
    <RecordBody
      key={key}
      entity={entity}
      data={data}
      turn={turn.answer}
      isFresh={!isFetching}
      manifests={manifests.data}
      firstTab={tabs.current.get(key)}
      onTab={(tab) => tabs.current.set(key, tab)}
      {...body}
    />
  )
}
