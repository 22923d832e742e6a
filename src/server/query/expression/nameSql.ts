// Compiles names of rules: a column of a row, a parameter of the request, or a constant.
import { firstItem } from '../../../manifest/expression/values/present'
import sql, { raw, type Sql } from 'sql-template-tag'
import { entityOf, type App, type SettingValue } from '../../../manifest/model/app'
import type { FunctionName, RuleNode, ValueType } from '../../../manifest/model/rule'
import type { RawRecord } from '../../context/context'
import { engineColumns } from '../../database/sql/tables'
import { booleanConstant, numberConstant, textArray, textConstant } from '../../database/sql/literal'
import { pathSql } from './fieldSql'
import { RowSource, type SqlScope, type Planning, and } from './rowSource'
import { Parameter, type BindingContext } from './preparedQuery'

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

/** A parameter of the request, with the type that PostgreSQL should use. */
export function parameter(type: ValueType, read: (bindings: BindingContext) => unknown): Sql {
  return sql`${new Parameter((bindings) => driverValue(read(bindings), type))}::${raw(sqlTypes[type])}`
}

/** A value as the driver sends it: references by id, times as ISO text, JSON as text. */
function driverValue(value: unknown, type: ValueType): unknown {
  // Values that a rule reads as null must be null here too.
  if (value === undefined || value === null || value === '') return null
  if (type === 'record') return typeof value === 'object' ? ((value as { id?: unknown }).id ?? null) : value
  if (value instanceof Date) return value.toISOString()
  if (type === 'files' || type === 'lines' || type === 'address' || type === 'table') return JSON.stringify(value)
  return value
}

/** The expression of a name. */
export function nameSql(node: Name, sqlScope: SqlScope): Sql {
  const { scope, path, type } = node
  const { planning, source, asking } = sqlScope
  const { identity } = planning.app.access
  switch (scope) {
    case 'record':
      return source ? pathSql(source, path).value : missing(node)
    case 'this':
      if (asking instanceof RowSource) return pathSql(asking, path).value
      return handedIn(planning, asking?.entity, node, (bindings) => bindings.this)
    case 'before':
      return handedIn(planning, source?.entity?.name, node, (bindings) => bindings.before)
    case 'me':
      return handedIn(planning, identity.accountEntity, node, (bindings) => bindings.context.caller.me)
    case 'tenant':
      return handedIn(planning, identity.tenantEntity, node, (bindings) => bindings.context.caller.tenant)
    case 'input':
      return parameter(type, (bindings) => valueAt(bindings.input, path))
    case 'vars':
      return parameter(type, (bindings) => valueAt(bindings.vars, path))
    case 'period':
      return parameter(type, (bindings) => valueAt(bindings.period, path))
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
  'hasPermission',
  'roleGrants',
  'size',
  'contains',
  'startsWith',
  'endsWith',
])
/** Functions that are null only if one of their arguments is. */
const asItsArguments: ReadonlySet<FunctionName> = new Set(['date', 'daysBetween', 'max', 'min', 'abs', 'round'])

/** Whether a value is certainly not null. */
export function isNeverNull(node: RuleNode, scope: SqlScope): boolean {
  const { planning, source, asking } = scope
  if (node.kind === 'literal') return node.value !== null
  if (node.kind === 'call')
    return (
      alwaysThere.has(node.name) ||
      (node.name === 'coalesce'
        ? node.args.some((arg) => isNeverNull(arg, scope))
        : asItsArguments.has(node.name) && node.args.every((arg) => isNeverNull(arg, scope)))
    )
  // Division by zero gives null.
  if (node.kind === 'binary')
    return ['+', '-', '*'].includes(node.op) && isNeverNull(node.left, scope) && isNeverNull(node.right, scope)
  if (node.kind !== 'name') return false
  const certain = node.path.length === 0 || (node.path.length === 1 && engineColumns.includes(firstItem(node.path)))
  switch (node.scope) {
    case 'record':
      return certain && source?.entity !== undefined
    case 'this':
      return certain && asking instanceof RowSource && asking.entity !== undefined
    // A signed-in caller has an account; the system has none.
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

// A record outside the statement: its own values come with the request, values behind references by a subselect.
function handedIn(
  planning: Planning,
  entityName: string | undefined,
  { type, path }: Pick<Name, 'type' | 'path'>,
  record: (bindings: BindingContext) => RawRecord | undefined,
): Sql {
  if (path.length === 0) return parameter('record', (bindings) => record(bindings)?.id)
  const entity = entityName === undefined ? undefined : entityOf(planning.app, entityName)
  const first = entity?.fields[path[0] ?? '']
  const boundValue = parameter(type, (bindings) => valueAt(record(bindings), path))
  if (path.length === 1) {
    if (!first || first.stored || !entity) return boundValue
    const source = RowSource.of(planning, entity)
    const { value } = pathSql(source, path)
    const id = parameter('record', (bindings) => record(bindings)?.id)
    return sql`(SELECT ${value} FROM ${source.from()} WHERE ${source.column('id')} = ${id}${and(source.sameTenant())})`
  }
  if (!first || first.type !== 'ref' || !first.entity) return boundValue
  const rowSource = RowSource.of(planning, entityOf(planning.app, first.entity))
  const { value } = pathSql(rowSource, path.slice(1))
  const reference = first.stored
    ? parameter('record', (bindings) => record(bindings)?.[path[0] ?? ''])
    : handedIn(planning, entityName, { type: 'record', path: [path[0]!] }, record)
  return sql`(SELECT ${value} FROM ${rowSource.from()}
    WHERE ${rowSource.column('id')} = ${reference}${and(rowSource.sameTenant())})`
}

// A record is keyed by whole paths; an address is one value with parts.
function valueAt(record: RawRecord | undefined, path: readonly string[]): unknown {
  const value = record?.[path.join('.')]
  if (value !== undefined || path.length < 2) return value
  const outer = record?.[path.slice(0, -1).join('.')]
  return outer !== null && typeof outer === 'object' ? (outer as Record<string, unknown>)[path.at(-1)!] : undefined
}

function setting(app: App, name: string | undefined): SettingValue {
  const setting = name === undefined ? undefined : app.settings[name]
  if (!setting) throw new Error(`The app has no setting "${name}".`)
  return setting.value
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
