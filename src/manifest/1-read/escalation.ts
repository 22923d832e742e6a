// Expands the steps of a job: each is a transition and a job of its own.
// Two fields of the record keep its last step, and the moment from which the days counted: no step runs twice for the
// same moment.
import { messagesOf, textOf } from '../expression/message'
import type { JsonPath, Mark } from '../json/parse'
import type {
  EntityCheck,
  EntityManifest,
  EscalationStep,
  Field,
  Job,
  MessageEffect,
  TransitionManifest,
} from '../language/generated'
import { isDayType } from '../expression/values/valueTypes'
import type { Text } from '../model/text'
import type { Arguments, ProblemCode } from '../problems/catalog'
import type { Problems } from '../problems/problems'
import { hintFor } from '../problems/suggest'
import type { File, ManifestFiles } from './manifestFiles'

const stepTitle = messagesOf('titles', {
  last_step: { zh: '{title} · 第几步', en: '{title} · Last step' },
  counted_from: { zh: '{title} · 起算', en: '{title} · Counted from' },
})

type Effect = NonNullable<TransitionManifest['effects']>[number]

const receiverKeys = ['toFields', 'toWhere', 'toPermissions', 'toGroup'] as const

/** Call it once snapshots are expanded: the days may count from a kept value. */
export function expandEscalations(manifests: ManifestFiles, problems: Problems): void {
  for (const file of [...manifests.entities.values()])
    if (file.manifest.jobs?.some((job) => job?.since !== undefined || job?.steps !== undefined))
      manifests.entities.set(file.name, new Expansion(file, manifests, problems).file())
}

/** The names that the steps of a transition have or make. */
export const namesOfSteps = (transition: string, count: number) => ({
  transitions: Array.from({ length: count }, (_, position) => stepTransition(transition, position)),
  fields: count === 0 ? [] : Object.values(fieldsOf(transition)),
})

const stepTransition = (transition: string, position: number): string =>
  position === 0 ? transition : `${transition}${position + 1}`

const fieldsOf = (transition: string) => ({ step: `${transition}Step`, since: `${transition}Since` })

/** A job with steps, at a place of the manifest. */
interface Escalation {
  readonly path: JsonPath
  readonly job: Job
  readonly name: string
  readonly transition: TransitionManifest
  readonly since: string
  readonly fields: { readonly step: string; readonly since: string }
}

class Expansion {
  private readonly borrowed: NonNullable<File<EntityManifest>['document']['borrowed']>[number][] = []
  private readonly fields: Record<string, Field>
  private readonly transitions: Record<string, TransitionManifest>
  private readonly jobs: Job[]
  /** By transition: those of its later steps. */
  private readonly later = new Map<string, string[]>()

  constructor(
    private readonly written: File<EntityManifest>,
    private readonly manifests: ManifestFiles,
    private readonly problems: Problems,
  ) {
    const { fields, transitions, jobs = [] } = written.manifest
    // Without a prototype, like everything read: all names are the author's.
    this.fields = Object.assign(Object.create(null) as Record<string, Field>, fields)
    this.transitions = Object.assign(Object.create(null) as Record<string, TransitionManifest>, transitions)
    this.jobs = [...jobs]
  }

  file(): File<EntityManifest> {
    const { document, manifest } = this.written
    for (const [index, job] of (manifest.jobs ?? []).entries()) if (job !== undefined) this.expand(index, job)
    return {
      ...this.written,
      manifest: {
        ...manifest,
        fields: this.fields,
        transitions: this.transitions,
        jobs: this.jobs,
        ...(manifest.checks && { checks: manifest.checks.map((check) => check && this.withSteps(check)) }),
      },
      internalFields: Object.keys(this.fields).filter((name) => !Object.hasOwn(manifest.fields, name)),
      // Before those of sets: what is borrowed from here leads to a line of this manifest.
      document: { ...document, borrowed: [...this.borrowed, ...(document.borrowed ?? [])] },
    }
  }

  private expand(index: number, job: Job): void {
    const { since, steps, ...plain } = job
    const path = ['jobs', index]
    this.jobs[index] = plain
    if (steps === undefined) {
      if (since !== undefined)
        this.report([...path, 'since'], 'ineffective-key', { key: 'since', where: 'without `steps`' }, { key: true })
      return
    }
    const { transition: name } = job
    const transition = Object.hasOwn(this.transitions, name) ? this.transitions[name] : undefined
    // The name alone is at fault, which a later phase reports.
    if (transition === undefined) return
    const fields = fieldsOf(name)
    const escalation = { path, job, name, transition, since: this.sinceOf(path, since), fields }
    if (this.isSound(escalation)) {
      this.addFields(escalation)
      for (const [position, step] of steps.entries())
        if (step !== undefined) this.addStep(escalation, position, step, index)
    } else if (steps[0] !== undefined)
      // That its messages lack receivers would only follow.
      this.transitions[name] = {
        ...transition,
        effects: this.effectsOf({ ...escalation, job: { ...job, steps: steps.slice(0, 1) } }, 0),
      }
  }

