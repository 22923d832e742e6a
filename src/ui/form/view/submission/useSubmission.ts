// Submits a form: validates it, writes it exactly once, and shows refusals at the inputs.
// Where the refusal is a changed record, the latest data is offered.
import { useMemo, useState } from 'react'
import type { RecordAnswer, RunAnswer } from '../../../../protocol/calls'
import type { RefusalKey } from '../../../../protocol/refusals/catalog'
import { createIdempotentAttempt } from '../../../../client/data/idempotentAttempt'
import { useActions } from '../../../../client/data/sendTransition'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime } from '../../../../client/context/clientContext'
import { keepRecentOptions } from '../../../../client/context/recentOptions'
import { focusInput } from '../focusInput'
import { useReadiness } from './useReadiness'
import { useDuplicates } from './useDuplicates'
import { useEarlyCheck } from './useEarlyCheck'
import type { FormSession } from '../../model/useFormModel'

/** The key of the refusal for a changed record. */
export const staleVersionKey = 'stale_version' satisfies RefusalKey

type SubmissionError =
  | { readonly kind: 'errors' }
  | { readonly kind: 'refused'; readonly severity: 'warning' | 'error'; readonly messages: readonly string[] }
  | { readonly kind: 'stale' }

export interface Submission {
  readonly sending: boolean
  readonly failure: SubmissionError | null
  /** The latest record has just been loaded. */
  readonly renewed: boolean
  submit(): Promise<RunAnswer | null>
  /** Focuses the first invalid input. */
  showError(): void
  /** stale: loads the current record; the user's input stays. */
  renew(): Promise<void>
}

interface SubmissionOptions {
  readonly entity: string
  readonly transition: string
  /** Its model holds the record; without one it creates. */
  readonly form: FormSession
  /** The element that contains the inputs. */
  readonly place: () => HTMLElement | null
}

/** `submit` resolves to the answer, or to null if none arrived; after a failed call it may still have written. */
export function useSubmission(options: SubmissionOptions): Submission {
  const { form, place } = options
  const actions = useActions()
  const runtime = useRuntime()
  const attempt = useMemo(() => createIdempotentAttempt(form.attempts), [form.model, form.attempts])
  const [sending, setSending] = useState(false)
  const { renewed, setRenewed, renew } = useRenewal(options)
  const { failure, setFailure, refused } = useFailure(options)
  const onInvalid = (name: string): void => {
    setFailure({ kind: 'errors' })
    focusInput(place(), name)
  }
  const isReady = useReadiness({ form, onInvalid })
  useEarlyCheck({ ...options, sending, attempt })
  useDuplicates({ ...options, sending, attempt })
  return {
    sending,
    failure,
    renewed,
    async submit() {
      if (sending) return null
      setRenewed(false)
      if (!(await isReady())) return null
      setFailure(null)
      setSending(true)
      try {
        const request = requestOf(options)
        const answer = await actions.run(request, { attempt, quiet: true })
        keepRecentOptions(runtime, [...form.inputContext.chosen.values()], request.values)
        form.forgetDraft()
        form.model.form.modified = false
        return answer
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        refused(error)
        return null
      } finally {
        setSending(false)
      }
    },
    showError() {
      const [first] = form.model.invalid()
      if (first !== undefined) focusInput(place(), first)
    },
    async renew() {
      try {
        if (await renew()) setFailure(null)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        refused(error)
      }
    },
  }
}

function requestOf({ entity, transition, form: { model } }: SubmissionOptions) {
  const { record } = model
  const note = model.note()
  return {
    entity,
    transition,
    values: model.values(),
    ...(note === undefined ? {} : { note }),
    ...(record ? { id: record.id, version: record.version } : {}),
  }
}

/** The current record in place of the one that the form was filled for. */
function useRenewal({ entity, form }: SubmissionOptions) {
  const { client } = useRuntime()
  const [renewed, setRenewed] = useState(false)
  const renew = async (): Promise<boolean> => {
    const { record } = form.model
    if (!record) return false
    const request = { entity, id: record.id }
    form.model.renew((await client.post<RecordAnswer>('/api/record', request, { quiet: true })).record)
    setRenewed(true)
    return true
  }
  return { renewed, setRenewed, renew }
}

/** Why the form was refused, at its inputs or above them. */
function useFailure({ form, place }: SubmissionOptions) {
  const [failure, setFailure] = useState<SubmissionError | null>(null)
  const { model } = form
  const refused = (error: CallError): void => {
    const rest = model.refuse(error.fields)
    const invalid = model.invalid()
    if (invalid.length > 0) {
      setFailure(rest.length > 0 ? { kind: 'refused', severity: error.severity, messages: rest } : { kind: 'errors' })
      return focusInput(place(), invalid[0]!)
    }
    if (model.record && error.key === staleVersionKey) return setFailure({ kind: 'stale' })
    setFailure({ kind: 'refused', severity: error.severity, messages: rest.length > 0 ? rest : [error.message] })
  }
  return { failure, setFailure, refused }
}
