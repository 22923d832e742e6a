// Compares limits of fields (required, length, range, target) with those of the migration before.
// A limit that is narrower now is refused while records do not fit it, unless the entity exempts the field.
import pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import type { Field, FieldType } from '../../manifest/model/field'
import { usualLength } from '../../manifest/fieldTypes/texts'
import { counted } from '../../manifest/problems/counted'
import type { Transaction } from '../database/connection/transaction'
import { identifier } from '../database/sql/identifier'
import { columnType, linesTableName, storedFields } from '../database/sql/tables'
import { heldRows, namedIds, type MigrationContext, type RowTable } from './heldRows'
import { presentName } from './names/storedNames'
import type { MigrationRefusal } from './refusal'

/** The limits of a value; absent: none. */
interface Limits {
  readonly required?: true
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly scale?: number
  /** Absent: stored by a version that did not compare it. */
  readonly type?: FieldType
  /** The dictionary of a choice, the entity of a reference. */
  readonly target?: string
}
type FieldLimits = Readonly<Record<string, Limits>>

/** A stored field by its path `field` or `lines.field`, with the table that has its column. */
interface StoredField extends RowTable {
  readonly path: string
  readonly field: Field
}

/** A limit that is narrower than before. */
interface Narrowing {
  readonly stored: StoredField
  /** The new limit, as the end of a sentence about the field. */
  readonly limit: string
  readonly isRequirement: boolean
  /** Its ids would be read as those of other records, so that no record can be exempt. */
  readonly refersElsewhere?: true
  /** True for rows that violate it. */
  readonly misfit: Sql
  /** The limits before; absent: a new field. */
  readonly former?: Limits
}

const createSql = sql`create table if not exists "_limit" ("entity" text primary key, "fields" jsonb not null)`

/**
 * The refused limits of a migration that fails anyway, so that the author sees all refusals at once. Leaves out new
 * fields, which are filled later, and columns that could not be created or have another type.
 */
export async function refusedLimits(context: MigrationContext): Promise<readonly MigrationRefusal[]> {
  const { tx } = context
  const attempt: Attempt = async (step) => {
    await tx.query(sql`savepoint "limit"`)
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      await tx.query(sql`rollback to savepoint "limit"`)
      return undefined
    }
  }
  return (await enforceLimits(context, ({ former }) => former !== undefined, attempt)).refusals
}

/** Runs one step; undefined where its statement fails and the others go on. */
type Attempt = <T>(step: () => Promise<T>) => Promise<T | undefined>

/** Fills empty fields by `migration.fill` of their entities, then refuses limits that records do not fit. */
export async function enforceLimits(
  context: MigrationContext,
  isCompared: (narrowing: Narrowing) => boolean = () => true,
  attempt: Attempt = (step) => step(),
): Promise<{ readonly refusals: MigrationRefusal[]; readonly changed: boolean }> {
  const { tx, app } = context
  await tx.query(createSql)
  const rows = await tx.query<{ entity: string; fields: FieldLimits }>(sql`select "entity", "fields" from "_limit"`)
  const formerLimits = new Map(rows.map(({ entity, fields }) => [entity, fields]))
  const refusals: MigrationRefusal[] = []
  let changed = false
  for (const entity of recordEntities(app)) {
    const names = [entity.name, ...entity.migration.from.toReversed()]
    const former = names.map((name) => formerLimits.get(name)).find(Boolean)
    if (!former) continue
    for (const [path, value] of Object.entries(entity.migration.fill))
      changed = (await attempt(() => fillEmpty(context, entity, path, String(value)))) || changed
    for (const narrowing of [...narrowingsOf(entity, former), ...retargetedFields(app, entity, former)]) {
      const isExempt = !narrowing.refersElsewhere && entity.migration.exempt.includes(narrowing.stored.path)
      if (isExempt || !isCompared(narrowing)) continue
      const refusal = await attempt(() => limitRefusal(tx, entity, narrowing))
      if (refusal) refusals.push(refusal)
    }
  }
  return { refusals, changed }
}

