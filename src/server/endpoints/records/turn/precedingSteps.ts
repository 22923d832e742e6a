// Finds what has to be done before a step that a check refuses.
import { once } from '../../../../manifest/expression/values/once'
import { idOf } from '../../../../manifest/expression/values/value'
import { entityOf } from '../../../../manifest/model/app'
import type { Related } from '../../../../manifest/model/detail'
import type { Entity } from '../../../../manifest/model/entity'
import type { TurnAnswer, UnmetCheck } from '../../../../protocol/records/stepCalls'
import { mayOpenRecords } from '../../../context/callerRules'
import type { Context } from '../../../context/context'
import { readableField } from '../../../query/policy/fieldAccess'
import { loadRecords } from '../../../query/records/loadRecords'
import { readRecord } from '../record'
import { allCreatingSteps, firstWaiting, loadRecordsOf, type SteppedRecord } from './dueSteps'

/**
 * What can be done about a failing check first: on an open record that decides it, or by creating one. Such records
 * refer to the record itself or, as the payments of a contract's order, to one that it names.
 */
export async function stepsBefore(
  context: Context,
  record: SteppedRecord,
  { of, unmet }: TurnAnswer,
): Promise<UnmetCheck['before']> {
  const { entity, stored } = record
  const kinds = new Set(unmet?.entities.filter((name) => name !== entity.name && name !== of?.entity))
  const tablesOf = ({ detail }: Entity) => detail.related.filter((related) => kinds.has(related.entity))
  const direct = await stepsOn(context, record, tablesOf(entity))
  if (direct) return direct
  const { app, caller } = context
  const references = Object.values(entity.fields).flatMap(({ name, entity: target }) => {
    const referred = target === undefined ? undefined : entityOf(app, target)
    if (!referred || !mayOpenRecords(context, referred) || !readableField(app, entity, name, caller)) return []
    const tables = tablesOf(referred)
    return tables.length > 0 ? [{ name, referred, tables }] : []
  })
  if (references.length === 0) return undefined
  const [named] = await loadRecords(context, {
    entity: entity.name,
    paths: references.map(({ name }) => name),
    where: { ids: [stored.id] },
    scoped: true,
  })
  for (const { name, referred, tables } of references) {
    const id = idOf(named?.[name])
    const [target] = id === null ? [] : await loadRecordsOf(context, referred, [id])
    if (id === null || !target) continue
    const read = once(() => readRecord(context, { entity: referred.name, id }))
    const steps = await stepsOn(context, { entity: referred, stored: target, read }, tables)
    if (steps) return { of: { entity: referred.name, id, label: (await read()).record.label }, ...steps }
  }
  return undefined
}

/** The steps of the first open record of the tables that refer to a record, else those that create one. */
async function stepsOn(
  context: Context,
  record: SteppedRecord,
  tables: readonly Related[],
): Promise<UnmetCheck['before']> {
  if (tables.length === 0) return undefined
  const waiting = await firstWaiting(context, tables, await record.read())
  if (waiting) return { of: waiting.of, steps: waiting.turn.steps }
  const steps = (await allCreatingSteps(context, record, tables)).flatMap((begun) => (begun.unmet ? [] : begun.steps))
  return steps.length > 0 ? { steps } : undefined
}
