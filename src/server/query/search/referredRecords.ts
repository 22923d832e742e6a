// Finds the records to which the reference columns of a list lead, for its quick search.
// All keys within the row scope of the caller, and in the whole tenant the name, which the list shows. The ids are read
// first: the statement of the list then looks them up in the index of the reference.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { canRead } from '../../../manifest/access/permissions'
import { searchedReferences } from '../../../manifest/access/searchedReferences'
import { entityOf } from '../../../manifest/model/app'
import type { ScopeName } from '../../../manifest/model/access'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import type { Text } from '../../../manifest/model/text'
import { isFor } from '../../context/callerRules'
import type { Context } from '../../context/context'
import { planningFor } from '../expression/planning'
import { bind, Parameter } from '../expression/preparedQuery'
import { RowSource } from '../expression/rowSource'
import { readableField } from '../policy/fieldAccess'
import { effectiveRowScope, scopeCondition } from '../policy/rowScope'
import { labelSearchSql, matchingCodes, parseSearchText, textSearchSql } from './textSearch'

/** Records of one reference; of more only the newest count, and the answer names the column. */
const mostRecords = 1_000

/** What a search found behind the references of a list. */
export interface ReferredRecords {
  /** Records by the reference of the list that leads to them. */
  readonly byField: ReadonlyMap<string, readonly number[]>
  /** Titles of the columns behind which more records are than count. */
  readonly cut: readonly Text[]
}

/** Undefined: nothing is searched, or there is nothing behind the references. */
export async function referredRecords(
  context: Context,
  screen: Screen,
  words: string | undefined,
): Promise<ReferredRecords | undefined> {
  const { app, caller } = context
  if (words === undefined || words.trim() === '') return undefined
  const matches = new Map<string, Matches>()
  const byField = new Map<string, readonly number[]>()
  const cut: Text[] = []
  for (const { column, steps } of searchedReferences(app.entities, screen)) {
    if (!readableField(app, entityOf(app, screen.entity ?? ''), column.field, caller)) continue
    const last = steps.at(-1)!.entity!
    const match = matches.get(last) ?? (await recordsFound(context, entityOf(app, last), words))
    matches.set(last, match)
    const { ids, more } = await referring(context, steps, match)
    const { name } = steps[0]
    if (ids.length > 0) byField.set(name, [...new Set([...(byField.get(name) ?? []), ...ids])])
    if (more) cut.push(column.title)
  }
  return byField.size > 0 ? { byField, cut } : undefined
}

interface Matches {
  readonly ids: readonly number[]
  readonly more: boolean
}

/** The records of an entity that its own quick search finds, and those with these words in the name. */
async function recordsFound(context: Context, entity: Entity, words: string): Promise<Matches> {
  const { app, caller } = context
  const { shape, values } = parseSearchText(words, matchingCodes(app, entity, caller, caller.language))
  const opens = canRead(app, caller, entity) && isFor(context, entity.detail)
  const within = (scope: ScopeName) => {
    const source = RowSource.of(planningFor(context), entity)
    return { source, scope: scopeCondition(source, scope) }
  }
  const reached = within(effectiveRowScope(caller))
  const whole = within(effectiveRowScope(caller, 'tenant'))
  const select = ({ source, scope }: typeof reached, matchSql: typeof textSearchSql) =>
    newest(context, source, [scope, matchSql(source, caller, shape, 0) ?? raw('FALSE')], values)
  const isNarrower = reached.scope?.text !== whole.scope?.text
  const searches = [
    ...(opens ? [select(reached, textSearchSql)] : []),
    ...(opens && !isNarrower ? [] : [select(whole, labelSearchSql)]),
  ]
  const results = await Promise.all(searches)
  return { ids: [...new Set(results.flatMap(({ ids }) => ids))], more: results.some(({ more }) => more) }
}

/** The records at the beginning of the steps that lead to those found at their end. */
async function referring(context: Context, steps: readonly Field[], matches: Matches): Promise<Matches> {
  let { ids, more } = matches
  for (const [index, step] of [...steps.entries()].slice(1).reverse()) {
    if (ids.length === 0) break
    const source = RowSource.of(planningFor(context), entityOf(context.app, steps[index - 1]!.entity!))
    const conditions = [source.sameTenant(), amongSql(source, step.name, 0)]
    const before = await newest(context, source, conditions, [ids])
    ids = before.ids
    more ||= before.more
  }
  return { ids, more }
}

/** A reference leads to one of the ids that are the request's value at a position. */
export function amongSql(source: RowSource, reference: string, position: number): Sql {
  return sql`${source.column(reference)} = ANY(${new Parameter(({ values }) => values?.[position])}::bigint[])`
}

async function newest(
  context: Context,
  source: RowSource,
  conditions: readonly (Sql | undefined)[],
  values: readonly unknown[],
): Promise<Matches> {
  const id = source.column('id')
  const all = join(
    conditions.filter((condition) => condition !== undefined),
    ' AND ',
  )
  const statement = sql`SELECT ${id} AS "id" FROM ${source.from()} WHERE ${all}
    ORDER BY ${id} DESC LIMIT ${raw(String(mostRecords + 1))}`
  const rows = await context.query<{ id: number }>(bind(statement, { context, values }, true))
  return { ids: rows.slice(0, mostRecords).map((row) => Number(row.id)), more: rows.length > mostRecords }
}
