// Computes what holders of codes may open, read and run, and which roles the database has.
// Roles of several tenants with the same name and the same codes count as one.
import sql, { raw } from 'sql-template-tag'
import { guardedParts, type AudiencePart } from '../../../manifest/access/audienceParts'
import { roleEntityOf, type App } from '../../../manifest/model/app'
import { canOpen, canRead, canRun, holdsPermission, type CallerRights } from '../../../manifest/access/permissions'
import { untranslated, type Text } from '../../../manifest/model/text'
import type { Transaction } from '../../database/connection/transaction'
import { identifier } from '../../database/sql/identifier'
import { linesTableName } from '../../database/sql/tables'
import { canReadField } from '../../query/policy/fieldAccess'
import { unmasks } from '../../query/expression/mask'
import type { ReadRights } from '../../query/expression/rowSource'

/** Something that a role may open, read or run. */
export interface Right {
  readonly kind: 'screen' | 'transition' | 'records' | 'field' | 'unmasked' | 'part' | 'call'
  readonly key: string
  readonly title: Text
  /** The entity of a transition or a field, the screen or entity of a part. */
  readonly owner?: Text
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

/** The codes after the changes of access.json that apply to everyone. */
export const lastingCodes = ({ access }: App, codes: readonly string[]): readonly string[] =>
  access.permissionChanges.reduce(
    (held, { add, remove, when }) =>
      when ? held : [...held.filter((code) => !remove.includes(code)), ...add.filter((code) => !held.includes(code))],
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
  const caller = rightsOfCodes(app, lastingCodes(app, codes))
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
    ...Object.values(app.endpoints)
      .filter(({ permissions }) => permissions.includes('public') || holdsPermission(caller, { permissions }))
      .map(({ method, path, title }): Right => ({ kind: 'call', key: `call ${method} ${path}`, title })),
  ]
  const opened = new Map(rights.map((right) => [right.key, right]))
  for (const right of partsOf(app, caller, opened)) opened.set(right.key, right)
  return opened
}

/** The restricted parts of the screens and records that the caller may open. */
function partsOf(app: App, caller: CallerRights, opened: ReadonlyMap<string, Right>): Right[] {
  return [...keyedParts(app)].flatMap(([key, part]): Right[] => {
    const owner = opened.get(`screen ${part.shownOn}`) ?? opened.get(`records ${part.shownOn}`)
    if (!owner || part.permissions === undefined || !holdsPermission(caller, part)) return []
    return [{ kind: 'part', key, title: part.title ?? untranslated(part.part), owner: owner.title }]
  })
}

const keyed = new WeakMap<App, ReadonlyMap<string, AudiencePart>>()

/** The parts with an audience of their own by key; of several without a name each has a number. */
export function keyedParts(app: App): ReadonlyMap<string, AudiencePart> {
  const cached = keyed.get(app)
  if (cached) return cached
  const parts = new Map<string, AudiencePart>()
  const counts = new Map<string, number>()
  for (const part of guardedParts(app)) {
    const name = `part ${part.shownOn} ${part.part}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    parts.set(count === 1 ? name : `${name} (${count})`, part)
  }
  keyed.set(app, parts)
  return parts
}

/** The name without the kind before it, as in `screen /orders`. */
export const nameOfRight = (key: string): string => key.slice(key.indexOf(' ') + 1)
