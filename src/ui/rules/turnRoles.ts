// Names the roles that may take one of several steps.
import type { Translator } from '../../client/text/translate'
import type { TurnStep } from '../../protocol/records/stepCalls'

const maxRoles = 3

/** The first few roles, joined. */
export function turnRoles(steps: readonly TurnStep[], t: Translator['t']): string {
  const roles = [...new Set(steps.flatMap((step) => step.roles))]
  const listed = roles.slice(0, maxRoles).join(t('list.wordsBetween'))
  return roles.length > maxRoles ? `${listed}…` : listed
}