/** Stores the limits that records fit from now on, for the next migration. */
export async function saveLimits(tx: Transaction, app: App): Promise<void> {
  const rows = recordEntities(app).map((entity) => ({
    entity: entity.name,
    fields: Object.fromEntries(fieldsOf(entity).map(({ path, field }) => [path, limitsOf(field)])),
  }))
  await tx.query(sql`delete from "_limit"`)
  await tx.query(sql`insert into "_limit" ("entity", "fields")
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as "row"("entity" text, "fields" jsonb)`)
}

const recordEntities = (app: App) => Object.values(app.entities).filter(({ view }) => !view)

function fieldsOf({ name, fields }: Entity): StoredField[] {
  const entered = storedFields(fields).filter(({ system }) => !system)
  return [
    ...entered.map((field): StoredField => ({ path: field.name, field, table: name, record: 'id' })),
    ...Object.values(fields)
      .filter(({ type, stored }) => type === 'lines' && stored)
      .flatMap((lines) =>
        storedFields(lines.fields ?? {}).map((field): StoredField => ({
          path: `${lines.name}.${field.name}`,
          field,
          table: linesTableName(name, lines.name),
          record: 'parent',
        })),
      ),
  ]
}

function limitsOf({ type, required, maxLength, min, max, scale, dictionary, entity }: Field): Limits {
  const length = type === 'string' || type === 'text' ? (maxLength ?? usualLength[type]) : undefined
  const target = type === 'choice' ? dictionary : type === 'ref' ? entity : undefined
  return {
    type,
    ...(target !== undefined && { target }),
    ...(required && { required }),
    ...(length !== undefined && { maxLength: length }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(type === 'decimal' && { scale: scale ?? 2 }),
  }
}

/** Returns what was stored for a path, by the name that it or its lines had before. */
function formerLimitsOf(entity: Entity, formerLimits: FieldLimits): (path: string) => Limits | undefined {
  const formerNames = new Map(Object.entries(entity.migration.rename).map(([from, to]) => [to, from]))
  // A cell may have another name, or its lines, or both.
  const formerPath = (path: string): string => {
    const [lines = '', cell] = (formerNames.get(path) ?? path).split('.')
    const name = formerNames.get(lines) ?? lines
    return cell === undefined ? name : `${name}.${cell}`
  }
  return (path) => formerLimits[path] ?? formerLimits[formerPath(path)]
}

/** Choices and references whose stored values may name nothing now, or something else. */
function retargetedFields(app: App, entity: Entity, formerLimits: FieldLimits): Narrowing[] {
  const limitsBefore = formerLimitsOf(entity, formerLimits)
  return fieldsOf(entity).flatMap((stored): Narrowing[] => {
    const former = limitsBefore(stored.path)
    const { type, target } = limitsOf(stored.field)
    if (former?.type === undefined || target === undefined) return []
    const column = identifier(stored.field.name)
    const retargeted = { stored, isRequirement: false, former }
    if (type === 'choice') {
      if (former.type === 'choice' && former.target === target) return []
      const codes = app.dictionaries[target]?.items.map(({ code }) => code) ?? []
      return [{ ...retargeted, limit: `chooses from "${target}" now`, misfit: sql`${column} <> all(${codes}::text[])` }]
    }
    const isSame = former.type === 'ref' && former.target !== undefined && presentName(app, former.target) === target
    if (isSame) return []
    return [
      { ...retargeted, limit: `refers to "${target}" now`, misfit: sql`${column} is not null`, refersElsewhere: true },
    ]
  })
}

function narrowingsOf(entity: Entity, formerLimits: FieldLimits): Narrowing[] {
  const limitsBefore = formerLimitsOf(entity, formerLimits)
  return fieldsOf(entity).flatMap((stored) => {
    const { path, field } = stored
    const former = limitsBefore(path)
    const before = former ?? {}
    const column = identifier(field.name)
    // Files are limited in number.
    const measured = field.type === 'files' ? sql`jsonb_array_length(${column})` : column
    const limited = { stored, ...(former && { former }) }
    const narrower = (limit: string, misfit: Sql): Narrowing => ({ limit, misfit, isRequirement: false, ...limited })
    const { required, maxLength, min, max, scale } = limitsOf(field)
    return [
      ...(required && !before.required
        ? [{ limit: 'is required now', misfit: sql`${column} is null`, isRequirement: true, ...limited }]
        : []),
      ...(maxLength !== undefined && maxLength < (before.maxLength ?? Infinity)
        ? [narrower(`holds at most ${maxLength} characters now`, longerThan(field, maxLength))]
        : []),
      ...(min !== undefined && min > (before.min ?? -Infinity)
        ? [narrower(`is at least ${min} now`, sql`${measured} < ${min}::numeric`)]
        : []),
      ...(max !== undefined && max < (before.max ?? Infinity)
        ? [narrower(`is at most ${max} now`, sql`${measured} > ${max}::numeric`)]
        : []),
      ...(scale !== undefined && scale < (before.scale ?? Infinity)
        ? [narrower(`has at most ${scale} decimal places now`, sql`${column} <> round(${column}, ${scale}::int)`)]
        : []),
    ]
  })
}

function longerThan({ name, localized }: Field, length: number): Sql {
  const column = identifier(name)
  if (!localized) return sql`char_length(${column}) > ${length}::int`
  return sql`exists (select 1 from jsonb_array_elements_text(${column}) "part"("text")
    where char_length("part"."text") > ${length}::int)`
}

async function limitRefusal(
  tx: Transaction,
  { name, source }: Entity,
  narrowing: Narrowing,
): Promise<MigrationRefusal | undefined> {
  const { stored, limit, misfit, isRequirement } = narrowing
  const rows = await heldRows(tx, stored, misfit)
  if (rows.count === 0) return undefined
  const { path } = stored
  const misfits = `${counted(rows.count, 'record')} (${namedIds(rows)})`
  const [fieldName = '', cell] = path.split('.')
  const missing = isRequirement ? 'there is no value' : 'there are other values'
  return {
    source,
    path: ['fields', fieldName, ...(cell === undefined ? [] : ['fields', cell])],
    message: `The field "${path}" of "${name}" ${limit}, but ${missing} in ${misfits}.`,
    hint: narrowingHint(narrowing),
  }
}

function narrowingHint({ stored: { path }, isRequirement, refersElsewhere }: Narrowing): string {
  if (refersElsewhere)
    return `Give the new field another name, or write "migration": { "drop": ["${path}"] } first to lose them.`
  const remedy = isRequirement
    ? `Write "migration": { "fill": { "${path}": … } } to give them a value, or`
    : 'Correct these records first, or write'
  return `${remedy} "migration": { "exempt": ["${path}"] } to leave each as it is until its next edit.`
}

/** Fills the empty values of one path of `migration.fill`; returns whether there were any. */
async function fillEmpty(
  { tx, reportChange }: MigrationContext,
  entity: Entity,
  path: string,
  value: string,
): Promise<boolean> {
  const stored = fieldsOf(entity).find((one) => one.path === path)
  if (!stored) throw new Error(`"migration.fill" of ${entity.name} names no stored field: ${path}.`)
  const column = identifier(stored.field.name)
  const rows = await heldRows(tx, stored, sql`${column} is null`)
  if (rows.count === 0) return false
  await tx.query(sql`update ${identifier(stored.table)}
    set ${column} = ${value}::text::${raw(columnType(stored.field))} where ${column} is null`)
  reportChange({ kind: 'filled', what: 'field', owner: entity.name, name: path, successor: value, ...rows })
  return true
}
