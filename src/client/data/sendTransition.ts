// Runs transitions once per attempt of the user, even if an answer is lost, and refreshes the data.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { BatchAnswer, BatchRequest, RunAnswer, RunRequest } from '../../protocol/calls'
import { qualifiedId } from '../../protocol/records/recordAddress'
import type { Client } from '../transport/callServer'
import { CallError, isProofRequired, isRefusal } from '../feedback/callError'
import type { NotificationOptions, NotificationLink, NotificationView } from '../feedback/notifications'
import { inParts, sumOfParts } from './batchParts'
import { createIdempotentAttempt, newKey, type IdempotentAttempt } from './idempotentAttempt'
import { dataChanged } from './queries'
import { createUndoOffers } from './undoOffers'
import { useRuntime, useSession } from '../context/clientContext'
import { useOpenRecord, type OpenRecord } from '../navigation/urlState'
import type { Translator } from '../text/translate'

type RunInput = Omit<RunRequest, 'key' | 'replaces' | 'factorProof'>
export type BatchInput = Omit<BatchRequest, 'key' | 'dryRun'>

interface ActOptions {
  /** Held by a form over several attempts; absent: one for this call. */
  readonly attempt?: IdempotentAttempt
  /** true: the caller shows the failure itself (the outcome is still reported). */
  readonly quiet?: boolean
  readonly progress?: (done: number, total: number) => void
  /** Offered by the notice of a batch of which nothing was refused. */
  readonly link?: NotificationLink
}

interface Actions {
  /** Throws a CallError; nothing is written then, unless its outcome is uncertain. */
  run(request: RunInput, options?: ActOptions): Promise<RunAnswer>
  /** The same transition on many records, each on its own. */
  batch(request: BatchInput, options?: ActOptions): Promise<BatchAnswer>
  /** What a batch would answer now; nothing is written. */
  dryRun(request: BatchInput, options?: Pick<ActOptions, 'progress'>): Promise<BatchAnswer>
}

interface ActionOptions {
  readonly client: Pick<Client, 'post'>
  readonly notifications: NotificationView
  readonly translator: () => Translator
  /** Refreshes the visible data; the name of the write, once it is certain that it is over. */
  readonly changed: (write?: string) => Promise<void>
  /** Opens a record in the drawer. */
  readonly open?: (record: OpenRecord) => void
  /** Requests the second factor; undefined: canceled. */
  readonly prove?: () => Promise<string | undefined>
  /** Milliseconds after try n, beginning with 1; tests shorten it. */
  readonly pause?: (tried: number) => number
}

const maxSends = 3

/** `quiet`: no notice about a failure. */
interface SendOptions extends Pick<ActOptions, 'quiet'> {
  /** The name of the write; absent: nothing is written. */
  readonly write?: string
  /** Called before a request without any answer is resent. */
  readonly onUnanswered?: () => void
}
type Send = <T>(path: string, body: object, options?: SendOptions) => Promise<T>

/** Sends a write; resends it with its key if there was no answer at all. */
function createSend({ client, notifications, translator, pause = (tried) => 400 * 2 ** tried }: ActionOptions): Send {
  return async <T>(path: string, body: object, { quiet, write, onUnanswered }: SendOptions = {}): Promise<T> => {
    for (let tried = 1; ; tried++) {
      try {
        return await client.post<T>(path, body, { quiet: true, write })
      } catch (error) {
        // Resend automatically only a call without any answer: a late one may still be running.
        if (error instanceof CallError && error.kind === 'offline' && tried < maxSends) {
          onUnanswered?.()
          if (tried === 1) notifications.say('info', translator().t('run.retrying'))
          await new Promise((resolve) => setTimeout(resolve, pause(tried)))
          continue
        }
        if (!quiet && error instanceof CallError && error.kind !== 'signedOut' && !isProofRequired(error))
          notifications.say(error.severity, error.message)
        throw error
      }
    }
  }
}

/** Sends a run; if it requires the second factor, prompts the user and resends it with the proof. */
function createProvenSend({ prove }: ActionOptions, send: Send) {
  // A run refused for another reason keeps its proof for the next attempt.
  let held: string | undefined
  return async (request: object, options: SendOptions): Promise<RunAnswer> => {
    const sendWith = async (factorProof: string | undefined) => {
      const answer = await send<RunAnswer>('/api/run', { ...request, ...(factorProof && { factorProof }) }, options)
      held = undefined
      return answer
    }
    try {
      return await sendWith(held)
    } catch (error) {
      if (!prove || !isProofRequired(error)) throw error
      held = await prove()
      if (held === undefined) throw error
      return sendWith(held)
    }
  }
}

/**
 * The answer of all parts. `onBroken`: called with what is known of it where one fails after others, or records of its
 * own, may be written.
 */
async function batchInParts(
  request: BatchInput,
  sendPart: (part: BatchInput) => Promise<BatchAnswer>,
  progress: ActOptions['progress'],
  onBroken?: (begun: BatchAnswer) => void,
): Promise<BatchAnswer> {
  const answers: BatchAnswer[] = []
  const sendRecords = async (records: BatchInput['records']) => {
    const answer = await sendPart({ ...request, records })
    answers.push(answer)
    return answer
  }
  try {
    return sumOfParts(await inParts(request.records, sendRecords, progress))
  } catch (error) {
    const begun = sumOfParts([...answers, ...begunPart(error)])
    if (begun.done > 0) progress?.(begun.done + begun.refused.length, request.records.length)
    if (answers.length > 0 || (error instanceof CallError && error.uncertain)) onBroken?.(begun)
    throw error
  }
}

