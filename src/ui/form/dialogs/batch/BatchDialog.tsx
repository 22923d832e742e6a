// Runs one transition on several records: one form for all, each record on its own.
// Shows which would be refused and why before anything is written, and the outcome afterwards.
import { observer } from '@formily/react'
import { Button, Progress, Select } from 'antd'
import { useId, useMemo, useRef, useState, type ComponentProps } from 'react'
import type { Column } from '../../../../manifest/model/column'
import type { Entity } from '../../../../manifest/model/entity'
import { declared } from '../../../../manifest/expression/values/present'
import type { EntityAnswer } from '../../../../protocol/screenCalls'
import { useTranslator } from '../../../../client/context/clientContext'
import { useUnsaved } from '../../../../client/navigation/unsavedChanges'
import { fieldsForMany, filledAlike, isKeptIfEmpty, narrowedTo } from './fieldsForMany'
import { DraggableDialog } from '../../../controls/dialogs/DraggableDialog'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import { ConfirmMessage } from '../../view/submission/ConfirmMessage'
import { RefusalAlert } from '../../view/submission/RefusalAlert'
import { isEmptyForm } from '../../model/layoutForm'
import { FormFields } from '../../view/FormFields'
import { dialogWidth } from '../../model/dialogLayout'
import { useFormModel } from '../../model/useFormModel'
import { BatchOutcome, ExportOutcome } from './BatchOutcome'
import { BatchRecords } from './BatchRecords'
import { CreationHost } from '../CreationHost'
import { useDiscarding } from '../useDiscarding'
import { useBatch, type BatchOfRecords } from './useBatch'
import batchStyles from './batch.module.css'
import styles from '../../view/form.module.css'

interface BatchDialogProps extends BatchOfRecords {
  readonly answer: EntityAnswer
  /** The columns of the list in which the records were chosen. */
  readonly columns?: readonly Column[] | undefined
}

/** In pixels: the list of the records fits. */
const listPixels = 720

export const BatchDialog = observer(function BatchDialog(props: BatchDialogProps) {
  const { entity, title, records, columns, onClose } = props
  const field = useChosenField(props)
  const { answer, transition } = field
  const { t, pick } = useTranslator()
  const body = useRef<HTMLDivElement>(null)
  const form = useFormModel({ entity: entity.name, transition: transition.name, answer, withoutDraft: true })
  const batch = useBatch({ ...props, transition }, form, body)
  const { progress, error, preview, result } = batch
  const { outline } = form.model
  const sending = progress !== null
  const isDone = result !== null
  useUnsaved(form.model.form.modified && !isDone)
  const confirmDiscard = useDiscarding(form)
  const close = async (): Promise<void> => {
    if (isDone || (await confirmDiscard())) onClose(isDone && result.done > 0)
  }
  return (
    <DraggableDialog
      open
      title={
        <>
          {title}
          <span className={styles.subject}>{t('form.records', { count: records.length })}</span>
        </>
      }
      width={result || preview ? 520 : Math.max(listPixels, dialogWidth(outline, pick))}
      busy={sending}
      onClose={() => void close()}
      footer={
        <BatchFooter
          {...props}
          batch={batch}
          isDisabled={field.isMissing || (field.chosen !== undefined && isEmpty(form.model.values()[field.chosen]))}
          hasForm={!isEmptyForm(outline)}
          onClose={() => void close()}
        />
      }
    >
      {error ? <RefusalAlert severity={error.severity} message={error.message} /> : null}
      {(result ?? preview) && <BatchOutcome preview={preview} result={result} />}
      <div ref={body} hidden={(result ?? preview) !== null}>
        <ConfirmMessage transition={transition} records={records} />
        <BatchRecords entity={entity} records={records} columns={columns} answer={answer} />
        {field.names && <FieldChoice {...field} entity={entity} names={field.names} />}
        {field.isMissing ? null : isEmptyForm(outline) ? (
          <div className={styles.question}>{t('form.askMany', { count: records.length, action: title })}</div>
        ) : (
          <>
            {keepsOthers({ ...props, transition }, field.chosen) && (
              <p className={batchStyles.kept}>{t('run.batchKept')}</p>
            )}
            <HostedFields form={form} entity={entity} />
          </>
        )}
      </div>
      <BatchProgress progress={progress} />
    </DraggableDialog>
  )
})

