// What else happens in a transition? Transitions of other records, run by the system, and messages to people. What an effect runs must
// allow the system, be told which record, and be given what it requires: otherwise it would be refused every time.
import type { Effect, MessageEffect, Rule, RunEffect } from '../app'
import type * as language from '../generated/language'
import { entityNamed, ineffective, pathFrom, routeAt } from '../names'
import type { RuleEnvironment } from '../rule/check'
import {
  at,
  below,
  each,
  hintFor,
  ruleAt,
  table,
  tell,
  textAt,
  type At,
  type EntityDraft,
  type TransitionDraft,
  type World,
} from '../world'
import { targetOf } from './fields'

export function resolveEffects(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: readonly language.EffectManifest[] | undefined,
  environment: RuleEnvironment,
): Effect[] {
  return each(manifest).flatMap(([index, effect]): Effect[] => {
    const own = below(place, 'effects', index)
    const resolved =
      'run' in effect
        ? resolveRun(world, draft, own, effect, environment)
        : resolveMessage(world, draft, own, transition, effect, environment)
    return resolved === undefined ? [] : [resolved]
  })
}

/** `entity.transition` as the two. */
export function transitionNamed(
  world: World,
  place: At,
  name: string,
): { entity: EntityDraft; transition: TransitionDraft } | undefined {
  const point = name.indexOf('.')
  if (point < 0) {
    tell(world, place, 'bad-format', { found: `"${name}"`, pattern: 'entity.transition' })
    return undefined
  }
  const entity = entityNamed(world, place, name.slice(0, point))
  const transition = entity && ownTransition(world, place, entity, name.slice(point + 1), point + 1)
  return entity && transition && { entity, transition }
}

export function ownTransition(
  world: World,
  place: At,
  draft: EntityDraft,
  name: string,
  shift = 0,
): TransitionDraft | undefined {
  const found = draft.transitions[name]
  if (found === undefined)
    tell(
      world,
      place,
      'unknown-transition',
      { entity: draft.name, name },
      { ...hintFor(name, Object.keys(draft.transitions)), span: { start: shift, end: shift + name.length } },
    )
  return found
}

/** Whether the system, and so an effect or a timed rule, may run it. */
export const isForSystem = (transition: TransitionDraft): boolean =>
  transition.permissions.some((permission) => permission.code === 'system')

function resolveRun(
  world: World,
  draft: EntityDraft,
  place: At,
  manifest: language.RunEffect,
  environment: RuleEnvironment,
): RunEffect | undefined {
  const found = transitionNamed(world, below(place, 'run'), manifest.run)
  if (found === undefined) return undefined
  const { entity, transition } = found
  if (!isForSystem(transition))
    tell(
      world,
      below(place, 'run'),
      'not-for-system',
      { name: manifest.run, by: 'this effect' },
      { hint: `Add "system" to its permissions in ${entity.file.path}.` },
    )
  const chosen =
    manifest.each === undefined
      ? undefined
      : ruleAt(
          world,
          below(place, 'each'),
          manifest.each,
          { ...environment, record: entity.shape, this: draft.shape },
          'boolean',
        )
  const when =
    manifest.when === undefined ? undefined : ruleAt(world, below(place, 'when'), manifest.when, environment, 'boolean')
  if (transition.creates)
    ineffective(world, place.file, place.path, manifest, ['on', 'each'], 'when a record is created')
  else chooseRecord(world, draft, place, manifest, entity)
  if (manifest.keep !== undefined) checkKeep(world, draft, place, manifest.keep, transition, entity)
  return {
    kind: 'run',
    entity: entity.name,
    transition: transition.name,
    values: resolveValues(world, place, manifest, entity, transition, environment),
    ...(manifest.on !== undefined && { on: manifest.on }),
    ...(chosen !== undefined && { each: chosen }),
    ...(manifest.keep !== undefined && { keep: manifest.keep }),
    ...(when !== undefined && { when }),
  }
}

