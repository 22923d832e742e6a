// Builds the response of a transition: the record, its label, and a sentence on its new condition.
import type { Entity } from '../../manifest/model/entity'
import type { Transition } from '../../manifest/model/transition'
import { heldPermissions } from '../../manifest/access/permissions'
import { stepRank, stepRanks } from '../../manifest/access/stepOrder'
import type { App } from '../../manifest/model/app'
import { textIn } from '../../manifest/model/text'
import type { Caller } from '../context/context'
import { placeholders } from '../../manifest/expression/template'
import type { RunAnswer } from '../../protocol/calls'
import { excludingField } from './guards/fourEyes'
import { labelFor } from './state/recordLabels'
import { ValueResolver } from './state/valueResolver'
import { sentence, valueText } from './state/valueText'
import { callerContext, type TransitionResult, type TransitionBatch, type WriteContext } from './state/writeContext'
import type { CatalogMessage } from '../../manifest/expression/message'
import { callerText, phrase } from '../context/phrases'

export async function runAnswer(
  context: WriteContext,
  { entity, transition, caller }: TransitionBatch,
  { subject, id }: TransitionResult,
): Promise<RunAnswer> {
  const { app } = context
  const resolver = new ValueResolver(app, callerContext(context, caller), context.cache)
  const names = { record: subject }
  const done = transition.successMessage
  const steps = nextSteps(app, caller, entity, subject)
  await resolver.prepare([
    { names, paths: [entity.labelField, ...(done ? placeholders(done) : [])] },
    {
      names,
      rules: steps.flatMap(({ when, turnWhen, permissions }) => [
        when,
        turnWhen,
        ...permissions.map((one) => one.when),
      ]),
    },
  ])
  const { value, field } = resolver.shown(names, entity.labelField)
  const state = subject.own('state')
  const label = labelFor(caller, entity, state, valueText(app, field, value, caller.language))
  const next = steps.find(
    ({ when, turnWhen, permissions }) =>
      (!when || resolver.holds(names, when)) &&
      (!turnWhen || resolver.holds(names, turnWhen)) &&
      permissions.some((one) => !one.when || resolver.holds(names, one.when)),
  )
  const number = entity.numberPrefix === undefined ? undefined : subject.own('no')
  return {
    id,
    version: Number(subject.own('version')),
    ...(typeof state === 'string' && { state }),
    label: label || String(id),
    ...(typeof number === 'string' && { no: number }),
    ...(next && { next: { transition: next.name, title: textIn(next.title, caller.language) } }),
    message: done
      ? sentence(resolver, names, done, caller.language)
      : callerText({ app, caller }, conditionMessage(entity, transition, label, state)),
  }
}

/** The transitions that move the record on from its state, with those of their permissions that the caller holds. */
function nextSteps(app: App, caller: Caller, entity: Entity, subject: TransitionResult['subject']): Transition[] {
  const state = subject.own('state')
  if (caller.system || typeof state !== 'string') return []
  return Object.values(entity.transitions)
    .filter(
      (transition) =>
        transition.from.includes(state) &&
        stepRank(entity, transition.name, state) === stepRanks.move &&
        excludingField(subject, transition, caller) === undefined,
    )
    .map((transition) => ({
      ...transition,
      permissions: heldPermissions(app, caller, transition),
    }))
    .filter(({ permissions }) => permissions.length > 0)
}

/** The sentence of a transition that words none: the record and its new condition, without guessing a verb form. */
function conditionMessage(entity: Entity, { creates, to }: Transition, label: string, state: unknown): CatalogMessage {
  const record = label === '' ? entity.title : phrase('field_value', { field: entity.title, value: label })
  const title = to === undefined ? undefined : entity.states[String(state)]?.title
  if (creates)
    return title ? phrase('record_created_in_state', { record, state: title }) : phrase('record_created', { record })
  return title ? phrase('record_now_in_state', { record, state: title }) : phrase('record_updated', { record })
}
