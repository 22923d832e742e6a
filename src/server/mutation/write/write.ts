// Inserts and updates records: one statement per entity, however many there are.
// An update requires the version that was read. Values are validated before.
import { idOf } from '../../../manifest/expression/values/value'
import { firstItem } from '../../../manifest/expression/values/present'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { RawRecord } from '../../context/context'
import { column, identifier } from '../../database/sql/identifier'
import { updateAccountsSql } from '../../database/sql/accounts'
import { claimStatements } from '../../query/acrossTenants'
import { columnType, storedFields } from '../../database/sql/tables'
import { staleVersion } from '../state/errors'
import { documentNumbers, numberStems, takeNumber } from './documentNumber'
import { explainingViolations } from './uniqueness'
import { recordImages, recordCreated } from './recordImages'
import { byTenant, insertRows, typedValue, type WrittenColumn } from './byTenant'
import { invariantFields } from '../state/recordPaths'
import { recordWrite, tenantField, type WriteContext } from '../state/writeContext'

interface InsertedRecord {
  readonly id: number
  readonly version: number
  readonly no: string | null
  /** What was stored of the fields that the invariants read; absent: not known. */
  readonly stored?: RawRecord
}

/**
 * Inserts records and returns what the database assigned, in their order. Unnamed columns are null; version is 1.
 * @throws UniqueViolation when another record has the same values
 */
export async function insertRecords(
  context: WriteContext,
  entity: Entity,
  records: readonly RawRecord[],
): Promise<InsertedRecord[]> {
  const tenant = tenantField(context.app, entity)
  const fields = storedFields(entity.fields).filter(({ name }) => !['id', 'version', 'no', tenant].includes(name))
  const columns = [
    ...(tenant ? [{ name: tenant, type: 'bigint' }] : []),
    ...fields.map((field) => ({ name: field.name, type: columnType(field) })),
  ]
  const insertedRecords = context.distributed
    ? await insertPlaced(context, entity, columns, records)
    : await insertTogether(context, entity, columns, records)
  recordCreated(
    context,
    entity,
    insertedRecords.map(({ id }) => id),
  )
  recordWrite(
    context,
    entity,
    insertedRecords.map(({ id, version, stored }, index) => ({
      id,
      version,
      stored,
      tenant: tenantInRow(records[index], tenant),
    })),
  )
  await writeAcrossTenants(context, entity, records, {
    written: insertedRecords.map(({ id }, index) => ({ id, tenant: tenantInRow(records[index], tenant) })),
  })
  return insertedRecords
}

async function insertPlaced(
  context: WriteContext,
  entity: Entity,
  columns: readonly WrittenColumn[],
  records: readonly RawRecord[],
): Promise<InsertedRecord[]> {
  const stems = numberStems(context, entity, records)
  const columnsOfEngine = [
    { name: 'version', type: 'bigint' },
    ...(stems.length > 0 ? [{ name: 'no', type: 'text' }] : []),
  ]
  const table = { name: entity.name, columns: [...columnsOfEngine, ...columns] }
  // In one order, so that two transactions that take several counters do not wait for each other.
  const order = [...records.keys()].toSorted((one, other) => (stems[one] ?? '').localeCompare(stems[other] ?? ''))
  const rows = order.map((index) => {
    const stem = stems[index]
    return { ...records[index], version: 1, ...(stem !== undefined && { no: takeNumber(stem, index, context) }) }
  })
  const returning = sql` RETURNING "id"${numberColumn(entity)}${returnedFields(entity)}`
  const inserted = await explainingViolations(entity, records, () =>
    insertRows<RawRecord & { id: number; no?: string | null }>(context, table, rows, returning),
  )
  // The coordinator takes ids and numbers in the order of the rows, and returns them in the order of the machines.
  const byId = inserted.toSorted((one, other) => one.id - other.id)
  const placed: InsertedRecord[] = []
  for (const [place, { id, no, ...stored }] of byId.entries())
    placed[order[place]!] = { id, version: 1, no: no ?? null, stored }
  return placed
}

async function insertTogether(
  context: WriteContext,
  entity: Entity,
  columns: readonly WrittenColumn[],
  records: readonly RawRecord[],
): Promise<InsertedRecord[]> {
  const numbers = documentNumbers(context, entity, records)
  const names = columns.map(({ name }) => identifier(name))
  const values = columns.map(({ name }) => column('g', name))
  const taking = numbers ? sql`WITH ${numbers} ` : empty
  const statement = sql`${taking}INSERT INTO ${identifier(entity.name)}
    (${join([...names, raw('"version"'), ...(numbers ? [raw('"no"')] : [])], ', ')})
    SELECT ${join([...values, raw('1'), ...(numbers ? [raw('n."no"')] : [])], ', ')}
    FROM ${recordset(
      records.map((record, index) => ({ ...record, position: index + 1 })),
      [{ name: 'position', type: 'bigint' }, ...columns],
      'g',
    )}${numbers ? raw(' JOIN numbers n ON n."position" = g."position"') : empty}
    ORDER BY g."position" RETURNING "id", "version"${numberColumn(entity)}${returnedFields(entity)}`
  const rows = await explainingViolations(entity, records, () =>
    context.query<RawRecord & { id: number; version: number; no?: string | null }>(statement),
  )
  return rows.map(({ id, version, no, ...stored }) => ({ id, version, no: no ?? null, stored }))
}

/** The column of the document number behind a comma, where there is one. */
const numberColumn = ({ fields }: Entity): Sql => (fields.no?.stored ? raw(', "no"') : empty)

