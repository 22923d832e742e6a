// Searches the records that references of a list or a choice lead to.
// Within the caller's row scope by all keys, in the whole tenant by shown values. The ids are read first: the
// statement that searches then looks them up in the index of the reference.
import { lastItem } from '../../../manifest/expression/values/present'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { searchedReferences, type ShownField } from '../../../manifest/access/searchedReferences'
import { entityOf } from '../../../manifest/model/app'
import type { ScopeName } from '../../../manifest/model/access'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Text } from '../../../manifest/model/text'
import { mayOpenRecords } from '../../context/callerRules'
import type { Context } from '../../context/context'
import { planningFor } from '../expression/planning'
import { bindAnew, Parameter } from '../expression/preparedQuery'
import { RowSource } from '../expression/rowSource'
import { readableField } from '../policy/fieldAccess'
import { effectiveRowScope, rowsInReach, scopeCondition } from '../policy/rowScope'
import { hasNumbers } from './recordKeys'
import { readConcurrently } from '../readConcurrently'
import { searchInTime } from './searchInTime'
import { endingsShape, matchingCodes, parseSearchText, shownSearchSql, textSearchSql } from './textSearch'

/** Maximum records per reference; beyond that only the newest count, and the answer names the column. */
const maxRecords = 1_000
/** Maximum records on the way to them: one match may have many, which better words would not reduce. */
const maxBetween = 20_000

/** What a search found behind the references of a list. */
export interface ReferredRecords {
  /** Records by the reference of the list that leads to them. */
  readonly byField: ReadonlyMap<string, readonly number[]>
  /** Titles of the columns with too many matches behind them, or that could not be searched in time. */
  readonly cut: readonly Text[]
}

/** The records that are searched, and what is shown of them. */
export interface Searched {
  readonly entity: Entity
  readonly columns: readonly ShownField[]
  /** true: by the ends of numbers alone. */
  readonly onlyEndings?: boolean
}

/**
 * Undefined: nothing to search for, or no references. `query`: of one reader of the request; what readers share runs by
 * that of the request.
 */
export async function referredRecords(
  context: Context,
  { entity, columns, onlyEndings = false }: Searched,
  searchText: string | undefined,
  query: Context['query'] = context.query,
): Promise<ReferredRecords | undefined> {
  const { app, caller } = context
  if (searchText === undefined || searchText.trim() === '') return undefined
  const readable = columns.filter(({ field }) => readableField(app, entity, field, caller))
  const references = searchedReferences(app.entities, { entity: entity.name, columns: readable }).map((reference) => {
    const end = lastItem(reference.steps).entity!
    const fields = fieldsBehind(readable, reference.column)
    return { ...reference, search: { end, fields, onlyEndings }, key: JSON.stringify([end, fields, onlyEndings]) }
  })
  const searches = new Map(references.map(({ key, search }) => [key, search]))
  const searched = new Map(
    await readConcurrently(
      { query },
      [...searches].map(
        ([key, search]) =>
          async () =>
            [key, await sharedSearch(context, key, search, searchText)] as const,
      ),
    ),
  )
  const results = await readConcurrently(
    { query },
    references.map(({ column, steps, key }) => async (given) => ({
      column,
      name: steps[0].name,
      ...(await inTime({ ...context, query: given }, (bounded) =>
        referring(bounded, steps, searched.get(key) ?? nothing),
      )),
    })),
  )
  const byField = new Map<string, readonly number[]>()
  for (const { name, ids } of results)
    if (ids.length > 0) byField.set(name, [...new Set([...(byField.get(name) ?? []), ...ids])])
  const cut = results.flatMap(({ column, more }) => (more ? [column.title] : []))
  return byField.size > 0 || cut.length > 0 ? { byField, cut } : undefined
}

/** The fields behind a reference that are shown beside it. */
function fieldsBehind(columns: readonly ShownField[], { field: reference }: ShownField): string[] {
  return columns
    .filter(({ field }) => field.startsWith(`${reference}.`))
    .map(({ field }) => field.slice(reference.length + 1))
    .filter((name) => !name.includes('.'))
}

/** The entity whose records are searched, and their fields that are shown. */
interface Search {
  readonly end: string
  readonly fields: readonly string[]
  readonly onlyEndings: boolean
}

interface Matches {
  readonly ids: readonly number[]
  readonly more: boolean
}

