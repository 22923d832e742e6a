// Runs one transition on several records: one form for all, each record on its own.
// Lists refused records with their reasons.
import { observer } from '@formily/react'
import { Alert, Button, Progress } from 'antd'
import { useMemo, useRef, useState, type RefObject } from 'react'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { BatchAnswer, RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { createIdempotentAttempt, useActions } from '../../../client/data/sendTransition'
import { CallError } from '../../../client/feedback/callError'
import { useTranslator } from '../../../client/context/clientContext'
import { DraggableDialog } from '../../controls/DraggableDialog'
import { ConfirmMessage } from '../view/submission/ConfirmMessage'
import { isEmptyForm } from '../model/layoutForm'
import { FormFields } from '../view/FormFields'
import { dialogWidth } from '../model/dialogLayout'
import { focusInput } from '../view/focusInput'
import { useFormModel, type FormSession } from '../model/useFormModel'
import styles from '../view/form.module.css'

export interface BatchDialogProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly answer: EntityAnswer
  readonly records: readonly RecordData[]
  readonly onClose: (done: boolean) => void
}

export const BatchDialog = observer(function BatchDialog(props: BatchDialogProps) {
  const { entity, transition, title, answer, records, onClose } = props
  const { t, pick } = useTranslator()
  const body = useRef<HTMLDivElement>(null)
  const form = useFormModel({ entity: entity.name, transition: transition.name, answer })
  const { run, progress, fault, result } = useBatch(props, form, body)
  const { outline } = form.model
  const sending = progress !== null
  const close = (): void => {
    form.forgetDraft()
    onClose(result !== null && result.done > 0)
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
      width={result || isEmptyForm(outline) ? 520 : dialogWidth(outline, pick)}
      busy={sending}
      onClose={close}
      footer={
        result ? (
          <Button type="primary" onClick={close}>
            {t('form.confirm')}
          </Button>
        ) : (
          <>
            <Button disabled={sending} onClick={close}>
              {t('form.cancel')}
            </Button>
            <Button type="primary" danger={transition.danger} loading={sending} onClick={() => void run()}>
              {title}
            </Button>
          </>
        )
      }
    >
      {result ? (
        <BatchResult result={result} />
      ) : (
        <div ref={body}>
          {fault ? (
            <Alert className={styles.alert} type={fault.severity} showIcon message={fault.message} role="alert" />
          ) : null}
          <ConfirmMessage transition={transition} records={records} />
          {isEmptyForm(outline) ? (
            <div className={styles.question}>{t('form.askMany', { count: records.length, action: title })}</div>
          ) : (
            <FormFields form={form} entity={entity} />
          )}
          {sending && records.length > 200 ? <Progress percent={progress} size="small" /> : null}
        </div>
      )}
    </DraggableDialog>
  )
})

/** Runs the transition on all records; `result`: what was refused, once something was. */
function useBatch(
  { entity, transition, records, onClose }: BatchDialogProps,
  form: FormSession,
  body: RefObject<HTMLElement | null>,
) {
  const actions = useActions()
  const attempt = useMemo(createIdempotentAttempt, [])
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<Pick<CallError, 'severity' | 'message'> | null>(null)
  const [result, setResult] = useState<BatchAnswer | null>(null)
  const { model } = form
  const refuse = (error: CallError): void => {
    const rest = model.refuse(error.fields)
    const [wrong] = model.faulty()
    if (wrong === undefined) return setFault(error)
    focusInput(body.current, wrong)
    setFault(rest.length > 0 ? { severity: error.severity, message: rest.join(' ') } : null)
  }
  const run = async (): Promise<void> => {
    const [faulty] = await model.check()
    if (faulty !== undefined) return focusInput(body.current, faulty)
    setProgress(0)
    setFault(null)
    try {
      const note = model.note()
      const answered = await actions.batch(
        {
          entity: entity.name,
          transition: transition.name,
          records: records.map(({ id, version }) => ({ id, version })),
          values: model.values(),
          ...(note === undefined ? {} : { note }),
        },
        { attempt, quiet: true, progress: (done, total) => setProgress(Math.round((done / total) * 100)) },
      )
      form.forgetDraft()
      if (answered.refused.length === 0) return onClose(true)
      setResult(answered)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refuse(error)
    } finally {
      setProgress(null)
    }
  }
  return { run, progress, fault, result }
}

function BatchResult({ result: { done, refused } }: { result: BatchAnswer }) {
  const { t } = useTranslator()
  return (
    <>
      <Alert type="warning" showIcon message={t('run.batchSome', { done, refused: refused.length })} />
      <ul className={styles.refused} aria-label={t('run.batchRefused')}>
        {refused.map((item) => (
          <li key={item.id}>
            <span>{item.label}</span>
            <span>{item.message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
