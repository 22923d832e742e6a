// POST /api/options: what may a reference be set to, or searched by? Records within the caller's reach that the rule of the field offers,
// by label; `ids` asks what records are called that a form holds already.
import sql, { join, type Sql } from 'sql-template-tag'
import type { OptionsAnswer, OptionsRequest } from '../../protocol/calls'
import type { Context } from '../context'
import { labelSql, textOf } from '../plan/field-sql'
import { Frame, planningOf } from '../plan/frame'
import { ruleCondition } from '../plan/rule-sql'
import { reachOf, scopeCondition } from '../plan/scope-sql'
import { bindOnce } from '../plan/slot'
import { orderSql, sortKey } from '../plan/sort-sql'
import { mayReadField } from '../plan/visible-sql'
import { checkWords, codesOfWords, wordFields, wordsSql } from '../plan/words-sql'
import { offerOfForm, offerOfSearch, type Offer } from './offer'

const most = 50

/** @throws Fault 2001 for a form, screen, field or record that is not there for the caller, 2002 without the permission */
export async function readOptions(context: Context, request: OptionsRequest): Promise<OptionsAnswer> {
  const offer =
    request.screen === undefined
      ? await offerOfForm(context, request)
      : offerOfSearch(context, request.screen, request.field)
  const words = checkWords(
    request.ids ? undefined : request.words,
    codesOfWords(context.app, offer.entity, context.caller, context.caller.language),
  )
  const limit = request.ids ? request.ids.length : most
  const statement = optionsStatement(context, offer, { words: words.shape, ids: request.ids, limit })
  const rows = await context.query<{ id: number; label: string | null; hint: string | null }>(
    bindOnce(
      statement,
      { context, values: words.values, this: offer.asking?.this, input: offer.asking?.input },
      words.values.length > 0,
    ),
  )
  const options = rows
    .slice(0, limit)
    .map(({ id, label, hint }) => ({ id, label: label ?? String(id), ...(hint !== null && hint !== '' && { hint }) }))
  return { options, more: rows.length > limit }
}

function optionsStatement(
  { app, caller }: Context,
  offer: Offer,
  { words, ids, limit }: { readonly words: string; readonly ids?: readonly number[]; readonly limit: number },
): Sql {
  const { entity } = offer
  const frame = Frame.of(planningOf(app, caller.language, caller.system), entity)
  const id = frame.column('id')
  const offered: Sql[] = [sql`TRUE`]
  const scope = scopeCondition(frame, reachOf(caller))
  if (scope) offered.push(scope)
  if (offer.tenant !== undefined && frame.tenantColumn)
    offered.push(sql`${frame.column(frame.tenantColumn)} = ${offer.tenant}::bigint`)
  if (offer.rule)
    offered.push(
      ruleCondition(offer.rule, { planning: frame.planning, frame, asking: { entity: offer.asking!.entity } }),
    )
  const found = wordsSql(frame, wordFields(app, entity, caller), words, 0)
  if (found) offered.push(found)
  const all = join(offered, ' AND ')
  // What a record refers to is told with the record itself; that it is not offered any more makes no secret of its name.
  const condition = !ids
    ? all
    : sql`${id} = ANY(${[...ids]}::bigint[]) AND (${offer.present === undefined ? all : sql`${id} = ${offer.present}::bigint OR (${all})`})`
  const hint =
    entity.hint !== undefined && mayReadField(entity.fields[entity.hint]!, caller)
      ? textOf(frame, entity.hint)
      : sql`NULL`
  const selected = sql`${id} AS "id", ${labelSql(frame)} AS "label", ${hint} AS "hint"`
  const order = orderSql(sortKey(frame, entity.label), id, false)
  return sql`SELECT ${selected} FROM ${frame.from()} WHERE ${condition} ${order} LIMIT ${limit + 1}::int`
}
