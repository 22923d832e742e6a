// Lists the keys of a step of a journey that have no effect, with the reason.
import { isRefused, type JourneyStep } from './readJourney'

/** What a step expects of its record. */
export const ofRecord = ['holds', 'linesHold', 'offers', 'offersNot'] as const

/** The keys that a step would not look at, with the reason: an expectation that cannot fail proves nothing. */
function uncheckedKeys(step: JourneyStep): KeyGroup[] {
  const { run, on, screen, find, unseen } = step
  if (find !== undefined) return []
  if (unseen) return [{ keys: [...ofRecord, 'keep'], where: 'beside `unseen`, which shows no record' }]
  if ([run, on, screen].every((action) => action === undefined))
    return [{ keys: [...ofRecord, 'keep', 'refused', 'refusalKey'], where: 'without `on`, `run` or `screen`' }]
  if (!isRefused(step) || on !== undefined) return []
  const ofScreen = screen === undefined ? [] : (['shows', 'hides', 'figures'] as const)
  return [{ keys: [...ofRecord, ...ofScreen], where: 'beside `refused`, which leaves no record' }]
}

interface KeyGroup {
  readonly keys: readonly (keyof JourneyStep)[]
  readonly where: string
}

/** The keys without effect beside the others of a step, or without them. */
export function uselessKeys(step: JourneyStep): readonly KeyGroup[] {
  const { run, on, screen, find, refusalKey } = step
  const groups: readonly (readonly [isUseless: boolean, keys: KeyGroup['keys'], where: string])[] = [
    [refusalKey !== undefined, ['refused'], 'beside `refusalKey`'],
    [!isRefused(step), ['message'], 'without `refused`'],
    [isRefused(step), ['keep'], 'beside `refused`, which leaves no record'],
    [screen === undefined && find === undefined, ['where'], 'without `screen` or `find`'],
    [screen === undefined, ['shows', 'hides', 'figures'], 'without `screen`'],
    [run === undefined, ['values', 'note'], 'without `run`'],
    [run !== undefined || on === undefined, ['unseen'], 'but on a step with `on` alone'],
  ]
  const useless = groups.flatMap(([isUseless, keys, where]) => (isUseless ? [{ keys, where }] : []))
  return [...uncheckedKeys(step), ...useless]
}
