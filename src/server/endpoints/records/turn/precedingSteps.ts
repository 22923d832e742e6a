// Finds what has to be done before a step that a check refuses.
import { entityOf } from '../../../../manifest/model/app'
import type { Entity } from '../../../../manifest/model/entity'
import { idOf } from '../../../../manifest/expression/values/value'
import type { TurnAnswer, UnmetCheck } from '../../../../protocol/records/stepCalls'
import { mayOpenRecords } from '../../../context/callerRules'
import type { Context } from '../../../context/context'
import { readableField } from '../../../query/policy/fieldAccess'
import { loadRecords } from '../../../query/records/loadRecords'
import { readRecord } from '../record'
import { loadRecordsOf, firstWaiting, creatingSteps } from './dueSteps'
import { wordingOf } from '../refusals/refusalWording'

/**
 * What can be done about a failing check first: on an open record that decides it, or by creating one. Such records
 * refer to the record itself or, as the payments of a contract's order, to one that it names.
 */
export async function stepsBefore(
  context: Context,
  entity: Entity,
  id: number,
  { of, unmet }: TurnAnswer,
): Promise<UnmetCheck['before']> {
  const kinds = new Set(unmet?.entities.filter((name) => name !== entity.name && name !== of?.entity))
  if (kinds.size === 0) return undefined
  const direct = await stepsOn(context, entity, id, kinds)
  if (direct) return direct.before
  const references = Object.values(entity.fields).flatMap(({ name, entity: target }) => {
    const referred = target === undefined ? undefined : entityOf(context.app, target)
    const isReadable =
      referred !== undefined &&
      mayOpenRecords(context, referred) &&
      readableField(context.app, entity, name, context.caller) !== undefined
    return isReadable && decidingOf(referred, kinds).length > 0 ? [{ name, referred }] : []
  })
  const paths = references.map(({ name }) => name)
  const [record] = await loadRecords(context, { entity: entity.name, paths, where: { ids: [id] }, scoped: true })
  for (const { name, referred } of references) {
    const target = idOf(record?.[name])
    const steps = target === null ? undefined : await stepsOn(context, referred, target, kinds)
    if (steps) return { of: steps.record, ...steps.before }
  }
  return undefined
}

const decidingOf = ({ detail }: Entity, kinds: ReadonlySet<string>) =>
  detail.related.filter((related) => kinds.has(related.entity))

/** The steps of the first open record of the kinds that refers to a record, else those that create one. */
async function stepsOn(context: Context, entity: Entity, id: number, kinds: ReadonlySet<string>) {
  const deciding = decidingOf(entity, kinds)
  const [stored] = deciding.length === 0 ? [] : await loadRecordsOf(context, entity, [id])
  if (!stored) return undefined
  const { record, related } = await readRecord(context, { entity: entity.name, id })
  const self = { entity: entity.name, id, label: record.label }
  for (const carrier of deciding) {
    const waiting = await firstWaiting(context, carrier, related)
    if (waiting) return { record: self, before: { of: waiting.of, steps: waiting.turn.steps } }
  }
  const wording = wordingOf(context, entity, stored)
  const begun = await Promise.all(deciding.map((carrier) => creatingSteps(context, wording, carrier)))
  const steps = begun.flatMap((creating) => (creating.unmet ? [] : creating.steps))
  return steps.length > 0 ? { record: self, before: { steps } } : undefined
}
