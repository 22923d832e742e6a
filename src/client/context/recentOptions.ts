// Records that the user chose last in forms and filters, by entity: a preference of the account.
import { maxRecentOptions, recentOptionsName } from '../../protocol/screenCalls'
import type { Runtime } from './clientContext'
import { holdPreference } from '../session/duePreferences'

/** A record that an input or filter holds because a person chose it. */
export interface ChosenRecord {
  readonly entity: string
  readonly id: number
}

type RecentOptions = Readonly<Record<string, readonly number[]>>

const storedOptions = ({ session }: Pick<Runtime, 'session'>): RecentOptions =>
  (session.getState().boot?.preferences[recentOptionsName] as RecentOptions | undefined) ?? {}

/** The last ones of an entity, the latest first. */
export const recentOptionsOf = (runtime: Pick<Runtime, 'session'>, entity: string | undefined): readonly number[] =>
  storedOptions(runtime)[entity ?? ''] ?? []

/** Moves the records of a form that was written, or of a filter, to the front, as far as the values refer to them. */
export function keepRecentOptions(
  runtime: Pick<Runtime, 'client' | 'session'>,
  chosen: readonly ChosenRecord[],
  sent: unknown,
): void {
  const former = storedOptions(runtime)
  const next = { ...former }
  const ids = new Set(numbersIn(sent))
  for (const { entity, id } of chosen.filter((one) => ids.has(one.id)))
    next[entity] = [id, ...(next[entity] ?? []).filter((other) => other !== id)].slice(0, maxRecentOptions)
  if (JSON.stringify(next) === JSON.stringify(former)) return
  // An error right after "saved" would be taken for one of the form.
  holdPreference(runtime, { name: recentOptionsName, value: next }, { quiet: true })
}

/** The numbers among values, lines included. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
