// Does a name stand for something? One function a kind of name: it answers the thing, or tells the problem with what was probably meant.
import type { Field, FieldType, Rule, ValueType } from './app'
import { derivedDictionary } from './derive/dictionaries'
import { fieldTypes } from './fields/fieldTypes'
import type { EndpointManifest } from './generated/language'
import type { File } from './read'
import { at, below, hintFor, tell, type At, type EntityDraft, type FieldDraft, type World } from './world'

/** References that a path may step through, as in rules. */
const MOST_STEPS = 3

export function entityNamed(world: World, place: At, name: string): EntityDraft | undefined {
  const found = world.entities[name]
  if (found === undefined && !world.manifests.unreadable.entity.has(name))
    tell(world, place, 'unknown-entity', { name }, hintFor(name, Object.keys(world.entities)))
  return found
}

export function fieldNamed(
  world: World,
  place: At,
  draft: EntityDraft,
  name: string,
  span?: { start: number; end: number },
): FieldDraft | undefined {
  const found = draft.fields[name]
  if (found === undefined)
    tell(
      world,
      place,
      'unknown-field',
      { entity: draft.name, name },
      { ...hintFor(name, Object.keys(draft.fields)), ...(span !== undefined && { span }) },
    )
  return found
}

export interface Reached {
  /** The field at the end. */
  readonly field: FieldDraft
  /** Whose field it is. */
  readonly owner: EntityDraft
  /** The references on the way. */
  readonly steps: readonly FieldDraft[]
}

/** Follows a path such as `book.branch.name` from an entity. `shift`: where the path begins in the text at the place. */
export function pathFrom(world: World, place: At, draft: EntityDraft, path: string, shift = 0): Reached | undefined {
  const names = path.split('.')
  const steps: FieldDraft[] = []
  let owner = draft
  let start = shift
  for (const [index, name] of names.entries()) {
    const span = { start, end: start + name.length }
    const field = fieldNamed(world, place, owner, name, span)
    if (field === undefined || index === names.length - 1) return field && { field, owner, steps }
    if (field.type !== 'ref') {
      tell(world, place, 'wrong-field', { name, expected: 'a reference, before a point' }, { span })
      return undefined
    }
    if (index === MOST_STEPS) {
      tell(world, place, 'long-path', { most: String(MOST_STEPS) }, { span })
      return undefined
    }
    const next = world.entities[field.entity ?? '']
    // The reference itself is in error and was told there.
    if (next === undefined) return undefined
    steps.push(field)
    owner = next
    start = span.end + 1
  }
  return undefined
}

const WORDS = ['public', 'signed-in', 'admin', 'system'] as const
export type PermissionWord = (typeof WORDS)[number]

/** A permission code, or one of the words that this place allows. */
export function permissionAt(world: World, place: At, code: string, words: readonly PermissionWord[]): string {
  if ((WORDS as readonly string[]).includes(code)) {
    if (!(words as readonly string[]).includes(code) && !(code in world.permissions))
      tell(
        world,
        place,
        'unknown-permission',
        { name: code },
        {
          hint: `The word ${code} has no meaning here; ${words.length > 0 ? `known: ${words.join(', ')} and the codes of access.json.` : 'write a code of access.json.'}`,
        },
      )
  } else if (!(code in world.permissions) && world.manifests.access !== undefined)
    tell(
      world,
      place,
      'unknown-permission',
      { name: code },
      hintFor(code, [...Object.keys(world.permissions), ...words]),
    )
  return code
}

export function permissionsAt(
  world: World,
  place: At,
  codes: readonly string[],
  words: readonly PermissionWord[],
): string[] {
  return codes.flatMap((code, index) =>
    code === undefined ? [] : [permissionAt(world, below(place, index), code, words)],
  )
}

/** The address of a screen or module; a query after `?` is left to the screen. */
export function routeAt(world: World, place: At, path: string): string {
  const [address = ''] = path.split('?')
  if (!world.routes.has(address) && world.manifests.unreadable.screen.size === 0)
    tell(world, place, 'unknown-screen', { name: address }, hintFor(address, world.routes.keys()))
  return path
}

/** The list behind a number: without records of the counted entity it could not show what was counted. */
export function recordsAt(world: World, place: At, path: string, counted: string | undefined): void {
  routeAt(world, place, path)
  const screen = world.manifests.screens.find((file) => file.manifest.path === path)?.manifest
  if (counted === undefined)
    tell(
      world,
      place,
      'ineffective-key',
      { key: 'open', where: 'on a number that counts nothing itself' },
      { key: true },
    )
  else if (screen !== undefined && (screen.kind !== 'list' || screen.entity !== counted))
    tell(world, place, 'wrong-field', { name: path, expected: `a list of ${counted}` })
}

