// The print preview of a record that is not open, for example from a list row.
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { noteChanges } from '../../../protocol/records/noteCalls'
import type { RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useTranslator } from '../../../client/context/clientContext'
import { useEntity, useRecord } from '../../../client/data/queries'
import type { CallError } from '../../../client/feedback/callError'
import { DraggableDialog } from '../../controls/DraggableDialog'
import { LoadingDialog } from '../../controls/Loading'
import { entitiesOfRecord } from '../../rules/entitiesShown'
import { useRenderContext } from '../../values/renderContext'
import PrintDialog from './PrintDialog'

export interface PrintedRecord {
  readonly entity: string
  readonly id: number
  /** The name of the document. */
  readonly document: string
}

interface PrintRecordProps {
  readonly printed: PrintedRecord
  readonly close: () => void
}

/** Stays open on a failure, so that it can be tried again. */
export default function PrintRecord({ printed, close }: PrintRecordProps) {
  const { entity, id } = printed
  const { t } = useTranslator()
  const { data: manifests, error: withoutManifests, refetch: readManifests } = useEntity(entity)
  const entities = manifests?.entities
  const visible = useMemo(() => [...entitiesOfRecord(entity, entities ?? {}), noteChanges], [entity, entities])
  const { data, error, refetch: readRecord } = useRecord(entity, id, visible, manifests !== undefined)
  const failure = withoutManifests ?? (data ? null : error)
  if (data && manifests) return <Preview printed={printed} record={data.record} manifests={manifests} close={close} />
  const retry = () => void (withoutManifests ? readManifests() : readRecord())
  return failure ? (
    <FailedPreview failure={failure} retry={retry} close={close} />
  ) : (
    <LoadingDialog title={t('shell.loading')} width={480} onClose={close} />
  )
}

interface FailedPreviewProps {
  readonly failure: CallError
  readonly retry: () => void
  readonly close: () => void
}

/** A record that is gone is not tried again. */
function FailedPreview({ failure, retry, close }: FailedPreviewProps) {
  const { t } = useTranslator()
  const again = (
    <Button size="small" onClick={retry}>
      {t('form.retry')}
    </Button>
  )
  const isGone = failure.kind === 'missing'
  return (
    <DraggableDialog
      open
      title={t('document.choose')}
      width={480}
      onClose={close}
      footer={<Button onClick={close}>{t('form.cancel')}</Button>}
    >
      <Alert
        type={failure.severity}
        showIcon
        message={isGone ? t('record.gone') : failure.message}
        action={isGone ? null : again}
      />
    </DraggableDialog>
  )
}

function Preview({
  printed: { entity, document: name },
  record,
  manifests,
  close,
}: PrintRecordProps & { readonly record: RecordData; readonly manifests: EntityAnswer }) {
  const renderContext = useRenderContext(manifests)
  const document = manifests.entities[entity]?.documents.find((declared) => declared.name === name)
  return document ? (
    <PrintDialog document={document} entity={entity} record={record} renderContext={renderContext} close={close} />
  ) : null
}
