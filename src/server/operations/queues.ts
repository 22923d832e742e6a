// How much waits for the caller? One count for every screen with a queue that she may open, within the scope of that very screen.
// Nothing is counted beyond a cap: a queue of that length is long, however long.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { mayOpen } from '../../manifest/access'
import type { Screen } from '../../manifest/app'
import type { DashboardBlock } from '../../protocol/calls'
import type { Context } from '../context'
import { textConstant } from '../plan/constant'
import { entityNamed, Frame, planningOf, type Planning } from '../plan/frame'
import { totalCap } from '../plan/listing'
import { conditionSql, ruleCondition } from '../plan/rule-sql'
import { reachOf, scopeCondition } from '../plan/scope-sql'

/** With `more` both numbers are what was counted before the cap ended it. */
export type Queue = Extract<DashboardBlock, { block: 'queues' }>['queues'][number]

/** The screens whose queues are the caller's, in the order of the menu. */
export function queuesOf({ app, caller }: Pick<Context, 'app' | 'caller'>): Screen[] {
  const modules = Object.values(app.modules).sort((a, b) => a.order - b.order)
  const paths = new Set([...modules.flatMap((module) => module.screens), ...Object.keys(app.screens)])
  return [...paths]
    .map((path) => app.screens[path]!)
    .filter((screen) => screen.queue !== undefined && screen.entity !== undefined && mayOpen(app, caller, screen))
}

/** All queues as one JSON array, in their order. */
export function queuesSelect(context: Context, screens: readonly Screen[]): Sql {
  const { app, caller } = context
  const planning = planningOf(app, caller.language, caller.system)
  const counts = screens.map(
    (screen, index) =>
      sql`SELECT ${raw(String(index))} AS place, ${textConstant(screen.path)} AS path, count(*) AS waiting, count(*) FILTER (WHERE q.late) AS late FROM (${waiting(context, planning, screen)}) q`,
  )
  const cap = raw(String(totalCap))
  const shown = sql`json_build_object('path', u.path, 'waiting', least(u.waiting, ${cap}), 'late', least(u.late, ${cap}), 'more', u.waiting > ${cap})`
  return sql`SELECT json_agg(${shown} ORDER BY u.place) FROM (${join(counts, ' UNION ALL ')}) u`
}

function waiting(
  { app, caller }: Context,
  planning: Planning,
  { entity, states, scope: widened, where, queue }: Screen,
): Sql {
  const frame = Frame.of(planning, entityNamed(app, entity ?? ''), states)
  const place = { planning, frame }
  const conditions = [
    scopeCondition(frame, reachOf(caller, widened)),
    where && ruleCondition(where, place),
    queue?.where && ruleCondition(queue.where, place),
  ].filter((one): one is Sql => one !== undefined)
  const late = queue?.late ? conditionSql(queue.late.node, place) : raw('FALSE')
  return sql`SELECT ${late} AS late FROM ${frame.from()} WHERE ${conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')} LIMIT ${raw(String(totalCap + 1))}`
}
