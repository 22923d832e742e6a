// Explains violations of unique indexes by the rule's message and the conflicting record.
// That record is read after the failed transaction.
import { declared } from '../../../manifest/expression/values/present'
import pg from 'pg'
import type { Entity } from '../../../manifest/model/entity'
import type { RuleNode } from '../../../manifest/model/rule'
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import { placeholders } from '../../../manifest/expression/template'
import { RequestError } from '../../../protocol/requestError'
import type { Context, LoadedRecord, RawRecord } from '../../context/context'
import { loadRecords } from '../../query/records/loadRecords'
import { countMet, hasUnread } from './lookupTries'
import { RecordCache } from '../state/recordCache'
import { tooLarge } from '../state/errors'
import { ValueResolver } from '../state/valueResolver'
import { localizedSentence } from '../state/valueText'
import { RecordDraft } from '../state/recordDraft'

/** A record could not be written because another one has the same values. */
export class UniqueViolation extends Error {
  constructor(
    readonly entity: Entity,
    readonly records: readonly RawRecord[],
    options: ErrorOptions,
  ) {
    super(`A record is in the way of one of ${entity.name}.`, options)
    this.name = 'UniqueViolation'
  }
}

/** Runs a writing statement; converts a unique violation, and a number that does not fit its column. */
export async function explainingViolations<T>(
  entity: Entity,
  records: readonly RawRecord[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505')
      throw new UniqueViolation(entity, records, { cause: error })
    if (error instanceof pg.DatabaseError && error.code === '22003') throw tooLarge()
    throw error
  }
}

/**
 * The refusal of a unique violation. The context reads outside the failed transaction; the author decides what the
 * message shows.
 * @throws RequestError too_many_lookups of a dry run
 */
export async function clashError(context: Context, clash: UniqueViolation, dryRun: boolean): Promise<RequestError> {
  for (const unique of clash.entity.unique) {
    for (const values of clash.records) {
      const conflict = await conflictOf(context, clash.entity, unique, values)
      if (!conflict) continue
      const isHidden = conflict.id === undefined || hasUnread(context.caller, clash.entity, unique)
      if (dryRun && isHidden) await countMet(context, clash.entity, unique, values)
      return conflict.refusal
    }
  }
  // Two new records of one request conflict, or the other one is already gone.
  return new RequestError('record_not_unique')
}

/** A record that has the values already. */
interface Conflict {
  readonly refusal: RequestError
  /** Absent: a record of another tenant. */
  readonly id?: number
}

/** The record that already has the values of a unique rule; undefined if the rule does not apply. */
export async function conflictOf(
  context: Context,
  entity: Entity,
  unique: Entity['unique'][number],
  values: RawRecord,
): Promise<Conflict | undefined> {
  const { app } = context
  const [field] = unique.fields
  const resolver = new ValueResolver(app, context, new RecordCache(app, context))
  const draft = new RecordDraft(app, entity, null, values)
  await resolver.prepare([{ names: { record: draft }, rules: [unique.where] }])
  if (unique.where && !resolver.holds({ record: draft }, unique.where)) return undefined
  const conflicting = await recordInTheWay(context, entity, unique, values)
  if (conflicting === undefined) return undefined
  const tenant = app.access.identity.tenantEntity
  if (entity.perTenant && conflicting[tenant] !== values[tenant])
    return { refusal: new RequestError('value_taken', {}, { field: field! }) }
  const { id } = conflicting
  const names = { record: new RecordDraft(app, entity, id, {}) }
  await resolver.prepare([{ names, paths: placeholders(unique.message) }])
  const message = localizedSentence(resolver, names, unique.message)
  return { refusal: new RequestError('value_not_unique', { message }, { field: field! }), id }
}

/** Localized texts are compared in each language: in none may two records have the same text. */
async function recordInTheWay(
  context: Context,
  entity: Entity,
  unique: Entity['unique'][number],
  values: RawRecord,
): Promise<LoadedRecord | undefined> {
  const localized = unique.fields.filter((name) => declared(entity.fields, name).localized)
  if (localized.length === 0) return recordOfSame(context, entity, unique, values)
  for (const [index, language] of context.app.product.languages.entries()) {
    const texts = localized.map((name) => [name, textAt(values[name], index)])
    const inLanguage = { ...context, caller: { ...context.caller, language } }
    const match = await recordOfSame(inLanguage, entity, unique, { ...values, ...Object.fromEntries(texts) })
    if (match) return match
  }
  return undefined
}

const textAt = (value: unknown, index: number): unknown => (Array.isArray(value) ? (value[index] ?? null) : value)

async function recordOfSame(
  context: Context,
  entity: Entity,
  unique: Entity['unique'][number],
  values: RawRecord,
): Promise<LoadedRecord | undefined> {
  const tenant = context.app.access.identity.tenantEntity
  const fields = [...unique.fields, ...(entity.perTenant && !unique.acrossTenants ? [tenant] : [])]
  if (fields.some((name) => values[name] === null || values[name] === undefined)) return undefined
  const parts = fields.map((name) => same(entity, name))
  const node = [...parts, ...(unique.where ? [unique.where.node] : [])].reduce((left, right): RuleNode => ({
    kind: 'binary',
    type: 'boolean',
    op: '&&',
    left,
    right,
  }))
  const rule = {
    source: '',
    node,
    type: 'boolean',
    readPaths: [...fields, ...(unique.where?.readPaths ?? [])],
  } as const
  // A value that is unique over all tenants may conflict with a record beyond the caller's reach.
  const everywhere = { ...context, tenant: undefined, caller: { ...context.caller, system: true } }
  const records = await loadRecords(unique.acrossTenants ? everywhere : context, {
    entity: entity.name,
    paths: [],
    where: { rule, this: values, thisEntity: entity.name },
    scoped: false,
    limit: 2,
  })
  return records.find((record) => record.id !== values.id)
}

function same(entity: Entity, name: string): RuleNode {
  const type = valueTypes[declared(entity.fields, name).type]
  const side = (scope: 'record' | 'this'): RuleNode => ({ kind: 'name', type, scope, path: [name] })
  return { kind: 'binary', type: 'boolean', op: '==', left: side('record'), right: side('this') }
}
