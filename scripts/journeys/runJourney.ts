// Runs a journey over the API, each step as the account that it names.
// Ends at the first failing step.
import { relative } from 'node:path'
import type { RuleEnvironment } from '../../src/manifest/expression/environment'
import { parse, placeOf } from '../../src/manifest/json/parse'
import type { Source } from '../../src/manifest/json/source'
import type { App } from '../../src/manifest/model/app'
import { printProblem } from '../../src/manifest/problems/print'
import { codes } from '../../src/protocol/envelope'
import type { OptionsAnswer, RecordAnswer, RecordData, RunAnswer, RunRequest } from '../../src/protocol/calls'
import { fillAndRun } from '../../tests/generated/values'
import type { StoryValue } from '../../tests/story/step'
import type { FailedJob } from '../../src/server/jobs/runJob'
import type { Teller } from '../../tests/story/teller'
import { ofRecord } from './uselessKeys'
import { whyFalse, whyNotOfLines } from './whyFalse'
import { FailedExpectation, notRefused, unmetRefusal, refusalInWords } from './failedExpectation'
import { listRows, Received } from './received'
import { isRefused, stepInWords, type Journey, type JourneyStep } from './readJourney'

interface JourneyEnvironment {
  readonly app: App
  readonly teller: Teller
  readonly clock: () => Date
  /** Lets days pass, and the jobs of each of them run. Returns the failed ones. */
  readonly pass: (days: number) => Promise<readonly FailedJob[]>
  readonly rules: (entity: string) => RuleEnvironment
}

/** A failed step: the message has file, line and the actual outcome. */
export class JourneyFailure extends Error {
  override readonly name = 'JourneyFailure'
}

/** Returns the number of steps. @throws JourneyFailure */
export async function runJourney(environment: JourneyEnvironment, source: Source, folder: string): Promise<number> {
  const document = parse(source)
  const { steps } = document.value as Journey
  const runner = new JourneyRunner(environment)
  await runner.received.begin(steps)
  for (const [index, step] of steps.entries()) {
    const unmet = await runner.unmetOf(step)
    if (unmet === undefined) continue
    const path = ['steps', index, unmet.key, ...(unmet.at === undefined ? [] : [unmet.at])]
    const place = placeOf(document, step[unmet.key] === undefined ? ['steps', index] : path)
    const message = `Step ${index + 1}, ${stepInWords(step)}: ${unmet.message}`
    const problem = { code: 'journey' as const, file: source.path, ...place, message }
    throw new JourneyFailure(printProblem(problem, relative(process.cwd(), folder)))
  }
  return steps.length
}

interface Subject {
  readonly entity: string
  readonly id: number
}

class JourneyRunner {
  /** The account that named each record, which can read it. */
  private readonly namedBy = new Map<string, string>()
  readonly received: Received

  constructor(private readonly environment: JourneyEnvironment) {
    this.received = new Received(environment.app, environment.teller)
  }

  async unmetOf(step: JourneyStep): Promise<FailedExpectation | undefined> {
    const [failed] = step.afterDays === undefined ? [] : await this.environment.pass(step.afterDays)
    if (failed !== undefined) {
      const { job, id, error } = failed
      return new FailedExpectation('afterDays', `the job ${job} failed for record ${id}: ${(error as Error).message}`)
    }
    return (await this.unmetInStep(step)) ?? this.received.unmetMessage(step)
  }

  private async unmetInStep(step: JourneyStep): Promise<FailedExpectation | undefined> {
    const { teller } = this.environment
    const before = step.on === undefined ? undefined : teller.kept.get(step.on)
    if (step.on !== undefined && before === undefined)
      return new FailedExpectation('on', `no record is called ${step.on}.`)
    const done = await this.act(step, before)
    if (done instanceof FailedExpectation) return done
    if (isRefused(step)) return before && this.afterwards(step, before)
    const { subject } = done
    if (step.keep !== undefined && subject) {
      teller.kept.set(step.keep, subject)
      this.namedBy.set(step.keep, step.as)
    }
    return subject && this.afterwards(step, subject)
  }

  private async act(
    step: JourneyStep,
    before: Subject | undefined,
  ): Promise<FailedExpectation | { readonly subject?: Subject }> {
    if (step.run !== undefined) return this.runTransition(step, before)
    if (step.screen !== undefined) return this.openScreen(step, step.screen)
    if (before === undefined) return {}
    const answer = await this.environment.teller.call<RecordAnswer>(step.as, '/api/record', before)
    if (step.unseen)
      return answer.code === codes.success
        ? new FailedExpectation('unseen', 'the record can be read.')
        : { subject: undefined }
    const refusal = unmetRefusal(step, answer)
    if (refusal !== undefined) return refusal
    if (step.find === undefined || answer.code !== codes.success) return { subject: before }
    const [entity, by] = step.find.split('.')
    const rows = answer.data.related.find((one) => one.entity === entity && one.by === by)?.rows ?? []
    return this.first(step, entity!, rows, 'find')
  }

  private async runTransition(
    step: JourneyStep,
    before?: Subject,
  ): Promise<FailedExpectation | { readonly subject?: Subject }> {
    const { app, teller } = this.environment
    const [entity = '', name = ''] = step.run!.split('.')
    const transition = app.entities[entity]!.transitions[name]!
    const record = before && (await this.recordFor(step, before))
    if (before && record === undefined) return new FailedExpectation('on', 'the record is gone.')
    const given = await this.valuesOf(step, transition.name, record)
    if (given instanceof FailedExpectation) return given
    const send = (request: RunRequest) =>
      teller.call<RunAnswer>(step.as, '/api/run', step.note === undefined ? request : { ...request, note: step.note })
    const answer = await fillAndRun({ app, teller, role: step.as, transition, given, send, ...(record && { record }) })
    return (
      unmetRefusal(step, answer) ?? { subject: answer.code === codes.success ? { entity, id: answer.data.id } : before }
    )
  }

