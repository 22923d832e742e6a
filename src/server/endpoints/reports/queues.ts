// Counts the waiting records of every queue screen that the caller may open, within its row scope.
// Counts stop at a cap, beyond which the exact length does not matter.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { canOpen, canRunAction } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import type { Screen } from '../../../manifest/model/screen'
import type { BlockData } from '../../../protocol/reportCalls'
import type { Viewer } from '../../context/callerRules'
import type { Context } from '../../context/context'
import { narrowScreen } from '../contract/narrowScreen'
import { textConstant } from '../../database/sql/literal'
import { planningFor } from '../../query/expression/planning'
import { RowSource, type Planning } from '../../query/expression/rowSource'
import { totalCap } from '../../query/list/jsonRows'
import { conditionSql, ruleCondition } from '../../query/expression/ruleSql'
import { effectiveRowScope, scopeCondition } from '../../query/policy/rowScope'

/** With `more` both numbers are what was counted before the cap. */
type Queue = Extract<BlockData, { block: 'queues' }>['queues'][number]

/** As the database counts it. */
export type CountedQueue = Omit<Queue, 'actionable'>

/** The screens with queues that the caller may open, in menu order. */
export function queuesOf({ app, caller }: Pick<Context, 'app' | 'caller'>): Screen[] {
  const modules = Object.values(app.modules).sort((a, b) => a.menuOrder - b.menuOrder)
  const paths = new Set([...modules.flatMap((module) => module.screens), ...Object.keys(app.screens)])
  return [...paths]
    .map((path) => app.screens[path]!)
    .filter((screen) => screen.queue !== undefined && screen.entity !== undefined && canOpen(app, caller, screen))
}

/** All queues as one JSON array, in their order. */
export function queuesSelect(context: Context, screens: readonly Screen[]): Sql {
  const planning = planningFor(context)
  const counts = screens.map(
    (screen, index) =>
      sql`SELECT ${raw(String(index))} AS place, ${textConstant(screen.path)} AS path, count(*) AS waiting,
        count(*) FILTER (WHERE q.late) AS late FROM (${waiting(context, planning, screen)}) q`,
  )
  const cap = raw(String(totalCap))
  const visible = sql`json_build_object('path', u.path, 'waiting', least(u.waiting, ${cap}), 'late',
    least(u.late, ${cap}), 'more', u.waiting > ${cap})`
  return sql`SELECT json_agg(${visible} ORDER BY u.place) FROM (${join(counts, ' UNION ALL ')}) u`
}

/** Adds to each queue whether its caller can do more than look. */
export function withActions(viewer: Viewer, screens: readonly Screen[], counted: readonly CountedQueue[]): Queue[] {
  const { app, caller } = viewer
  const actionable = new Set(
    screens
      .map((screen) => narrowScreen(viewer, screen))
      .filter(({ entity, actions }) =>
        actions.some(
          (action) =>
            (action.entity !== entity || !app.entities[entity]?.transitions[action.transition]?.creates) &&
            canRunAction(app, caller, action),
        ),
      )
      .map(({ path }) => path),
  )
  return counted.map((queue) => ({ ...queue, actionable: actionable.has(queue.path) }))
}

function waiting(
  { app, caller }: Context,
  planning: Planning,
  { entity, states, widenRowScope: widened, where, queue }: Screen,
): Sql {
  const source = RowSource.of(planning, entityOf(app, entity ?? ''), states)
  const scope = { planning, source }
  const conditions = [
    scopeCondition(source, effectiveRowScope(caller, widened)),
    where && ruleCondition(where, scope),
    queue?.where && ruleCondition(queue.where, scope),
  ].filter((item): item is Sql => item !== undefined)
  const late = queue?.overdueWhere ? conditionSql(queue.overdueWhere.node, scope) : raw('FALSE')
  return sql`SELECT ${late} AS late
    FROM ${source.from()}
    WHERE ${conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')}
    LIMIT ${raw(String(totalCap + 1))}`
}
