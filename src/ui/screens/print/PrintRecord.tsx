// The print preview of a record that is not open, for example from a list row.
import { useEffect, useMemo } from 'react'
import { noteChanges } from '../../../protocol/records/noteCalls'
import type { RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useEntity, useRecord } from '../../../client/data/queries'
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

/** Draws nothing until the record is read; a failure is shown in a message, and `close` is called. */
export default function PrintRecord({ printed, close }: PrintRecordProps) {
  const { entity, id } = printed
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const { data: manifests, error: withoutManifests } = useEntity(entity)
  const entities = manifests?.entities
  const visible = useMemo(() => [...entitiesOfRecord(entity, entities ?? {}), noteChanges], [entity, entities])
  const { data, error } = useRecord(entity, id, visible, manifests !== undefined)
  const failure = withoutManifests ?? (data ? null : error)
  useEffect(() => {
    if (!failure) return
    notifications.say('warning', failure.kind === 'missing' ? t('record.gone') : failure.message)
    close()
  }, [failure, notifications, t, close])
  if (data && manifests) return <Preview printed={printed} record={data.record} manifests={manifests} close={close} />
  return failure ? null : <LoadingDialog title={t('shell.loading')} width={480} onClose={close} />
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
