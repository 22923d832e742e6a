// Lookups of names: one function per kind.
// Each returns the thing, or reports a problem with the probable name.
import { firstItem } from '../expression/values/present'
import type { FieldType } from '../model/field'
import type { Rule, ValueType } from '../model/rule'
import { derivedDictionary } from './builtInDictionaries'
import { fieldsInstead, isStoredAs, reportWrongField } from './fittingFields'
import type { Mark } from '../json/parse'
import { didYouMean, nearestFew, oneOf } from '../problems/suggest'
import { ownSnapshot, snapshotField } from '../expression/environment'
import { maxReferences } from '../expression/names'
import type { EndpointManifest } from '../language/generated'
import {
  childLocation,
  hintFor,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type FieldDraft,
  type CompileContext,
  reportUnknownName,
} from './compileContext'

/** Undefined after reporting; silently so if the file of the entity was unreadable, which is reported already. */
export function findEntity(location: ManifestLocation, name: string): EntityDraft | undefined {
  const { context } = location
  const entity = context.entities[name]
  if (entity === undefined && !context.manifests.unreadable.entity.has(name))
    reportProblem(location, 'unknown-entity', { name }, hintFor(name, Object.keys(context.entities)))
  return entity
}

/** A field of the entity itself, undefined after reporting; follow a path with `pathFrom`. Marks the field as used. */
export function findField(
  location: ManifestLocation,
  draft: EntityDraft,
  name: string,
  mark: Mark = {},
): FieldDraft | undefined {
  const field = draft.fields[name]
  if (field === undefined)
    reportProblem(location, 'unknown-field', { entity: draft.name, name }, { ...fieldHint(draft, name), ...mark })
  else location.context.namedFields.add(field)
  return field
}

/** A snapshot is no field, but its values are. */
function fieldHint({ fields, shape }: EntityDraft, name: string): { hint?: string } {
  const parts = ownSnapshot(shape.snapshots, name)
  return parts ? { hint: oneOf(parts.map((value) => snapshotField(name, value))) } : hintFor(name, Object.keys(fields))
}

export interface PathTarget {
  /** The field at the end. */
  readonly field: FieldDraft
  /** The entity of that field. */
  readonly owner: EntityDraft
  /** The references on the way. */
  readonly steps: readonly FieldDraft[]
}

/**
 * Follows a path such as `book.branch.name` from an entity. `shift`: offset of the path in the text at the location.
 */
export function pathFrom(
  location: ManifestLocation,
  draft: EntityDraft,
  path: string,
  shift = 0,
): PathTarget | undefined {
  const { context } = location
  const names = path.split('.')
  const steps: FieldDraft[] = []
  let owner = draft
  let start = shift
  for (const [index, name] of names.entries()) {
    const span = { start, end: start + name.length }
    const field = findField(location, owner, name, { span })
    if (field === undefined || index === names.length - 1) return field && { field, owner, steps }
    if (field.type !== 'ref') {
      const expected = 'a reference, before a point'
      if (field.type === 'lines')
        reportProblem(
          location,
          'wrong-field',
          { name, expected },
          {
            span,
            hint: 'A path leads through references, not into lines: make them an entity of their own where one has to reach them.',
          },
        )
      else reportWrongField(location, { name, expected, fits: leadingTo(context, owner, names[index + 1]) }, { span })
      return undefined
    }
    if (index === maxReferences) {
      reportProblem(location, 'long-path', { most: String(maxReferences) }, { span })
      return undefined
    }
    const next = context.entities[field.entity ?? '']
    // The reference itself is invalid and was already reported.
    if (next === undefined) return undefined
    steps.push(field)
    owner = next
    start = span.end + 1
  }
  return undefined
}

/** References to records that have the next field, else all. */
function leadingTo(context: CompileContext, { fields }: EntityDraft, next = ''): string[] {
  const reached = fieldsInstead('', fields, (field) => next in (context.entities[field.entity ?? '']?.fields ?? {}))
  return reached.length > 0 ? reached : fieldsInstead('', fields, ({ type }) => type === 'ref')
}

const permissionWords = ['public', 'signed-in', 'admin', 'system'] as const
type PermissionWord = (typeof permissionWords)[number]

/**
 * A permission code, or one of the words allowed here. `meant`: the expected kind, for a name that resembles no code.
 */
export function permissionAt(
  location: ManifestLocation,
  code: string,
  reservedWords: readonly PermissionWord[],
  meant?: string,
): string {
  const { context } = location
  const otherwise =
    reservedWords.length > 0
      ? `known: ${reservedWords.join(', ')} and the codes of access.json.`
      : 'write a code of access.json.'
  if ((permissionWords as readonly string[]).includes(code)) {
    if (!(reservedWords as readonly string[]).includes(code) && !(code in context.permissions))
      reportProblem(
        location,
        'unknown-permission',
        { name: code },
        { hint: `The word ${code} has no meaning here; ${otherwise}` },
      )
  } else if (
    !(code in context.permissions) &&
    context.manifests.access !== undefined &&
    // An unreadable module may declare it.
    context.manifests.unreadable.module.size === 0
  ) {
    const candidates = [...Object.keys(context.permissions), ...reservedWords]
    // A similarly spelled code may be one that the role does not hold.
    const near = /role/i.test(code) ? undefined : nearestFew(code, candidates, 'codes and words')
    const hint = meant === undefined ? near : (didYouMean(code, candidates) ?? [meant, near ?? ofRole].join(' '))
    reportProblem(location, 'unknown-permission', { name: code }, hint === undefined ? {} : { hint })
  }
  return code
}

