// A transition's form in a dialog. Closing it with unsaved input needs a confirmation.
import { observer } from '@formily/react'
import { reaction } from '@formily/reactive'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { RefValue } from '../../../protocol/calls'
import { useUnsaved } from '../../../client/navigation/unsavedChanges'
import { DraggableDialog } from '../../controls/dialogs/DraggableDialog'
import { useNarrow } from '../../controls/hooks/useMedia'
import { FormDocuments } from '../documents/FormDocuments'
import { FormFields } from '../view/FormFields'
import { Results } from '../view/Results'
import { dialogWidth, hasTable, isPlainEdit, sectionsOf } from '../model/dialogLayout'
import { focusInput } from '../view/focusInput'
import { noteName } from '../model/formParts'
import { isFixed } from '../model/formValues'
import { CreationHost } from './CreationHost'
import { DecidedNext } from './DecidedNext'
import { DialogTitle, type FormReason } from './DialogTitle'
import { BesideFiles } from './BesideFiles'
import { ConfirmMessage } from '../view/submission/ConfirmMessage'
import { MendFirst } from './MendFirst'
import { NextButtons } from './NextButtons'
import { RefusedNow } from './RefusedNow'
import { decisionFiles, RecordSummary } from './RecordSummary'
import { SubmissionErrors } from '../view/submission/SubmissionErrors'
import { useFormModel, type FormSession } from '../model/useFormModel'
import { useSubmission } from '../view/submission/useSubmission'
import { useDiscarding } from './useDiscarding'
import { latestOf, type TransitionDialogProps } from './transitionDialog'

export const FormDialog = observer(function FormDialog(props: TransitionDialogProps) {
  const { entity, transition, answer, record: opened, current, fill, place, onClose } = props
  const { pick } = useTranslator()
  const narrow = useNarrow(640)
  const body = useRef<HTMLDivElement>(null)
  const subject = { entity: entity.name, transition: transition.name }
  const sections = sectionsOf(entity, transition)
  const form = useFormModel({ ...subject, answer, sections, record: opened, fill, place })
  // The record as loaded last, also after another user has changed it.
  const record = form.model.record ?? opened
  const dialog = { ...props, ...(record && { record }) }
  const submission = useSubmission({ ...subject, form, place: () => body.current })
  useUnsaved(form.model.form.modified, form.forgetDraft)
  useFocusedInput(form, body, narrow)
  const confirmDiscard = useDiscarding(form)
  const leave = (): void => onClose(false)
  const close = async (): Promise<void> => {
    if (!submission.sending && (await confirmDiscard())) leave()
  }
  const run = async (): Promise<boolean> => Boolean(await submission.submit())
  const submit = async (): Promise<void> => {
    const answered = await submission.submit()
    if (answered) onClose(true, answered)
  }
  const files = decisionFiles(entity, transition, record)
  return (
    <DraggableDialog
      open
      title={<DialogTitle {...dialog} reason={reasonOf(form, props)} />}
      width={dialogWidth(form.model.outline, pick, files.length > 0)}
      busy={submission.sending}
      onClose={() => void close()}
      // As when another screen is opened, the draft stays.
      onBack={leave}
      footer={
        <FormButtons
          dialog={props}
          results={narrow ? null : <Results form={form} />}
          busy={submission.sending}
          close={close}
          run={run}
          submit={submit}
        />
      }
    >
      <CreationHost>
        <div ref={body} onKeyDown={(event) => isSubmitKey(event) && void submit()}>
          <SubmissionErrors submission={submission} form={form} mend={<MendFirst dialog={props} record={record} />} />
          {submission.failure ? null : <RefusedNow dialog={dialog} />}
          <DecidedNext after={props.after} />
          <BesideFiles files={files} answer={answer} table={hasTable(form.model.outline)}>
            <RecordSummary entity={entity} transition={transition} record={latestOf(record, current)} answer={answer} />
            <ConfirmMessage transition={transition} records={record ? [record] : []} />
            <FormDocuments entity={entity} transition={transition} record={latestOf(record, current)} />
            <FormFields key={form.generation} form={form} entity={entity} autoFocus={false} results={narrow} />
          </BesideFiles>
        </div>
      </CreationHost>
    </DraggableDialog>
  )
})

/** The record that the form was opened from, among the references that the action provides; else the only one. */
function reasonOf({ model }: FormSession, { fill = {}, origin }: TransitionDialogProps): FormReason | undefined {
  const fixed = model.outline.fields.filter((field) => isFixed(field, fill))
  const given = fixed.flatMap(({ name, field }) => {
    const { id, label } = fill[name] as Partial<RefValue>
    return label ? [{ title: field.title, label, isOrigin: field.entity === origin?.entity && id === origin?.id }] : []
  })
  return given.find(({ isOrigin }) => isOrigin) ?? (given.length === 1 ? given[0] : undefined)
}

const isSubmitKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

interface FormButtonsProps {
  readonly dialog: TransitionDialogProps
  readonly results: ReactNode
  readonly busy: boolean
  readonly close: () => Promise<void>
  readonly run: () => Promise<boolean>
  readonly submit: () => Promise<void>
}

function FormButtons({ dialog, results, busy, close, run, submit }: FormButtonsProps) {
  const { transition, title, onNext } = dialog
  const { t } = useTranslator()
  return (
    <>
      {results}
      <Button disabled={busy} onClick={() => void close()}>
        {t('form.cancel')}
      </Button>
      <NextButtons title={title} danger={transition.danger} busy={busy} onNext={onNext} run={run} />
      <Button type="primary" danger={transition.danger} loading={busy} onClick={() => void submit()}>
        {isPlainEdit(transition) ? t('form.save') : title}
      </Button>
    </>
  )
}

/**
 * Moves the focus from the opening dialog to the first required empty input, else to the first; not on a small screen,
 * where the keyboard would cover the content. Skips lines, where a focused cell opens its list over others.
 */
function useFocusedInput({ model }: FormSession, body: RefObject<HTMLElement | null>, narrow: boolean): void {
  useEffect(() => {
    if (narrow) return
    const firstInput = (): string | undefined => {
      const inputs = model.outline.fields.filter(
        (field) => !field.readOnly && !model.fixed(field) && model.fieldOf(field.name).display === 'visible',
      )
      const typed = inputs.filter(({ field }) => field.type !== 'lines')
      const missing = typed.find((field) => model.required(field) && isEmpty(model.fieldOf(field.name).value))
      return inputs.length === 0 ? noteName : (missing ?? typed[0])?.name
    }
    // A default may fill the input later; then the focus moves on, until the user acts.
    const stop = reaction(firstInput, (name) => name !== undefined && focusInput(body.current, name, 'nearest'), {
      fireImmediately: true,
    })
    for (const act of userActs) document.addEventListener(act, stop, { capture: true, once: true })
    return () => {
      stop()
      for (const act of userActs) document.removeEventListener(act, stop, { capture: true })
    }
  }, [])
}

// Input methods, speech and drops produce text without keys.
const userActs = ['keydown', 'pointerdown', 'beforeinput', 'input', 'paste'] as const
