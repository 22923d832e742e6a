// State of a screen in the address: filters, search, tab, sort, page and the open record.
// A link can be shared and the browser's back button works. Unknown or invalid values of an old link are ignored.
import { isDayType, valueTypes } from '../../manifest/expression/values/valueTypes'
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Column } from '../../manifest/model/column'
import { filterOperators } from '../../manifest/fieldTypes/definition'
import {
  daysOfPeriod,
  isRelativePeriod,
  relativePeriods,
  type RelativePeriod,
} from '../../manifest/expression/values/relativeDays'
import { conditionOperators } from '../../manifest/fieldTypes/conditionOperators'
import type { Sort } from '../../manifest/model/rule'
import type { ConditionLeaf, DrillDown, Filter, Grouping } from '../../protocol/calls'
import {
  parseQualifiedId,
  qualifiedId,
  recordParameter,
  type AddressedRecord,
} from '../../protocol/records/recordAddress'
import { filterPrefix, readSorts, writeSorts } from '../../protocol/screenCalls'

/** Conditions of the filter panel, on one level. */
export interface ListConditions {
  readonly join: 'all' | 'any'
  readonly leaves: readonly ConditionLeaf[]
}

export interface ListState {
  readonly filters: readonly Filter[]
  readonly conditions?: ListConditions
  readonly words: string
  /** Absent: all. */
  readonly tab?: string
  /** By these columns, the first one first; absent: the order of the screen. */
  readonly sorts?: readonly Sort[]
  readonly group?: Grouping
  /** 1-based. */
  readonly page: number
  /** The number whose records are listed. */
  readonly drillDown?: DrillDown
  /** The saved view that the state started from. */
  readonly view?: string
}

export interface OpenRecord extends AddressedRecord {
  /** The action to begin once it is open, as in its `can`. */
  readonly run?: string
}

const operators: ReadonlySet<string> = new Set([...filterOperators, ...relativePeriods])
/** The query names of a list's state; filters have names of their own. */
export const listStateNames = ['where', 'words', 'tab', 'sort', 'group', 'folded', 'page', 'view']