  private isSound({ path, job, name, transition, since }: Escalation): boolean {
    const names = namesOfSteps(name, job.steps?.length ?? 0)
    const field = names.fields.find((one) => Object.hasOwn(this.fields, one))
    const other = names.transitions.slice(1).find((one) => Object.hasOwn(this.transitions, one))
    const conflicts = [
      job.importFile && 'A job reads a file or has `steps`',
      (transition.to ?? transition.toStage) !== undefined && 'A transition with `steps` leaves the record in its state',
      Object.hasOwn(transition.set ?? {}, since) &&
        `The steps count from \`${since}\`, which their transition leaves as it is`,
      field && `\`${field}\` is already a field`,
      other && `\`${other}\` is already a transition`,
      !transition.effects?.some(isWithoutReceivers) &&
        `The receivers are those of the steps: \`${name}\` needs a message without any`,
    ].filter((what) => typeof what === 'string')
    for (const what of conflicts) this.report([...path, 'steps'], 'conflicting-keys', { what }, { key: true })
    return conflicts.length === 0
  }

  /** The field from which days count; that of the state while another one is named wrongly, which it reports. */
  private sinceOf(path: JsonPath, name = 'stateAt'): string {
    if (name === 'stateAt' || name === 'createdAt') return name
    const field = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined
    if (isDay(field)) return name
    const location = { document: this.written.document, path: [...path, 'since'] }
    const { fields } = this.written.manifest
    const days = Object.keys(fields).filter((one) => isDay(fields[one]))
    if (field !== undefined)
      this.problems.add(location, 'wrong-field', { name, expected: 'a date or a moment' }, hintFor(name, days))
    else
      this.problems.add(
        location,
        'unknown-field',
        { entity: this.written.name, name },
        hintFor(name, [...days, 'stateAt', 'createdAt']),
      )
    return 'stateAt'
  }

  private addFields({ path, transition: { title }, since, fields }: Escalation): void {
    const { spoken } = this.manifests.translations
    const source = Object.hasOwn(this.fields, since) ? this.fields[since] : undefined
    const { type, readPermissions, mask } = source ?? { type: 'datetime' as const }
    const titled = (key: 'last_step' | 'counted_from'): Text => textOf(stepTitle(key, { title }), spoken)
    this.fields[fields.step] = { type: 'int', title: titled('last_step') }
    this.fields[fields.since] = {
      type,
      title: titled('counted_from'),
      ...(readPermissions && { readPermissions }),
      ...(mask && { mask }),
    }
    for (const field of Object.values(fields)) this.borrow(['fields', field], [...path, 'steps'])
  }

  /** The first step is the written transition, run by the written job. */
  private addStep(escalation: Escalation, position: number, step: EscalationStep, index: number): void {
    const { path, job, name, transition, since, fields } = escalation
    const stepName = stepTransition(name, position)
    const from = [...path, 'steps', position]
    // Run by hand after a later step, the first makes no step come again.
    const reached =
      position === 0 ? `${fields.since} == ${since} ? coalesce(${fields.step}, 1) : 1` : String(position + 1)
    this.transitions[stepName] = {
      ...transition,
      // People may run the first by hand where its permissions let them.
      ...(position > 0 && { title: numbered(transition.title, position + 1), permissions: ['system'] }),
      set: { ...transition.set, [fields.step]: reached, [fields.since]: since },
      effects: this.effectsOf(escalation, position),
    }
    const where = `(${job.where}) && daysBetween(${since}, now()) >= (`
    const last =
      position === 0
        ? `(${fields.since} == null || ${fields.since} != ${since})`
        : `${fields.since} == ${since} && ${fields.step} == ${position}`
    const jobAt = position === 0 ? index : this.jobs.length
    this.jobs[jobAt] = {
      transition: stepName,
      where: `${where}${step.afterDays}) && ${last}`,
      everySeconds: job.everySeconds,
    }
    this.borrowRule(['jobs', jobAt, 'where'], [...path, 'where'], 1, job.where)
    this.borrowRule(['jobs', jobAt, 'where'], [...from, 'afterDays'], where.length, step.afterDays)
    if (position === 0) return
    this.later.set(name, [...(this.later.get(name) ?? []), stepName])
    this.borrow(['transitions', stepName], ['transitions', name])
    this.borrow(['jobs', jobAt], path)
  }

