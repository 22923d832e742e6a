// Sends messages: one for each account that the effect names, all in one statement.
// Runs the transition that app.json names. The text is stored in every language where the field allows it, else in the
// first.
import { entityOf, type App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { MessageEffect } from '../../../manifest/model/transition'
import type { Rule } from '../../../manifest/model/rule'
import { cutText, savedTexts } from '../../../manifest/model/text'
import { placeholders } from '../../../manifest/expression/template'
import { idOf } from '../../../manifest/expression/values/value'
import type { RawRecord } from '../../context/context'
import { usualLength } from '../../../manifest/fieldTypes/texts'
import { loadRecords } from '../../query/records/loadRecords'
import { withEffectErrors } from '../state/errors'
import type { EffectRun } from './effectRun'
import type { NameScopes } from '../state/lookups'
import { localizedSentence } from '../state/valueText'
import {
  callerContext,
  recordTenant,
  systemCaller,
  tenantField,
  type MessageContent,
  type TransitionBatch,
} from '../state/writeContext'

/** Sends the messages of one effect, or keeps them for a summary. */
export async function sendMessages(effectRun: EffectRun, effect: MessageEffect): Promise<void> {
  const { context, resolver, batch } = effectRun
  const { names } = effectRun.evaluated
  const receivers = await receiversOf(effectRun, effect)
  if (receivers.length === 0) return
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
  if (context.gathered) return void context.gathered.push({ receivers, content })
  const nested = messageBatch(context.app, batch, receivers, content)
  await withEffectErrors(nested, {}, () => context.perform(nested))
}

/** The address that the message opens: the effect's screen, if any, with the record in a drawer. */
function routeOf({ resolver, evaluated: { names } }: EffectRun, { screen = '', record }: MessageEffect): string {
  const id =
    record && (record.path === 'id' ? Number(names.record!.id) : idOf(resolver.recordValue(names, record.path)))
  return id == null ? screen : `${screen}${screen.includes('?') ? '&' : '?'}record=${record!.entity}:${id}`
}

/** The transition that sends one message to each receiver, run by the system for the caller. */
export function messageBatch(
  app: App,
  { caller, depth }: Pick<TransitionBatch, 'caller' | 'depth'>,
  receivers: readonly number[],
  { title, body, ...content }: MessageContent,
): TransitionBatch {
  const entity = entityOf(app, app.product.messages.entity)
  const transition = entity.transitions[app.product.messages.sendTransition]
  if (!transition) throw new Error(`${entity.name} has no transition "${app.product.messages.sendTransition}".`)
  const formFields = new Set(transition.form.map((ask) => ask.field))
  const values: RawRecord = {
    ...content,
    title: fitting(entity.fields.title, title),
    ...(body && { body: fitting(entity.fields.body, body) }),
  }
  const input = Object.fromEntries(Object.entries(values).filter(([name]) => formFields.has(name)))
  return {
    entity,
    transition,
    caller: systemCaller(caller),
    depth: depth + 1,
    requests: receivers.map((to) => ({ values: { ...input, to } })),
  }
}

async function receiversOf(
  effectRun: EffectRun,
  { toFields: to, toWhere: each, acrossTenants: everywhere }: MessageEffect,
): Promise<number[]> {
  const { resolver } = effectRun
  const { names } = effectRun.evaluated
  const ofBefore = to.filter((path) => path.startsWith('before.')).map((path) => path.slice('before.'.length))
  const ofRecord = to.filter((path) => !path.startsWith('before.'))
  const before: NameScopes = { record: names.before }
  await resolver.prepare([
    { names, values: ofRecord },
    { names: before, values: ofBefore },
  ])
  const named = [
    ...ofRecord.map((path) => resolver.recordValue(names, path)),
    ...ofBefore.map((path) => resolver.recordValue(before, path)),
  ]
  const recipients = each ? await everyoneFor(effectRun, { rule: each, everywhere }) : []
  return [...new Set([...named.map(idOf), ...recipients])].filter((id): id is number => id !== null)
}

/** The accounts that match the rule, within the record's tenant unless accounts of all tenants are meant. */
async function everyoneFor(
  { context: writeContext, resolver, batch, evaluated }: EffectRun,
  { rule, everywhere }: { readonly rule: Rule; readonly everywhere: boolean },
): Promise<number[]> {
  const { entity, caller } = batch
  const { names } = evaluated
  const account = entityOf(writeContext.app, writeContext.app.access.identity.accountEntity)
  const handed = {
    this: resolver.asking(names.record!),
    before: names.before && resolver.asking(names.before),
    input: resolver.asking(names.input!),
    vars: names.vars,
  }
  const tenant = everywhere ? undefined : recordTenant(writeContext.app, entity, names.record!)
  const context = callerContext(writeContext, systemCaller(caller))
  const records = await loadRecords(everywhere ? { ...context, tenant: undefined } : context, {
    entity: account.name,
    paths: [],
    where: { rule, tenant, thisEntity: entity.name, ...handed },
    scoped: false,
  })
  const tenantColumn = tenantField(writeContext.app, account)
  for (const record of records) if (tenantColumn) writeContext.cache.add(account.name, record, [tenantColumn])
  return records.map((record) => Number(record.id))
}

// A long name in the text must not refuse the transition that sends the message.
function fitting(field: Field | undefined, texts: readonly string[]): unknown {
  const limit = field?.maxLength ?? usualLength[field?.type === 'text' ? 'text' : 'string']
  const saved = texts.map((item) => cutText(field?.type === 'text' ? item : item.replace(/\s+/g, ' '), limit))
  return field?.localized ? saved : saved[0]
}
