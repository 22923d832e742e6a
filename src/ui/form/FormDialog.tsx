// A transition's form in a dialog: title, inputs, what went wrong, submit. Closing it with something typed asks first.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useRuntime, useWords } from '../../runtime/runtime'
import { useUnsaved } from '../../runtime/unsaved'
import { DraggableDialog } from '../dialog/DraggableDialog'
import { useNarrow } from '../useNarrow'
import { AskForm } from './AskForm'
import { dialogWidth, onlyWrites, sectionsOf } from './dialogShape'
import { focusInput } from './focusInput'
import { noteName } from './formModel'
import { SubjectFacts } from './SubjectFacts'
import { Troubles } from './Troubles'
import { useFormModel } from './useFormModel'
import { useSubmission } from './useSubmission'
import type { TransitionDialogProps } from './transitionDialog'
import styles from './form.module.css'

export const FormDialog = observer(function FormDialog({
  entity,
  transition,
  title,
  answer,
  record,
  fill,
  onClose,
}: TransitionDialogProps) {
  const { notices } = useRuntime()
  const { t } = useWords()
  const narrow = useNarrow(640)
  const body = useRef<HTMLDivElement>(null)
  const living = useFormModel({
    entity: entity.name,
    transition: transition.name,
    answer,
    sections: sectionsOf(entity, transition),
    record,
    fill,
  })
  const submission = useSubmission({
    entity: entity.name,
    transition: transition.name,
    living,
    record: transition.creates ? undefined : record,
    place: () => body.current,
  })
  const { modified } = living.model.form
  useUnsaved(modified)
  // The dialog takes the focus when it opens; it belongs to the first input. On a small screen the keyboard would cover what it is about.
  const first =
    living.model.asked.fields.find((field) => !field.readOnly && !living.model.fixed(field))?.name ?? noteName
  useEffect(() => {
    if (!narrow) focusInput(body.current, first)
  }, [])

  const close = async (): Promise<void> => {
    if (submission.sending) return
    if (
      modified &&
      !(await notices.ask({
        title: t('form.discardTitle'),
        text: t('form.discardText'),
        ok: t('form.discard'),
        cancel: t('form.keepEditing'),
        danger: true,
      }))
    )
      return
    living.forgetDraft()
    onClose(false)
  }
  const submit = async (): Promise<void> => {
    if (await submission.submit()) onClose(true)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  return (
    <DraggableDialog
      open
      title={
        <>
          {title}
          {record ? <span className={styles.subject}>{record.label}</span> : null}
        </>
      }
      width={dialogWidth(living.model.asked)}
      busy={submission.sending}
      onClose={() => void close()}
      footer={
        <>
          <Button disabled={submission.sending} onClick={() => void close()}>
            {t('form.cancel')}
          </Button>
          <Button type="primary" danger={transition.danger} loading={submission.sending} onClick={() => void submit()}>
            {onlyWrites(transition) ? t('form.save') : title}
          </Button>
        </>
      }
    >
      <div ref={body} onKeyDown={onKeyDown}>
        <Troubles submission={submission} living={living} />
        <SubjectFacts entity={entity} transition={transition} record={record} answer={answer} />
        <AskForm key={living.generation} living={living} entity={entity} autoFocus={false} />
      </div>
    </DraggableDialog>
  )
})
