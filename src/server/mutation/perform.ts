// Runs the stages of transitions; the first that fails refuses.
// Several records go through them together if the result is the same, else one after another.
import { pathsRead } from '../../manifest/expression/analyze'
import { fieldError } from '../../manifest/fieldTypes/fieldErrors'
import { entityOf, type App } from '../../manifest/model/app'
import type { Rule } from '../../manifest/model/rule'
import type { LoadedRecord } from '../context/context'
import { loadRecords } from '../query/records/loadRecords'
import { runEffects } from './effects/effects'
import { inputError, unknownRecord, conditionNotMet } from './state/errors'
import { attachFiles } from './input/files'
import { applyChanges, runChecks, evaluateVars, sentencesOf } from './guards/checks'
import { fillUnasked, readInput } from './input/readInput'
import { lockReferences } from './guards/locks'
import { assertPermitted, isPermittedOn, notApplicable } from './guards/permission'
import { assertFactor } from './guards/factor'
import { assertCurrent, assertRunnable } from './guards/runnable'
import { isUncertain, readsAny, uncertainNames } from './guards/unread'
import { ValueResolver } from './state/valueResolver'
import { changedReferences, checkReferences, type Reference } from './input/references'
import { entitiesOnPath } from './state/pathDependencies'
import { loadedPaths, loadDraft } from './state/recordPaths'
import { formEntries, createStep, type WrittenStep, type TransitionStep } from './state/step'
import { store } from './write/store'
import { RecordDraft } from './state/recordDraft'
import { assignTenants } from './input/assignTenants'
import { canRunAsBatch } from './guards/batching'
import {
  callerContext,
  writtenVersion,
  type TransitionResult,
  type TransitionBatch,
  type WriteContext,
} from './state/writeContext'

/**
 * Runs a transition for every request, in order.
 * @throws RequestError stale_version, permission_required and others; then roll the transaction back
 */
export async function perform(context: WriteContext, batch: TransitionBatch): Promise<TransitionResult[]> {
  // runTransition.ts has checked the request; effects and jobs begin here.
  assertPermitted(context.app, batch.caller, batch.transition)
  await assertFactor(context, batch)
  if (batch.requests.length > 1 && canRunAsBatch(context.app, batch.entity, batch.transition))
    return performTogether(context, batch)
  const done: TransitionResult[] = []
  for (const request of batch.requests)
    done.push(...(await performTogether(context, { ...batch, requests: [request] })))
  return done
}

async function performTogether(context: WriteContext, batch: TransitionBatch): Promise<TransitionResult[]> {
  const { app } = context
  const resolver = new ValueResolver(app, callerContext(context, batch.caller), context.cache)
  const steps = await findSteps(context, batch)
  if (!batch.transition.creates) await checkRecords(resolver, batch, steps)
  else await checkBeforeCreating(resolver, batch)
  const references = await readForms(context, resolver, batch, steps)
  const changed = await lockReferences(context, resolver, batch, steps)
  // Until these locks were held another transaction could change the referenced records: repeat what they decide.
  if (changed.size > 0) {
    await judgeAgain(resolver, batch, steps, changed)
    const chosen = references.filter(({ field }) => changed.has(field.entity ?? ''))
    await checkReferences(context, resolver, batch, chosen)
    refuseInvalid(steps)
  }
  const evaluated = await evaluateVars(context, resolver, batch, steps)
  await runChecks(context, resolver, batch, evaluated)
  await applyChanges(resolver, batch, evaluated, context.now)
  refuseEmptied(batch, steps)
  const writtenSteps = await store(context, batch, evaluated)
  for (const writtenStep of writtenSteps) await runEffects({ context, resolver, batch, ...writtenStep })
  return writtenSteps.map(({ evaluated: { step } }: WrittenStep) => ({
    subject: step.record,
    id: step.record.writtenId,
    transition: batch.transition,
    hidden: step.hidden,
  }))
}

/** The records of the requests, locked; empty ones for creation. */
async function findSteps(context: WriteContext, batch: TransitionBatch): Promise<TransitionStep[]> {
  const { entity, transition } = batch
  if (transition.creates)
    return batch.requests.map((request) =>
      createStep(context.app, batch, request, new RecordDraft(context.app, entity, null, {})),
    )
  const loaded = await loadAll(context, batch)
  return batch.requests.map((request) => {
    const record = loaded.get(request.id!)
    if (!record) throw unknownRecord()
    return createStep(
      context.app,
      batch,
      request,
      new RecordDraft(context.app, entity, record.id, loadDraft(entity, record)),
    )
  })
}

async function loadAll(
  context: WriteContext,
  { entity, transition, caller, requests }: TransitionBatch,
): Promise<Map<number, LoadedRecord>> {
  // A record passed in and not written since then is still current.
  const fresh = requests.flatMap(({ id, loaded }) =>
    loaded && (writtenVersion(context, entity, id!) ?? loaded.record.version) === loaded.record.version ? [loaded] : [],
  )
  const results = new Map(fresh.map(({ record }) => [record.id, record]))
  // Referenced records may have been written since then, by another record of the same effect.
  const outdated = new Set(fresh.filter(({ epoch }) => epoch !== context.cache.epoch).map(({ record }) => record))
  const paths = loadedPaths(context.app, entity, transition)
  const missingIds = requests.flatMap(({ id }) => (id === undefined || results.has(id) ? [] : [id]))
  if (missingIds.length > 0) {
    const records = await loadRecords(callerContext(context, caller), {
      entity: entity.name,
      paths,
      where: { ids: missingIds },
      scoped: !caller.system,
      lock: true,
    })
    for (const record of records) results.set(record.id, record)
  }
  const ownPaths = paths.filter((path) => !path.includes('#'))
  for (const record of results.values()) if (!outdated.has(record)) context.cache.add(entity.name, record, ownPaths)
  return results
}