function chooseRecord(
  world: World,
  draft: EntityDraft,
  place: At,
  manifest: language.RunEffect,
  entity: EntityDraft,
): void {
  if (manifest.on !== undefined && manifest.each !== undefined)
    tell(
      world,
      below(place, 'each'),
      'conflicting-keys',
      { what: 'An effect runs `on` one record or on `each` that a rule finds' },
      { key: true },
    )
  if (manifest.on === undefined && manifest.each === undefined) {
    const refs = Object.values(draft.fields).filter((field) => field.type === 'ref' && field.entity === entity.name)
    tell(
      world,
      below(place, 'run'),
      'missing-part',
      { thing: 'an effect on a record that exists', key: 'on` or `each' },
      refs.length > 0 ? { hint: `References to ${entity.name}: ${refs.map((field) => field.name).join(', ')}.` } : {},
    )
  }
  if (manifest.on !== undefined) runsOn(world, below(place, 'on'), draft, manifest.on, entity)
}

/** A reference of the record, or one of its lines: `items.part`. */
function runsOn(world: World, place: At, draft: EntityDraft, path: string, entity: EntityDraft): void {
  const [first = '', second = '', ...rest] = path.split('.')
  const lines = draft.fields[first]
  if (lines?.type !== 'lines') return refersTo(world, place, draft, path, entity)
  const cell = lines.fields?.[second]
  if (rest.length > 0 || cell?.type !== 'ref' || cell.entity !== entity.name || !cell.stored)
    tell(world, place, 'wrong-field', { name: path, expected: `a stored reference of its lines to ${entity.name}` })
}

function refersTo(world: World, place: At, draft: EntityDraft, path: string, entity: EntityDraft): void {
  const reached = pathFrom(world, place, draft, path)
  if (reached !== undefined && (reached.field.type !== 'ref' || reached.field.entity !== entity.name))
    tell(world, place, 'wrong-field', { name: path, expected: `a reference to ${entity.name}` })
}

function checkKeep(
  world: World,
  draft: EntityDraft,
  place: At,
  keep: string,
  transition: TransitionDraft,
  entity: EntityDraft,
): void {
  const own = below(place, 'keep')
  if (!transition.creates)
    tell(world, own, 'ineffective-key', { key: 'keep', where: 'when no record is created' }, { key: true })
  const field = draft.fields[keep]
  refersTo(world, own, draft, keep, entity)
  if (field?.system === true) tell(world, own, 'system-field', { name: keep, done: 'set' })
  else if (field?.stored === false) tell(world, own, 'computed-field', { name: keep, done: 'set' })
}

function resolveValues(
  world: World,
  place: At,
  manifest: language.RunEffect,
  entity: EntityDraft,
  transition: TransitionDraft,
  environment: RuleEnvironment,
): Record<string, Rule> {
  const asked = new Map(transition.asks.map((ask) => [ask.field, ask]))
  const values = table<Rule>()
  for (const [name, source] of Object.entries(manifest.values ?? {})) {
    const own = below(place, 'values', name)
    const ask = asked.get(name)
    if (ask === undefined) {
      tell(
        world,
        own,
        'unknown-name',
        { what: `field or input that ${manifest.run} asks:`, name },
        { key: true, ...hintFor(name, asked.keys()) },
      )
      continue
    }
    const { expected, target } = targetOf(world, ask.input ? transition.inputs[name]! : entity.fields[name]!)
    const rule = ruleAt(world, own, source, environment, expected, target)
    if (rule !== undefined) values[name] = rule
  }
  if (transition.creates)
    for (const ask of asked.values())
      if (isMissing(entity, transition, ask, manifest))
        tell(
          world,
          below(place, 'run'),
          'missing-value',
          { transition: manifest.run, name: ask.field },
          { hint: `Add it to \`values\`.` },
        )
  return values
}

/** A new record needs what is always required and has no default. */
function isMissing(
  entity: EntityDraft,
  transition: TransitionDraft,
  ask: TransitionDraft['asks'][number],
  manifest: language.RunEffect,
): boolean {
  if (!ask.required || manifest.values?.[ask.field] !== undefined) return false
  const written = ask.input ? undefined : entity.file.manifest.transitions?.[transition.name]
  const details = (written?.asks ?? []).find((one) => typeof one === 'object' && one.field === ask.field)
  const conditional = typeof details === 'object' && (details.show !== undefined || details.default !== undefined)
  const field = ask.input
    ? entity.file.manifest.transitions?.[transition.name]?.inputs?.[ask.field]
    : entity.file.manifest.fields[ask.field]
  return !conditional && field?.default === undefined && written?.set?.[ask.field] === undefined
}