/** Reads the list state of a query. `columns`: those that can be filtered. */
export function readListState(params: URLSearchParams, columns: readonly Column[]): ListState {
  const byField = new Map(columns.map((column) => [column.field, column]))
  const filters = [...params].flatMap(([name, text]): Filter[] => {
    const column = name.startsWith(filterPrefix) ? byField.get(name.slice(filterPrefix.length)) : undefined
    const filter = column && readFilter(column, text)
    return filter ? [filter] : []
  })
  const page = Number(params.get('page') ?? 1)
  return {
    filters,
    conditions: readConditions(params.get('where')),
    words: params.get('words') ?? '',
    tab: params.get('tab') ?? undefined,
    sorts: readSorts(params.get('sort') ?? ''),
    group: readGroup(params.get('group'), params.get('folded')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    drillDown: readDrillDown(params.get('drillDown')),
    view: params.get('view') ?? undefined,
  }
}

/** Writes a drill-down as one value of a query. */
export function writeDrillDown({ screen, number, from, to, filters }: DrillDown): string {
  return JSON.stringify([
    screen,
    number,
    from ?? null,
    to ?? null,
    ...(filters ?? []).map(({ field, operator, value }) => [field, operator, value]),
  ])
}

function readDrillDown(text: string | null): DrillDown | undefined {
  if (text === null) return undefined
  try {
    const [screen, number, from, to, ...filters] = JSON.parse(text) as [
      string,
      string,
      string | null,
      string | null,
      ...[string, Filter['operator'], unknown][],
    ]
    return {
      screen,
      number,
      ...(from !== null && to !== null && { from, to }),
      ...(filters.length > 0 && { filters: filters.map(([field, operator, value]) => ({ field, operator, value })) }),
    }
  } catch {
    // A truncated link. The server refuses any other wrong value.
    return undefined
  }
}

const freeOperators: ReadonlySet<unknown> = new Set(conditionOperators)

/** `["all",["name","contains","x"]]`: kept readable in the address. */
function writeConditions({ join, leaves }: ListConditions): string {
  return JSON.stringify([
    join,
    ...leaves.map(({ field, operator, value }) => [field, operator, ...(value === undefined ? [] : [value])]),
  ])
}

function readConditions(text: string | null): ListConditions | undefined {
  if (text === null) return undefined
  try {
    const [join, ...written] = JSON.parse(text) as [unknown, ...unknown[]]
    const leaves = written.filter(
      (leaf): leaf is [string, ConditionLeaf['operator'], unknown?] =>
        Array.isArray(leaf) && typeof leaf[0] === 'string' && freeOperators.has(leaf[1]),
    )
    if ((join !== 'all' && join !== 'any') || leaves.length === 0 || leaves.length < written.length) return undefined
    return {
      join,
      leaves: leaves.map(([field, operator, ...value]) => ({
        field,
        operator,
        ...(value.length > 0 && { value: value[0] }),
      })),
    }
  } catch {
    // A truncated link. The server refuses any other wrong value.
    return undefined
  }
}

/** Whether a name of a query belongs to the list state. */
export const isListName = (name: string): boolean =>
  name.startsWith(filterPrefix) || name === 'drillDown' || listStateNames.includes(name)

/** Writes the list state into a query, in place; omits default values. */
export function writeListState(params: URLSearchParams, state: ListState): void {
  for (const name of [...params.keys()]) if (isListName(name)) params.delete(name)
  for (const filter of state.filters) params.set(filterPrefix + filter.field, writeFilter(filter))
  if (state.conditions) params.set('where', writeConditions(state.conditions))
  if (state.words) params.set('words', state.words)
  if (state.tab) params.set('tab', state.tab)
  if (state.sorts?.length) params.set('sort', writeSorts(state.sorts))
  if (state.group) params.set('group', writeGrouping(state.group))
  if (state.group?.folded?.length) params.set('folded', state.group.folded.map(escaped).join(','))
  if (state.page > 1) params.set('page', String(state.page))
  if (state.drillDown) params.set('drillDown', writeDrillDown(state.drillDown))
  if (state.view) params.set('view', state.view)
}

/** `field`, or `field:month`. */
export const writeGrouping = ({ field, by }: Grouping): string => (by ? `${field}:${by}` : field)

/**
 * `contains:text`, `in:a,b`, `between:2024-01-01,`, `lastDays:7`, `thisWeek:`: escapes commas in a value and nothing
 * else, since the query escapes the remainder.
 */
export function writeFilter({ operator, value }: Filter): string {
  const values = Array.isArray(value) ? value : [value]
  const written = values.map((item) => (item === null || item === undefined ? '' : String(item)))
  return `${operator}:${written.map(escaped).join(',')}`
}

const escaped = (value: string): string => value.replace(/[%,]/g, encodeURIComponent)

function readGroup(text: string | null, folded: string | null): Grouping | undefined {
  const [field = '', by] = (text ?? '').split(':')
  if (field === '') return undefined
  const keys = folded === null ? [] : folded.split(',').map(unescaped)
  return {
    field,
    ...(by === 'month' && { by }),
    ...(keys.length > 0 && { folded: keys.filter((key) => key !== null) }),
  }
}

function readFilter(column: Column, text: string): Filter | null {
  const position = text.indexOf(':')
  const operator = text.slice(0, position) as Filter['operator']
  if (!operators.has(operator)) return null
  const values = text
    .slice(position + 1)
    .split(',')
    .map(unescaped)
  if (values.includes(null)) return null
  const typed = (values as string[]).map((value) => (value === '' ? null : valueOfType(column, value)))
  if (typed.includes(undefined)) return null
  const { field } = column
  if (isRelativePeriod(operator)) return readPeriod(column, operator, values[0])
  if (operator === 'in') return typed.includes(null) ? null : { field, operator, value: typed }
  if (operator === 'between')
    return typed.length === 2 && typed.some((value) => value !== null) ? { field, operator, value: typed } : null
  if (operator === 'empty') return { field, operator, value: values[0] === 'true' }
  return typed.length === 1 && typed[0] !== null
    ? { field, operator, value: operator === 'contains' ? values[0] : typed[0] }
    : null
}

function readPeriod({ field, type }: Column, operator: RelativePeriod, text: string | null | undefined): Filter | null {
  const value = text ? Number(text) : null
  return isDayType(type) && daysOfPeriod(operator, value, '2000-01-01') ? { field, operator, value } : null
}

function valueOfType({ type }: Column, value: string): unknown {
  if (valueTypes[type] === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined
  if (valueTypes[type] === 'record') return /^\d+$/.test(value) ? Number(value) : undefined
  return value
}

function unescaped(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    // A link truncated within a character.
    return null
  }
}

/** `replace`: adds no history entry. */
export interface HistoryOptions {
  readonly replace?: boolean
}

/** Changes a query in place. What it returns goes before the options of its caller. */
type QueryEdit = (params: URLSearchParams) => HistoryOptions | void

/** The query of the view around this component, and its setter. A hidden view keeps its own query. */
export function useViewQuery(): readonly [URLSearchParams, (edit: QueryEdit, options?: HistoryOptions) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (edit: QueryEdit, given?: HistoryOptions) => {
      // The address changes first; the page renders it when it has time.
      const now = window.location.pathname === pathname ? window.location.search : search
      const next = new URLSearchParams(now)
      const options = edit(next) ?? given
      const text = next.toString()
      if (text !== new URLSearchParams(now).toString()) void navigate(text ? `${pathname}?${text}` : pathname, options)
    },
    [navigate, pathname, search],
  )
  return [params, change]
}

/**
 * The record that the address opens in the drawer (?record=entity:id), and a function to open one or (null) close it.
 */
export function useOpenRecord(): readonly [
  OpenRecord | null,
  (record: OpenRecord | null, options?: HistoryOptions) => void,
] {
  const [params, change] = useViewQuery()
  const named = params.get(recordParameter)
  const open = useMemo(() => parseQualifiedId(named), [named])
  const set = useCallback(
    (record: OpenRecord | null, options?: HistoryOptions) => {
      change((next) => {
        if (record) next.set(recordParameter, qualifiedId(record))
        else next.delete(recordParameter)
        if (record?.run === undefined) next.delete('run')
        else next.set('run', record.run)
      }, options)
    },
    [change],
  )
  return [open, set]
}

/** Another value that a block stores in the address, under v.<name>. */
export function useViewValue(name: string): readonly [string | null, (value: string | null) => void] {
  const [params, change] = useViewQuery()
  const set = useCallback(
    (value: string | null) => {
      change(
        (next) => {
          if (value) next.set(`v.${name}`, value)
          else next.delete(`v.${name}`)
        },
        { replace: true },
      )
    },
    [change, name],
  )
  return [params.get(`v.${name}`), set]
}
