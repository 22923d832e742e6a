// What holds for the whole product? Resolves app.json: the log, the messages and the addresses it names.
import type { Product } from '../app'
import type * as language from '../generated/language'
import { entityNamed, fieldNamed, routeAt, stateAt } from '../names'
import { at, below, each, hintFor, tell, type At, type World } from '../world'
import { groupRule, ownTransition } from './effects'

/** What the engine writes into a row of the log, and what it asks when it tells somebody. */
const LOG_FIELDS = ['entity', 'recordId', 'action', 'fromState', 'toState', 'by', 'at', 'remark', 'data'] as const
const OUTBOX_FIELDS = ['channel', 'address', 'text'] as const
const MESSAGE_FIELDS = ['kind', 'to', 'title', 'body', 'route'] as const

export function resolveProduct(world: World): Product | undefined {
  const file = world.manifests.app
  if (file === undefined) return undefined
  const { $schema: _schema, ...manifest } = file.manifest
  if (!isTimezone(manifest.timezone))
    tell(world, at(file, 'timezone'), 'bad-format', {
      found: `"${manifest.timezone}"`,
      pattern: 'of an IANA time zone, such as Asia/Shanghai',
    })
  routeAt(world, at(file, 'home'), manifest.home)
  for (const [index, path] of each(manifest.account)) routeAt(world, at(file, 'account', index), path)
  if (manifest.forgotten !== undefined) routeAt(world, at(file, 'forgotten'), manifest.forgotten)
  const log = entityNamed(world, at(file, 'log'), manifest.log)
  for (const name of log === undefined ? [] : LOG_FIELDS)
    if (!(name in log!.fields)) tell(world, at(file, 'log'), 'unknown-field', { entity: log!.name, name })
  resolveMessages(world, at(file, 'messages'), manifest.messages)
  if (manifest.outbox !== undefined) resolveOutbox(world, at(file, 'outbox'), manifest.outbox)
  return { ...manifest, account: manifest.account ?? [] }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function resolveOutbox(world: World, place: At, outbox: language.Outbox): void {
  const entity = entityNamed(world, below(place, 'entity'), outbox.entity)
  if (entity === undefined) return
  stateAt(world, below(place, 'waiting'), entity, outbox.waiting)
  for (const [key, creates, asks] of [
    ['take', false, []],
    ['once', true, OUTBOX_FIELDS],
    ['sent', false, []],
    ['fail', false, ['reason']],
  ] as const) {
    const transition = ownTransition(world, below(place, key), entity, outbox[key])
    if (transition === undefined) continue
    if (transition.creates !== creates)
      tell(world, below(place, key), 'wrong-transition', {
        name: outbox[key],
        why: creates ? 'it does not create' : 'it creates',
      })
    const asked = transition.asks.map((ask) => ask.field)
    for (const name of asks)
      if (!asked.includes(name))
        tell(
          world,
          below(place, key),
          'missing-value',
          { transition: `${entity.name}.${outbox[key]}`, name },
          { hint: 'The engine gives it; the transition must ask it.' },
        )
  }
}

function resolveMessages(world: World, place: At, messages: language.Messages): void {
  routeAt(world, below(place, 'screen'), messages.screen)
  const entity = entityNamed(world, below(place, 'entity'), messages.entity)
  if (entity === undefined) return
  const send = ownTransition(world, below(place, 'send'), entity, messages.send)
  if (send !== undefined && !send.creates)
    tell(world, below(place, 'send'), 'wrong-transition', { name: messages.send, why: 'it does not create' })
  const asked = send?.asks.map((ask) => ask.field) ?? []
  for (const name of send === undefined ? [] : MESSAGE_FIELDS)
    if (!asked.includes(name))
      tell(
        world,
        below(place, 'send'),
        'missing-value',
        { transition: `${entity.name}.${messages.send}`, name },
        { hint: 'The engine gives it; the transition must ask it.' },
      )
  const read = ownTransition(world, below(place, 'read'), entity, messages.read)
  if (read?.creates === true)
    tell(world, below(place, 'read'), 'wrong-transition', { name: messages.read, why: 'it creates' })
  for (const [name, group] of Object.entries(messages.groups ?? {}))
    groupRule(world, below(place, 'groups', name), group)
  stateAt(world, below(place, 'unread'), entity, messages.unread)
  const kind = fieldNamed(world, below(place, 'entity'), entity, 'kind')
  const codes = world.dictionaryCodes.get(kind?.dictionary ?? '')
  for (const code of codes === undefined ? [] : Object.keys(messages.counters))
    if (!codes!.includes(code))
      tell(
        world,
        below(place, 'counters', code),
        'unknown-code',
        { name: code, of: `the dictionary ${kind!.dictionary}` },
        { key: true, ...hintFor(code, codes!) },
      )
}
