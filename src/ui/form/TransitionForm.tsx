// A transition's form as a page of its own. After success it says so and offers the record or another empty form; a half-filled one is still there
// when one comes back to it.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Entity, Section, Transition } from '../../manifest/app'
import type { EntityAnswer, RecordData, RunAnswer } from '../../protocol/calls'
import { useRuntime, useWords } from '../../runtime/runtime'
import { useUnsaved } from '../../runtime/unsaved'
import { Outcome } from '../shell/Outcome'
import { AskForm } from './AskForm'
import { Troubles } from './Troubles'
import { useFormModel } from './useFormModel'
import { useSubmission } from './useSubmission'
import styles from './transitionForm.module.css'

export interface TransitionFormProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly answer: EntityAnswer
  readonly sections?: readonly Section[]
  /** Absent: the transition creates one. */
  readonly record?: RecordData
  readonly onOpen: (id: number) => void
  readonly autoFocus?: boolean
}

export const TransitionForm = observer(function TransitionForm({
  entity,
  transition,
  title,
  answer,
  sections,
  record,
  onOpen,
  autoFocus,
}: TransitionFormProps) {
  const { notices, session } = useRuntime()
  const { t } = useWords()
  const body = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState<RunAnswer | null>(null)
  const living = useFormModel({ entity: entity.name, transition: transition.name, answer, sections, record })
  const submission = useSubmission({
    entity: entity.name,
    transition: transition.name,
    living,
    record,
    place: () => body.current,
  })
  const { modified } = living.model.form
  useUnsaved(modified)

  // Closing the view was agreed to, and with it the loss; a session that ended was not.
  const { forgetDraft } = living
  useEffect(
    () => () => {
      if (session.getState().standing === 'ready') forgetDraft()
    },
    [session, forgetDraft],
  )

  const submit = async (): Promise<void> => {
    const answered = await submission.submit()
    if (!answered) return
    setDone(answered)
    living.startAnew()
  }
  const empty = async (): Promise<void> => {
    if (
      await notices.ask({
        title: t('form.discardTitle'),
        text: t('form.discardText'),
        ok: t('form.discard'),
        cancel: t('form.keepEditing'),
        danger: true,
      })
    )
      living.startAnew()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  if (done) {
    return (
      <Outcome voice="success" title={done.message || t('form.sent')} text={done.label}>
        <Button type="primary" onClick={() => setDone(null)}>
          {t(transition.creates ? 'form.another' : 'form.confirm')}
        </Button>
        <Button onClick={() => onOpen(done.id)}>{t('form.open')}</Button>
      </Outcome>
    )
  }
  return (
    <div ref={body} onKeyDown={onKeyDown}>
      <div
        className={
          living.model.asked.fields.some((asked) => asked.field.type === 'lines')
            ? `${styles.body} ${styles.roomy}`
            : styles.body
        }
      >
        <Troubles submission={submission} living={living} />
        <AskForm key={living.generation} living={living} entity={entity} autoFocus={autoFocus} />
      </div>
      <div className={styles.foot}>
        <Button type="primary" danger={transition.danger} loading={submission.sending} onClick={() => void submit()}>
          {title}
        </Button>
        <Button disabled={!modified || submission.sending} onClick={() => void empty()}>
          {t('form.startAnew')}
        </Button>
      </div>
    </div>
  )
})
