// How does one transition run? The order of the contract, a stage a line: permission, record, version, state, `when`, input, locks, guards, write,
// effects. Several records go through the stages together where no one can notice, else one after the other.
import type { RawRecord } from '../context'
import { loadRecords } from '../plan/load'
import { runEffects, type Effective } from './effects'
import { inputFault, notFound, notNow } from './faults'
import { checkFiles } from './files'
import { assign, checkGuards, weigh } from './guard'
import { fillUnasked, readInput } from './input'
import { lockReferences } from './locks'
import { checkRecord, permit, permitsRecord, refusal } from './permit'
import { Reader } from './reader'
import { changedReferences, checkReferences } from './references'
import { loadedPaths, subjectBase } from './record'
import { askingOf, createStep, type Step } from './step'
import { store } from './store'
import { Subject } from './subject'
import { settleTenants } from './tenant'
import { goTogether } from './together'
import { contextOf, writtenVersion, type Done, type Order, type Orders, type Work } from './work'

/**
 * Runs a transition for every order, in their order.
 * @throws Fault 2001 or 2002; the transaction must not be kept then
 */
export async function perform(work: Work, orders: Orders): Promise<Done[]> {
  permit(work.app, orders.caller, orders.transition)
  if (orders.orders.length > 1 && goTogether(work.app, orders.entity, orders.transition))
    return performTogether(work, orders)
  const done: Done[] = []
  for (const order of orders.orders) done.push(...(await performTogether(work, { ...orders, orders: [order] })))
  return done
}

async function performTogether(work: Work, orders: Orders): Promise<Done[]> {
  const { app } = work
  const reader = new Reader(app, contextOf(work, orders.caller), work.facts)
  const steps = await findRecords(work, orders)
  if (!orders.transition.creates) await checkRecords(work, reader, orders, steps)
  else await checkBeforeCreating(reader, orders)
  await askForms(work, reader, orders, steps)
  await lockReferences(work, reader, orders, steps)
  const weighed = await weigh(work, reader, orders, steps)
  await checkGuards(work, reader, orders, weighed)
  await assign(app, reader, orders, weighed, work.now)
  const effective = await store(work, orders, weighed)
  for (const one of effective) await runEffects(work, reader, orders, one)
  return effective.map(({ weighed: { step } }: Effective) => ({
    subject: step.record,
    id: step.record.id!,
    transition: orders.transition,
  }))
}

/** The records of the orders, locked; empty ones to be created. */
async function findRecords(work: Work, orders: Orders): Promise<Step[]> {
  const { entity, transition } = orders
  if (transition.creates)
    return orders.orders.map((order) => createStep(work.app, orders, order, new Subject(work.app, entity, null, {})))
  const loaded = await loadAll(work, orders)
  return orders.orders.map((order) => {
    const record = loaded.get(order.id!)
    if (!record) throw notFound()
    return createStep(
      work.app,
      orders,
      order,
      new Subject(work.app, entity, Number(record.id), subjectBase(entity, record)),
    )
  })
}

async function loadAll(work: Work, { entity, transition, caller, orders }: Orders): Promise<Map<number, RawRecord>> {
  // Handed over and not written since: then it is still as it was.
  const isFresh = ({ id, loaded }: Order) =>
    loaded !== undefined && (writtenVersion(work, entity, id!) ?? loaded.version) === loaded.version
  const found = new Map(orders.filter(isFresh).map(({ id, loaded }) => [id!, loaded!]))
  const paths = loadedPaths(work.app, entity, transition)
  const wanted = orders.flatMap(({ id }) => (id === undefined || found.has(id) ? [] : [id]))
  if (wanted.length > 0) {
    const records = await loadRecords(contextOf(work, caller), {
      entity: entity.name,
      paths,
      where: { ids: wanted },
      scoped: !caller.system,
      lock: true,
    })
    for (const record of records) found.set(Number(record.id), record)
  }
  for (const record of found.values())
    work.facts.keep(
      entity.name,
      record,
      paths.filter((path) => !path.includes('#')),
    )
  return found
}

async function checkRecords(
  work: Work,
  reader: Reader,
  { entity, transition, caller }: Orders,
  steps: readonly Step[],
): Promise<void> {
  await reader.prepare(
    steps.map(({ names }) => ({ names, rules: [transition.when, ...transition.permissions.map(({ when }) => when)] })),
  )
  for (const { names, record, order } of steps) {
    if (!permitsRecord(work.app, reader, names, caller, transition)) throw refusal(work.app, caller, transition)
    checkRecord(reader, caller, transition, { record, version: order.version, stateTitles: entity.states })
  }
}

async function checkBeforeCreating(reader: Reader, { transition }: Orders): Promise<void> {
  await reader.prepare([{ names: {}, rules: [transition.when] }])
  if (transition.when && !reader.holds({}, transition.when)) throw notNow(transition)
}

async function askForms(work: Work, reader: Reader, orders: Orders, steps: readonly Step[]): Promise<void> {
  const { app } = work
  const asking = askingOf(orders)
  await readInput(app, reader, orders, asking, steps)
  const references = changedReferences(app, orders, asking, steps)
  await checkReferences(work, reader, orders, references)
  await settleTenants(work, orders, steps, references)
  await checkFiles(work, orders, asking, steps)
  const wrong = steps.find(({ errors }) => Object.keys(errors).length > 0)
  if (wrong) throw inputFault(wrong.errors)
  await fillUnasked(reader, orders, steps)
  if (orders.transition.creates) await checkNewPermission(work, reader, orders, steps)
}

/** A permission that asks something of the record can only be judged now, when the new record is known. */
async function checkNewPermission(
  work: Work,
  reader: Reader,
  { transition, caller }: Orders,
  steps: readonly Step[],
): Promise<void> {
  await reader.prepare(steps.map(({ names }) => ({ names, rules: transition.permissions.map(({ when }) => when) })))
  for (const { names } of steps)
    if (!permitsRecord(work.app, reader, names, caller, transition)) throw refusal(work.app, caller, transition)
}