/**
 * The codes as written; unknown ones are reported, and entries of a wrong shape left out. `reservedWords`: the words,
 * such as `signed-in`, that are allowed at this place.
 */
export function permissionsAt(
  location: ManifestLocation,
  codes: readonly string[],
  reservedWords: readonly PermissionWord[],
  meant?: string,
): string[] {
  return codes.flatMap((code, index) =>
    code === undefined ? [] : [permissionAt(childLocation(location, index), code, reservedWords, meant)],
  )
}

const ofRole = '`npm run explain -- <role>` names those that a role of the demo data holds.'

/** The address of a screen or module; a query after `?` is the screen's own. */
export function routeAt(location: ManifestLocation, path: string): string {
  const { context } = location
  const [address = ''] = path.split('?')
  if (!context.routes.has(address) && context.manifests.unreadable.screen.size === 0)
    reportProblem(location, 'unknown-screen', { name: address }, movedHint(address, [...context.routes.keys()]))
  return path
}

/** Suggests the address with the same ending in another module, else the nearest. */
function movedHint(address: string, addresses: readonly string[]): { hint?: string } {
  const last = address.slice(address.lastIndexOf('/'))
  const moved = last.length > 1 ? addresses.filter((path) => path.endsWith(last)) : []
  const hint = moved.length === 1 ? didYouMean(firstItem(moved), moved) : nearestFew(address, addresses, 'addresses')
  return hint === undefined ? {} : { hint }
}

/** The manifest of a declared endpoint. */
export function endpointAt(location: ManifestLocation, name: string): EndpointManifest | undefined {
  const { context } = location
  const { endpoints, unreadable } = context.manifests
  const endpoint = endpoints.find((file) => file.name === name)
  if (endpoint === undefined && !unreadable.endpoint.has(name))
    reportUnknownName(location, name, { what: 'endpoint', among: endpoints.map((file) => file.name) })
  return endpoint?.manifest
}

/** Reports an unknown setting, or one whose value is of another type. `expected` words the type for the author. */
export function settingAt(location: ManifestLocation, name: string, type: ValueType, expected: string): void {
  const { context } = location
  const setting = context.settings[name]
  if (setting === undefined) {
    if (context.manifests.unreadable.settings.size === 0)
      reportProblem(location, 'unknown-setting', { name }, hintFor(name, Object.keys(context.settings)))
  } else if (setting.type !== type) {
    const fits = Object.entries(context.settings).flatMap(([other, { type: its }]) => (its === type ? [other] : []))
    reportWrongField(location, { name, expected, fits })
  }
}

/** Reports an icon that the page does not draw, with the nearest name; no icon is fine. */
export function iconAt(location: ManifestLocation, icon: string | undefined): void {
  const { context } = location
  if (icon !== undefined && !context.names.icons.has(icon))
    reportProblem(location, 'unknown-icon', { name: icon }, hintFor(icon, context.names.icons))
}

/**
 * The codes in declared order; undefined after reporting, silently so if the file was unreadable. Marks the dictionary
 * as used, and adds it to the context if it is derived from other declarations.
 */
export function dictionaryAt(location: ManifestLocation, name: string): readonly string[] | undefined {
  const { context } = location
  const derived = context.dictionaryCodes.has(name) ? undefined : derivedDictionary(context.manifests, name)
  if (derived !== undefined) {
    context.dictionaries[name] = derived
    context.dictionaryCodes.set(
      name,
      derived.items.map((item) => item.code),
    )
  }
  const codes = context.dictionaryCodes.get(name)
  if (codes !== undefined) context.usedDictionaries.add(name)
  else if (!context.manifests.unreadable.dictionary.has(name))
    reportProblem(location, 'unknown-dictionary', { name }, hintFor(name, context.dictionaryCodes.keys()))
  return codes
}

/** False after reporting, with the nearest state. */
export function stateAt(location: ManifestLocation, draft: EntityDraft, name: string): boolean {
  if (name in draft.states) return true
  reportProblem(
    location,
    'unknown-state',
    { entity: draft.name, name },
    Object.keys(draft.states).length > 0
      ? hintFor(name, Object.keys(draft.states))
      : { hint: 'The entity declares no states.' },
  )
  return false
}

/** Reports a field whose type is not among those allowed here. */
export function typeAt(
  location: ManifestLocation,
  { field: { name, type }, owner }: Pick<PathTarget, 'field' | 'owner'>,
  types: readonly FieldType[],
  expected: string,
): boolean {
  if (types.includes(type)) return true
  const fits = fieldsInstead('', owner.fields, isStoredAs(...types))
  reportWrongField(location, { name, expected: `${expected}, not ${type}`, fits })
  return false
}

/** Reports keys that have no effect at their location. */
export function ineffective(location: ManifestLocation, written: object, keys: readonly string[], where: string): void {
  for (const key of keys)
    if ((written as Record<string, unknown>)[key] !== undefined)
      reportProblem(childLocation(location, key), 'ineffective-key', { key, where }, { key: true })
}

/** The conjunction of two rules. */
export function andRule(left: Rule | undefined, right: Rule | undefined): Rule | undefined {
  if (left === undefined || right === undefined) return left ?? right
  return {
    source: `(${left.source}) && (${right.source})`,
    node: { kind: 'binary', type: 'boolean', op: '&&', left: left.node, right: right.node },
    type: 'boolean',
    readPaths: [...new Set([...left.readPaths, ...right.readPaths])],
  }
}
