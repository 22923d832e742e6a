// Offers to undo a run or a batch, through the notice that reports it.
import type { BatchAnswer, RunAnswer } from '../../protocol/calls'
import type { UndoAnswer, UndoBatchAnswer } from '../../protocol/records/undoCalls'
import type { NotificationOptions, NotificationView } from '../feedback/notifications'
import type { Translator } from '../text/translate'
import { inParts, sumOfParts } from './batchParts'
import { newKey } from './idempotentAttempt'

type UndoOffer = NotificationOptions['undo']
/** Reports a failure itself. `write`: the name of the write. */
type SendUndo = <T>(path: string, body: object, options: { readonly write: string }) => Promise<T>

interface UndoOptions {
  readonly notifications: Pick<NotificationView, 'say'>
  readonly translator: () => Translator
  /** Refreshes the visible data; the name of the write, once it is certain that it is over. */
  readonly changed: (write?: string) => Promise<void>
}

/** A shorter offer would end before it is read. */
const leastSeconds = 5
/** Records that a notice names. */
const maxNamed = 3

export function createUndoOffers({ notifications, translator, changed }: UndoOptions, send: SendUndo) {
  const offer = (seconds: number, undo: (write: string) => Promise<void>): UndoOffer => ({
    text: translator().t('run.undo'),
    seconds,
    follow: () => {
      const write = newKey()
      // After a failure the data may have changed all the same.
      void undo(write).then(
        () => changed(write),
        () => changed(),
      )
    },
  })
  return {
    ofRun: ({ undo }: RunAnswer): UndoOffer =>
      undo &&
      offer(undo.seconds, async (write) => {
        const { message } = await send<UndoAnswer>('/api/undo', { run: undo.run }, { write })
        notifications.say('info', message)
      }),
    /** `passed`: milliseconds since it was sent, when the time for its first record began at the earliest. */
    ofBatch({ undo }: BatchAnswer, passed: number): UndoOffer {
      const seconds = Math.floor((undo?.seconds ?? 0) - passed / 1_000)
      if (!undo || seconds < leastSeconds) return undefined
      return offer(seconds, async (write) => {
        // The latest first: what one record left free, the next may have taken.
        const parts = await inParts([...undo.runs].reverse(), (runs) =>
          send<UndoBatchAnswer>('/api/undoBatch', { runs }, { write }),
        )
        const { done, refused } = sumOfParts(parts)
        notifications.say(refused.length > 0 ? 'warning' : 'info', undoneText({ done, refused }, translator()))
      })
    },
  }
}

function undoneText({ done, refused }: UndoBatchAnswer, { t }: Translator): string {
  if (refused.length === 0) return t('run.undone', { done })
  const named = refused.slice(0, maxNamed).map(({ label, message }) => t('run.undoRefusal', { label, message }))
  const more = refused.length - named.length
  const records = [...named, ...(more > 0 ? [t('run.batchMore', { count: more })] : [])].join(t('form.comma'))
  return t('run.undoneSome', { done, refused: refused.length, records })
}
