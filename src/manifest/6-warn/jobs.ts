// Warns of jobs whose transition leaves every record due,
// which would run again and again, with all messages.
import type { Job } from '../model/entity'
import { statesOf } from '../expression/possibleStates'
import {
  locationOf,
  type CompileContext,
  type EntityDraft,
  type FieldDraft,
  type TransitionDraft,
} from '../context/compileContext'
import type { Warnings } from './warnings'

export function warnOfJobs(context: CompileContext, warnings: Warnings, draft: EntityDraft): void {
  for (const [index, job] of draft.entity.jobs.entries()) {
    const transition = draft.transitions[job.transition]
    if (transition === undefined || leavesItsStates(draft, transition, job)) continue
    const reads = readBy(context, draft, transition, job)
    if (writtenBy(context, draft, transition, job).some((thing) => reads.has(thing))) continue
    const args = { name: transition.name, seconds: String(job.everySeconds) }
    const hint =
      'Let it lead `to` another state, or write in its `set` a field that `where` reads, such as a day that is null before.'
    warnings.at(locationOf(context, draft.file, 'jobs', index, 'transition'), 'endless-job', args, { hint })
  }
}

/** A job runs only in the states of `from`. */
function leavesItsStates({ states }: EntityDraft, { from, to, skipsStages }: TransitionDraft, { where }: Job): boolean {
  if (to === undefined) return false
  return skipsStages || !from.includes(to) || !statesOf(where.node, Object.keys(states)).has(to)
}

/** A field, or an entity whose records are counted or reached through a reference. */
type Thing = FieldDraft | EntityDraft

/** The conditions that decide whether the transition runs: the job's and its own. */
function readBy(context: CompileContext, draft: EntityDraft, transition: TransitionDraft, job: Job): Set<Thing> {
  const reads = new Set<Thing>()
  const { when, permissions, checks, vars } = transition
  const rules = [job.where, when, ...permissions.map((one) => one.when), ...checks.map(({ rule }) => rule)]
  for (const rule of rules) for (const path of rule?.readPaths ?? []) follow(context, draft, path, reads)
  for (const { entity, lines, readsThis } of Object.values(vars)) {
    if (entity !== undefined) addEntity(context, entity, reads)
    for (const path of [...readsThis, ...(lines === undefined ? [] : [lines])]) follow(context, draft, path, reads)
  }
  return reads
}

/** Adds the fields of a path and those they are computed from. */
function follow(context: CompileContext, draft: EntityDraft, path: string, reads: Set<Thing>): void {
  let owner: EntityDraft | undefined = draft
  for (const [index, step] of path.split('.').entries()) {
    if (index > 0 && owner !== undefined) reads.add(owner)
    const field: FieldDraft | undefined = owner?.fields[step]
    if (owner === undefined || field === undefined) return
    if (!reads.has(field)) {
      reads.add(field)
      const { compute, aggregate } = field
      if (aggregate?.entity !== undefined) addEntity(context, aggregate.entity, reads)
      const sources = [...(compute?.readPaths ?? []), ...(aggregate?.readsThis ?? []), aggregate?.lines ?? '']
      for (const source of sources) follow(context, owner, source, reads)
    }
    owner = context.entities[field.entity ?? '']
  }
}

function addEntity({ entities }: CompileContext, name: string, reads: Set<Thing>): void {
  const entity = entities[name]
  if (entity !== undefined) reads.add(entity)
}

/** The fields that a run changes in the record, and the entities of its effects. */
function writtenBy(context: CompileContext, draft: EntityDraft, transition: TransitionDraft, job: Job): Thing[] {
  const { form, set, copy, change, append, effects, to } = transition
  const names = [
    ...['version', ...(to === undefined ? [] : ['stateAt'])],
    ...[set, copy, change, append].flatMap((values) => Object.keys(values)),
    ...form.flatMap(({ field, input, default: value }) => (input || value === undefined ? [] : [field])),
    ...effects.flatMap((effect) => (effect.kind === 'run' ? (effect.saveToField ?? []) : [])),
    ...(job.importFile === undefined ? [] : [job.importFile.linesField]),
  ]
  const reached = new Set<EntityDraft>()
  reachByEffects(context, transition, reached)
  // An effect may lead back to the record itself.
  const others = reached.has(draft) ? Object.values(draft.fields) : []
  return [...names.flatMap((name) => draft.fields[name] ?? []), ...others, ...reached]
}

function reachByEffects(context: CompileContext, { effects }: TransitionDraft, reached: Set<EntityDraft>): void {
  for (const effect of effects) {
    const entity = effect.kind === 'run' ? context.entities[effect.entity] : undefined
    if (effect.kind !== 'run' || entity === undefined || reached.has(entity)) continue
    reached.add(entity)
    for (const transition of Object.values(entity.transitions)) reachByEffects(context, transition, reached)
  }
}