/** Searches of a request: several entities refer to the same records. */
const searchesOf = new WeakMap<Context, Map<string, Promise<Matches>>>()

/**
 * Searches once in a request, however many references lead there, and by the query of the request: the failure of one
 * reader does not end what another waits for.
 */
function sharedSearch(context: Context, kind: string, search: Search, searchText: string): Promise<Matches> {
  const searches = searchesOf.get(context) ?? new Map<string, Promise<Matches>>()
  searchesOf.set(context, searches)
  const key = JSON.stringify([kind, searchText])
  const matching = searches.get(key) ?? inTime(context, (bounded) => recordsFound(bounded, search, searchText))
  searches.set(key, matching)
  return matching
}

/** A search that takes too long finds nothing and counts as incomplete. */
async function inTime(context: Context, search: (bounded: Context) => Promise<Matches>): Promise<Matches> {
  const ids = await searchInTime(context, (query) => search({ ...context, query }))
  return ids ?? { ids: [], more: true }
}

/** The records of an entity found by its quick search, and those with these words in shown values. */
async function recordsFound(context: Context, search: Search, searchText: string): Promise<Matches> {
  const { end, fields, onlyEndings } = search
  const { app, caller } = context
  const entity = entityOf(app, end)
  const { shape: everywhere, values } = parseSearchText(searchText, matchingCodes(app, entity, caller, caller.language))
  const shape = onlyEndings ? endingsShape(everywhere) : everywhere
  if (shape === undefined || (onlyEndings && !hasNumbers(app, entity, caller))) return nothing
  const opens = mayOpenRecords(context, entity)
  const searchIn = (scope: ScopeName) => {
    const source = RowSource.of(planningFor(context), entity)
    return { source, scope: scopeCondition(source, scope) }
  }
  const reached = searchIn(effectiveRowScope(caller))
  const tenantWide = searchIn(effectiveRowScope(caller, 'tenant'))
  const select = ({ source, scope }: typeof reached, condition: Sql | undefined) =>
    firstOf(context, newestSql(source, [scope, condition ?? raw('FALSE')]), values, maxRecords)
  const isNarrower = reached.scope?.text !== tenantWide.scope?.text
  const reachedMatches = opens ? await select(reached, textSearchSql(reached.source, caller, shape, 0)) : nothing
  const named =
    opens && !isNarrower ? nothing : await select(tenantWide, shownSearchSql(tenantWide.source, caller, shape, fields))
  const ids = [...new Set([...reachedMatches.ids, ...named.ids])]
  return { ids: ids.slice(0, maxRecords), more: reachedMatches.more || named.more || ids.length > maxRecords }
}

const nothing: Matches = { ids: [], more: false }

/** The records from which the steps lead to the found ones. */
async function referring(context: Context, steps: readonly Field[], matches: Matches): Promise<Matches> {
  let { ids, more } = matches
  for (const [index, step] of [...steps.entries()].slice(1).reverse()) {
    if (ids.length === 0) break
    const source = RowSource.of(planningFor(context), entityOf(context.app, steps[index - 1]!.entity!))
    const tenant = rowsInReach(source, context.caller, 'tenant')
    const select = newestSql(source, [tenant, amongSql(source, step.name, 0)])
    const before = await firstOf(context, select, [ids], maxBetween)
    ids = before.ids
    more ||= before.more
  }
  return { ids, more }
}

/** The condition that a reference leads to one of the ids in the request's value at a position. */
export function amongSql(source: RowSource, reference: string, position: number): Sql {
  return sql`${source.column(reference)} = ANY(${new Parameter(({ values }) => values?.[position])}::bigint[])`
}

/** The ids of the rows on which the conditions hold, the newest first. */
function newestSql(source: RowSource, conditions: readonly (Sql | undefined)[]): Sql {
  const id = source.column('id')
  const all = join(
    conditions.filter((condition) => condition !== undefined),
    ' AND ',
  )
  return sql`SELECT ${id} AS "id" FROM ${source.from()} WHERE ${all} ORDER BY ${id} DESC`
}

async function firstOf(context: Context, select: Sql, values: readonly unknown[], bound: number): Promise<Matches> {
  const statement = sql`${select} LIMIT ${raw(String(bound + 1))}`
  const rows = await context.query<{ id: number }>(bindAnew(statement, { context, values }))
  return { ids: rows.slice(0, bound).map(({ id }) => id), more: rows.length > bound }
}
