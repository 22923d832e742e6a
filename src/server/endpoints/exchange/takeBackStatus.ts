// Decides until when an import can be taken back, or why it cannot.
import { screenAt } from '../../../manifest/access/screenByPath'
import type { ImportState } from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import { callerText } from '../../context/phrases'
import type { Viewer } from '../../context/callerRules'

const takeBackHours = 24

/** `doneAt`: null for an import written by a server version that kept no old values. */
export function takeBackError(
  { app, now }: Pick<Viewer, 'app' | 'now'>,
  { screen, phase, counts }: ImportState,
  doneAt: string | null,
): RequestError | undefined {
  const { created = 0, updated = 0 } = counts
  if (phase === 'takingBack') return new RequestError('import_take_back_running')
  if (phase === 'takenBack') return new RequestError('import_taken_back')
  if (phase !== 'done') return new RequestError('import_at_another_step')
  const isVoidable = created > 0 && screenAt(app, screen)?.exchange?.void !== undefined
  if (updated === 0 && !isVoidable) return new RequestError('import_take_back_empty')
  if (doneAt === null) return new RequestError('import_take_back_unkept')
  return lateError(doneAt, now)
}

/** The refusal after the time limit, for the import and for each remaining row of a partial take-back. */
export function lateError(doneAt: string, now: Date): RequestError | undefined {
  return now > endOf(doneAt) ? new RequestError('import_take_back_late', { count: takeBackHours }) : undefined
}

const endOf = (doneAt: string) => new Date(new Date(doneAt).getTime() + takeBackHours * 3_600_000)

/** What the receipt shows about it; undefined if no row is left to take back. */
export function takeBackStatus(
  viewer: Viewer,
  state: ImportState,
  doneAt: string | null,
): Pick<ImportState, 'takeBackUntil' | 'takeBackRefusal'> {
  if (state.phase !== 'done' || (state.counts.created ?? 0) + (state.counts.updated ?? 0) === 0) return {}
  const error = takeBackError(viewer, state, doneAt)
  return error
    ? { takeBackRefusal: callerText(viewer, error.sentence) }
    : { takeBackUntil: endOf(doneAt!).toISOString() }
}
