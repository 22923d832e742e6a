// Lists what an entity or a screen declares besides what `explain` puts into tables of its own.
// Walks the compiled parts generically, so that no key of the language is forgotten.
import type { Audience } from '../model/access'
import type { Block } from '../model/block'
import type { Column } from '../model/column'
import type { Entity } from '../model/entity'
import type { Report } from '../model/report'
import { isRule } from '../model/rule'
import type { Screen } from '../model/screen'
import { eachLanguage, factTable } from './factLines'

/** Keys shown elsewhere, and those that the compiler derives for itself. */
const elsewhereOfEntity = new Set([
  ...['name', 'module', 'title', 'source', 'labelField', 'sublabelField', 'perTenant', 'rowScope', 'readPermissions'],
  ...['fields', 'states', 'transitions'],
])
const elsewhereOfTransition = new Set([
  ...['name', 'entity', 'title', 'from', 'to', 'creates', 'skipsStages', 'permissions', 'undo'],
  ...['readPaths', 'decisionFields', 'contextFields', 'emptyFields', 'revealsSecret', 'recordsEvent', 'awaitsDecision'],
])
const elsewhereOfField = new Set([
  'name',
  'title',
  'dictionary',
  'entity',
  'type',
  'system',
  'stored',
  'sortable',
  'internal',
])
const elsewhereOfScreen = new Set([
  ...['path', 'module', 'title', 'kind', 'permissions', 'hideInMenu', 'redirect', 'source'],
  ...['entity', 'where', 'states', 'widenRowScope', 'sort', 'columns', 'filters', 'actions'],
  ...['report', 'blocks', 'moreLists', 'tabCodes'],
])
const elsewhereOfReport = new Set(['dimensions', 'measures'])
const elsewhereOfBlock = new Set(['kind', 'name'])

/** One table for the entity, one for its fields, and one for each transition. */
export function ruleTables(entity: Entity): string[] {
  return [
    ...factTable('rules and parts', rowsOf(entity, elsewhereOfEntity)),
    ...factTable(
      'rules of fields',
      Object.values(entity.fields).flatMap((field) => keyedRows(field, elsewhereOfField)),
    ),
    ...Object.values(entity.transitions).flatMap((transition) =>
      factTable(`transition ${transition.name}`, rowsOf(transition, elsewhereOfTransition)),
    ),
  ]
}

/** Tables for the screen itself, its report and each of its blocks, which show every text, rule and message of them. */
export function screenTables(screen: Screen): string[] {
  return [
    ...factTable('rules and parts', [
      ...rowsOf({ ...screen, keepAlive: screen.keepAlive || 'no', export: screen.export || 'no' }, elsewhereOfScreen),
      ...(screen.queue && isSilent(screen.queue) ? [['queue', 'all its records']] : []),
    ]),
    ...(screen.report === undefined ? [] : reportTables(screen.report)),
    ...screen.blocks.flatMap(blockTable),
  ]
}

function reportTables(report: Report): string[] {
  const dimensions = Object.values(report.dimensions)
  return [
    ...factTable('report', rowsOf(report, elsewhereOfReport)),
    ...factTable(
      'dimensions',
      dimensions.map((field) => [
        field.name,
        eachLanguage(field.title),
        field.dictionary ?? field.entity ?? '',
        field.type,
      ]),
    ),
    ...factTable(
      'rules of dimensions',
      dimensions.flatMap((field) => keyedRows(field, elsewhereOfField)),
    ),
    ...factTable(
      'measures',
      report.measures.flatMap((measure) => keyedRows(measure, new Set(['name']))),
    ),
  ]
}

const blockTable = (block: Block): string[] =>
  factTable(`block ${block.name ?? block.kind}`, [
    ['kind', block.kind],
    ...rowsOf({ ...block, previews: block.previews || undefined }, elsewhereOfBlock),
  ])

/** The rows of a named part, each beginning with that name. */
const keyedRows = (part: { readonly name: string }, elsewhere: ReadonlySet<string>): string[][] =>
  rowsOf(part, elsewhere).map(([key = '', value = '']) => [`${part.name}.${key}`, value])

export function columnFacts(column: Column): string[] {
  return [
    column.field,
    eachLanguage(column.title),
    column.type,
    [
      column.sortable ? 'sortable' : '',
      column.sum ? 'summed up' : '',
      column.hiddenByDefault ? 'hidden at first' : '',
      column.pin === undefined ? '' : `at the ${column.pin} edge`,
      column.width === undefined ? '' : `${column.width} px`,
      audienceText(column),
    ]
      .filter(Boolean)
      .join(', '),
  ]
}

/** For whom and when a part is there; empty if for all who open the screen. */
export function audienceText({ permissions, visibleWhen }: Audience): string {
  return [
    permissions === undefined ? '' : `for ${permissions.join(' or ')}`,
    visibleWhen === undefined ? '' : `while ${visibleWhen.source}`,
  ]
    .filter(Boolean)
    .join(' ')
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
        const address = Array.isArray(value) ? key : `${key}.${name}`
        return (Array.isArray(item) && item.some(isPart) ? item : [item]).map((one) => [address, inWords(one)])
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
  const { entity, transition, ...others } = value
  const isAction = isWord(entity) && isWord(transition)
  return [
    ...(isAction ? [`${inWords(entity)}.${inWords(transition)}`] : []),
    ...Object.entries(isAction ? others : value)
      .filter(([key, item]) => !isSilent(item) && key !== 'readPaths' && key !== 'readsThis')
      .map(([key, item]) => `${key}: ${inWords(item)}`),
  ].join('; ')
}
