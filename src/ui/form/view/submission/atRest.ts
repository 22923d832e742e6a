// Calls the server about an open form when its changes rest, and withdraws what an answer showed.
import { reaction } from '@formily/reactive'
import type { IdempotentAttempt } from '../../../../client/data/sendTransition'
import type { FormModel } from '../../model/formModel'

/** Milliseconds without a change before the server is called. */
const rest = 350

/** Nothing is looked up during a submission or after one without an answer: it would find what that one has written. */
export interface SubmissionState {
  readonly sending: boolean
  readonly attempt: Pick<IdempotentAttempt, 'isUnsettled'>
}

/**
 * Calls the server each time that what is watched rests, beginning with how the form opens. Quiet: without an answer
 * the form works as if nothing was called.
 * @param begin the first step at each change; false: the call is left out
 * @param call ends with its signal, at the next change
 * @returns ends all of it
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
      if (begin()) timer = setTimeout(start, rest)
    },
    // A form may open complete, from a calendar or a draft.
    { fireImmediately: true },
  )
  return () => {
    stop()
    cancel()
  }
}

/** Takes messages of the server, by input, away from where they are still shown. */
export function withdraw(model: FormModel, messages: Map<string, string>): void {
  for (const [name, message] of messages)
    if (model.fieldOf(name).selfErrors.includes(message)) model.fieldOf(name).setSelfErrors([])
  messages.clear()
}
