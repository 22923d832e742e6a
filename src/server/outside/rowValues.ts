// What does a row of another system say for a field? Turned into the form in which a person would give it, to be checked like a person's input;
// what has no such form says nothing. References are found within the tenant only.
import { Decimal } from 'decimal.js'
import sql from 'sql-template-tag'
import type { App, Entity, Field, Sync } from '../../manifest/app'
import type { Context, RawRecord } from '../context'
import { column, identifier } from '../database/identifier'
import { tenantField } from '../transition/work'
import { own } from './ask'

export interface OutsideFile {
  readonly name: string
  readonly url: string
}
const mostFiles = 20

/** The text of a value that identifies; nothing for what cannot. */
export function keyOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= 200 && !text.includes('\0') ? text : undefined
}

/** A value as input of the field; undefined: the row says nothing about it. Files and references are not among them. */
export function inputOf(field: Field, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'object') return undefined
  if (typeof value === 'string') return value === '' || value.includes('\0') ? undefined : value
  if (typeof value === 'number')
    return field.type === 'int' ? value : Number.isFinite(value) ? String(value) : undefined
  return field.type === 'boolean' ? value : undefined
}

/** Whether an input says something else than the record has. */
export function differs(field: Field, given: unknown, present: unknown): boolean {
  if (given === undefined) return false
  if (present === null || present === undefined) return true
  if (field.type === 'datetime') return new Date(String(given)).getTime() !== new Date(String(present)).getTime()
  if (field.type === 'money' || field.type === 'decimal')
    return !/^-?\d{1,15}(\.\d{1,6})?$/.test(String(given)) || !new Decimal(String(given)).eq(String(present))
  return given !== present
}

/** The files that a row names; those that are already there by the same names are not named again. */
export function filesOf(value: unknown, present: unknown): readonly OutsideFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostFiles) return undefined
  const files = value.flatMap((one: unknown): OutsideFile[] => {
    const { name, url } = (typeof one === 'object' && one !== null ? one : {}) as Partial<OutsideFile>
    return typeof name === 'string' &&
      typeof url === 'string' &&
      name !== '' &&
      name.length <= 150 &&
      url.length <= 2_000
      ? [{ name, url }]
      : []
  })
  if (files.length !== value.length) return undefined
  const known = new Set(Array.isArray(present) ? present.map((file: { name?: unknown }) => file.name) : [])
  return files.every(({ name }) => known.has(name)) ? undefined : files
}

/** For each reference of the sync: the id of the one record of the tenant that has the value. */
export async function referencesOf(
  context: Context,
  entity: Entity,
  sync: Sync,
  rows: readonly RawRecord[],
  tenant: number | null,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const found = new Map<string, ReadonlyMap<string, number>>()
  for (const [name, { from, by }] of Object.entries(sync.fields)) {
    const target = context.app.entities[entity.fields[name]?.entity ?? '']
    if (!by || !target) continue
    found.set(name, await onlyOnes(context, target, by, keysIn(rows, from), tenant))
  }
  return found
}

/** The values of a name in the rows that can identify. */
export function keysIn(rows: readonly RawRecord[], from: string): string[] {
  return [...new Set(rows.flatMap((row) => keyOf(own(row, from)) ?? []))]
}

/** Ids by the value of a field, of records of the tenant; what several records have is left out. */
export async function onlyOnes(
  { app, query }: Pick<Context, 'app' | 'query'>,
  entity: Entity,
  field: string,
  values: readonly string[],
  tenant: number | null,
): Promise<ReadonlyMap<string, number>> {
  if (values.length === 0) return new Map()
  const owner = tenantField(app, entity)
  const own = owner ? sql` and ${column('r', owner)} = ${tenant}::bigint` : sql``
  const rows = await query<{ value: string; id: number }>(
    sql`select ${column('r', field)} as "value", min(${column('r', 'id')}) as "id" from ${identifier(entity.name)} as "r" where ${column('r', field)} = any(${[...values]}::text[])${own} group by 1 having count(*) = 1`,
  )
  return new Map(rows.map(({ value, id }) => [value, Number(id)]))
}

/** Entities whose app belongs to a tenant are brought in for the caller's only. */
export function syncTenant(app: App, entity: Entity, tenant: RawRecord): number | null | undefined {
  if (!tenantField(app, entity)) return null
  return typeof tenant.id === 'number' ? tenant.id : undefined
}
