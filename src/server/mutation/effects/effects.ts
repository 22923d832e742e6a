// Runs the effects of a transition in order, each seeing what the earlier ones wrote.
// Effects run transitions of other records as the system, in the same transaction, send messages and call systems.
// A refusal in one of them refuses everything.
import { declared, firstItem } from '../../../manifest/expression/values/present'
import { entityOf } from '../../../manifest/model/app'
import { transitionOf, type Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { RunEffect, Transition } from '../../../manifest/model/transition'
import { savedTexts } from '../../../manifest/model/text'
import { placeholders } from '../../../manifest/expression/template'
import { idOf, toRaw } from '../../../manifest/expression/values/value'
import type { RawRecord } from '../../context/context'
import { speaksOfTenant } from '../../query/expression/aggregateSql'
import { loadRecords } from '../../query/records/loadRecords'
import { withEffectErrors } from '../state/errors'
import { fittingTexts, sendMessages } from './messages'
import { effectOrigin, type EffectRun } from './effectRun'
import { localizedSentence } from '../state/valueText'
import { loadedPaths, ownPaths, loadDraft } from '../state/recordPaths'
import type { EvaluatedStep } from '../state/step'
import {
  callerContext,
  recordTenant,
  systemCaller,
  tenantField,
  writtenVersion,
  type TransitionRequest,
  type TransitionBatch,
  type WriteContext,
} from '../state/writeContext'
import { updateRecords } from '../write/write'

/** Maximum depth of effects within effects, counted from the requested transition. */
const maxDepth = 16

/** Runs the effects of one record's transition. */
export async function runEffects(effectRun: EffectRun): Promise<void> {
  const { context, resolver, batch, evaluated } = effectRun
  const { transition, entity } = batch
  if (transition.effects.length === 0) return
  if (batch.depth >= maxDepth)
    throw new Error(`The effects of ${entity.name}.${transition.name} lead to ever more effects.`)
  for (const effect of transition.effects) {
    await refresh(context, batch, evaluated)
    const { names } = evaluated
    await resolver.prepare([{ names, rules: [effect.when] }])
    if (effect.when && !resolver.holds(names, effect.when)) continue
    if (effect.kind === 'message') await sendMessages(effectRun, effect)
    else if (effect.kind === 'call') context.calls.push({ destination: effect.destination, row: effectRun.row })
    else await run(effectRun, effect)
  }
  await refresh(context, batch, evaluated)
}

// An effect of an effect may have changed this very record.
async function refresh(
  context: WriteContext,
  { entity, caller }: TransitionBatch,
  { step: { record } }: EvaluatedStep,
): Promise<void> {
  const version = writtenVersion(context, entity, record.writtenId)
  if (version === undefined || version === record.own('version')) return
  const [stored] = await loadRecords(callerContext(context, systemCaller(caller)), {
    entity: entity.name,
    paths: ownPaths(entity),
    where: { ids: [record.writtenId] },
    scoped: false,
  })
  record.reload(loadDraft(entity, stored!))
}

async function run(effectRun: EffectRun, effect: RunEffect): Promise<void> {
  const { context, resolver, batch } = effectRun
  const {
    names,
    step: { record },
  } = effectRun.evaluated
  const entity = entityOf(context.app, effect.entity)
  const transition = entity.transitions[effect.transition]
  if (!transition) throw new Error(`${effect.entity} has no transition "${effect.transition}".`)
  await resolver.prepare([
    {
      names,
      rules: Object.values(effect.values),
      paths: Object.values(effect.texts ?? {}).flatMap((text) => [...placeholders(text)]),
      values: effect.on === undefined ? [] : [recordPath(batch.entity, effect.on)],
    },
  ])
  const values = valuesOf(effectRun, effect, entity, transition)
  const targets = await targetsOf(effectRun, effect, entity)
  if (targets.length === 0) return
  const sourceTenant = recordTenant(context.app, batch.entity, record)
  const nested: TransitionBatch = {
    entity,
    transition,
    caller: systemCaller(batch.caller),
    depth: batch.depth + 1,
    ...(batch.incomplete === 'checkedFirst' && { incomplete: batch.incomplete }),
    requests: targets.map((target) => ({ ...target, values })),
    ...(sourceTenant !== undefined && { sourceTenant }),
  }
  const origin = effectOrigin(effectRun, askedAs(effect, batch.transition))
  const [done] = await withEffectErrors(nested, origin, () => context.perform(nested))
  if (effect.saveToField !== undefined && done) await saveReference(effectRun, effect.saveToField, done.id)
}

/** The inputs that the effect passes on unchanged, by the field that receives them. */
function askedAs({ values }: RunEffect, { form }: Transition): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, { node }]) => {
      const isInput = node.kind === 'name' && (node.scope === 'input' || node.scope === 'record')
      const input = isInput && node.path.length === 1 ? firstItem(node.path) : undefined
      return form.some(({ field }) => field === input) ? [[name, input!] as const] : []
    }),
  )
}