  /** An account that may not read a record can know its id from another one, and must still be refused. */
  private async recordFor({ as, on = '' }: JourneyStep, subject: Subject): Promise<RecordData | undefined> {
    for (const reader of [as, this.namedBy.get(on) ?? as]) {
      const answer = await this.environment.teller.call<RecordAnswer>(reader, '/api/record', subject)
      if (answer.code === codes.success) return answer.data.record
    }
    return undefined
  }

  /** The values of the step in the server's format; the label of a record becomes the option of the form. */
  private async valuesOf(
    { as, run = '', values = {} }: JourneyStep,
    transition: string,
    record?: RecordData,
  ): Promise<Readonly<Record<string, unknown>> | FailedExpectation> {
    const { app, teller } = this.environment
    const [entity = ''] = run.split('.')
    const given: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(values)) {
      const { inputs } = app.entities[entity]!.transitions[transition]!
      const { type } = inputs[field] ?? app.entities[entity]!.fields[field]!
      const isLabel = type === 'ref' && typeof value === 'string' && !/^[$@]/.test(value)
      if (!isLabel) {
        given[field] = await teller.value(as, value as StoryValue)
        continue
      }
      const request = { entity, transition, field, ...(record && { id: record.id }), input: given, words: value }
      const answer = await teller.call<OptionsAnswer>(as, '/api/options', request)
      const options = answer.code === codes.success ? answer.data.options : []
      const option = options.find(({ label }) => label === value) ?? (options.length === 1 ? options[0] : undefined)
      if (option === undefined) return new FailedExpectation('values', `the form offers no “${value}” for ${field}.`)
      given[field] = option.id
    }
    return given
  }

  private async openScreen(
    step: JourneyStep,
    screen: string,
  ): Promise<FailedExpectation | { readonly subject?: Subject }> {
    const { app } = this.environment
    if (app.screens[screen]?.kind === 'report') return (await this.received.unmetReport(step)) ?? {}
    return this.openList(step)
  }

  private async openList(step: JourneyStep): Promise<FailedExpectation | { readonly subject?: Subject }> {
    const { app, teller } = this.environment
    const rows = await listRows(teller, step.as, step.screen!)
    if ('code' in rows) return unmetRefusal(step, rows) ?? {}
    if (isRefused(step)) return notRefused(step)
    const isThere = (name: string) => rows.some(({ id }) => id === teller.kept.get(name)?.id)
    for (const [index, name] of (step.shows ?? []).entries())
      if (!isThere(name)) return new FailedExpectation('shows', `${name} is not among its ${rows.length} rows.`, index)
    for (const [index, name] of (step.hides ?? []).entries())
      if (isThere(name)) return new FailedExpectation('hides', `${name} is among its rows.`, index)
    if (step.where === undefined && step.keep === undefined) return { subject: undefined }
    return this.first(step, app.screens[step.screen!]!.entity!, rows, 'screen')
  }

  /** The first record that matches the rule. */
  private async first(
    step: JourneyStep,
    entity: string,
    rows: readonly RecordData[],
    key: 'find' | 'screen',
  ): Promise<FailedExpectation | { readonly subject: Subject }> {
    for (const { id } of rows) {
      const subject = { entity, id }
      if (step.where === undefined) return { subject }
      const record = await this.environment.teller.call<RecordAnswer>(step.as, '/api/record', subject)
      if (
        record.code === codes.success &&
        (await whyFalse(this.environment, { reader: step.as, entity, record: record.data.record }, step.where)) ===
          undefined
      )
        return { subject }
    }
    const which = step.where === undefined ? '' : ` with ${step.where}`
    return new FailedExpectation(
      step.where === undefined ? key : 'where',
      `there is no record${which} (of ${rows.length}).`,
    )
  }

  /** Checks rules and buttons of the record as this account sees it. */
  private async afterwards(step: JourneyStep, subject: Subject): Promise<FailedExpectation | undefined> {
    const { holds = [], linesHold = {}, offers = [], offersNot = [], as } = step
    if (ofRecord.every((key) => step[key] === undefined)) return undefined
    const answer = await this.environment.teller.call<RecordAnswer>(as, '/api/record', subject)
    if (answer.code !== codes.success)
      return new FailedExpectation('as', `the record cannot be read: ${refusalInWords(answer)}`)
    const { record } = answer.data
    const seen = { reader: as, entity: subject.entity, record }
    for (const [index, rule] of holds.entries()) {
      const values = await whyFalse(this.environment, seen, rule)
      if (values !== undefined) return new FailedExpectation('holds', `this does not hold: ${values}.`, index)
    }
    for (const [name, sources] of Object.entries(linesHold)) {
      const failed = await whyNotOfLines(this.environment, seen, { name, sources })
      if (failed !== undefined) return new FailedExpectation('linesHold', failed, name)
    }
    for (const [index, name] of offers.entries())
      if (!record.can.includes(ownName(name, subject)))
        return new FailedExpectation('offers', `this is not offered, but ${record.can.join(', ') || 'nothing'}.`, index)
    for (const [index, name] of offersNot.entries())
      if (record.can.includes(ownName(name, subject)))
        return new FailedExpectation('offersNot', 'this is offered.', index)
    return undefined
  }
}

const ownName = (name: string, { entity }: Subject) => (name.startsWith(`${entity}.`) ? name.split('.')[1]! : name)
