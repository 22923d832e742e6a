// Lists everything that an entity declares besides its fields, states and transitions.
// Walks the compiled parts generically, so that no key of the language is forgotten.
import type { Entity } from '../model/entity'
import { isRule } from '../model/rule'
import { factTable } from './factLines'

/** Keys shown elsewhere, and those that the compiler derives for itself. */
const elsewhereOfEntity = new Set([
  ...['name', 'module', 'title', 'source', 'labelField', 'sublabelField', 'perTenant', 'rowScope', 'readPermissions'],
  ...['fields', 'states', 'transitions'],
])
const elsewhereOfTransition = new Set([
  ...['name', 'entity', 'title', 'from', 'to', 'creates', 'skipsStages', 'permissions', 'undo'],
  ...['readPaths', 'decisionFields', 'contextFields'],
])
const elsewhereOfField = new Set(['name', 'title', 'dictionary', 'entity', 'type', 'system', 'stored'])

/** One table for the entity, one for its fields, and one for each transition. */
export function ruleTables(entity: Entity): string[] {
  return [
    ...factTable('rules and parts', rowsOf(entity, elsewhereOfEntity)),
    ...factTable(
      'rules of fields',
      Object.values(entity.fields).flatMap((field) =>
        rowsOf(field, elsewhereOfField).map(([key = '', value = '']) => [`${field.name}.${key}`, value]),
      ),
    ),
    ...Object.values(entity.transitions).flatMap((transition) =>
      factTable(`transition ${transition.name}`, rowsOf(transition, elsewhereOfTransition)),
    ),
  ]
}

/** A row for each key with a value, and for each entry of a list or map. */
function rowsOf(part: object, elsewhere: ReadonlySet<string>): string[][] {
  return Object.entries(part)
    .filter(([key, value]) => !elsewhere.has(key) && !isSilent(value))
    .flatMap(([key, value]: [string, unknown]) => {
      if (isRule(value) || isText(value) || !isObject(value)) return [[key, inWords(value)]]
      if (Array.isArray(value) && !value.some(isObject)) return [[key, inWords(value)]]
      return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
        if (isSilent(item)) return []
        const words = Array.isArray(value) ? key : `${key}.${name}`
        return (Array.isArray(item) && item.some(isPart) ? item : [item]).map((one) => [words, inWords(one)])
      })
    })
}

/** Includes lists, unlike `isRecord`. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isText = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && /^[a-z]{2}(-\w+)?$/.test(Object.keys(value)[0] ?? '') && Object.values(value).every(isWord)
const isPart = (value: unknown): boolean => isObject(value) && !isRule(value) && !isText(value)
/** A column, represented by its field, from which the rest is derived. */
const isColumn = (value: unknown): value is { readonly field: string } =>
  isObject(value) && 'field' in value && 'sortable' in value
const isWord = (value: unknown): boolean => typeof value === 'string'

/** Whether nothing is declared: absent, false or empty. A cleared value (`null`) is declared. */
function isSilent(value: unknown): boolean {
  return value === undefined || value === false || (isObject(value) && Object.values(value).every(isSilent))
}

function inWords(value: unknown): string {
  if (value === null) return 'cleared'
  if (value === true) return 'yes'
  if (!isObject(value)) return String(value).replace(/\s+/g, ' ')
  if (isRule(value)) return value.source
  if (isText(value)) return Object.values(value).map(inWords).join(' / ')
  if (isColumn(value)) return value.field
  if (Array.isArray(value))
    return value.map((item) => (isPart(item) && !isColumn(item) ? `(${inWords(item)})` : inWords(item))).join(', ')
  return Object.entries(value)
    .filter(([key, item]) => !isSilent(item) && key !== 'readPaths' && key !== 'readsThis')
    .map(([key, item]) => `${key}: ${inWords(item)}`)
    .join('; ')
}
