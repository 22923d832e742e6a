// Evaluates vars and checks in order, then sets what the transition sets, including the state.
// Vars and checks read the record as the form leaves it, before `set`; stages to skip are read after it.
import { declared, lastItem } from '../../../manifest/expression/values/present'
import type { App } from '../../../manifest/model/app'
import type { Aggregate, Check } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { pathsRead } from '../../../manifest/expression/analyze'
import { placeholders } from '../../../manifest/expression/template'
import { dependsOn } from './unread'
import type { LocalizableText } from '../../../manifest/expression/message'
import { RequestError } from '../../../protocol/requestError'
import type { RawRecord } from '../../context/context'
import { joined } from '../../context/phrases'
import { aggregateValues } from '../../query/records/loadRecords'
import { changedLines } from './changeLines'
import { copiedLines } from './copyLines'
import type { FieldErrorTexts } from '../state/errors'
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
    const reads = await valuesRead(
      resolver,
      step,
      Object.values(vars).flatMap(({ readsThis, lines }) => [...readsThis, ...(lines === undefined ? [] : [lines])]),
    )
    const parameters = { ...resolver.ruleParameters(step.names), entity: entity.name }
    const record = { ...parameters.this, ...reads }
    let values: RawRecord = {}
    for (const group of groupsOf(vars))
      values = {
        ...values,
        ...(await aggregateValues(callerContext(context, caller), group, record, { ...parameters, vars: values })),
      }
    evaluated.push({ step, names: { ...step.names, vars: values, varFields } })
  }
  return evaluated
}

/** Groups vars that can be computed together: one that reads another starts a new group. */
function groupsOf(vars: Transition['vars']): Record<string, Aggregate>[] {
  const groups: Record<string, Aggregate>[] = [{}]
  for (const [name, aggregate] of Object.entries(vars)) {
    const reads = aggregate.where ? pathsRead(aggregate.where.node, 'vars') : []
    if (reads.some((read) => Object.hasOwn(lastItem(groups), read))) groups.push({})
    lastItem(groups)[name] = aggregate
  }
  return groups
}

/** The field that an aggregate sums, compares or takes; undefined for a count. */
function fieldOf(app: App, { fields: ownFields }: Entity, { entity, lines, field }: Aggregate): Field | undefined {
  let fields = lines === undefined ? app.entities[entity ?? '']?.fields : ownFields[lines]?.fields
  let reached: Field | undefined
  for (const name of field?.split('.') ?? []) {
    reached = fields?.[name]
    fields = reached?.fields ?? app.entities[reached?.entity ?? '']?.fields
  }
  return reached
}

async function valuesRead(
  resolver: ValueResolver,
  { names }: TransitionStep,
  readsThis: readonly string[],
): Promise<RawRecord> {
  await resolver.prepare([{ names, values: readsThis }])
  return Object.fromEntries(readsThis.map((path) => [path, resolver.recordValue(names, path)]))
}

/**
 * Evaluates the checks of all steps.
 * @throws RequestError check_failed with the message of one failed check, or of all
 */
export async function runChecks(
  { app, unread }: Pick<WriteContext, 'app' | 'unread'>,
  resolver: ValueResolver,
  batch: TransitionBatch,
  evaluated: readonly EvaluatedStep[],
): Promise<void> {
  const { checks } = batch.transition
  if (checks.length === 0) return
  await resolver.prepare(evaluated.map(({ names }) => ({ names, rules: checks.map(({ rule }) => rule) })))
  for (const { names, step } of evaluated) {
    const broken = checks.filter(
      ({ rule }) => !resolver.holds(names, rule) && !dependsOn(app, batch, rule, step.missing),
    )
    const [first] = broken
    if (first === undefined) continue
    throw await checkError(resolver, names, unread ? broken : [beyondForm(app, batch, broken) ?? first], 'check_failed')
  }
}

/** The first that no input of the form can put right: the others would be corrected for nothing. */
function beyondForm(app: App, batch: TransitionBatch, broken: readonly Check[]): Check | undefined {
  const entered = new Set(batch.transition.form.filter(({ readOnly }) => !readOnly).map(({ field }) => field))
  return broken.find(({ rule }) => !dependsOn(app, batch, rule, entered))
}

/** The refusal of failed checks, with their messages filled in. */
export async function checkError(
  resolver: ValueResolver,
  names: NameScopes,
  broken: readonly Check[],
  key: 'check_failed' | 'invariant_failed',
): Promise<RequestError> {
  const { messages, fields } = await sentencesOf(resolver, names, broken)
  const message = joined('sequence', messages)
  return new RequestError(key, { message }, Object.keys(fields).length > 0 ? { fields } : {})
}

/** The filled-in messages of failed checks, and those by field. */
export async function sentencesOf(
  resolver: ValueResolver,
  names: NameScopes,
  broken: readonly Check[],
): Promise<{ readonly messages: readonly LocalizableText[]; readonly fields: FieldErrorTexts }> {
  await resolver.prepare([{ names, paths: broken.flatMap(({ message }) => placeholders(message)) }])
  const fields: FieldErrorTexts = {}
  const messages = broken.map(({ message, field }) => {
    const sentence = localizedSentence(resolver, names, message)
    if (field !== undefined) fields[field] = fields[field] ? joined('sequence', [fields[field], sentence]) : sentence
    return sentence
  })
  return { messages, fields }
}

/**
 * Applies what the transition sets, copies, changes and appends, and its state. Reads the record as the form leaves it,
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
      ([name, rule]) => [name, rule ? resolver.rawValue(names, rule, declared(entity.fields, name)) : null] as const,
    )
    const lines = append.map(
      ([name, line]) => [name, newLine(resolver, names, declared(entity.fields, name), line)] as const,
    )
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