async function checkRecords(
  resolver: ValueResolver,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<void> {
  const { transition, caller } = batch
  for (const step of steps) assertCurrent(step)
  await resolver.prepare(
    steps.map(({ names }) => ({ names, rules: [transition.when, ...transition.permissions.map(({ when }) => when)] })),
  )
  for (const step of steps) {
    if (!isPermittedOn(resolver, step.names, caller, transition))
      throw notApplicable(resolver, step.names, caller, transition)
    assertRunnable(resolver, batch, step.record)
  }
}

async function checkBeforeCreating(resolver: ValueResolver, { transition }: TransitionBatch): Promise<void> {
  await resolver.prepare([{ names: {}, rules: [transition.when] }])
  if (transition.when && !resolver.holds({}, transition.when)) throw conditionNotMet(transition)
}

async function readForms(
  context: WriteContext,
  resolver: ValueResolver,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<Reference[]> {
  const { app } = context
  const entries = formEntries(batch)
  await readInput(resolver, batch, entries, steps)
  const references = changedReferences(app, batch, entries, steps)
  await checkReferences(context, resolver, batch, references)
  await assignTenants(context, batch, steps, references)
  await attachFiles(context, resolver, batch, steps)
  if (context.unread && batch.depth === 0) for (const step of steps) await refuseAll(context, resolver, batch, step)
  refuseInvalid(steps)
  await fillUnasked(resolver, batch, steps)
  if (batch.transition.creates) await checkNewPermission(resolver, batch, steps)
  return references
}

/**
 * Repeats the checks that read the locked references: another transaction may have changed those between the first
 * check and the lock. The record itself was locked before both.
 */
async function judgeAgain(
  resolver: ValueResolver,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
  changed: ReadonlySet<string>,
): Promise<void> {
  const { transition, entity } = batch
  const rules = [transition.when, ...transition.permissions.map(({ when }) => when)]
  if (!rules.some((rule) => rule && isDecidedBy(resolver.app, entity.name, rule, changed))) return
  if (transition.creates) await checkNewPermission(resolver, batch, steps)
  else await checkRecords(resolver, batch, steps.map(asBefore))
}

const isDecidedBy = (app: App, entity: string, rule: Rule, changed: ReadonlySet<string>) =>
  pathsRead(rule.node, 'record').some((path) => {
    const [name = '', ...rest] = path.split('.')
    const target = rest.length > 0 ? entityOf(app, entity).fields[name]?.entity : undefined
    return target !== undefined && [...entitiesOnPath(app, target, rest.join('.'))].some((one) => changed.has(one))
  })

function refuseInvalid(steps: readonly TransitionStep[]): void {
  const invalid = steps.find(({ errors }) => Object.keys(errors).length > 0)
  if (invalid) throw inputError(invalid.errors)
}

/**
 * Refuses a required field for which `set` has no value, as where it takes one from a record that lacks it, and one
 * that was not given until now; an input is left to the effects that read it.
 * @throws RequestError input_invalid
 */
function refuseEmptied({ entity, transition, incomplete }: TransitionBatch, steps: readonly TransitionStep[]): void {
  if (incomplete === 'accepted') return
  const required = Object.keys(transition.set).filter((name) => entity.fields[name]?.required)
  for (const { record, errors, missing } of steps) {
    for (const name of required) if (record.own(name) === null) errors[name] = fieldError('required')
    for (const name of missing) if (!transition.inputs[name]) errors[name] = fieldError('required')
  }
  refuseInvalid(steps)
}

/** The step as it was before its form was read. */
const asBefore = (step: TransitionStep): TransitionStep =>
  step.before ? { ...step, record: step.before, names: { ...step.names, record: step.before } } : step

/**
 * Refuses a form with all errors of its fields and field checks, as far as its values are certain.
 * @throws RequestError input_invalid
 */
async function refuseAll(
  { app, unread = [] }: WriteContext,
  resolver: ValueResolver,
  batch: TransitionBatch,
  step: TransitionStep,
): Promise<void> {
  const uncertain = uncertainNames(app, batch, unread)
  const nameOf = (address: string) => address.replace(/\..*/, '')
  const errors = Object.entries(step.errors).filter(([key]) => !isUncertain(app, batch, nameOf(key), uncertain))
  if (errors.length === 0 && unread.length === 0) return
  await fillUnasked(resolver, batch, [step])
  const wrong = uncertainNames(app, batch, [...unread, ...Object.keys(step.errors).map(nameOf)])
  const checks = batch.transition.checks.filter(({ rule, field }) => field && !readsAny(app, batch, [rule], wrong))
  await resolver.prepare([{ names: step.names, rules: checks.map(({ rule }) => rule) }])
  const broken = checks.filter(({ rule }) => !resolver.holds(step.names, rule))
  const { fields } = await sentencesOf(resolver, step.names, broken)
  throw inputError({ ...fields, ...Object.fromEntries(errors) })
}

/** A permission with a rule over a new record can be checked only now, when its values are known. */
async function checkNewPermission(
  resolver: ValueResolver,
  { transition, caller }: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<void> {
  await resolver.prepare(steps.map(({ names }) => ({ names, rules: transition.permissions.map(({ when }) => when) })))
  for (const { names } of steps)
    if (!isPermittedOn(resolver, names, caller, transition)) throw notApplicable(resolver, names, caller, transition)
}
