// What does the form of a transition ask? Fields of the entity and extra inputs in their order, each with its behaviour in this form:
// what the form says about a field goes before what the field says about itself.
import type { Ask, Rule } from '../app'
import { keyColumn } from '../lineRules'
import type * as language from '../generated/language'
import { both, ineffective } from '../names'
import type { RuleEnvironment } from '../rule/check'
import {
  below,
  each,
  hintFor,
  ruleAt,
  tell,
  type At,
  type Draft,
  type EntityDraft,
  type FieldDraft,
  type TransitionDraft,
  type World,
} from '../world'
import { checkCells, targetOf } from './fields'

const nameOf = (ask: language.Ask): string => (typeof ask === 'string' ? ask : ask.field)

/** Declares which fields are asked and whether they must be given; their rules follow. */
export function declareAsks(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: readonly language.Ask[] | undefined,
): void {
  const asks = new Map<string, Draft<Ask>>()
  for (const [index, ask] of each(manifest)) {
    const name = nameOf(ask)
    const own = below(place, 'asks', index, ...(typeof ask === 'string' ? [] : ['field']))
    const input = name in transition.inputs
    const field = input ? transition.inputs[name] : draft.fields[name]
    if (field === undefined) {
      tell(
        world,
        own,
        'unknown-field',
        { entity: draft.name, name },
        hintFor(name, [...Object.keys(draft.fields), ...Object.keys(transition.inputs)]),
      )
      continue
    }
    if (asks.has(name)) tell(world, own, 'duplicate-entry', { name })
    // Whoever reaches all tenants has to say for which of them a record is made, unless what it refers to says so.
    const tenant = field.system && !input && transition.creates && name === world.identity?.tenant
    if (field.system && !tenant) tell(world, own, 'system-field', { name, done: 'asked' })
    else if (!field.stored) tell(world, own, 'computed-field', { name, done: 'asked' })
    const detail = typeof ask === 'string' ? undefined : ask
    asks.set(name, {
      field: name,
      input,
      readOnly: detail?.readOnly === true,
      wide: detail?.wide === true,
      required: detail?.required === undefined ? field.required || tenant : detail.required === true,
      ...(detail?.cells !== undefined && {
        cells: cellsAt(world, below(place, 'asks', index, 'cells'), transition, field, detail.cells),
      }),
      ...(detail?.without !== undefined && {
        without: withoutAt(world, below(place, 'asks', index, 'without'), field, detail),
      }),
    })
  }
  // An input that no ask places stands behind the fields.
  for (const [name, field] of Object.entries(transition.inputs))
    if (!asks.has(name))
      asks.set(name, { field: name, input: true, required: field.required, readOnly: false, wide: false })
  transition.asks = [...asks.values()]
}

/** The fields of a line that a form fills in: of lines that are there already. */
function cellsAt(
  world: World,
  place: At,
  transition: TransitionDraft,
  field: FieldDraft,
  cells: readonly string[],
): string[] {
  if (field.type !== 'lines')
    tell(world, place, 'ineffective-key', { key: 'cells', where: `on a field of type ${field.type}` }, { key: true })
  else if (transition.creates)
    tell(
      world,
      place,
      'ineffective-key',
      { key: 'cells', where: 'on a transition that creates: there are no lines yet' },
      { key: true },
    )
  else checkCells(world, place, field, cells)
  return [...cells]
}

/** The fields of a line that a form leaves out. */
function withoutAt(world: World, place: At, field: FieldDraft, { cells, without = [] }: language.AskDetail): string[] {
  if (field.type !== 'lines')
    tell(world, place, 'ineffective-key', { key: 'without', where: `on a field of type ${field.type}` }, { key: true })
  else if (cells !== undefined)
    tell(
      world,
      place,
      'ineffective-key',
      { key: 'without', where: 'beside `cells`, which names all that is filled in' },
      { key: true },
    )
  else {
    checkCells(world, place, field, without)
    for (const [index, name] of each(without))
      if (field.fields?.[name]?.required === true)
        tell(world, below(place, index), 'wrong-field', { name, expected: 'a field that need not be given' })
  }
  return [...without]
}

/** Compiles the rules of the asks. `form`: the record with what was filled in, and `input`. */
export function resolveAsks(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: readonly language.Ask[] | undefined,
  form: RuleEnvironment,
): void {
  const details = new Map(
    each(manifest).map(([index, ask]) => [nameOf(ask), { index, ask: typeof ask === 'string' ? undefined : ask }]),
  )
  transition.asks = transition.asks.map((ask) => {
    const field = ask.input ? transition.inputs[ask.field]! : draft.fields[ask.field]!
    const { index, ask: detail } = details.get(ask.field) ?? {}
    const own = below(place, 'asks', index ?? 0)
    const compiled: Draft<Ask> = { ...ask }
    const requiredWhen = requiredWhenOf(world, own, field, detail, form)
    if (requiredWhen !== undefined) compiled.requiredWhen = requiredWhen
    if (detail?.show !== undefined) compiled.show = ruleAt(world, below(own, 'show'), detail.show, form, 'boolean')
    if (detail?.default !== undefined) {
      const { expected, target } = targetOf(world, field)
      compiled.default = ruleAt(world, below(own, 'default'), detail.default, form, expected, target)
    }
    const options = optionsOf(world, own, field, detail, form)
    if (options !== undefined) compiled.options = options
    return compiled
  })
}

function requiredWhenOf(
  world: World,
  place: At,
  field: FieldDraft,
  detail: language.AskDetail | undefined,
  form: RuleEnvironment,
): Rule | undefined {
  if (typeof detail?.required === 'string')
    return ruleAt(world, below(place, 'required'), detail.required, form, 'boolean')
  return detail?.required === undefined ? field.requiredWhen : undefined
}

function optionsOf(
  world: World,
  place: At,
  field: FieldDraft,
  detail: language.AskDetail | undefined,
  form: RuleEnvironment,
): Rule | undefined {
  const { type, dictionary, entity } = field
  if (detail?.options === undefined) return type === 'ref' ? field.where : undefined
  const own = below(place, 'options')
  const keyed = type === 'lines' ? keyColumn(field)?.dictionary : undefined
  if (type === 'choice' || keyed !== undefined)
    return ruleAt(
      world,
      own,
      detail.options,
      {
        ...form,
        record: undefined,
        this: form.record,
        code: world.dictionaryCodes.get(keyed ?? dictionary ?? '') ?? [],
      },
      'boolean',
    )
  if (type !== 'ref') {
    ineffective(
      world,
      place.file,
      place.path,
      detail,
      ['options'],
      type === 'lines' ? 'on lines that may agree in every choice' : `on a field of type ${type}`,
    )
    return undefined
  }
  const target = world.entities[entity ?? '']
  // Without its entity the field is in error, and that was told.
  if (target === undefined) return undefined
  return both(
    field.where,
    ruleAt(
      world,
      own,
      detail.options,
      { ...form, record: target.shape, this: form.record, before: undefined },
      'boolean',
    ),
  )
}
