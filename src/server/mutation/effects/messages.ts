// Sends messages: one for each account that the effect names, all in one statement.
// Runs the transition that app.json names. The text is stored in every language where the field allows it, else in the
// first.
import { entityOf, type App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { MessageEffect } from '../../../manifest/model/transition'
import { cutText, savedTexts } from '../../../manifest/model/text'
import { placeholders } from '../../../manifest/expression/template'
import { idOf } from '../../../manifest/expression/values/value'
import type { RawRecord } from '../../context/context'
import { withRecord } from '../../../protocol/records/recordAddress'
import { usualLength } from '../../../manifest/fieldTypes/texts'
import { withEffectErrors } from '../state/errors'
import { effectOrigin, type EffectRun } from './effectRun'
import { areElsewhere, recipientsOf } from './recipients'
import { localizedSentence } from '../state/valueText'
import { systemCaller, type MessageContent, type TransitionBatch } from '../state/writeContext'

/** Sends the messages of one effect, or keeps them for a summary. */
export async function sendMessages(effectRun: EffectRun, effect: MessageEffect): Promise<void> {
  const { context, resolver, batch } = effectRun
  const { names } = effectRun.evaluated
  const recipients = await recipientsOf(effectRun, effect)
  if (recipients.length === 0) return
  await resolver.prepare([
    {
      names,
      paths: [...placeholders(effect.message), ...(effect.body ? placeholders(effect.body) : [])],
      values: effect.record === undefined || effect.record.path === 'id' ? [] : [effect.record.path],
    },
  ])
  const { languages } = context.app.product
  const content: MessageContent = {
    kind: effect.messageKind,
    title: savedTexts(localizedSentence(resolver, names, effect.message), languages),
    ...(effect.body && { body: savedTexts(localizedSentence(resolver, names, effect.body), languages) }),
    ...(effect.screen !== undefined && { route: routeOf(effectRun, effect) }),
  }
  if (context.gathered) return void context.gathered.push({ receivers: recipients, content })
  const nested = messageBatch(context.app, batch, recipients, content)
  const send = () => withEffectErrors(nested, effectOrigin(effectRun), () => context.perform(nested))
  await (areElsewhere(context, recipients) ? context.acrossTenants(send) : send())
}

/** The address that the message opens: the effect's screen, if any, with the record in a drawer. */
function routeOf({ resolver, evaluated: { names } }: EffectRun, { screen = '', record }: MessageEffect): string {
  const id =
    record && (record.path === 'id' ? Number(names.record!.id) : idOf(resolver.recordValue(names, record.path)))
  return id == null ? screen : withRecord(screen, { entity: record!.entity, id })
}

/** The transition that sends one message to each recipient, run by the system for the caller. */
export function messageBatch(
  app: App,
  { caller, depth }: Pick<TransitionBatch, 'caller' | 'depth'>,
  recipients: readonly number[],
  { title, body, ...content }: MessageContent,
): TransitionBatch {
  const entity = entityOf(app, app.product.messages.entity)
  const transition = entity.transitions[app.product.messages.sendTransition]
  if (!transition) throw new Error(`${entity.name} has no transition "${app.product.messages.sendTransition}".`)
  const formFields = new Set(transition.form.map((formField) => formField.field))
  const values: RawRecord = {
    ...content,
    title: fittingTexts(entity.fields.title, title),
    ...(body && { body: fittingTexts(entity.fields.body, body) }),
  }
  const input = Object.fromEntries(Object.entries(values).filter(([name]) => formFields.has(name)))
  return {
    entity,
    transition,
    caller: systemCaller(caller),
    depth: depth + 1,
    requests: recipients.map((to) => ({ values: { ...input, to } })),
  }
}

/** Texts as a field stores them, cut: a long name in one must not refuse the transition that writes it. */
export function fittingTexts(field: Field | undefined, texts: readonly string[]): unknown {
  const limit = field?.maxLength ?? usualLength[field?.type === 'text' ? 'text' : 'string']
  const saved = texts.map((item) => cutText((field?.type === 'text' ? item : item.replace(/\s+/g, ' ')).trim(), limit))
  return field?.localized ? saved : saved[0]
}