/** The manifest of a declared endpoint. */
export function endpointAt(world: World, place: At, name: string): EndpointManifest | undefined {
  const { endpoints, unreadable } = world.manifests
  const found = endpoints.find((file) => file.name === name)
  if (found === undefined && !unreadable.endpoint.has(name))
    tell(
      world,
      place,
      'unknown-name',
      { what: 'endpoint', name },
      hintFor(
        name,
        endpoints.map((file) => file.name),
      ),
    )
  return found?.manifest
}

export function settingAt(world: World, place: At, name: string, type: ValueType, expected: string): void {
  const setting = world.settings[name]
  if (setting === undefined) {
    if (world.manifests.unreadable.settings.size === 0)
      tell(world, place, 'unknown-setting', { name }, hintFor(name, Object.keys(world.settings)))
  } else if (setting.type !== type) tell(world, place, 'wrong-field', { name, expected })
}

export function iconAt(world: World, place: At, icon: string | undefined): void {
  if (icon !== undefined && world.names.icons !== undefined && !world.names.icons.has(icon))
    tell(world, place, 'unknown-icon', { name: icon }, hintFor(icon, world.names.icons))
}

export function dictionaryAt(world: World, place: At, name: string): readonly string[] | undefined {
  const derived = world.dictionaryCodes.has(name) ? undefined : derivedDictionary(world.manifests, name)
  if (derived !== undefined) {
    world.dictionaries[name] = derived
    world.dictionaryCodes.set(
      name,
      derived.items.map((item) => item.code),
    )
  }
  const codes = world.dictionaryCodes.get(name)
  if (codes !== undefined) world.usedDictionaries.add(name)
  else if (!world.manifests.unreadable.dictionary.has(name))
    tell(world, place, 'unknown-dictionary', { name }, hintFor(name, world.dictionaryCodes.keys()))
  return codes
}

export function stateAt(
  world: World,
  place: At,
  draft: EntityDraft,
  name: string,
  span?: { start: number; end: number },
): boolean {
  if (name in draft.states) return true
  tell(
    world,
    place,
    'unknown-state',
    { entity: draft.name, name },
    {
      ...(Object.keys(draft.states).length > 0
        ? hintFor(name, Object.keys(draft.states))
        : { hint: 'The entity declares no states.' }),
      ...(span !== undefined && { span }),
    },
  )
  return false
}

/** Tells when a field has none of the types that a place can use. */
export function typeAt(
  world: World,
  place: At,
  name: string,
  field: Field,
  types: readonly FieldType[],
  expected: string,
): boolean {
  if (types.includes(field.type)) return true
  tell(world, place, 'wrong-field', { name, expected: `${expected}, not ${field.type}` })
  return false
}

/** `-createdAt` as a sort by a stored field of the entity, or by a path. */
export function sortAt(
  world: World,
  place: At,
  draft: EntityDraft,
  sort: string,
): { field: string; descending: boolean } | undefined {
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const reached = pathFrom(world, place, draft, field, descending ? 1 : 0)
  if (reached === undefined) return undefined
  if (!isSortable(world, reached))
    tell(world, place, 'wrong-field', { name: field, expected: 'a stored field that can be sorted by' })
  return { field, descending }
}

/** Whether records can be put in the order of a field without telling what may not be read. */
export function isSortable(world: World, { field }: Pick<Reached, 'field'>): boolean {
  if (!field.stored || field.mask !== undefined || !fieldTypes[field.type].sortable) return false
  if (field.type !== 'ref') return true
  const target = world.entities[field.entity ?? '']
  const label = target?.fields[target.entity.label]
  return label === undefined || (label.stored && label.mask === undefined)
}

/** Tells keys that are written but mean nothing at their place. */
export function ineffective(
  world: World,
  file: File<unknown>,
  path: readonly (string | number)[],
  written: object,
  keys: readonly string[],
  where: string,
): void {
  for (const key of keys)
    if ((written as Record<string, unknown>)[key] !== undefined)
      tell(world, at(file, ...path, key), 'ineffective-key', { key, where }, { key: true })
}

/** A rule that holds when both do. */
export function both(left: Rule | undefined, right: Rule | undefined): Rule | undefined {
  if (left === undefined || right === undefined) return left ?? right
  return {
    source: `(${left.source}) && (${right.source})`,
    node: { kind: 'binary', type: 'boolean', op: '&&', left: left.node, right: right.node },
    type: 'boolean',
    reads: [...new Set([...left.reads, ...right.reads])],
  }
}
