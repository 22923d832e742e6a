// Makes a dry run of a batch, and runs it on the records that were not refused.
import { useMemo, useRef, useState, type RefObject } from 'react'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { Entity } from '../../../../manifest/model/entity'
import type { Transition } from '../../../../manifest/model/transition'
import type { BatchAnswer, RecordData } from '../../../../protocol/calls'
import { createIdempotentAttempt } from '../../../../client/data/idempotentAttempt'
import { useActions, type BatchInput } from '../../../../client/data/sendTransition'
import { CallError } from '../../../../client/feedback/callError'
import { useTranslator } from '../../../../client/context/clientContext'
import { focusInput } from '../../view/focusInput'
import { isKeptIfEmpty } from './fieldsForMany'
import { saveOutcome } from './BatchOutcome'
import { useReadiness } from '../../view/submission/useReadiness'
import type { FormSession } from '../../model/useFormModel'

export interface BatchOfRecords {
  readonly title: string
  readonly entity: Entity
  readonly transition: Transition
  readonly records: readonly RecordData[]
  readonly onClose: (done: boolean) => void
}

interface Progress {
  readonly checking: boolean
  readonly done: number
  readonly total: number
}

/** A batch after its dry run. */
interface Plan {
  readonly request: BatchInput
  readonly answer: BatchAnswer
}

/** `preview`: the dry run, if some would be refused; `result`: the outcome, if some were refused. */
export function useBatch(
  { entity, transition, title, records, onClose }: BatchOfRecords,
  form: FormSession,
  body: RefObject<HTMLElement | null>,
) {
  const actions = useActions()
  const translator = useTranslator()
  const attempt = useMemo(createIdempotentAttempt, [])
  const [preview, setPreview] = useState<BatchAnswer | null>(null)
  const [result, setResult] = useState<BatchAnswer | null>(null)
  const plan = useRef<Plan | null>(null)
  const { model } = form
  const onWrongInput = (name: string) => {
    setPreview(null)
    focusInput(body.current, name)
  }
  const { progress, error, setError, watched, guarded } = useGuarded(records.length, model, onWrongInput)
  const send = async ({ request, answer: { refused } }: Plan): Promise<void> => {
    const left = new Set(refused.map(({ id }) => id))
    const rest = request.records.filter(({ id }) => !left.has(id))
    const outcome = { title, records, result: { done: records.length, refused: [] } }
    const save = () => void saveOutcome(outcome, translator)
    const link = { text: translator.t('run.batchExport'), staysOpen: true, follow: save }
    const options = {
      attempt,
      quiet: true,
      progress: watched({ checking: false }),
      // Otherwise the dialog stays, with the export of all.
      ...(refused.length === 0 && { link }),
    }
    const answered = await actions.batch({ ...request, records: rest }, options)
    form.model.form.modified = false
    if (refused.length + answered.refused.length === 0) return onClose(true)
    setResult({ done: answered.done, refused: [...refused, ...answered.refused] })
  }
  const isReady = useReadiness({ form, onInvalid: (name) => focusInput(body.current, name) })
  const run = async (): Promise<void> => {
    if (!(await isReady())) return
    const request = requestOf({ entity, transition, records }, model)
    await guarded(async () => {
      // Resend an interrupted batch unchanged: a dry run would refuse what is done already.
      if (JSON.stringify(plan.current?.request) !== JSON.stringify(request))
        plan.current = { request, answer: await actions.dryRun(request, { progress: watched({ checking: true }) }) }
      if (plan.current!.answer.refused.length > 0) return setPreview(plan.current!.answer)
      await send(plan.current!)
    })
  }
  return {
    run,
    goOn: () => guarded(() => send(plan.current!)),
    back: () => {
      plan.current = null
      setError(null)
      setPreview(null)
    },
    progress,
    error,
    preview,
    result,
  }
}

/** Progress and failure of sending. */
function useGuarded(total: number, model: FormSession['model'], onWrongInput: (name: string) => void) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [error, setError] = useState<Pick<CallError, 'severity' | 'message'> | null>(null)
  const written = useRef({ done: 0, total })
  const { t } = useTranslator()
  const refuse = (refusal: CallError): void => {
    const rest = model.refuse(refusal.fields)
    const [wrong] = model.invalid()
    if (wrong === undefined) {
      const { severity, message } = refusal
      const counts = written.current
      return setError({ severity, message: counts.done > 0 ? t('run.batchBroken', { message, ...counts }) : message })
    }
    onWrongInput(wrong)
    setError(rest.length > 0 ? { severity: refusal.severity, message: rest.join(' ') } : null)
  }
  const watched = (phase: Pick<Progress, 'checking'>) => {
    written.current = { done: 0, total }
    setProgress({ ...phase, done: 0, total })
    return (done: number, of: number) => {
      // Of those that are sent: the records that the dry run refused are not.
      if (!phase.checking) written.current = { done, total: of }
      setProgress({ ...phase, done, total: of })
    }
  }
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setError(null)
    try {
      await work()
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      refuse(thrown)
    } finally {
      setProgress(null)
    }
  }
  return { progress, error, setError, watched, guarded }
}

function requestOf(
  { entity, transition, records }: Pick<BatchOfRecords, 'entity' | 'transition' | 'records'>,
  model: FormSession['model'],
): BatchInput {
  const note = model.note()
  // The form for several records starts empty; an empty input leaves each record's value.
  const kept = transition.form.filter((formField) => isKeptIfEmpty(entity, transition, formField))
  const isKept = (name: string) => kept.some(({ field }) => field === name)
  return {
    entity: entity.name,
    transition: transition.name,
    records: records.map(({ id, version }) => ({ id, version })),
    values: Object.fromEntries(
      Object.entries(model.values()).filter(([name, value]) => !isEmpty(value) || !isKept(name)),
    ),
    ...(note === undefined ? {} : { note }),
  }
}
