// POST /api/options: the records that a reference may be set to or filtered by.
// They are within the caller's row scope, match the field's rule and are searched by everything shown; `ids`
// requests the labels of a form's present values.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Rule } from '../../../../manifest/model/rule'
import type { OptionsAnswer, OptionsRequest } from '../../../../protocol/calls'
import { maxRecentOptions } from '../../../../protocol/screenCalls'
import type { ShownField } from '../../../../manifest/access/searchedReferences'
import { closedStates, type Entity } from '../../../../manifest/model/entity'
import type { Context } from '../../../context/context'
import { isNumberType, scaleOf } from '../../../../manifest/expression/values/valueTypes'
import { textArray, textConstant } from '../../../database/sql/literal'
import { fieldSql, labelSql, textSql } from '../../../query/expression/fieldSql'
import { planningFor } from '../../../query/expression/planning'
import { RowSource, type ReadRights } from '../../../query/expression/rowSource'
import { ruleCondition } from '../../../query/expression/ruleSql'
import { rowsInReach } from '../../../query/policy/rowScope'
import { bind, bindAnew } from '../../../query/expression/preparedQuery'
import { orderSql, sortKey } from '../../../query/search/sort'
import { pathEnd, readableField, visibleSql } from '../../../query/policy/fieldAccess'
import { amongSql } from '../../../query/search/referredRecords'
import { textSearchSql } from '../../../query/search/textSearch'
import { referenceQueryOfForm, referenceQueryOfFilter, type ReferenceQuery } from './referenceQuery'
import { rowsByRank, rankedSearch, type SearchStep } from './rankedSearch'

const maxLimit = 50

/**
 * @throws RequestError field_not_available, permission_required, and others for an unknown form, screen or record
 */
export const readOptions = async (context: Context, request: OptionsRequest): Promise<OptionsAnswer> =>
  (await offeredOptions(context, request)).answer

/** The options and their query; `read` finds other records by the same words, the latest first. */
interface OfferedOptions {
  readonly optionQuery: ReferenceQuery
  readonly answer: OptionsAnswer
  readonly read: (optionQuery: ReferenceQuery, limit: number) => Promise<readonly OptionRow[]>
}

/**
 * Besides the answer returns the offer and `read`, for callers that look into why a record is missing. With `ids` the
 * words of the request are ignored; with a label too, every record of this label is added to them.
 */
export async function offeredOptions(
  context: Context,
  request: OptionsRequest,
  label?: string,
): Promise<OfferedOptions> {
  const optionQuery =
    request.screen === undefined
      ? await referenceQueryOfForm(context, request)
      : referenceQueryOfFilter(context, request)
  const { entity } = optionQuery
  const text = request.ids ? undefined : request.words
  const words = await rankedSearch(context, { entity, columns: shownOf(context, entity) }, text)
  const limit = request.ids ? request.ids.length : maxLimit
  const { this: record, input } = optionQuery.asking ?? {}
  const bound = words.everywhere.shape === '' ? bind : bindAnew
  const read = async (query: ReferenceQuery, maxRows: number, among = request.ids) => {
    const shape = { ids: among, label, limit: maxRows, newest: query !== optionQuery }
    const rows = await rowsByRank(words, maxRows, (step) =>
      context.query<OptionRow>(
        bound(optionsStatement(context, query, { ...shape, step }), {
          context,
          values: step.values,
          this: record,
          input,
        }),
      ),
    )
    // What the rule of the field prefers comes before the rank of the words.
    return rows.toSorted((a, b) => Number(b.first ?? false) - Number(a.first ?? false))
  }
  const rows = await read(optionQuery, limit)
  const isLong = !request.ids && !text?.trim() && rows.length > maxRecentOptions
  const recent = isLong ? await recentOptions(request.recent ?? [], optionQuery, read) : []
  return {
    optionQuery,
    answer: {
      options: rows.slice(0, limit).map(optionOf),
      more: rows.length > limit || words.isCut,
      ...(recent.length > 0 && { recent }),
    },
    read: (query, maxRows) => read(query, maxRows),
  }
}

/** Those of the ids that may be chosen now, in their order: the stored reference of a record is no exception here. */
async function recentOptions(
  ids: readonly number[],
  { present: _stored, ...optionQuery }: ReferenceQuery,
  read: (query: ReferenceQuery, maxRows: number, among: readonly number[]) => Promise<readonly OptionRow[]>,
): Promise<OptionsAnswer['options']> {
  if (ids.length === 0) return []
  const rows = await read(optionQuery, ids.length, ids)
  return [...new Set(ids)].flatMap((id) => rows.find((row) => row.id === id) ?? []).map(optionOf)
}

/** What the caller is shown of a record that is offered. */
export const shownOf = ({ app, caller }: Context, entity: Entity): ShownField[] =>
  [...new Set([entity.labelField, ...entity.facts])].flatMap((path) => {
    const field = readableField(app, entity, path, caller)
    return field ? [{ ...field, field: path }] : []
  })

/** A record as it is offered. */
export function optionOf({ id, label, hint, first }: OptionRow): OptionsAnswer['options'][number] {
  return {
    id,
    label: label ?? String(id),
    ...(hint !== null && hint !== '' && { hint }),
    ...(first && { first }),
  }
}

