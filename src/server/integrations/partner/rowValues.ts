// Converts values of an integration's rows to input in a form's format, validated like a form.
// A value without such a format is ignored. References are resolved within the tenant only.
import { createHash } from 'node:crypto'
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import { Decimal } from 'decimal.js'
import sql from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Entity, Sync } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Context, RawRecord } from '../../context/context'
import { column, identifier } from '../../database/sql/identifier'
import { tenantField } from '../../mutation/state/writeContext'
import { ownProperty } from './call'

export interface IntegrationFile {
  readonly name: string
  readonly url: string
}
const maxFiles = 20

/** The text of an identifying value; undefined for a value that cannot identify. */
export function keyOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= 200 && !text.includes('\0') ? text : undefined
}

/** A value as input of the field; undefined: the row has no value for it. Excludes files and references. */
export function remoteInput(field: Field, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'object') return undefined
  if (typeof value === 'string') return value === '' || value.includes('\0') ? undefined : value
  if (typeof value === 'number')
    return field.type === 'int' ? value : Number.isFinite(value) ? String(value) : undefined
  return field.type === 'boolean' ? value : undefined
}

/** Whether an input differs from the record's value. */
export function differs(field: Field, input: unknown, present: unknown): boolean {
  if (input === undefined) return false
  if (present === null || present === undefined) return true
  if (field.type === 'datetime') return new Date(String(input)).getTime() !== new Date(String(present)).getTime()
  if (isNumberType(field.type) && field.type !== 'int')
    return !/^-?\d{1,15}(\.\d{1,6})?$/.test(String(input)) || !new Decimal(String(input)).eq(String(present))
  return input !== present
}

/** The files that a row names, without those that the record already has by name. */
export function remoteFiles(value: unknown, present: unknown): readonly IntegrationFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxFiles) return undefined
  const files = value.flatMap((item: unknown): IntegrationFile[] => {
    const { name, url } = (typeof item === 'object' && item !== null ? item : {}) as Partial<IntegrationFile>
    return typeof name === 'string' &&
      typeof url === 'string' &&
      name !== '' &&
      name.length <= 150 &&
      url.length <= 2_000
      ? [{ name, url }]
      : []
  })
  if (files.length !== value.length) return undefined
  const knownNames = new Set(Array.isArray(present) ? present.map((file: { name?: unknown }) => file.name) : [])
  return files.every(({ name }) => knownNames.has(name)) ? undefined : files
}

/** For each reference of the sync: the id of the tenant's only record with the value. */
export async function referencesOf(
  context: Context,
  entity: Entity,
  sync: Sync,
  rows: readonly RawRecord[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const results = new Map<string, ReadonlyMap<string, number>>()
  for (const [name, { from, matchField: by }] of Object.entries(sync.fields)) {
    const target = context.app.entities[entity.fields[name]?.entity ?? '']
    if (!by || !target) continue
    results.set(name, await onlyOnes(context, target, by, keysIn(rows, from)))
  }
  return results
}

/** The identifying values of a name in the rows. */
export function keysIn(rows: readonly RawRecord[], from: string): string[] {
  return [...new Set(rows.flatMap((row) => keyOf(ownProperty(row, from)) ?? []))]
}

/** Ids by the value of a field, of records of the tenant; leaves out values of several records. */
export async function onlyOnes(
  { app, query, tenant }: Pick<Context, 'app' | 'query' | 'tenant'>,
  entity: Entity,
  field: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (values.length === 0) return new Map()
  const owner = tenantField(app, entity)
  const ownSql = owner ? sql` and ${column('r', owner)} = ${tenant ?? null}::bigint` : sql``
  const rows = await query<{ value: string; id: number }>(
    sql`select ${column('r', field)} as "value", min(${column('r', 'id')}) as "id"
      from ${identifier(entity.name)} as "r"
      where ${column('r', field)} = any(${[...values]}::text[])${ownSql}
      group by 1
      having count(*) = 1`,
  )
  return new Map(rows.map(({ value, id }) => [value, Number(id)]))
}

/** Entities whose integration account belongs to a tenant are synced for the caller's tenant only. */
export function syncTenant(app: App, entity: Entity, tenant: RawRecord): number | null | undefined {
  if (!tenantField(app, entity)) return null
  return typeof tenant.id === 'number' ? tenant.id : undefined
}

/** A record changed since then counts as new and is tried at once. */
export const recordKey = ({ id, version }: RawRecord) => `${String(id)} ${String(version)}`
/** Identified by what the sync reads of a row except its files, whose links may be signed again at each call. */
export const rowKeyOf = ({ sync, fields }: Entity & { readonly sync: Sync }): ((row: RawRecord) => string) => {
  const read = Object.entries(sync.fields).flatMap(([name, { from }]) => (fields[name]?.type === 'files' ? [] : [from]))
  const names = [...read, ...(sync.statusKey === undefined ? [] : [sync.statusKey])]
  return (row) =>
    createHash('sha256')
      .update(JSON.stringify(names.map((name) => ownProperty(row, name) ?? null)))
      .digest('hex')
}
