// What else happens? The effects of a transition in their order, each seeing what the earlier ones wrote: transitions of other records,
// run by the system in the same transaction, and messages. What is refused in one of them refuses everything.
import type { Entity, RunEffect, Transition } from '../../manifest/app'
import { toRaw } from '../../manifest/rule/evaluate'
import { idOf } from '../../manifest/rule/value'
import type { RawRecord } from '../context'
import { entityNamed } from '../plan/frame'
import { loadRecords } from '../plan/load'
import { toldAsEffect } from './faults'
import { sendMessages } from './messages'
import type { Names, Reader } from './reader'
import { loadedPaths, ownPaths, subjectBase } from './record'
import type { Weighed } from './guard'
import {
  contextOf,
  recordTenant,
  systemCaller,
  tenantField,
  writtenVersion,
  type LogRow,
  type Order,
  type Orders,
  type Work,
} from './work'
import { updateRecords } from './write'

/** Effects within effects, counted from what somebody asked for. */
const deepest = 16

/** A record whose transition has been written, and its row of the log. */
export interface Effective {
  readonly weighed: Weighed
  readonly row: LogRow
}

/** Runs the effects of one record's transition. */
export async function runEffects(
  work: Work,
  reader: Reader,
  orders: Orders,
  { weighed, row }: Effective,
): Promise<void> {
  const { transition, entity } = orders
  if (transition.effects.length === 0) return
  if (orders.depth >= deepest)
    throw new Error(`The effects of ${entity.name}.${transition.name} lead to ever more effects.`)
  for (const effect of transition.effects) {
    await refresh(work, orders, weighed)
    const { names } = weighed
    await reader.prepare([{ names, rules: [effect.when] }])
    if (effect.when && !reader.holds(names, effect.when)) continue
    if (effect.kind === 'message') await sendMessages(work, reader, orders, weighed, effect)
    else await run(work, reader, orders, { weighed, row }, effect)
  }
  await refresh(work, orders, weighed)
}

// An effect of an effect may have come back to this very record.
async function refresh(work: Work, { entity, caller }: Orders, { step: { record } }: Weighed): Promise<void> {
  const version = writtenVersion(work, entity, record.id!)
  if (version === undefined || version === record.own('version')) return
  const [found] = await loadRecords(contextOf(work, systemCaller(caller)), {
    entity: entity.name,
    paths: ownPaths(entity),
    where: { ids: [record.id!] },
    scoped: false,
  })
  record.reload(subjectBase(entity, found!))
}

async function run(work: Work, reader: Reader, orders: Orders, effective: Effective, effect: RunEffect): Promise<void> {
  const {
    weighed: {
      names,
      step: { record },
    },
  } = effective
  const entity = entityNamed(work.app, effect.entity)
  const transition = entity.transitions[effect.transition]
  if (!transition) throw new Error(`${effect.entity} has no transition "${effect.transition}".`)
  await reader.prepare([
    {
      names,
      rules: Object.values(effect.values),
      values: effect.on === undefined ? [] : [recordPath(orders.entity, effect.on)],
    },
  ])
  const values = valuesOf(reader, names, effect, entity, transition)
  const targets = await targetsOf(work, reader, orders, names, effect, entity)
  if (targets.length === 0) return
  const sourceTenant = recordTenant(work.app, orders.entity, record)
  const nested: Orders = {
    entity,
    transition,
    caller: systemCaller(orders.caller),
    depth: orders.depth + 1,
    orders: targets.map((target) => ({ ...target, values })),
    ...(sourceTenant !== undefined && { sourceTenant }),
  }
  const [done] = await toldAsEffect(nested, () => work.perform(nested))
  if (effect.keep !== undefined && done) await keep(work, orders, effective, effect.keep, done.id)
}

/** What the effect hands over, as the fields and inputs of the other transition keep it. */
function valuesOf(reader: Reader, names: Names, effect: RunEffect, entity: Entity, transition: Transition): RawRecord {
  return Object.fromEntries(
    Object.entries(effect.values).map(([name, rule]) => {
      const field = transition.inputs[name] ?? entity.fields[name]
      return [name, field ? reader.rawValue(names, rule, field) : toRaw(reader.value(names, rule), 'text')]
    }),
  )
}

async function targetsOf(
  work: Work,
  reader: Reader,
  orders: Orders,
  names: Names,
  effect: RunEffect,
  entity: Entity,
): Promise<Omit<Order, 'values'>[]> {
  if (effect.each) return eachOf(work, reader, orders, names, effect, entity)
  if (effect.on === undefined) return [{}]
  const [first = '', cell] = effect.on.split('.')
  if (orders.entity.fields[first]?.type === 'lines') return ofLines(reader.recordValue(names, first), cell!)
  // A reference that is empty leads to no record: there is nothing to run on.
  const id = idOf(reader.recordValue(names, effect.on))
  return id === null ? [] : [{ id }]
}

/** What has to be read of the record to find out on which it runs. */
function recordPath({ fields }: Entity, on: string): string {
  const [first = ''] = on.split('.')
  return fields[first]?.type === 'lines' ? first : on
}

/** In the order of their ids, as everybody locks them; several lines may refer to the same record. */
function ofLines(lines: unknown, cell: string): Omit<Order, 'values'>[] {
  const ids = ((lines ?? []) as RawRecord[]).map((line) => idOf(line[cell])).filter((id) => id !== null)
  return [...new Set(ids)].sort((a, b) => a - b).map((id) => ({ id }))
}

async function eachOf(
  work: Work,
  reader: Reader,
  { entity: source, caller }: Orders,
  names: Names,
  { each, transition }: RunEffect,
  entity: Entity,
): Promise<Omit<Order, 'values'>[]> {
  const paths = loadedPaths(work.app, entity, entity.transitions[transition]!)
  const handed = {
    this: reader.asking(names.record!),
    before: names.before && reader.asking(names.before),
    input: reader.asking(names.input!),
    lets: names.lets,
  }
  const found = await loadRecords(contextOf(work, systemCaller(caller)), {
    entity: entity.name,
    paths,
    where: { rule: each, thisEntity: source.name, ...handed },
    scoped: false,
    lock: true,
  })
  // A rule that speaks of the tenant itself says which one it means, as in aggregates.
  const own = tenantField(work.app, entity)
  const mine =
    own && source.tenant && !each!.reads.some((path) => path === own || path.startsWith(`${own}.`))
      ? found.filter((record) => record[own] === names.record!.own(own))
      : found
  return mine.map((record) => ({ id: Number(record.id), loaded: record }))
}

/** Keeps the reference to a record that an effect made. It is part of the same transition, and of its row in the log. */
async function keep(
  work: Work,
  { entity }: Orders,
  {
    weighed: {
      step: { record },
    },
    row,
  }: Effective,
  name: string,
  id: number,
): Promise<void> {
  const version = writtenVersion(work, entity, record.id!) ?? Number(record.own('version'))
  row.changes[name] = { before: row.changes[name]?.before ?? record.own(name), after: id }
  record.set(name, id)
  const [next] = await updateRecords(
    work,
    entity,
    [entity.fields[name]!],
    [{ id: record.id!, version, values: record.raw() }],
  )
  record.written(record.id!, { version: next })
}
