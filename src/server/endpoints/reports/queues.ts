// Counts the waiting records of every queue screen that the caller may open, within its row scope.
// Counts separately those that the caller can act on. Counts stop at a cap.
import { declared } from '../../../manifest/expression/values/present'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { canOpen } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import type { Screen } from '../../../manifest/model/screen'
import type { BlockData } from '../../../protocol/reportCalls'
import type { Context } from '../../context/context'
import { textConstant } from '../../database/sql/literal'
import { actionableNode } from './actionable'
import { planningFor } from '../../query/expression/planning'
import { RowSource, type Planning } from '../../query/expression/rowSource'
import { maxTotal } from '../../query/list/counts'
import { conditionSql, ruleCondition } from '../../query/expression/ruleSql'
import { rowsInReach } from '../../query/policy/rowScope'

/** With `more` its numbers are those counted up to the cap. */
export type Queue = Extract<BlockData, { block: 'queues' }>['queues'][number]

/** The screens with queues that the caller may open, in menu order. */
export function queuesOf({ app, caller }: Pick<Context, 'app' | 'caller'>): Screen[] {
  const modules = Object.values(app.modules).sort((a, b) => a.menuOrder - b.menuOrder)
  const paths = new Set([...modules.flatMap((module) => module.screens), ...Object.keys(app.screens)])
  return [...paths]
    .map((path) => declared(app.screens, path))
    .filter((screen) => screen.queue !== undefined && screen.entity !== undefined && canOpen(app, caller, screen))
}

/** All queues as one JSON array, in their order. */
export function queuesSelect(context: Context, screens: readonly Screen[]): Sql {
  const planning = planningFor(context)
  const counts = screens.map(
    (screen, index) =>
      sql`SELECT ${raw(String(index))} AS place, ${textConstant(screen.path)} AS path, count(*) AS waiting,
        count(*) FILTER (WHERE q.late) AS late, count(*) FILTER (WHERE q.actionable) AS actionable,
        count(*) FILTER (WHERE q.late AND q.actionable) AS "actionableLate"
        FROM (${waiting(context, planning, screen)}) q`,
  )
  const cap = raw(String(maxTotal))
  const visible = sql`json_build_object('path', u.path, 'waiting', least(u.waiting, ${cap}), 'late',
    least(u.late, ${cap}), 'actionable', least(u.actionable, ${cap}),
    'actionableLate', least(u."actionableLate", ${cap}), 'more', u.waiting > ${cap})`
  return sql`SELECT json_agg(${visible} ORDER BY u.place) FROM (${join(counts, ' UNION ALL ')}) u`
}

function waiting(context: Context, planning: Planning, screen: Screen): Sql {
  const { app, caller } = context
  const { entity, states, widenRowScope: widened, where, queue } = screen
  const source = RowSource.of(planning, entityOf(app, entity ?? ''), states)
  const scope = { planning, source }
  const conditions = [
    rowsInReach(source, caller, widened),
    where && ruleCondition(where, scope),
    queue?.where && ruleCondition(queue.where, scope),
  ].filter((item): item is Sql => item !== undefined)
  const late = queue?.overdueWhere ? conditionSql(queue.overdueWhere.node, scope) : raw('FALSE')
  const actionable = conditionSql(actionableNode(context, screen), scope)
  return sql`SELECT ${late} AS late, ${actionable} AS actionable
    FROM ${source.from()}
    WHERE ${conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')}
    LIMIT ${raw(String(maxTotal + 1))}`
}