/** The columns that a write returns for the invariants, each behind a comma. */
const returnedFields = (entity: Entity, alias?: string): Sql =>
  join([empty, ...invariantFields(entity).map((name) => (alias ? column(alias, name) : identifier(name)))], ', ')

interface AcrossWrite {
  readonly written: readonly { readonly id: number; readonly tenant: number | null }[]
  /** The fields that were written; absent: the records are new. */
  readonly changed?: readonly string[]
}

// Accounts are named and found across tenants, and some values are unique over all tenants.
async function writeAcrossTenants(
  context: WriteContext,
  entity: Entity,
  records: readonly RawRecord[],
  { written, changed }: AcrossWrite,
): Promise<void> {
  const isAccount = entity.name === context.app.access.identity.accountEntity
  if (!isAccount && !context.distributed) return
  for (const { rows } of byTenant(written, ({ tenant }) => tenant, tenantField(context.app, entity))) {
    const [{ tenant }, ids] = [firstItem(rows), rows.map(({ id }) => id)]
    if (isAccount) await context.query(updateAccountsSql(context.app, { tenant, ids }))
    if (!context.distributed || tenant === null) continue
    for (const statement of claimStatements(context.app, entity, { tenant, ids, changed }))
      await explainingViolations(entity, records, () => context.query(statement))
  }
}

/** A changed record: `values` holds all of its fields, including those that are not written. */
interface RecordUpdate {
  readonly id: number
  readonly version: number
  readonly values: RawRecord
  /** Its stored values, where they have been read in this version. */
  readonly before?: RawRecord
}

/**
 * Writes the same fields of several records and increments their versions; returns the new versions in order.
 * @throws RequestError stale_version if one has another version, which only a missing lock would allow;
 * UniqueViolation if another record has the same values
 */
export async function updateRecords(
  context: WriteContext,
  entity: Entity,
  fields: readonly Field[],
  changes: readonly RecordUpdate[],
): Promise<number[]> {
  await recordImages(
    context,
    entity,
    fields.map(({ name }) => name),
    changes,
  )
  const tenant = tenantField(context.app, entity)
  const keyColumns = [...(tenant ? [tenant] : []), 'id', 'version']
  const columns = [
    ...keyColumns.map((name) => ({ name, type: 'bigint' })),
    ...fields.map((field) => ({ name: field.name, type: columnType(field) })),
  ]
  const changed = changes.map(({ id, version, values }) => ({ ...values, id, version }))
  const statementOf = (changedRows: readonly RawRecord[], rowsTenant: Sql | undefined) => {
    const [only, ...others] = changedRows
    // A cluster plans the change of one row of a table without a join once, and passes it on in a third of the time.
    const isSingle = rowsTenant !== undefined && only !== undefined && others.length === 0
    const valueOf = (name: string, type: string) => (isSingle ? typedValue(only[name], type) : column('g', name))
    const set = fields.map((field) => sql`${identifier(field.name)} = ${valueOf(field.name, columnType(field))}`)
    const conditions = keyColumns.map((name) => sql`${column('t', name)} = ${valueOf(name, 'bigint')}`)
    if (rowsTenant && !isSingle) conditions.push(sql`${column('t', tenant!)} = ${rowsTenant}`)
    return sql`UPDATE ${identifier(entity.name)} AS t SET ${join([...set, raw('"version" = t."version" + 1')], ', ')}
      ${isSingle ? empty : sql`FROM ${recordset(changedRows, columns, 'g')}`}
      WHERE ${join(conditions, ' AND ')} RETURNING t."id", t."version"${returnedFields(entity, 't')}`
  }
  const rows: (RawRecord & { id: number; version: number })[] = []
  const parts = context.distributed
    ? byTenant(changed, (row) => tenantInRow(row, tenant), tenant)
    : [{ rows: changed, tenant: undefined }]
  for (const { rows: ownRows, tenant: rowsTenant } of parts)
    rows.push(
      ...(await explainingViolations(
        entity,
        changes.map(({ values }) => values),
        () => context.query<RawRecord & { id: number; version: number }>(statementOf(ownRows, rowsTenant)),
      )),
    )
  if (rows.length !== changes.length) throw staleVersion()
  const updated = new Map(rows.map(({ id, version, ...stored }) => [id, { version, stored }]))
  recordWrite(
    context,
    entity,
    changes.map(({ id, values }) => ({ id, ...updated.get(id)!, tenant: tenantInRow(values, tenant) })),
  )
  await writeAcrossTenants(
    context,
    entity,
    changes.map(({ values }) => values),
    {
      written: changes.map(({ id, values }) => ({ id, tenant: tenantInRow(values, tenant) })),
      changed: fields.map(({ name }) => name),
    },
  )
  return changes.map(({ id }) => updated.get(id)!.version)
}

/** `jsonb_to_recordset(…) AS alias(columns)`: any number of rows from one parameter. */
export function recordset(
  rows: readonly RawRecord[],
  columns: readonly { readonly name: string; readonly type: string }[],
  alias: string,
): Sql {
  const declared = columns.map(({ name, type }) => sql`${identifier(name)} ${raw(type)}`)
  const narrow = rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])))
  return sql`jsonb_to_recordset(${JSON.stringify(narrow)}::jsonb) AS ${identifier(alias)}(${join(declared, ', ')})`
}

function tenantInRow(record: RawRecord | undefined, tenant: string | undefined): number | null {
  return tenant === undefined ? null : idOf(record?.[tenant])
}
