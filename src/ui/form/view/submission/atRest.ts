// Calls the server about an open form, debounced, and withdraws outdated answers.
import { reaction } from '@formily/reactive'
import type { IdempotentAttempt } from '../../../../client/data/idempotentAttempt'
import type { FormModel } from '../../model/formModel'

/** Milliseconds without a change before the server is called. */
const restMs = 350

/** Nothing is looked up during a submission or after one without an answer: it would find what the submission wrote. */
export interface SubmissionState {
  readonly sending: boolean
  readonly attempt: Pick<IdempotentAttempt, 'isUnsettled'>
}

/**
 * Debounced: calls the server once the watched value has been stable, and once on opening. Failures are silent: the
 * form works without an answer.
 * @param begin runs at each change; false skips the call
 * @param call aborted by its signal at the next change
 * @returns stops watching
 */
export function callAtRest(
  watched: () => string,
  begin: () => boolean,
  call: (signal: AbortSignal) => Promise<void>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let control = new AbortController()
  const cancel = (): void => {
    clearTimeout(timer)
    control.abort()
  }
  const start = (): void => {
    control = new AbortController()
    void call(control.signal).catch(() => undefined)
  }
  const stop = reaction(
    watched,
    () => {
      cancel()
      if (begin()) timer = setTimeout(start, restMs)
    },
    // A form may open complete, from a calendar or a draft.
    { fireImmediately: true },
  )
  return () => {
    stop()
    cancel()
  }
}

/** Removes the server's messages from the inputs that still show them. */
export function withdraw(model: FormModel, messages: Map<string, string>): void {
  for (const [name, message] of messages)
    if (model.fieldOf(name).selfErrors.includes(message)) model.fieldOf(name).setSelfErrors([])
  messages.clear()
}