/** The fields with the forms of the records that are missing among their options. */
const HostedFields = (props: ComponentProps<typeof FormFields>) => (
  <CreationHost>
    <FormFields {...props} />
  </CreationHost>
)

function BatchProgress({ progress }: Pick<ReturnType<typeof useBatch>, 'progress'>) {
  const { t } = useTranslator()
  if (!progress) return null
  const { checking, done, total } = progress
  const text = t(checking ? 'run.batchChecking' : 'run.batchProgress', { done, total })
  return (
    <div role="status">
      {text}
      {total > 200 && <Progress percent={Math.round((done / total) * 100)} size="small" aria-label={text} />}
    </div>
  )
}

/** Whether an empty input leaves a stored value as it is; a chosen field is never empty. */
const keepsOthers = ({ entity, transition }: BatchDialogProps, chosen: string | undefined): boolean =>
  chosen === undefined &&
  transition.form.some((formField) => !formField.required && isKeptIfEmpty(entity, transition, formField))

/** The form of one chosen field, where the transition edits several; otherwise its whole form. */
function useChosenField({ entity, transition, answer }: BatchDialogProps) {
  const [chosen, choose] = useState<string>()
  const fields = useMemo(() => fieldsForMany(entity, transition), [entity, transition])
  const isChoice = fields.length > 0
  const narrowed = useMemo(
    () => (isChoice ? narrowedTo(answer, entity, transition, chosen) : filledAlike(answer, entity, transition)),
    [isChoice, answer, entity, transition, chosen],
  )
  const names = isChoice ? fields.map(({ field }) => field) : undefined
  return { ...narrowed, names, chosen, choose, isMissing: isChoice && chosen === undefined }
}

interface FieldChoiceProps extends Pick<ReturnType<typeof useChosenField>, 'chosen' | 'choose'> {
  readonly entity: Entity
  readonly names: readonly string[]
}

function FieldChoice({ entity, names, chosen, choose }: FieldChoiceProps) {
  const { t, pick } = useTranslator()
  const id = useId()
  return (
    <div className={batchStyles.field}>
      <label htmlFor={id}>{t('run.batchField')}</label>
      <Select
        id={id}
        value={chosen}
        onChange={choose}
        placeholder={t('run.batchFieldHint')}
        options={names.map((name) => ({ value: name, label: pick(declared(entity.fields, name).title) }))}
      />
    </div>
  )
}

interface BatchFooterProps extends BatchDialogProps {
  readonly batch: ReturnType<typeof useBatch>
  /** Whether the field is not chosen yet, or has no value: an empty one would clear it in all records. */
  readonly isDisabled: boolean
  readonly hasForm: boolean
  readonly onClose: () => void
}

function BatchFooter({ transition, title, records, batch, isDisabled, hasForm, onClose }: BatchFooterProps) {
  const { t } = useTranslator()
  const { run, goOn, back, progress, preview, result } = batch
  const sending = progress !== null
  if (result)
    return (
      <>
        <ExportOutcome title={title} records={records} result={result} />
        <Button type="primary" onClick={onClose}>
          {t('form.confirm')}
        </Button>
      </>
    )
  return (
    <>
      {preview && hasForm && (
        <Button disabled={sending} onClick={back}>
          {t('run.batchBack')}
        </Button>
      )}
      <Button disabled={sending} onClick={onClose}>
        {t('form.cancel')}
      </Button>
      {preview?.done !== 0 && (
        <Button
          type="primary"
          danger={transition.danger}
          disabled={isDisabled}
          loading={sending}
          onClick={() => void (preview ? goOn() : run())}
        >
          {preview ? t('run.batchGoOn', { done: preview.done }) : title}
        </Button>
      )}
    </>
  )
}
