// A transition's form as a page. After success its outcome is drawn in its place.
// Unsaved input is still there when the user returns; an outcome gives way to an empty form.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Entity } from '../../../manifest/model/entity'
import type { Section } from '../../../manifest/model/detail'
import type { Transition } from '../../../manifest/model/transition'
import type { RecordData, RunAnswer } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useCurrentTab, useUnsaved } from '../../../client/navigation/unsavedChanges'
import { ConfirmMessage } from './submission/ConfirmMessage'
import { FormFields } from './FormFields'
import { SubmissionErrors } from './submission/SubmissionErrors'
import { useFormModel, type FormSession } from '../model/useFormModel'
import { useSubmission } from './submission/useSubmission'
import styles from './transitionForm.module.css'

interface TransitionFormProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly answer: EntityAnswer
  readonly sections?: readonly Section[]
  /** Absent: the transition creates one. */
  readonly record?: RecordData
  /** Replaces the form after it ran; `again` starts another. */
  readonly outcome: (answer: RunAnswer, again: () => void) => ReactNode
  readonly autoFocus?: boolean
}

export const TransitionForm = observer(function TransitionForm(props: TransitionFormProps) {
  const { entity, transition, title, answer, sections, record, outcome, autoFocus } = props
  const { t } = useTranslator()
  const body = useRef<HTMLDivElement>(null)
  const { done, show, clear } = useOutcome()
  const form = useFormModel({ entity: entity.name, transition: transition.name, answer, sections, record })
  const submission = useSubmission({
    entity: entity.name,
    transition: transition.name,
    form,
    place: () => body.current,
  })
  const { modified } = form.model.form
  const latest = form.model.record ?? record
  useUnsaved(modified, form.forgetDraft)
  const empty = useEmptying(form)
  const submit = async (): Promise<void> => {
    const answered = await submission.submit()
    if (!answered) return
    show(answered)
    form.startAnew()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  if (done) return outcome(done, clear)
  const roomy = form.model.outline.fields.some((field) => field.field.type === 'lines')
  return (
    <div ref={body} onKeyDown={onKeyDown}>
      <div className={roomy ? `${styles.body} ${styles.roomy}` : styles.body}>
        <SubmissionErrors submission={submission} form={form} />
        <ConfirmMessage transition={transition} records={latest ? [latest] : []} />
        <FormFields key={form.generation} form={form} entity={entity} autoFocus={autoFocus} />
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

/** The answer of the run during one visit of the tab: the one in which it arrives, or else the next. */
function useOutcome() {
  const { active, entered } = useCurrentTab()
  const visit = active ? entered : null
  const current = useRef(visit)
  current.current = visit
  const [arrived, setArrived] = useState<{ readonly answer: RunAnswer; readonly visit: number | null } | null>(null)
  if (arrived?.visit === null && visit !== null) setArrived({ ...arrived, visit })
  return {
    done: arrived?.visit === null || arrived?.visit === entered ? arrived.answer : null,
    show: (answer: RunAnswer) => setArrived({ answer, visit: current.current }),
    clear: () => setArrived(null),
  }
}

/** Empties the form after a confirmation. */
function useEmptying({ startAnew }: FormSession): () => Promise<void> {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  return async () => {
    const discard = await notifications.confirm({
      title: t('form.discardTitle'),
      text: t('form.discardText'),
      ok: t('form.discard'),
      cancel: t('form.keepEditing'),
      danger: true,
    })
    if (discard) startAnew()
  }
}