/** What a busy server had done of a part before it refused the rest. */
function begunPart(error: unknown): BatchAnswer[] {
  const data = error instanceof CallError && error.kind === 'busy' ? (error.data as BatchAnswer | null) : null
  return typeof data?.done === 'number' ? [data] : []
}

function createBatch(
  { notifications, translator, changed }: ActionOptions,
  send: Send,
  undo: ReturnType<typeof createUndoOffers>,
): Actions['batch'] {
  return async (request, { attempt = createIdempotentAttempt(), quiet = false, progress, link } = {}) => {
    const write = newKey()
    const sendPart = (part: BatchInput) =>
      send<BatchAnswer>('/api/batch', { ...part, key: attempt.keyOf(part) }, { quiet, write })
    const began = performance.now()
    const about = request.records.map(({ id }) => qualifiedId({ entity: request.entity, id }))
    const undoOf = (batch: BatchAnswer) => undo.ofBatch(batch, performance.now() - began)
    const answer = await batchInParts(request, sendPart, progress, (begun) => {
      void changed()
      if (begun.done === 0) return
      // The notice is hidden below an open dialog: what is taken back is no longer sent with these keys.
      notifications.say('warning', translator().t('run.batchBegun', { done: begun.done }), {
        about,
        undo: undoOf(begun),
      })
    })
    attempt.settled()
    const { done, refused } = answer
    const isWhole = refused.length === 0
    const text = translator().t(isWhole ? 'run.batchDone' : 'run.batchSome', { done, refused: refused.length })
    notifications.say(isWhole ? 'success' : 'warning', text, {
      about,
      ...(isWhole && link && { link }),
      undo: undoOf(answer),
    })
    void changed(write)
    return answer
  }
}

export function createActions(options: ActionOptions): Actions {
  const { notifications, translator, changed, open } = options
  const send = createSend(options)
  const sendProven = createProvenSend(options, send)
  const undo = createUndoOffers({ notifications, translator, changed }, send)
  return {
    async run(request, { attempt = createIdempotentAttempt(), quiet = false } = {}) {
      // Only a creation names its earlier keys: those for an existing record are refused by its version.
      const identity = request.id === undefined ? attempt.keyReplacingOthers(request) : { key: attempt.keyOf(request) }
      const write = newKey()
      try {
        const onUnanswered = () => attempt.unanswered(identity.key)
        const answer = await sendProven({ ...request, ...identity }, { quiet, write, onUnanswered })
        attempt.settled()
        notifications.say('success', answer.message || translator().t('run.done'), {
          ...linksAfter(request, answer, open),
          about: [qualifiedId({ entity: request.entity, id: answer.id })],
          undo: undo.ofRun(answer),
        })
        if (answer.secret !== undefined) void showSecret(notifications, translator(), answer.secret)
        void changed(write)
        return answer
      } catch (error) {
        // Refresh after a refusal, to show a record that another user changed or the former attempt created.
        if (error instanceof CallError && !error.uncertain) {
          attempt.refused(identity.key, error.key)
          if (isRefusal(error) && (request.id !== undefined || 'replaces' in identity)) void changed(write)
        }
        throw error
      }
    },
    batch: createBatch(options, send, undo),
    dryRun: (request, { progress } = {}) =>
      batchInParts(
        request,
        (part) => send<BatchAnswer>('/api/batch', { ...part, dryRun: true, key: newKey() }, { quiet: true }),
        progress,
      ),
  }
}

/** Shows an API key or webhook secret this one time, and copies it if the browser has a clipboard. */
async function showSecret(notifications: NotificationView, { t }: Translator, secret: string): Promise<void> {
  const [title, ok, cancel] = [t('run.secretTitle'), t('run.secretCopy'), t('run.secretClose')]
  const copy = await notifications.confirm({ title, text: secret, ok, cancel })
  if (!copy) return
  try {
    // Without a secure context the browser has no clipboard.
    await navigator.clipboard.writeText(secret)
    notifications.say('success', t('run.secretCopied'))
  } catch {
    await notifications.confirm({ title: t('run.secretNotCopied'), text: secret, ok: t('run.secretClose') })
  }
}

/** Links of the notice: the number of a created record leads to it, and the next step opens there. */
function linksAfter(
  { entity, id: changed }: RunInput,
  { id, no, label, next }: RunAnswer,
  open: ActionOptions['open'],
): Pick<NotificationOptions, 'link' | 'next'> {
  if (!open) return {}
  return {
    ...(changed === undefined && { link: { text: no ?? label, follow: () => open({ entity, id }) } }),
    ...(next && { next: { text: next.title, follow: () => open({ entity, id, run: next.transition }) } }),
  }
}

/** The actions of the page; they report their outcome and reread all data. Signed out, a notice opens no record. */
export function useActions(): Actions {
  const { client, factors, notifications, translator } = useRuntime()
  const records: QueryClient = useQueryClient()
  const [, openRecord] = useOpenRecord()
  const signedIn = useSession((state) => state.boot !== null)
  // A notice outlives a change of address; it opens the record over the present screen.
  const opening = useRef(openRecord)
  opening.current = openRecord
  return useMemo(
    () =>
      createActions({
        client,
        notifications,
        translator,
        changed: (write) => dataChanged(records, write),
        prove: factors.askForProof,
        ...(signedIn && { open: (record: OpenRecord) => opening.current(record) }),
      }),
    [client, factors, notifications, translator, records, signedIn],
  )
}
