// The same transition on several records: one form for all, each record on its own. What was refused is listed with its reason.
import { observer } from '@formily/react'
import { Alert, Button, Progress } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { Entity, Transition } from '../../manifest/app'
import type { BatchAnswer, EntityAnswer, RecordData } from '../../protocol/calls'
import { createIntention, useActions } from '../../runtime/actions'
import { CallError } from '../../runtime/faults'
import { useWords } from '../../runtime/runtime'
import { DraggableDialog } from '../dialog/DraggableDialog'
import { asksNothing } from './askFields'
import { AskForm } from './AskForm'
import { dialogWidth } from './dialogShape'
import { focusInput } from './focusInput'
import { useFormModel } from './useFormModel'
import styles from './form.module.css'

export interface BatchDialogProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly answer: EntityAnswer
  readonly records: readonly RecordData[]
  readonly onClose: (done: boolean) => void
}

export const BatchDialog = observer(function BatchDialog({
  entity,
  transition,
  title,
  answer,
  records,
  onClose,
}: BatchDialogProps) {
  const { t } = useWords()
  const actions = useActions()
  const body = useRef<HTMLDivElement>(null)
  const intention = useMemo(createIntention, [])
  const living = useFormModel({ entity: entity.name, transition: transition.name, answer })
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const [result, setResult] = useState<BatchAnswer | null>(null)
  const { model } = living
  const sending = progress !== null

  const run = async (): Promise<void> => {
    const faulty = await model.check()
    if (faulty.length > 0) return focusInput(body.current, faulty[0]!)
    setProgress(0)
    setFault('')
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
        { intention, quiet: true, progress: (done, total) => setProgress(Math.round((done / total) * 100)) },
      )
      living.forgetDraft()
      if (answered.refused.length === 0) return onClose(true)
      setResult(answered)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const rest = model.refuse(error.fields)
      const wrong = model.faulty()
      if (wrong.length > 0) focusInput(body.current, wrong[0]!)
      setFault(wrong.length > 0 ? rest.join(' ') : error.message)
    } finally {
      setProgress(null)
    }
  }
  const close = (): void => {
    living.forgetDraft()
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
      width={result || asksNothing(model.asked) ? 520 : dialogWidth(model.asked)}
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
        <>
          <Alert
            type="warning"
            showIcon
            message={t('run.batchSome', { done: result.done, refused: result.refused.length })}
          />
          <ul className={styles.refused} aria-label={t('run.batchRefused')}>
            {result.refused.map((one) => (
              <li key={one.id}>
                <span>{one.label}</span>
                <span>{one.message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div ref={body}>
          {fault ? <Alert className={styles.alert} type="error" showIcon message={fault} role="alert" /> : null}
          {asksNothing(model.asked) ? (
            <div className={styles.question}>{t('form.askMany', { count: records.length, action: title })}</div>
          ) : (
            <AskForm living={living} entity={entity} />
          )}
          {sending && records.length > 200 ? <Progress percent={progress} size="small" /> : null}
        </div>
      )}
    </DraggableDialog>
  )
})
