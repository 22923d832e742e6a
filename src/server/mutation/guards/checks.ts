// Evaluates vars and checks in order, then sets what the transition sets, including the state.
// Everything is read from the record before the transition.
import type { App } from '../../../manifest/model/app'
import type { Aggregate, Check } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { pathsRead } from '../../../manifest/expression/analyze'
import { placeholders } from '../../../manifest/expression/template'
import { RequestError } from '../../../protocol/requestError'
import type { RawRecord } from '../../context/context'
import { aggregateValues } from '../../query/records/loadRecords'
import { changedLines } from './changeLines'
import { copiedLines } from './copyLines'
import type { ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'
import { localizedSentence } from '../state/valueText'
import { linesIn, type TransitionStep, type EvaluatedStep } from '../state/step'
import { callerContext, type TransitionBatch, type WriteContext } from '../state/writeContext'

/** Computes `vars`: one statement per step, and one more for vars that read others; none without vars. */
export async function evaluateVars(
  context: WriteContext,
  resolver: ValueResolver,
  { entity, transition, caller }: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<EvaluatedStep[]> {
  const { vars } = transition
  if (Object.keys(vars).length === 0) return steps.map((step) => ({ step, names: step.names }))
  const varFields = Object.fromEntries(
    Object.entries(vars).map(([name, aggregate]) => [name, fieldOf(context.app, entity, aggregate)]),
  )
  const evaluated: EvaluatedStep[] = []
  for (const step of steps) {
    const asking = await askingRecord(
      resolver,
      step,
      Object.values(vars).flatMap(({ readsThis, lines }) => [...readsThis, ...(lines === undefined ? [] : [lines])]),
    )
    const extra = {
      entity: entity.name,
      input: resolver.asking(step.input),
      before: step.before && resolver.asking(step.before),
    }
    let cached: RawRecord = {}
    for (const group of groupsOf(vars))
      cached = {
        ...cached,
        ...(await aggregateValues(callerContext(context, caller), group, asking, { ...extra, vars: cached })),
      }
    evaluated.push({ step, names: { ...step.names, vars: cached, varFields } })
  }
  return evaluated
}

/** Groups vars that can be computed together: one that reads another starts a new group. */
function groupsOf(vars: Transition['vars']): Record<string, Aggregate>[] {
  const groups: Record<string, Aggregate>[] = [{}]
  for (const [name, aggregate] of Object.entries(vars)) {
    const reads = aggregate.where ? pathsRead(aggregate.where.node, 'vars') : []
    if (reads.some((read) => Object.hasOwn(groups.at(-1)!, read))) groups.push({})
    groups.at(-1)![name] = aggregate
  }
  return groups
}

/** The field that an aggregate sums, compares or takes; undefined for a count. */
function fieldOf(app: App, { fields: ownFields }: Entity, { entity, lines, field }: Aggregate): Field | undefined {
  let fields = lines === undefined ? app.entities[entity ?? '']?.fields : ownFields[lines]?.fields
  let match: Field | undefined
  for (const name of field?.split('.') ?? []) {
    match = fields?.[name]
    fields = app.entities[match?.entity ?? '']?.fields
  }
  return match
}

async function askingRecord(
  resolver: ValueResolver,
  { record, names }: TransitionStep,
  readsThis: readonly string[],
): Promise<RawRecord> {
  await resolver.prepare([{ names, values: readsThis }])
  return {
    ...resolver.asking(record),
    ...Object.fromEntries(readsThis.map((path) => [path, resolver.recordValue(names, path)])),
  }
}

/**
 * Evaluates the checks of all steps.
 * @throws RequestError check_failed with the message of the first that does not hold
 */
export async function runChecks(
  resolver: ValueResolver,
  { transition }: TransitionBatch,
  evaluated: readonly EvaluatedStep[],
): Promise<void> {
  const { checks: guards } = transition
  if (guards.length === 0) return
  await resolver.prepare(evaluated.map(({ names }) => ({ names, rules: guards.map(({ rule }) => rule) })))
  for (const { names } of evaluated) {
    const broken = guards.find(({ rule }) => !resolver.holds(names, rule))
    if (broken) throw await checkError(resolver, names, { ...broken, key: 'check_failed' })
  }
}

/** The refusal of a failed check, with its message filled in. */
export async function checkError(
  resolver: ValueResolver,
  names: NameScopes,
  { key, message, field }: Check & { readonly key: 'check_failed' | 'invariant_failed' },
): Promise<RequestError> {
  await resolver.prepare([{ names, paths: placeholders(message) }])
  return new RequestError(key, { message: localizedSentence(resolver, names, message) }, { field })
}

/**
 * Applies what the transition sets, copies, changes and appends, and its state. Reads the record before the transition,
 * except that changed lines include copied ones.
 */
export async function applyChanges(
  resolver: ValueResolver,
  { entity, transition }: TransitionBatch,
  evaluated: readonly EvaluatedStep[],
  now: Date,
): Promise<void> {
  const set = Object.entries(transition.set)
  const append = Object.entries(transition.append)
  await resolver.prepare(
    evaluated.map(({ names }) => ({
      names,
      rules: [...set.map(([, rule]) => rule), ...append.flatMap(([, line]) => Object.values(line))],
    })),
  )
  for (const evaluatedStep of evaluated) {
    const { step, names } = evaluatedStep
    const values = set.map(
      ([name, rule]) => [name, rule ? resolver.rawValue(names, rule, entity.fields[name]!) : null] as const,
    )
    const lines = append.map(([name, line]) => [name, newLine(resolver, names, entity.fields[name]!, line)] as const)
    for (const [name, value] of await copiedLines(resolver, transition, evaluatedStep)) step.record.set(name, value)
    const changed = await changedLines(resolver, transition, evaluatedStep)
    for (const [name, value] of [...values, ...changed]) step.record.set(name, value)
    for (const [name, line] of lines) step.record.set(name, [...linesIn(step.record.own(name)), line])
  }
  if (transition.to === undefined) return
  for (const { step, names } of evaluated) {
    const state = transition.skipsStages ? await stageFrom(resolver, entity, transition.to, names) : transition.to
    if (step.before && step.before.own('state') === state) continue
    step.record.set('state', state)
    step.record.set('stateAt', now.toISOString())
  }
}

/** A line with the values of its rules; other fields are empty. */
function newLine(
  resolver: ValueResolver,
  names: NameScopes,
  { fields = {} }: Field,
  line: Transition['append'][string],
): RawRecord {
  return Object.fromEntries(
    Object.values(fields)
      .filter(({ stored }) => stored)
      .map((cell) => [cell.name, line[cell.name] ? resolver.rawValue(names, line[cell.name]!, cell) : null]),
  )
}

/** The first stage from `first` on that is not skipped; the last one when all are skipped. */
async function stageFrom(resolver: ValueResolver, entity: Entity, first: string, names: NameScopes): Promise<string> {
  const stages = entity.stages.slice(
    Math.max(
      0,
      entity.stages.findIndex(({ state }) => state === first),
    ),
  )
  await resolver.prepare([{ names, rules: stages.map(({ skipWhen: skip }) => skip) }])
  return (stages.find(({ skipWhen: skip }) => !skip || !resolver.holds(names, skip)) ?? stages.at(-1))?.state ?? first
}
