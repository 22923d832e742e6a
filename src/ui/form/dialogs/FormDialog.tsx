// A transition's form in a dialog. Closing it with unsaved input needs a confirmation.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useUnsaved } from '../../../client/navigation/unsavedChanges'
import { DraggableDialog } from '../../controls/DraggableDialog'
import { useNarrow } from '../../controls/useMedia'
import { FormFields } from '../view/FormFields'
import { Results } from '../view/Results'
import { dialogWidth, isPlainEdit, sectionsOf } from '../model/dialogLayout'
import { focusInput } from '../view/focusInput'
import { noteName } from '../model/formParts'
import { DialogTitle } from './DialogTitle'
import { RecordSummary } from './RecordSummary'
import { SubmissionErrors } from '../view/SubmissionErrors'
import { useFormModel, type FormSession } from '../model/useFormModel'
import { useSubmission } from '../view/useSubmission'
import type { TransitionDialogProps } from './transitionDialog'

export const FormDialog = observer(function FormDialog(props: TransitionDialogProps) {
  const { entity, transition, title, answer, record, fill, onClose } = props
  const { t, pick } = useTranslator()
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
  useUnsaved(living.model.form.modified)
  useFocusedInput(living, body, narrow)
  const isDiscarded = useDiscarding(living)
  const close = async (): Promise<void> => {
    if (!submission.sending && (await isDiscarded())) onClose(false)
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
      title={<DialogTitle entity={entity} transition={transition} title={title} record={record} />}
      width={dialogWidth(living.model.outline, pick)}
      busy={submission.sending}
      onClose={() => void close()}
      footer={
        <>
          {narrow ? null : <Results living={living} />}
          <Button disabled={submission.sending} onClick={() => void close()}>
            {t('form.cancel')}
          </Button>
          <Button type="primary" danger={transition.danger} loading={submission.sending} onClick={() => void submit()}>
            {isPlainEdit(transition) ? t('form.save') : title}
          </Button>
        </>
      }
    >
      <div ref={body} onKeyDown={onKeyDown}>
        <SubmissionErrors submission={submission} living={living} />
        <RecordSummary entity={entity} transition={transition} record={record} answer={answer} />
        <FormFields key={living.generation} living={living} entity={entity} autoFocus={false} results={narrow} />
      </div>
    </DraggableDialog>
  )
})

/**
 * Moves the focus from the opening dialog to the first input; on a small screen the keyboard would cover the content.
 */
function useFocusedInput({ model }: FormSession, body: RefObject<HTMLElement | null>, narrow: boolean): void {
  const first = model.outline.fields.find((field) => !field.readOnly && !model.fixed(field))?.name ?? noteName
  useEffect(() => {
    if (!narrow) focusInput(body.current, first)
  }, [])
}

/** Deletes the draft; input that would be lost needs a confirmation. */
function useDiscarding({ model, forgetDraft }: FormSession): () => Promise<boolean> {
  const { notices } = useRuntime()
  const { t } = useTranslator()
  return async () => {
    const question = {
      title: t('form.discardTitle'),
      text: t('form.discardText'),
      ok: t('form.discard'),
      cancel: t('form.keepEditing'),
      danger: true,
    }
    if (model.form.modified && !(await notices.ask(question))) return false
    forgetDraft()
    return true
  }
}
