// What is a transition? Declared for all entities first (effects and screens refer to transitions of other entities), then its rules,
// asks and effects are compiled. Which states can be reached at all is asked in states.ts.
import type { Check, Permission, ValueType } from '../app'
import type * as language from '../generated/language'
import { ineffective, pathFrom, permissionAt, stateAt } from '../names'
import { judgesOf } from '../derive/judges'
import { noteField } from '../derive/systemFields'
import { visit, type RuleEnvironment } from '../rule/check'
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
import { resolveAggregate } from './aggregate'
import { resolveAppend } from './append'
import { declareAsks, resolveAsks } from './asks'
import { resolveChange } from './change'
import { resolveCopy } from './copy'
import { resolveEffects } from './effects'
import { declareField, resolveField, targetOf, type FieldScope } from './fields'

/** Declares a transition: what others need to know of it. */
export function declareTransition(
  world: World,
  draft: EntityDraft,
  name: string,
  manifest: language.TransitionManifest,
): void {
  const place = at(draft.file, 'transitions', name)
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) tell(world, place, 'bad-name', { name }, { key: true })
  const creates = manifest.from === undefined
  const transition: TransitionDraft = {
    name,
    entity: draft.name,
    title: manifest.title,
    from: [],
    creates,
    toStage: false,
    permissions: each(manifest.permission).map(([index, permission]): Permission => ({
      code: permissionAt(
        world,
        below(place, 'permission', index, ...(typeof permission === 'string' ? [] : ['code'])),
        typeof permission === 'string' ? permission : permission.code,
        ['public', 'signed-in', 'admin', 'system'],
      ),
    })),
    asks: [],
    inputs: table(),
    fourEyes: manifest.fourEyes === true,
    lock: [],
    lets: table(),
    guards: [],
    judges: [],
    said: [],
    set: table(),
    copy: table(),
    change: table(),
    append: table(),
    effects: [],
    danger: manifest.danger === true,
    reads: [],
    ...(manifest.note !== undefined && { note: manifest.note }),
    ...(manifest.scopes !== undefined && { scopes: manifest.scopes }),
    ...(manifest.confirm !== undefined && { confirm: manifest.confirm }),
    ...(manifest.done !== undefined && { done: manifest.done }),
  }
  draft.transitions[name] = transition
  declareStates(world, draft, place, transition, manifest)
  const inputs = table<ReturnType<typeof declareField>>()
  for (const [input, field] of Object.entries(manifest.inputs ?? {})) {
    if (input === 'note' && manifest.note !== undefined)
      tell(
        world,
        below(place, 'inputs', input),
        'reserved-name',
        { name: input, what: 'the remark of this transition' },
        { key: true },
      )
    if (input in draft.fields)
      tell(
        world,
        below(place, 'inputs', input),
        'reserved-name',
        { name: input, what: `a field of ${draft.name} already` },
        { key: true, hint: 'A field is asked in `asks`.' },
      )
    inputs[input] = declareField(world, below(place, 'inputs', input), input, field, 'input')
  }
  transition.inputs = inputs
  declareAsks(world, draft, place, transition, manifest.asks)
  if (creates) ineffective(world, draft.file, place.path, manifest, ['fourEyes'], 'on a transition that creates')
  if (transition.asks.length > 0 || manifest.note !== undefined)
    ineffective(world, draft.file, place.path, manifest, ['confirm'], 'on a transition that has a form')
}

function declareStates(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
): void {
  transition.from = each(manifest.from).flatMap(([index, state]) =>
    stateAt(world, below(place, 'from', index), draft, state) ? [state] : [],
  )
  if (manifest.to === undefined) {
    if (transition.creates && Object.keys(draft.states).length > 0)
      tell(
        world,
        place,
        'missing-part',
        { thing: 'a transition that creates', key: 'to' },
        { key: true, hint: `The state of the new record: ${Object.keys(draft.states).join(', ')}.` },
      )
    return
  }
  const stage = manifest.to.endsWith('*')
  const to = stage ? manifest.to.slice(0, -1) : manifest.to
  if (!stateAt(world, below(place, 'to'), draft, to, { start: 0, end: to.length })) return
  transition.to = to
  transition.toStage = stage
  const stages = each(draft.file.manifest.stages).map(([, one]) => one.state)
  if (stage && !stages.includes(to))
    tell(world, below(place, 'to'), 'unknown-name', { what: 'stage', name: to }, hintFor(to, stages))
}