function resolveMessage(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.MessageEffect,
  environment: RuleEnvironment,
): MessageEffect | undefined {
  const account = world.entities[world.identity?.account ?? '']
  const reads = [
    ...textAt(world, below(place, 'message'), manifest.message, environment),
    ...(manifest.body === undefined ? [] : textAt(world, below(place, 'body'), manifest.body, environment)),
  ]
  const when =
    manifest.when === undefined ? undefined : ruleAt(world, below(place, 'when'), manifest.when, environment, 'boolean')
  const group = manifest.group === undefined ? undefined : groupNamed(world, below(place, 'group'), manifest.group)
  const everyone =
    account === undefined
      ? undefined
      : manifest.each !== undefined
        ? ruleAt(
            world,
            below(place, 'each'),
            manifest.each,
            { ...environment, record: account.shape, this: draft.shape },
            'boolean',
          )
        : group && groupRule(world, group.place, group.manifest)
  if (manifest.each !== undefined && manifest.group !== undefined)
    tell(
      world,
      below(place, 'group'),
      'conflicting-keys',
      { what: 'A message goes to `each` that its own rule finds or to a `group` of app.json' },
      { key: true },
    )
  if (manifest.to === undefined && manifest.each === undefined && manifest.group === undefined)
    tell(world, place, 'missing-part', { thing: 'a message', key: 'to`, `each` or `group' })
  for (const [index, path] of each(manifest.to))
    checkReceiver(world, below(place, 'to', index), draft, transition, path, account)
  checkKind(world, below(place, 'kind'), manifest.kind)
  if (manifest.route !== undefined) routeAt(world, below(place, 'route'), manifest.route)
  return {
    kind: 'message',
    message: manifest.message,
    to: each(manifest.to).map(([, path]) => path),
    messageKind: manifest.kind,
    reads: [...new Set(reads)],
    everywhere: group?.manifest.everywhere === true,
    ...(manifest.body !== undefined && { body: manifest.body }),
    ...(everyone !== undefined && { each: everyone }),
    ...(manifest.route !== undefined && { route: manifest.route }),
    ...(when !== undefined && { when }),
  }
}

function checkReceiver(
  world: World,
  place: At,
  draft: EntityDraft,
  transition: TransitionDraft,
  path: string,
  account: EntityDraft | undefined,
): void {
  const before = path.startsWith('before.')
  if (before && transition.creates)
    tell(world, place, 'wrong-field', { name: path, expected: 'a field of the new record: there is none before it' })
  const reached = pathFrom(world, place, draft, before ? path.slice(7) : path, before ? 7 : 0)
  if (
    reached !== undefined &&
    account !== undefined &&
    (reached.field.type !== 'ref' || reached.field.entity !== account.name)
  )
    tell(world, place, 'wrong-field', { name: path, expected: `a reference to ${account.name}` })
}

function groupNamed(world: World, place: At, name: string): { place: At; manifest: language.MessageGroup } | undefined {
  const file = world.manifests.app
  if (file === undefined) return undefined
  const groups = file.manifest.messages.groups ?? {}
  if (Object.hasOwn(groups, name)) return { place: at(file, 'messages', 'groups', name), manifest: groups[name]! }
  tell(world, place, 'unknown-name', { what: 'group of messages', name }, hintFor(name, Object.keys(groups)))
  return undefined
}

/** Which accounts belong to a group of app.json. It is the same for every record, so it names none. */
export function groupRule(world: World, place: At, { where }: language.MessageGroup): Rule | undefined {
  const account = world.entities[world.identity?.account ?? '']
  return account && ruleAt(world, below(place, 'where'), where, { ...world.base, record: account.shape }, 'boolean')
}

/** The kinds of messages are the codes of the message entity's field `kind`. */
function checkKind(world: World, place: At, kind: string): void {
  const message = world.entities[world.manifests.app?.manifest.messages.entity ?? '']
  const dictionary = message?.fields.kind?.dictionary
  const codes = dictionary === undefined ? undefined : world.dictionaryCodes.get(dictionary)
  if (codes !== undefined && !codes.includes(kind))
    tell(world, place, 'unknown-code', { name: kind, of: `the dictionary ${dictionary}` }, hintFor(kind, codes))
}
