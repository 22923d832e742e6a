// Confirms a transition without inputs: what will happen to which record.
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { withoutLabel, type RecordAnswer } from '../../../protocol/calls'
import { createIdempotentAttempt } from '../../../client/data/idempotentAttempt'
import { useActions } from '../../../client/data/sendTransition'
import type { CallError } from '../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useBusyCall } from '../../controls/hooks/useBusyCall'
import { DraggableDialog } from '../../controls/dialogs/DraggableDialog'
import type { Values } from '../model/formValues'
import { DialogTitle } from './DialogTitle'
import { RefusalAlert } from '../view/submission/RefusalAlert'
import { StaleRecord } from '../view/submission/SubmissionErrors'
import { staleVersionKey } from '../view/submission/useSubmission'
import { BesideFiles } from './BesideFiles'
import { confirmSentence } from '../view/submission/ConfirmMessage'
import { MendFirst } from './MendFirst'
import { DecidedNext } from './DecidedNext'
import { NextButtons } from './NextButtons'
import { RefusedNow } from './RefusedNow'
import { decisionFiles, RecordSummary } from './RecordSummary'
import { latestOf, type TransitionDialogProps } from './transitionDialog'
import styles from '../view/form.module.css'

export function ConfirmDialog(props: TransitionDialogProps) {
  const { entity, transition, title, answer, onNext, onClose } = props
  const { t, language } = useTranslator()
  const { record, run, sending, error, renew } = useConfirmedRun(props)
  const files = decisionFiles(entity, transition, record)
  const question =
    confirmSentence(transition, language, record ? [record] : []) ??
    (record ? t('form.askOn', { label: record.label, action: title }) : t('form.ask', { action: title }))
  return (
    <DraggableDialog
      open
      title={<DialogTitle entity={entity} transition={transition} title={title} record={record} />}
      width={files.length > 0 ? 960 : 440}
      busy={sending}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button disabled={sending} onClick={() => onClose(false)}>
            {t('form.cancel')}
          </Button>
          <NextButtons title={title} danger={transition.danger} busy={sending} onNext={onNext} run={run} />
          <Button
            type="primary"
            danger={transition.danger}
            loading={sending}
            autoFocus
            onClick={() => void run().then((done) => done && onClose(true))}
          >
            {title}
          </Button>
        </>
      }
    >
      {error?.key === staleVersionKey ? (
        <StaleRecord description={t('form.staleConfirmation')} renew={() => void renew()} />
      ) : error ? (
        <RefusalAlert
          severity={error.severity}
          message={error.message}
          action={<MendFirst dialog={props} record={record} />}
        />
      ) : (
        <RefusedNow dialog={props} />
      )}
      <DecidedNext after={props.after} />
      <BesideFiles files={files} answer={answer}>
        <RecordSummary
          entity={entity}
          transition={transition}
          record={latestOf(record, props.current)}
          answer={answer}
        />
        <div className={styles.question}>
          <span>{question}</span>
          {transition.danger ? <small>{t('form.danger')}</small> : null}
        </div>
      </BesideFiles>
    </DraggableDialog>
  )
}

/** Runs the transition with the values that the action provides; `record`: as last loaded. */
function useConfirmedRun({ entity, transition, record: given, fill }: TransitionDialogProps) {
  const { client } = useRuntime()
  const actions = useActions()
  const attempt = useMemo(createIdempotentAttempt, [])
  const [record, setRecord] = useState(given)
  const { busy: sending, runCall } = useBusyCall()
  const [error, setError] = useState<Pick<CallError, 'severity' | 'message' | 'key'> | null>(null)
  /** Disables all buttons until the work has ended or failed. */
  const work = (step: () => Promise<void>): Promise<boolean> => runCall(step, setError)
  const run = () =>
    work(async () => {
      setError(null)
      const version = record && !transition.creates ? { id: record.id, version: record.version } : {}
      await actions.run(
        { entity: entity.name, transition: transition.name, values: sent(fill), ...version },
        { attempt, quiet: true },
      )
    })
  const renew = () =>
    work(async () => {
      if (!record) return
      const request = { entity: entity.name, id: record.id }
      setRecord((await client.post<RecordAnswer>('/api/record', request, { quiet: true })).record)
      setError(null)
    })
  return { record, run, sending, error, renew }
}

/** References as ids; omits missing values. */
function sent(fill: Values | undefined): Values | undefined {
  if (!fill || Object.keys(fill).length === 0) return undefined
  return Object.fromEntries(Object.entries(fill).map(([name, value]) => [name, withoutLabel(value)]))
}
