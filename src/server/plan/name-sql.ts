// Where does a name of a rule stand in a statement? A column of a row, a value of the request, or a constant of a setting.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { App, FunctionName, RuleNode, SettingValue, ValueType } from '../../manifest/app'
import type { RawRecord } from '../context'
import { engineColumns } from '../database/tables'
import { booleanConstant, numberConstant, textArray, textConstant } from './constant'
import { pathSql } from './field-sql'
import { entityNamed, Frame, type Planning } from './frame'
import type { Place } from './rule-sql'
import { Slot, type Asked } from './slot'

type Name = Extract<RuleNode, { kind: 'name' }>

const sqlTypes: Readonly<Record<ValueType, string>> = {
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  record: 'bigint',
  files: 'jsonb',
  lines: 'jsonb',
  address: 'jsonb',
  list: 'text[]',
  table: 'jsonb',
  null: 'text',
  unknown: 'text',
}

/** A value of the request, with the type that PostgreSQL is to take it for. */
export function parameter(type: ValueType, read: (asked: Asked) => unknown): Sql {
  return sql`${new Slot((asked) => sent(read(asked), type))}::${raw(sqlTypes[type])}`
}

/** A value as the driver is to send it: references by id, moments as ISO text, JSON as text. */
export function sent(value: unknown, type: ValueType): unknown {
  // What a rule reads as null must be null here too.
  if (value === undefined || value === null || value === '') return null
  if (type === 'record') return typeof value === 'object' ? ((value as { id?: unknown }).id ?? null) : value
  if (value instanceof Date) return value.toISOString()
  if (type === 'files' || type === 'lines' || type === 'address' || type === 'table') return JSON.stringify(value)
  return value
}

/** The expression of a name. */
export function nameSql(node: Name, place: Place): Sql {
  const { scope, path, type } = node
  const { planning, frame, asking } = place
  const { identity } = planning.app.access
  switch (scope) {
    case 'record':
      return frame ? pathSql(frame, path).value : missing(node)
    case 'this':
      if (asking instanceof Frame) return pathSql(asking, path).value
      return handedIn(planning, asking?.entity, type, path, (asked) => asked.this)
    case 'before':
      return handedIn(planning, frame?.entity?.name, type, path, (asked) => asked.before)
    case 'me':
      return handedIn(planning, identity.account, type, path, (asked) => asked.context.caller.me)
    case 'tenant':
      return handedIn(planning, identity.tenant, type, path, (asked) => asked.context.caller.tenant)
    case 'input':
      return parameter(type, (asked) => valueAt(asked.input, path))
    case 'let':
      return parameter(type, (asked) => valueAt(asked.lets, path))
    case 'period':
      return parameter(type, (asked) => valueAt(asked.period, path))
    case 'settings':
      return settingSql(setting(planning.app, path[0]))
    case 'measure':
    case 'code':
      return missing(node)
  }
}

const alwaysThere: ReadonlySet<FunctionName> = new Set([
  'now',
  'today',
  'holds',
  'granted',
  'size',
  'contains',
  'startsWith',
  'endsWith',
])
/** Functions that are null only where something that they are given is. */
const asItsArguments: ReadonlySet<FunctionName> = new Set(['date', 'days', 'max', 'min', 'abs', 'round'])

/** Whether a value is certainly there. */
export function neverNull(node: RuleNode, place: Place): boolean {
  const { planning, frame, asking } = place
  if (node.kind === 'literal') return node.value !== null
  if (node.kind === 'call')
    return (
      alwaysThere.has(node.name) ||
      (node.name === 'coalesce'
        ? node.args.some((of) => neverNull(of, place))
        : asItsArguments.has(node.name) && node.args.every((of) => neverNull(of, place)))
    )
  // What is divided by nothing is null.
  if (node.kind === 'binary')
    return ['+', '-', '*'].includes(node.op) && neverNull(node.left, place) && neverNull(node.right, place)
  if (node.kind !== 'name') return false
  const certain = node.path.length === 0 || (node.path.length === 1 && engineColumns.includes(node.path[0]!))
  switch (node.scope) {
    case 'record':
      return certain && frame?.entity !== undefined
    case 'this':
      return certain && asking instanceof Frame && asking.entity !== undefined
    // Whoever signed in has an account; the system has none.
    case 'me':
      return node.path.length === 0 && !planning.system
    case 'settings':
      return setting(planning.app, node.path[0]) !== ''
    case 'period':
      return true
    default:
      return false
  }
}

/** The table of numbers that a name leads to. */
export function settingOf(node: RuleNode, app: App): Readonly<Record<string, number>> {
  const value = node.kind === 'name' && node.scope === 'settings' ? setting(app, node.path[0]) : undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('Only a table of the settings can be indexed.')
  return value as Readonly<Record<string, number>>
}

// A record that is not in the statement: its own values come with the request, what lies behind a reference is fetched by a subselect.
function handedIn(
  planning: Planning,
  entityName: string | undefined,
  type: ValueType,
  path: readonly string[],
  record: (asked: Asked) => RawRecord | undefined,
): Sql {
  if (path.length === 0) return parameter('record', (asked) => record(asked)?.id)
  const entity = entityName === undefined ? undefined : entityNamed(planning.app, entityName)
  const first = entity?.fields[path[0]!]
  const own = parameter(type, (asked) => valueAt(record(asked), path))
  if (path.length === 1) {
    if (!first || first.stored || !entity) return own
    const frame = Frame.of(planning, entity)
    const { value } = pathSql(frame, path)
    return sql`(SELECT ${value} FROM ${frame.from()} WHERE ${frame.column('id')} = ${parameter('record', (asked) => record(asked)?.id)})`
  }
  if (!first || first.type !== 'ref' || !first.entity) return own
  const frame = Frame.of(planning, entityNamed(planning.app, first.entity))
  const { value } = pathSql(frame, path.slice(1))
  const reference = first.stored
    ? parameter('record', (asked) => record(asked)?.[path[0]!])
    : handedIn(planning, entityName, 'record', [path[0]!], record)
  return sql`(SELECT ${value} FROM ${frame.from()} WHERE ${frame.column('id')} = ${reference})`
}

// A record is keyed by whole paths; an address is one value with parts.
function valueAt(record: RawRecord | undefined, path: readonly string[]): unknown {
  const whole = record?.[path.join('.')]
  if (whole !== undefined || path.length < 2) return whole
  const outer = record?.[path.slice(0, -1).join('.')]
  return outer !== null && typeof outer === 'object' ? (outer as Record<string, unknown>)[path.at(-1)!] : undefined
}

function setting(app: App, name: string | undefined): SettingValue {
  const found = name === undefined ? undefined : app.settings[name]
  if (!found) throw new Error(`The app has no setting "${name}".`)
  return found.value
}

function settingSql(value: SettingValue): Sql {
  if (typeof value === 'boolean') return booleanConstant(value)
  if (typeof value === 'number') return numberConstant(String(value))
  if (typeof value === 'string') return value === '' ? raw('NULL') : textConstant(value)
  if (Array.isArray(value)) return textArray(value)
  throw new Error('A table of the settings is read by its key.')
}

function missing(node: Name): never {
  throw new Error(`A name of scope ${node.scope} (${node.path.join('.')}) cannot stand in a statement here.`)
}
