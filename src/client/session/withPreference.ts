// Preferences as the boot answer has them, after one has been stored.
import type { BootAnswer, PreferenceRequest } from '../../protocol/screenCalls'

type BootPreferences = Pick<BootAnswer, 'preferences' | 'sharedPreferences' | 'account'>

/** The same data with a preference stored or (null) deleted. */
export function withPreference<Data extends BootPreferences>(
  data: Data,
  { name, value, sharedWith }: PreferenceRequest,
): Data {
  const stored = sharedWith === undefined ? data.preferences : (data.sharedPreferences[sharedWith] ?? {})
  const { [name]: _former, ...others } = stored
  const next = value === null ? others : { ...others, [name]: value }
  return sharedWith === undefined
    ? { ...data, preferences: next }
    : { ...data, sharedPreferences: { ...data.sharedPreferences, [sharedWith]: next } }
}

interface StoredPreference {
  readonly request: PreferenceRequest
  readonly account: number
  readonly announced: number
}

/** What has been stored since an answer was requested is newer than the answer. */
export function storedPreferences() {
  /** The last writing of each preference. */
  const last = new Map<string, StoredPreference>()
  return {
    add(request: PreferenceRequest, account: number, announced: number): void {
      last.set(JSON.stringify([request.name, request.sharedWith]), { request, account, announced })
    },
    /** The answer with what its account has stored since. */
    newer: <Answer extends BootPreferences>(answer: Answer, since: number): Answer =>
      [...last.values()]
        .filter(({ announced, account }) => announced > since && account === answer.account.id)
        .reduce((data, { request }) => withPreference(data, request), answer),
  }
}
