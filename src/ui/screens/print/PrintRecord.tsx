// The print preview of a record that is not open, or not in the language of the document.
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { noteChanges } from '../../../protocol/records/noteCalls'
import type { RecordAnswer } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useProduct, useTranslator } from '../../../client/context/clientContext'
import { useEntity, useRecord, useTranslatorIn } from '../../../client/data/queries'
import type { Translator } from '../../../client/text/translate'
import { createFormat } from '../../../client/text/format'
import type { CallError } from '../../../client/feedback/callError'
import { DraggableDialog } from '../../controls/dialogs/DraggableDialog'
import { LoadingDialog } from '../../controls/Loading'
import type { PrintedRecord } from '../../form/documents/printedRecord'
import { entitiesOfRecord } from '../../rules/entitiesShown'
import { useRenderContext } from '../../values/renderContext'
import PrintDialog from './PrintDialog'

interface PrintRecordProps {
  readonly printed: PrintedRecord
  readonly close: () => void
}

/** Stays open on a failure, so that it can be tried again. */
export default function PrintRecord({ printed, close }: PrintRecordProps) {
  const { entity, id, language } = printed
  const { t, language: users } = useTranslator()
  const { data: manifests, error: withoutManifests, refetch: readManifests } = useEntity(entity, { language })
  const entities = manifests?.entities
  const visible = useMemo(() => [...entitiesOfRecord(entity, entities ?? {}), noteChanges], [entity, entities])
  const {
    data,
    error,
    refetch: readRecord,
  } = useRecord(entity, id, visible, {
    enabled: manifests !== undefined,
    language,
  })
  const { data: translator, error: withoutTexts, refetch: readTexts } = useTranslatorIn(language ?? users)
  if (data && manifests && translator)
    return <Preview printed={printed} answer={data} manifests={manifests} translator={translator} close={close} />
  const failure = withoutManifests ?? withoutTexts ?? (data ? null : error)
  const retry = () => void (withoutManifests ? readManifests() : withoutTexts ? readTexts() : readRecord())
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

interface PreviewProps extends PrintRecordProps {
  readonly answer: RecordAnswer
  readonly manifests: EntityAnswer
  readonly translator: Translator
}

function Preview({ printed: { entity, document: name }, answer, manifests, translator, close }: PreviewProps) {
  const usersContext = useRenderContext(manifests)
  const product = useProduct()
  const renderContext = useMemo(
    () => ({ ...usersContext, translator, format: createFormat(product, translator.language) }),
    [usersContext, translator, product],
  )
  const document = manifests.entities[entity]?.documents.find((declared) => declared.name === name)
  return document ? (
    <PrintDialog document={document} entity={entity} answer={answer} renderContext={renderContext} close={close} />
  ) : null
}
