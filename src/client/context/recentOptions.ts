// Records that the user chose last in forms, by entity: a preference of the account.
import { maxRecentOptions, recentOptionsName } from '../../protocol/screenCalls'
import type { Runtime } from './clientContext'
import { holdPreference } from './preferences'

/** A record that an input holds because a person chose it. */
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

/** Moves the records of a form that was written to the front. */
export function keepRecentOptions(runtime: Pick<Runtime, 'client' | 'session'>, chosen: readonly ChosenRecord[]): void {
  const former = storedOptions(runtime)
  const next = { ...former }
  for (const { entity, id } of chosen)
    next[entity] = [id, ...(next[entity] ?? []).filter((other) => other !== id)].slice(0, maxRecentOptions)
  if (JSON.stringify(next) !== JSON.stringify(former)) holdPreference(runtime, { name: recentOptionsName, value: next })
}
