// How is somebody told? One message for each account that the effect names, made by the transition that app.json names, in one statement for all.
// The text stands in every language where the field can keep them, else in the first.
import type { App, Field, MessageEffect, Rule, Text } from '../../manifest/app'
import { placeholders } from '../../manifest/rule/fill'
import { idOf } from '../../manifest/rule/value'
import type { RawRecord } from '../context'
import { usualLength } from '../../manifest/fields/texts'
import { entityNamed } from '../plan/frame'
import { loadRecords } from '../plan/load'
import { toldAsEffect } from './faults'
import type { Weighed } from './guard'
import type { Names, Reader } from './reader'
import { bothSentences } from './shown'
import { contextOf, recordTenant, systemCaller, tenantField, type Orders, type Work } from './work'

/** Sends the messages of one effect. */
export async function sendMessages(
  work: Work,
  reader: Reader,
  orders: Orders,
  { names }: Weighed,
  effect: MessageEffect,
): Promise<void> {
  const { app } = work
  const entity = entityNamed(app, app.product.messages.entity)
  const transition = entity.transitions[app.product.messages.send]
  if (!transition) throw new Error(`${entity.name} has no transition "${app.product.messages.send}".`)
  const receivers = await receiversOf(work, reader, orders, names, effect)
  if (receivers.length === 0) return
  await reader.prepare([
    { names, paths: [...placeholders(effect.message), ...(effect.body ? placeholders(effect.body) : [])] },
  ])
  const asked = new Set(transition.asks.map((ask) => ask.field))
  const content: RawRecord = {
    kind: effect.messageKind,
    title: textFor(app, reader, names, entity.fields.title, effect.message),
    ...(effect.body && { body: textFor(app, reader, names, entity.fields.body, effect.body) }),
    ...(effect.route !== undefined && { route: effect.route }),
  }
  const given = Object.fromEntries(Object.entries(content).filter(([name]) => asked.has(name)))
  const nested: Orders = {
    entity,
    transition,
    caller: systemCaller(orders.caller),
    depth: orders.depth + 1,
    orders: receivers.map((to) => ({ values: { ...given, to } })),
  }
  await toldAsEffect(nested, () => work.perform(nested))
}

async function receiversOf(
  work: Work,
  reader: Reader,
  orders: Orders,
  names: Names,
  { to, each, everywhere }: MessageEffect,
): Promise<number[]> {
  const ofBefore = to.filter((path) => path.startsWith('before.')).map((path) => path.slice('before.'.length))
  const ofRecord = to.filter((path) => !path.startsWith('before.'))
  const before: Names = { record: names.before }
  await reader.prepare([
    { names, values: ofRecord },
    { names: before, values: ofBefore },
  ])
  const named = [
    ...ofRecord.map((path) => reader.recordValue(names, path)),
    ...ofBefore.map((path) => reader.recordValue(before, path)),
  ]
  const found = each ? await everyoneFor(work, reader, orders, names, { rule: each, everywhere }) : []
  return [...new Set([...named.map(idOf), ...found])].filter((id): id is number => id !== null)
}

/** The accounts for which the rule holds: of the record's own tenant, unless people of all of them are meant. */
async function everyoneFor(
  work: Work,
  reader: Reader,
  { entity, caller }: Orders,
  names: Names,
  { rule, everywhere }: { readonly rule: Rule; readonly everywhere: boolean },
): Promise<number[]> {
  const account = entityNamed(work.app, work.app.access.identity.account)
  const handed = {
    this: reader.asking(names.record!),
    before: names.before && reader.asking(names.before),
    input: reader.asking(names.input!),
    lets: names.lets,
  }
  const tenant = everywhere ? undefined : recordTenant(work.app, entity, names.record!)
  const found = await loadRecords(contextOf(work, systemCaller(caller)), {
    entity: account.name,
    paths: [],
    where: { rule, tenant, thisEntity: entity.name, ...handed },
    scoped: false,
  })
  const own = tenantField(work.app, account)
  for (const record of found) if (own) work.facts.keep(account.name, record, [own])
  return found.map((record) => Number(record.id))
}

function textFor(app: App, reader: Reader, names: Names, field: Field | undefined, text: Text): unknown {
  const most = field?.length ?? usualLength[field?.type === 'text' ? 'text' : 'string']
  // A long name in it must not refuse the transition that only wanted to tell.
  const [first, second] = bothSentences(app, reader, names, text).map((one) =>
    cut(field?.type === 'text' ? one : one.replace(/\s+/g, ' '), most),
  )
  return field?.localized ? [first, second] : first
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