export interface OptionRow {
  readonly id: number
  readonly label: string | null
  readonly hint: string | null
  readonly first?: boolean
}

interface OptionsShape {
  readonly step: Pick<SearchStep, 'shape' | 'references'>
  readonly ids?: readonly number[] | undefined
  /** Besides the ids. */
  readonly label?: string | undefined
  readonly limit: number
  /** The latest come first, instead of by label. */
  readonly newest?: boolean
}

/** The records that a reference offers: id, label and hint. */
export function optionsStatement(
  context: Context,
  optionQuery: ReferenceQuery,
  { step, ids, label, limit, newest }: OptionsShape,
): Sql {
  const { caller } = context
  const { entity } = optionQuery
  const source = RowSource.of(planningFor(context), entity)
  const id = source.column('id')
  const offered: Sql[] = [sql`TRUE`]
  const scope = rowsInReach(source, caller)
  if (scope) offered.push(scope)
  if (optionQuery.tenant !== undefined && source.tenantColumn)
    offered.push(sql`${source.column(source.tenantColumn)} = ${optionQuery.tenant}::bigint`)
  const ruleSql = (rule: Rule) =>
    ruleCondition(rule, { planning: source.planning, source, asking: { entity: optionQuery.asking?.entity } })
  if (optionQuery.rule) offered.push(ruleSql(optionQuery.rule))
  const failing = (optionQuery.failingOne ?? []).map((rule) => sql`((${ruleSql(rule)}) IS NOT TRUE)::int`)
  if (failing.length > 0) offered.push(sql`${join(failing, ' + ')} = 1`)
  const search = textSearchSql(source, caller, step.shape, 0)
  const referenceConditions = step.references.map(({ name, position }) => amongSql(source, name, position))
  if (search) offered.push(sql`(${join([sql`(${search})`, ...referenceConditions], ' OR ')})`)
  const all = join(offered, ' AND ')
  // A record shows its references with their labels, so the label of a record no longer offered is no secret.
  const among = sql`${id} = ANY(${[...(ids ?? [])]}::bigint[])`
  const condition = !ids
    ? all
    : sql`${label === undefined ? among : sql`(${among} OR ${labelSql(source)} = ${label}::text)`}
      AND (${optionQuery.present === undefined ? all : sql`${id} = ${optionQuery.present}::bigint OR (${all})`})`
  const hint = hintSql(source, caller, [...tenantFact(context, optionQuery), ...entity.facts])
  const first = optionQuery.first && sql`(${ruleSql(optionQuery.first)}) IS TRUE`
  const selected = sql`${id} AS "id", ${labelSql(source)} AS "label", ${hint} AS "hint"
    ${first ? sql`, ${first} AS "first"` : raw('')}`
  const last = first ? sql`NOT ${first}` : leftSql(context, source, optionQuery)
  const order = newest ? sql`ORDER BY ${id} DESC` : orderSql(sortKey(source, entity.labelField), id, { before: last })
  return sql`SELECT ${selected} FROM ${source.from()} WHERE ${condition} ${order} LIMIT ${limit + 1}::int`
}

/** The facts of a record that the caller may read, as one text. */
export function hintSql(source: RowSource, rights: ReadRights, facts: readonly string[]): Sql {
  const { entity, planning } = source
  const readable = entity ? facts.filter((path) => readableField(planning.app, entity, path, rights)) : []
  if (readable.length === 0) return sql`NULL::text`
  const texts = readable.map((path) => sql`NULLIF(${factSql(source, path)}, '')`)
  return sql`concat_ws(' · ', ${join(texts, ', ')})`
}

/** Where a list is filtered by a person: whether the account is closed; those come last. */
function leftSql({ app }: Context, source: RowSource, { entity, asking }: ReferenceQuery): Sql | undefined {
  const closed = closedStates(entity)
  if (asking || entity.name !== app.access.identity.accountEntity || closed.length === 0) return undefined
  return sql`${source.column('state')} = ANY(${textArray(closed)})`
}

/** Beside records of several tenants the tenant comes first. */
function tenantFact({ app, caller }: Context, { entity, tenant }: ReferenceQuery): string[] {
  const { tenantEntity } = app.access.identity
  return caller.scope === 'all' &&
    tenant === undefined &&
    entity.fields[tenantEntity] &&
    !entity.facts.includes(tenantEntity)
    ? [tenantEntity]
    : []
}

const groups = 'FM999,999,999,999,999,999,999,990'

/** A fact as tables show it: numbers with separators, moments in the time zone of the product. */
function factSql(row: RowSource, path: string): Sql {
  const { owner: source, field } = pathEnd(row, path)
  if (!field) return visibleSql(row, path)
  if (field.type === 'datetime') {
    const zone = textConstant(source.planning.app.product.timezone)
    return sql`to_char(${fieldSql(source, field)} AT TIME ZONE ${zone}, 'YYYY-MM-DD HH24:MI')`
  }
  if (!isNumberType(field.type)) return textSql(source, field.name)
  const digits = scaleOf(field.type, field.scale)
  const pattern = digits === 0 ? groups : `${groups}.${'0'.repeat(digits)}`
  return sql`to_char(${fieldSql(source, field)}, ${textConstant(pattern)})`
}
