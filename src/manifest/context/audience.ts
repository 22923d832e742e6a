// Resolves the audience of a part: its codes, and its condition over the caller alone.
import type { Audience } from '../model/access'
import { permissionsAt } from './lookup'
import { childLocation, type ManifestLocation } from './compileContext'
import { conditionAt } from './ruleTypes'

/** The keys that every part with an audience has. */
export interface WrittenAudience {
  readonly permissions?: readonly string[] | undefined
  readonly visibleWhen?: string | undefined
}

/**
 * Only the keys that are written: absent, the part is for all who see its surroundings. Reports unknown codes and wrong
 * rules.
 */
export function audienceAt(location: ManifestLocation, { permissions, visibleWhen }: WrittenAudience): Audience {
  const holds = conditionAt(location, 'visibleWhen', visibleWhen, location.context.base)
  return {
    ...(permissions !== undefined && {
      permissions: permissionsAt(childLocation(location, 'permissions'), permissions, []),
    }),
    ...(holds !== undefined && { visibleWhen: holds }),
  }
}
