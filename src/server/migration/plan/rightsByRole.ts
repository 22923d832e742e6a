// Computes what each role of the database gains or loses by a change of the manifests.
// Roles of several tenants with the same name and the same codes count as one.
import sql, { raw } from 'sql-template-tag'
import { successors } from '../../../manifest/access/parts/successors'
import type { PermissionGrant } from '../../../manifest/model/access'
import { roleEntityOf, type App } from '../../../manifest/model/app'
import { canOpen, canRead, canRun, type CallerRights } from '../../../manifest/access/permissions'
import type { Text } from '../../../manifest/model/text'
import type { Transaction } from '../../database/connection/transaction'
import { identifier } from '../../database/sql/identifier'
import { linesTableName } from '../../database/sql/tables'
import { canReadField } from '../../query/policy/fieldAccess'
import { unmasks } from '../../query/expression/mask'
import type { ReadRights } from '../../query/expression/rowSource'

/** Something that a role may open, read or run. */
export interface Right {
  readonly kind: 'screen' | 'transition' | 'records' | 'field' | 'unmasked'
  readonly key: string
  readonly title: Text
  /** The entity of a transition or a field. */
  readonly owner?: Text
}

export interface RoleChange {
  readonly role: string
  readonly roles: number
  /** Absent for a role that is not in the database. */
  readonly accounts?: number
  readonly gains: readonly Right[]
  readonly loses: readonly Right[]
}

/** A role, or several equal ones. */
export interface HeldRole {
  readonly role: string
  readonly codes: readonly string[]
  readonly roles: number
  readonly accounts?: number
}

/** The roles of the database with their codes and how many accounts have them. */
export async function heldRoles(query: Transaction['query'], app: App): Promise<HeldRole[]> {
  const { accountEntity, roleField, permissionsPath } = app.access.identity
  const role = roleEntityOf(app)
  const [linesField, codeField] = permissionsPath
  const [lines, code] = [identifier(linesTableName(role.name, linesField)), identifier(codeField)]
  const label = raw(role.fields[role.labelField]?.localized ? ' ->> 0' : '::text')
  const rows = await query<{ role: string; codes: string[]; roles: string; accounts: string }>(sql`
    select "role", "codes", count(*)::text as "roles", sum("accounts")::text as "accounts" from (
      select r.${identifier(role.labelField)}${label} as "role",
        (select coalesce(array_agg(l.${code}::text order by l.${code}), '{}') from ${lines} l
          where l."parent" = r."id") as "codes",
        (select count(*) from ${identifier(accountEntity)} a where a.${identifier(roleField)} = r."id") as "accounts"
      from ${identifier(role.name)} r) "role" group by 1, 2 order by sum("accounts") desc, 1`)
  return rows.map((row) => ({ ...row, roles: Number(row.roles), accounts: Number(row.accounts) }))
}

/**
 * The changes of rights, before access.json's changes for the accounts of a tenant.
 * @param grants those that give codes to these roles by the change
 */
export function roleChanges(
  before: App,
  after: App,
  roles: readonly HeldRole[],
  grants: readonly PermissionGrant[],
): RoleChange[] {
  const { keys } = successors(before, after)
  return roles.flatMap(({ codes, ...role }) => {
    const has = rightsOf(after, withGrants(codes, grants))
    const had = new Map([...rightsOf(before, codes)].map(([key, right]) => [keys.get(key) ?? key, { ...right, key }]))
    const gains = [...has.values()].filter(({ key }) => !had.has(key))
    const loses = [...had].flatMap(([key, right]) => (has.has(key) ? [] : [right]))
    return gains.length + loses.length === 0 ? [] : [{ ...role, gains, loses }]
  })
}

/** In order: a code that was just granted may qualify its holder for the next grant. */
export const withGrants = (codes: readonly string[], grants: readonly PermissionGrant[]): readonly string[] =>
  grants.reduce(
    (held, { code, holders }) =>
      !held.includes(code) && holders.some((heldCode) => held.includes(heldCode)) ? [...held, code] : held,
    codes,
  )

/** The rights of a caller with these codes. */
export const rightsOfCodes = (app: App, codes: readonly string[]): CallerRights & ReadRights => ({
  codes: new Set(codes),
  administrator: codes.includes(app.access.administratorPermission),
  disabled: new Set(),
  system: false,
})

/** What holders of these codes may open, read and run, by key. */
export function rightsOf(app: App, codes: readonly string[]): Map<string, Right> {
  const caller = rightsOfCodes(app, codes)
  const rights = [
    ...Object.values(app.screens)
      .filter((screen) => canOpen(app, caller, screen))
      .map(({ path, title }): Right => ({ kind: 'screen', key: `screen ${path}`, title })),
    ...Object.values(app.entities).flatMap((entity): Right[] => {
      const { name, title, transitions, fields } = entity
      const mayRead = canRead(app, caller, entity)
      return [
        ...(mayRead ? [{ kind: 'records' as const, key: `records ${name}`, title }] : []),
        ...Object.values(fields)
          .filter(({ readPermissions }) => mayRead && readPermissions && canReadField({ readPermissions }, caller))
          .map((field): Right => ({
            kind: 'field',
            key: `field ${name}.${field.name}`,
            title: field.title,
            owner: title,
          })),
        ...Object.values(fields)
          .filter(({ mask }) => mayRead && mask && unmasks(mask, caller))
          .map((field): Right => ({
            kind: 'unmasked',
            key: `unmasked ${name}.${field.name}`,
            title: field.title,
            owner: title,
          })),
        ...Object.values(transitions)
          .filter((transition) => canRun(app, caller, transition))
          .map((transition): Right => ({
            kind: 'transition',
            key: `transition ${name}.${transition.name}`,
            title: transition.title,
            owner: title,
          })),
      ]
    }),
  ]
  return new Map(rights.map((right) => [right.key, right]))
}
