// Which record is in the way? A unique index refuses the write; the entity's rule says it in words, with values of the record that was there first.
// The transaction is lost by then, so that record is read after it.
import pg from 'pg'
import type { Entity, RuleNode } from '../../manifest/app'
import { fieldTypes } from '../../manifest/fields/fieldTypes'
import { placeholders } from '../../manifest/rule/fill'
import { codes, Fault } from '../../protocol/envelope'
import type { Context, RawRecord } from '../context'
import { loadRecords } from '../plan/load'
import { Facts } from './facts'
import { tooLarge } from './faults'
import { Reader } from './reader'
import { bothSentences } from './shown'
import { Subject } from './subject'

/** A record could not be written because of another one. */
export class UniqueClash extends Error {
  constructor(
    readonly entity: Entity,
    readonly records: readonly RawRecord[],
    options: ErrorOptions,
  ) {
    super(`A record is in the way of one of ${entity.name}.`, options)
    this.name = 'UniqueClash'
  }
}

/** Runs a writing statement and tells what the database refuses for the sake of the values. */
export async function asFault<T>(entity: Entity, records: readonly RawRecord[], write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505')
      throw new UniqueClash(entity, records, { cause: error })
    if (error instanceof pg.DatabaseError && error.code === '22003') throw tooLarge()
    throw error
  }
}

/** The fault that a clash stands for. The context reads outside the lost transaction; what the message tells is the author's choice. */
export async function clashFault(context: Context, clash: UniqueClash): Promise<Fault> {
  const { app } = context
  const reader = new Reader(app, context, new Facts(app, context))
  for (const unique of clash.entity.unique) {
    for (const values of clash.records) {
      const own = new Subject(app, clash.entity, null, values)
      await reader.prepare([{ names: { record: own }, rules: [unique.where] }])
      if (unique.where && !reader.holds({ record: own }, unique.where)) continue
      const id = await recordInTheWay(context, clash.entity, unique, values)
      if (id === undefined) continue
      const names = { record: new Subject(app, clash.entity, id, {}) }
      await reader.prepare([{ names, paths: placeholders(unique.message) }])
      const text = bothSentences(app, reader, names, unique.message)
      return new Fault(codes.refused, text, { fields: { [unique.fields[0]!]: text } })
    }
  }
  // Two new records of one request, or the other one is gone again already.
  return new Fault(codes.refused, ['与已有记录重复', 'There is such a record already'])
}

async function recordInTheWay(
  context: Context,
  entity: Entity,
  unique: Entity['unique'][number],
  values: RawRecord,
): Promise<number | undefined> {
  const tenant = context.app.access.identity.tenant
  const fields = [...unique.fields, ...(entity.tenant && !unique.across ? [tenant] : [])]
  if (fields.some((name) => values[name] === null || values[name] === undefined)) return undefined
  const parts = fields.map((name) => same(entity, name))
  const node = [...parts, ...(unique.where ? [unique.where.node] : [])].reduce((left, right): RuleNode => ({
    kind: 'binary',
    type: 'boolean',
    op: '&&',
    left,
    right,
  }))
  const rule = { source: '', node, type: 'boolean', reads: [...fields, ...(unique.where?.reads ?? [])] } as const
  const found = await loadRecords(context, {
    entity: entity.name,
    paths: [],
    where: { rule, this: values, thisEntity: entity.name },
    scoped: false,
    limit: 2,
  })
  return found.map((record) => Number(record.id)).find((id) => id !== values.id)
}

function same(entity: Entity, name: string): RuleNode {
  const type = fieldTypes[entity.fields[name]!.type].valueType
  const side = (scope: 'record' | 'this'): RuleNode => ({ kind: 'name', type, scope, path: [name] })
  return { kind: 'binary', type: 'boolean', op: '==', left: side('record'), right: side('this') }
}