/** Compiles everything of a declared transition. */
export function resolveTransition(
  world: World,
  draft: EntityDraft,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
): void {
  const place = at(draft.file, 'transitions', transition.name)
  const record: RuleEnvironment = { ...world.base, record: draft.shape }
  // Before a record is chosen there is nothing that `when` could ask of a new one.
  if (manifest.when !== undefined)
    transition.when = ruleAt(
      world,
      below(place, 'when'),
      manifest.when,
      transition.creates ? world.base : record,
      'boolean',
    )
  transition.permissions = each(manifest.permission).map(([index, permission]) => {
    const code = typeof permission === 'string' ? permission : permission.code
    const when =
      typeof permission === 'string'
        ? undefined
        : ruleAt(world, below(place, 'permission', index, 'when'), permission.when, record, 'boolean')
    return { code, ...(when !== undefined && { when }) }
  })
  const form: RuleEnvironment = {
    ...record,
    input: {
      ...askedFields(draft, transition),
      ...transition.inputs,
      ...(manifest.note !== undefined && { note: noteField }),
    },
    ...(!transition.creates && { before: draft.shape }),
  }
  const scope: FieldScope = { record: draft.shape, input: form.input as FieldScope['input'] }
  for (const [name, field] of Object.entries(transition.inputs))
    resolveField(world, below(place, 'inputs', name), field, manifest.inputs![name]!, scope)
  resolveAsks(world, draft, place, transition, manifest.asks, form)
  const all: RuleEnvironment = { ...form, lets: resolveLets(world, draft, place, transition, manifest, form) }
  transition.guards = resolveChecks(
    world,
    below(place, 'guard'),
    manifest.guard,
    all,
    transition.asks.map((ask) => ask.field),
  )
  transition.judges = judgesOf(world, draft, transition)
  resolveSet(world, draft, place, transition, manifest, all)
  resolveCopy(world, draft, place, transition, manifest, all)
  resolveChange(world, draft, place, transition, manifest, all)
  resolveAppend(world, draft, place, transition, manifest, all)
  transition.lock = each(manifest.lock).flatMap(([index, path]) =>
    lockable(world, below(place, 'lock', index), draft, path) ? [path] : [],
  )
  transition.effects = resolveEffects(world, draft, place, transition, manifest.effects, all)
  transition.reads = [
    ...new Set(
      [transition.when, ...transition.permissions.map((permission) => permission.when)].flatMap(
        (rule) => rule?.reads ?? [],
      ),
    ),
  ]
  tellUnusedLets(world, place, transition, manifest)
}

function askedFields(draft: EntityDraft, transition: TransitionDraft): Record<string, EntityDraft['fields'][string]> {
  return Object.fromEntries(
    transition.asks.flatMap((ask) => (ask.input ? [] : [[ask.field, draft.fields[ask.field]!]])),
  )
}

function lockable(world: World, place: At, draft: EntityDraft, path: string): boolean {
  const reached = pathFrom(world, place, draft, path)
  if (reached === undefined) return false
  if (reached.field.type === 'ref' && reached.field.stored) return true
  tell(world, place, 'wrong-field', { name: path, expected: 'a stored reference' })
  return false
}

function resolveLets(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
  form: RuleEnvironment,
): Record<string, ValueType> {
  const types = table<ValueType>()
  const lets = table<NonNullable<ReturnType<typeof resolveAggregate>>>()
  for (const [name, aggregate] of Object.entries(manifest.let ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name))
      tell(world, below(place, 'let', name), 'bad-name', { name }, { key: true })
    const resolved = resolveAggregate(world, below(place, 'let', name), aggregate, {
      own: draft,
      asking: draft.shape,
      tables: true,
      environment: { ...form, lets: { ...types } },
    })
    types[name] = resolved?.type ?? 'unknown'
    if (resolved !== undefined) lets[name] = resolved
  }
  transition.lets = lets
  return types
}

/** Rules that must hold with what is said when they do not; `asked`: the fields that a message may belong to. */
export function resolveChecks(
  world: World,
  place: At,
  checks: readonly language.Check[] | undefined,
  environment: RuleEnvironment,
  asked?: readonly string[],
): Check[] {
  return each(checks).flatMap(([index, check]) => {
    const own = below(place, index)
    const rule = ruleAt(world, below(own, 'rule'), check.rule, environment, 'boolean')
    textAt(world, below(own, 'message'), check.message, environment)
    if (check.field !== undefined) {
      if (asked === undefined)
        tell(
          world,
          below(own, 'field'),
          'ineffective-key',
          { key: 'field', where: 'where nothing is asked' },
          { key: true },
        )
      else if (!asked.includes(check.field))
        tell(
          world,
          below(own, 'field'),
          'unknown-name',
          { what: 'asked field', name: check.field },
          hintFor(check.field, asked),
        )
    }
    return rule === undefined
      ? []
      : [{ rule, message: check.message, ...(check.field !== undefined && { field: check.field }) }]
  })
}

function resolveSet(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
  environment: RuleEnvironment,
): void {
  const set = table<Exclude<TransitionDraft['set'][string], undefined>>()
  for (const [name, source] of Object.entries(manifest.set ?? {})) {
    const own = below(place, 'set', name)
    const field = draft.fields[name]
    if (field === undefined) {
      tell(
        world,
        own,
        'unknown-field',
        { entity: draft.name, name },
        { key: true, ...hintFor(name, Object.keys(draft.fields)) },
      )
      continue
    }
    if (field.system)
      tell(
        world,
        own,
        'system-field',
        { name, done: 'set' },
        { key: true, ...(name === 'state' && { hint: '`to` says the new state.' }) },
      )
    else if (!field.stored) tell(world, own, 'computed-field', { name, done: 'set' }, { key: true })
    if (source === null) {
      set[name] = null
      continue
    }
    const { expected, target } = targetOf(world, field)
    const rule = ruleAt(world, own, source, environment, expected, target)
    if (rule !== undefined) set[name] = rule
  }
  transition.set = set
}

/** A value that no guard, message, effect or assignment reads is counted for nothing. */
function tellUnusedLets(
  world: World,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
): void {
  const unused = new Set(Object.keys(transition.lets))
  if (unused.size === 0) return
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('node' in value && 'source' in value)
      visit((value as Check['rule']).node, (node) => {
        if (node.kind === 'name' && node.scope === 'let') unused.delete(node.path[0]!)
      })
    else for (const part of Object.values(value)) look(part)
  }
  look([
    Object.values(transition.lets).map(({ where }) => where),
    transition.guards,
    transition.set,
    transition.copy,
    transition.change,
    transition.append,
    transition.effects,
  ])
  const texts = JSON.stringify([manifest.guard, manifest.effects])
  for (const name of unused)
    if (!texts.includes(`let.${name}`)) tell(world, below(place, 'let', name), 'unused-let', { name }, { key: true })
}