  /** A check that names a transition means all of its steps; problems are found at the position of a written name. */
  private withSteps(check: EntityCheck): EntityCheck {
    const stepsOf = (names: readonly string[]) => [...names, ...names.flatMap((name) => this.later.get(name) ?? [])]
    const { transitions, exceptTransitions } = check
    return {
      ...check,
      ...(transitions && { transitions: stepsOf(transitions) }),
      ...(exceptTransitions && { exceptTransitions: stepsOf(exceptTransitions) }),
    }
  }

  private effectsOf(escalation: Escalation, position: number): Effect[] {
    const { name, transition } = escalation
    const path = ['transitions', stepTransition(name, position), 'effects']
    return (transition.effects ?? []).flatMap((effect, effectIndex) =>
      this.effectOf(effect, [...path, effectIndex], escalation, position),
    )
  }

  /** A message without receivers goes to those of the step. */
  private effectOf(effect: Effect, path: JsonPath, escalation: Escalation, position: number): Effect[] {
    const { job, path: jobPath } = escalation
    const step = job.steps?.[position]
    if (step === undefined || !isWithoutReceivers(effect)) return [effect]
    const from = [...jobPath, 'steps', position]
    const receivers = receiverKeys.filter((key) => step[key] !== undefined)
    if (receivers.length === 0) {
      const key = 'toFields`, `toPermissions`, `toWhere` or `toGroup'
      this.report(from, 'missing-part', { thing: 'a message', key })
      return []
    }
    for (const key of receivers) this.borrow([...path, key], [...from, key])
    const whenNotRepeated = this.whenNotRepeated(effect, path, escalation, position)
    return [
      {
        ...effect,
        ...Object.fromEntries(receivers.map((key) => [key, step[key]])),
        ...(whenNotRepeated !== undefined && { when: whenNotRepeated }),
      },
    ]
  }

  /**
   * Of steps that are caught up together, the latest alone sends the message to the same receivers. A message with a
   * condition of its own may be one that the later step does not send; run by hand where the job's `where` does not
   * hold, the first step is followed by none.
   */
  private whenNotRepeated(
    effect: MessageEffect,
    path: JsonPath,
    { path: jobPath, job, since, fields }: Escalation,
    position: number,
  ): string | undefined {
    if (effect.when !== undefined) return undefined
    const { steps = [] } = job
    const later = steps.findIndex((step, index) => index > position && haveSameReceivers(step, steps[position]))
    const step = steps[later]
    if (step === undefined) return undefined
    const where = `!(${fields.step} <= ${later} && (`
    const days = `${where}${job.where}) && daysBetween(${since}, now()) >= (`
    this.borrowRule([...path, 'when'], [...jobPath, 'where'], where.length, job.where)
    this.borrowRule([...path, 'when'], [...jobPath, 'steps', later, 'afterDays'], days.length, step.afterDays)
    return `${days}${step.afterDays}))`
  }

  private borrow(path: JsonPath, from: JsonPath): void {
    this.borrowed.push({ path, document: this.written.document, from })
  }

  /** `start`: the offset of a written rule within a composed one. */
  private borrowRule(path: JsonPath, from: JsonPath, start: number, rule: string): void {
    this.borrowed.push({ path, document: this.written.document, from, span: { start, end: start + rule.length } })
  }

  private report(path: JsonPath, code: ProblemCode, args: Arguments, mark: Mark = {}): void {
    this.problems.add({ document: this.written.document, path }, code, args, mark)
  }
}

const isWithoutReceivers = (effect: Effect | undefined): effect is MessageEffect =>
  effect !== undefined && 'message' in effect && receiverKeys.every((key) => effect[key] === undefined)

const haveSameReceivers = (one: EscalationStep | undefined, other: EscalationStep | undefined): boolean =>
  receiverKeys.every((key) => JSON.stringify(one?.[key]) === JSON.stringify(other?.[key]))

const isDay = (field: Field | undefined): boolean => field !== undefined && isDayType(field.type)

const numbered = (title: Text, number: number): Text =>
  Object.fromEntries(Object.entries(title).map(([language, text]) => [language, `${text} ${number}`]))
