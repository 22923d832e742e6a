// Computes what each role gains or loses by a change of the manifests, and under which conditions.
import { successors } from '../../../manifest/access/parts/successors'
import type { PermissionGrant } from '../../../manifest/model/access'
import type { App } from '../../../manifest/model/app'
import { rightConditions, type RightConditions } from './rightConditions'
import { lastingCodes, rightsOf, type HeldRole, type Right } from './rightsByRole'

/** A right that holders of the codes have under conditions only. */
export interface GainedRight extends Right {
  readonly conditions?: RightConditions
}

export interface RoleChange {
  readonly role: string
  readonly roles: number
  /** Absent for a role that is not in the database. */
  readonly accounts?: number
  readonly gains: readonly GainedRight[]
  readonly loses: readonly Right[]
}

/**
 * The changes of rights. What access.json changes for some accounts or tenants is a condition of what is gained.
 * @param grants those that give codes to these roles by the change
 */
export function roleChanges(
  before: App,
  after: App,
  roles: readonly HeldRole[],
  grants: readonly PermissionGrant[],
): RoleChange[] {
  const { keys, names } = successors(before, after)
  const present = (key: string) => {
    const [kind, shownOn = '', ...rest] = key.split(' ')
    return kind === 'part' ? [kind, names.get(shownOn) ?? shownOn, ...rest].join(' ') : (keys.get(key) ?? key)
  }
  return roles.flatMap(({ codes, ...role }) => {
    const has = rightsOf(after, withGrants(codes, grants))
    const had = new Map([...rightsOf(before, codes)].map(([key, right]) => [present(key), { ...right, key }]))
    const gains = withConditions(
      after,
      withGrants(codes, grants),
      [...has.values()].filter(({ key }) => !had.has(key)),
    )
    const loses = [...had].flatMap(([key, right]) => (has.has(key) ? [] : [right]))
    return gains.length + loses.length === 0 ? [] : [{ ...role, gains, loses }]
  })
}

function withConditions(app: App, codes: readonly string[], rights: readonly Right[]): GainedRight[] {
  if (rights.length === 0) return []
  const conditions = rightConditions(app, lastingCodes(app, codes), rights)
  return rights.map((right) => {
    const ofRight = conditions.get(right.key)
    return ofRight && ofRight.only.length + ofRight.unless.length > 0 ? { ...right, conditions: ofRight } : right
  })
}

/** In order: a code that was just granted may qualify its holder for the next grant. */
export const withGrants = (codes: readonly string[], grants: readonly PermissionGrant[]): readonly string[] =>
  grants.reduce(
    (held, { code, holders }) =>
      !held.includes(code) && holders.some((heldCode) => held.includes(heldCode)) ? [...held, code] : held,
    codes,
  )
