// May the transition go on with these values, and what does it make of the record? The values of `let`, the guards in their order,
// then what it sets, all read from the record as it was asked for, and the state that it goes to.
import type { Aggregate, App, Check, Entity, Field, Transition } from '../../manifest/app'
import { pathsRead } from '../../manifest/rule/check'
import { placeholders } from '../../manifest/rule/fill'
import { codes, Fault } from '../../protocol/envelope'
import type { RawRecord } from '../context'
import { aggregateValues } from '../plan/load'
import { changedLines } from './change'
import { copiedLines } from './copy'
import type { Names, Reader } from './reader'
import { bothSentences } from './shown'
import { linesIn, type Step } from './step'
import { contextOf, type Orders, type Work } from './work'

/** A step with the values of `let`. */
export interface Weighed {
  readonly step: Step
  readonly names: Names
}

/** Counts what `let` names: one statement for a step, and one more for values that read others; none when nothing is named. */
export async function weigh(
  work: Work,
  reader: Reader,
  { entity, transition, caller }: Orders,
  steps: readonly Step[],
): Promise<Weighed[]> {
  const { lets } = transition
  if (Object.keys(lets).length === 0) return steps.map((step) => ({ step, names: step.names }))
  const letFields = Object.fromEntries(
    Object.entries(lets).map(([name, aggregate]) => [name, fieldOf(work.app, entity, aggregate)]),
  )
  const weighed: Weighed[] = []
  for (const step of steps) {
    const asking = await askingRecord(
      reader,
      step,
      Object.values(lets).flatMap(({ readsThis, lines }) => [...readsThis, ...(lines === undefined ? [] : [lines])]),
    )
    const extra = {
      entity: entity.name,
      input: reader.asking(step.input),
      before: step.before && reader.asking(step.before),
    }
    let known: RawRecord = {}
    for (const group of groupsOf(lets))
      known = {
        ...known,
        ...(await aggregateValues(contextOf(work, caller), group, asking, { ...extra, lets: known })),
      }
    weighed.push({ step, names: { ...step.names, lets: known, letFields } })
  }
  return weighed
}

/** Values that can be counted at once: one that reads another begins a group of its own. */
function groupsOf(lets: Transition['lets']): Record<string, Aggregate>[] {
  const groups: Record<string, Aggregate>[] = [{}]
  for (const [name, aggregate] of Object.entries(lets)) {
    const reads = aggregate.where ? pathsRead(aggregate.where.node, 'let') : []
    if (reads.some((read) => Object.hasOwn(groups.at(-1)!, read))) groups.push({})
    groups.at(-1)![name] = aggregate
  }
  return groups
}

/** The field that an aggregate adds up, compares or takes; none for a count. */
function fieldOf(app: App, { fields: own }: Entity, { entity, lines, field }: Aggregate): Field | undefined {
  let fields = lines === undefined ? app.entities[entity ?? '']?.fields : own[lines]?.fields
  let found: Field | undefined
  for (const name of field?.split('.') ?? []) {
    found = fields?.[name]
    fields = app.entities[found?.entity ?? '']?.fields
  }
  return found
}

async function askingRecord(reader: Reader, { record, names }: Step, readsThis: readonly string[]): Promise<RawRecord> {
  await reader.prepare([{ names, values: readsThis }])
  return {
    ...reader.asking(record),
    ...Object.fromEntries(readsThis.map((path) => [path, reader.recordValue(names, path)])),
  }
}

/**
 * The guards of all steps.
 * @throws Fault 2001 with the message of the first that does not hold
 */
export async function checkGuards(
  work: Work,
  reader: Reader,
  { transition }: Orders,
  weighed: readonly Weighed[],
): Promise<void> {
  const { guards } = transition
  if (guards.length === 0) return
  await reader.prepare(weighed.map(({ names }) => ({ names, rules: guards.map(({ rule }) => rule) })))
  for (const { names } of weighed) {
    const broken = guards.find(({ rule }) => !reader.holds(names, rule))
    if (broken) throw await faultOf(work, reader, names, broken)
  }
}

/** The fault of a check that does not hold, with its sentence filled. */
export async function faultOf(
  { app }: Pick<Work, 'app'>,
  reader: Reader,
  names: Names,
  { message, field }: Check,
): Promise<Fault> {
  await reader.prepare([{ names, paths: placeholders(message) }])
  const text = bothSentences(app, reader, names, message)
  return new Fault(codes.refused, text, field === undefined ? {} : { fields: { [field]: text } })
}

/** Sets what the transition sets, copies, changes and appends, and the state. All is read from the record before, but that lines are changed as copied. */
export async function assign(
  app: App,
  reader: Reader,
  { entity, transition }: Orders,
  weighed: readonly Weighed[],
  now: Date,
): Promise<void> {
  const set = Object.entries(transition.set)
  const append = Object.entries(transition.append)
  await reader.prepare(
    weighed.map(({ names }) => ({
      names,
      rules: [...set.map(([, rule]) => rule), ...append.flatMap(([, line]) => Object.values(line))],
    })),
  )
  for (const { step, names } of weighed) {
    const values = set.map(
      ([name, rule]) => [name, rule ? reader.rawValue(names, rule, entity.fields[name]!) : null] as const,
    )
    const lines = append.map(([name, line]) => [name, newLine(reader, names, entity.fields[name]!, line)] as const)
    for (const [name, value] of await copiedLines(app, reader, transition, step, names)) step.record.set(name, value)
    const changed = await changedLines(app, reader, transition, step, names)
    for (const [name, value] of [...values, ...changed]) step.record.set(name, value)
    for (const [name, line] of lines) step.record.set(name, [...linesIn(step.record.own(name)), line])
  }
  if (transition.to === undefined) return
  for (const { step, names } of weighed) {
    const state = transition.toStage ? await stageFrom(reader, entity, transition.to, names) : transition.to
    if (step.before && step.before.own('state') === state) continue
    step.record.set('state', state)
    step.record.set('stateAt', now.toISOString())
  }
}

/** A line with the values of its rules; what they do not name is empty. */
function newLine(reader: Reader, names: Names, { fields = {} }: Field, line: Transition['append'][string]): RawRecord {
  return Object.fromEntries(
    Object.values(fields)
      .filter(({ stored }) => stored)
      .map((cell) => [cell.name, line[cell.name] ? reader.rawValue(names, line[cell.name]!, cell) : null]),
  )
}

/** The first stage from `first` on that is not skipped; the last one when all are. */
async function stageFrom(reader: Reader, entity: Entity, first: string, names: Names): Promise<string> {
  const stages = entity.stages.slice(
    Math.max(
      0,
      entity.stages.findIndex(({ state }) => state === first),
    ),
  )
  await reader.prepare([{ names, rules: stages.map(({ skip }) => skip) }])
  return (stages.find(({ skip }) => !skip || !reader.holds(names, skip)) ?? stages.at(-1))?.state ?? first
}