/** The values that the effect passes, in the format of the other transition's fields and inputs. */
function valuesOf(
  { resolver, evaluated: { names } }: EffectRun,
  effect: RunEffect,
  entity: Entity,
  transition: Transition,
): RawRecord {
  const ruled = Object.entries(effect.values).map(([name, rule]) => {
    const field = transition.inputs[name] ?? entity.fields[name]
    if (!field) return [name, toRaw(resolver.value(names, rule), 'text')]
    const value = resolver.rawValue(names, rule, field)
    return [name, field.type === 'lines' ? linesFor(field, value) : value]
  })
  const texts = Object.entries(effect.texts ?? {}).map(([name, text]) => [
    name,
    fittingTexts(
      entity.fields[name],
      savedTexts(localizedSentence(resolver, names, text), resolver.app.product.languages),
    ),
  ])
  return Object.fromEntries([...ruled, ...texts])
}

/** Lines with the cells that the other field has, as `copy` takes them: theirs may have more, such as an amount. */
function linesFor({ fields = {} }: Field, lines: unknown): unknown {
  return ((lines ?? []) as RawRecord[]).map((line) =>
    Object.fromEntries(Object.entries(line).filter(([cell]) => Object.hasOwn(fields, cell))),
  )
}

async function targetsOf(
  effectRun: EffectRun,
  effect: RunEffect,
  entity: Entity,
): Promise<Omit<TransitionRequest, 'values'>[]> {
  const { resolver, batch } = effectRun
  const { names } = effectRun.evaluated
  if (effect.where) return eachOf(effectRun, effect, entity)
  if (effect.on === undefined) return [{}]
  const [first = '', cell] = effect.on.split('.')
  if (batch.entity.fields[first]?.type === 'lines') return ofLines(resolver.recordValue(names, first), cell!)
  // An empty reference leads to no record to run on.
  const id = idOf(resolver.recordValue(names, effect.on))
  return id === null ? [] : [{ id }]
}

/** The path of the record that determines the effect's target. */
function recordPath({ fields }: Entity, on: string): string {
  const [first = ''] = on.split('.')
  return fields[first]?.type === 'lines' ? first : on
}

/** Ordered by id, the order of all locks; several lines may refer to the same record. */
function ofLines(lines: unknown, cell: string): Omit<TransitionRequest, 'values'>[] {
  const ids = ((lines ?? []) as RawRecord[]).map((line) => idOf(line[cell])).filter((id) => id !== null)
  return [...new Set(ids)].sort((a, b) => a - b).map((id) => ({ id }))
}

async function eachOf(
  { context, resolver, batch, evaluated }: EffectRun,
  { where: each, transition }: RunEffect,
  entity: Entity,
): Promise<Omit<TransitionRequest, 'values'>[]> {
  const { entity: source, caller } = batch
  const { names } = evaluated
  const paths = loadedPaths(context.app, entity, transitionOf(entity, transition))
  const records = await loadRecords(callerContext(context, systemCaller(caller)), {
    entity: entity.name,
    paths,
    where: { rule: each, thisEntity: source.name, ...resolver.ruleParameters(names) },
    scoped: false,
    lock: true,
  })
  // As in aggregates, a rule that compares the tenant chooses it.
  const tenantColumn = tenantField(context.app, entity)
  const mine =
    tenantColumn && source.perTenant && !speaksOfTenant(each, context)
      ? records.filter((record) => record[tenantColumn] === names.record!.own(tenantColumn))
      : records
  const { epoch } = context.cache
  return mine.map((record) => ({ id: record.id, loaded: { record, epoch } }))
}

/** Stores the reference to a record that an effect created. It belongs to the same transition and its audit row. */
async function saveReference({ context, batch, evaluated, row }: EffectRun, name: string, id: number): Promise<void> {
  const { entity } = batch
  const { record } = evaluated.step
  const version = writtenVersion(context, entity, record.writtenId) ?? Number(record.own('version'))
  // The form may have changed the field already, also from null.
  const { before } = row.changes[name] ?? { before: record.own(name) }
  row.changes[name] = { before, after: id }
  record.set(name, id)
  const [next] = await updateRecords(
    context,
    entity,
    [declared(entity.fields, name)],
    [{ id: record.writtenId, version, values: record.raw() }],
  )
  record.markStored(record.writtenId, { version: next })
}
