// Resolves the audience of a part: its codes, and its condition over the caller alone.
import type { Audience } from '../model/access'
import { permissionsAt } from './lookup'
import { childLocation, ruleAt, type ManifestLocation } from './compileContext'

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
  const holds =
    visibleWhen === undefined
      ? undefined
      : ruleAt(childLocation(location, 'visibleWhen'), visibleWhen, location.context.base, 'boolean')
  return {
    ...(permissions !== undefined && {
      permissions: permissionsAt(childLocation(location, 'permissions'), permissions, []),
    }),
    ...(holds !== undefined && { visibleWhen: holds }),
  }
}
