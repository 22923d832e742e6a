// POST /api/dashboard: what stands in the blocks of a dashboard, or above a list? Queues, figures and latest records, each behind the caller's own reach and rights,
// in one statement; a figure over what she may not read is empty.
import sql, { join, type Sql } from 'sql-template-tag'
import { mayRead } from '../../manifest/access'
import type { Aggregate, Block, Figure, Screen } from '../../manifest/app'
import { evaluate } from '../../manifest/rule/evaluate'
import { exactOf } from '../../manifest/rule/exact'
import type { DashboardAnswer, DashboardBlock, DashboardRequest } from '../../protocol/calls'
import type { Context, RawRecord } from '../context'
import { identifier } from '../database/identifier'
import { aggregateSql } from '../plan/aggregate-sql'
import { entityNamed, planningOf } from '../plan/frame'
import { reachOf, scopeCondition } from '../plan/scope-sql'
import { bindOnce } from '../plan/slot'
import { readableField } from '../plan/visible-sql'
import { valueOfRule, worldOf } from '../ruleValue'
import { openScreen } from './openScreen'
import { queuesOf, queuesSelect, type Queue } from './queues'
import { presentShort, shortSelect } from './shortList'

/** @throws Fault 2001 for a screen that is none, 2002 for one that is not the caller's */
export async function readDashboard(context: Context, request: DashboardRequest): Promise<DashboardAnswer> {
  const screen = openScreen(context, request.screen, ['dashboard', 'page', 'list'])
  const parts = screen.blocks.map((block) => partOf(context, block))
  const selects = parts.flatMap(({ select }, index) =>
    select ? [sql`(${select}) AS ${identifier(String(index))}`] : [],
  )
  const [answer] =
    selects.length === 0
      ? []
      : await context.query<Record<string, unknown>>(bindOnce(sql`SELECT ${join(selects, ', ')}`, { context }))
  return { blocks: parts.map(({ show }, index) => show(answer?.[String(index)] ?? null)) }
}

/** What a block asks for, as one value, and what becomes of it. */
interface Part {
  readonly select?: Sql
  readonly show: (found: unknown) => DashboardBlock
}

function partOf(context: Context, block: Block): Part {
  switch (block.block) {
    case 'queues':
      return queuesPart(context)
    case 'figures':
      return figuresPart(context, block.figures)
    case 'latest':
      return latestPart(context, block)
    case 'call':
      return callPart(context, block)
    default:
      return { show: () => ({ block: 'other' }) }
  }
}

function queuesPart(context: Context): Part {
  const screens: readonly Screen[] = queuesOf(context)
  return {
    ...(screens.length > 0 && { select: queuesSelect(context, screens) }),
    show: (found) => ({ block: 'queues', queues: (found ?? []) as Queue[] }),
  }
}

function figuresPart(context: Context, figures: readonly Figure[]): Part {
  const { app, caller } = context
  const planning = planningOf(app, caller.language, caller.system)
  const counted = figures.flatMap(({ aggregate }) => (aggregate ? [aggregate] : []))
  const values = counted.map((aggregate) =>
    isReadable(context, aggregate)
      ? sql`(${aggregateSql(aggregate, { planning, asking: undefined, narrow: (records) => scopeCondition(records, reachOf(caller)) })})::text`
      : sql`NULL::text`,
  )
  return {
    ...(values.length > 0 && { select: sql`json_build_array(${join(values, ', ')})` }),
    show: (found) => ({ block: 'figures', values: shownFigures(context, figures, (found ?? []) as (string | null)[]) }),
  }
}

/** Whether the records that a figure counts, and the field it takes, are the caller's to read. */
export function isReadable({ app, caller }: Pick<Context, 'app' | 'caller'>, aggregate: Aggregate): boolean {
  const entity = entityNamed(app, aggregate.entity ?? '')
  return (
    mayRead(app, caller, entity) &&
    (aggregate.field === undefined || readableField(app, entity, aggregate.field, caller) !== undefined)
  )
}

/** Decimal texts with the digits of each figure's type; what is computed from one that may not be read is empty too. */
function shownFigures(
  { app, caller, now }: Context,
  figures: readonly Figure[],
  counted: readonly (string | null)[],
): (string | null)[] {
  const known: Record<string, unknown> = {}
  const world = worldOf(app, now, caller.codes)
  let next = 0
  return figures.map(({ name, type, compute }) => {
    const value = compute
      ? evaluate(
          compute.node,
          (scope, path) =>
            scope === 'measure'
              ? known[path[0] ?? '']
              : scope === 'settings'
                ? app.settings[path[0] ?? '']?.value
                : undefined,
          world,
        )
      : counted[next++]
    const shown = exactOf(value)?.toFixed(type === 'int' ? 0 : 2) ?? null
    if (name !== undefined) known[name] = shown
    return shown
  })
}

/** What stands in the form of a call at first, and whether it is there at all. */
function callPart(context: Context, { when, values }: Block): Part {
  const shown = when === undefined || valueOfRule(context, when) === true
  return {
    show: () => ({
      block: 'call',
      shown,
      values: shown
        ? Object.fromEntries(Object.entries(values).map(([name, rule]) => [name, valueOfRule(context, rule) ?? null]))
        : {},
    }),
  }
}

function latestPart(context: Context, block: Block): Part {
  const { app, caller } = context
  if (block.entity === undefined || !mayRead(app, caller, entityNamed(app, block.entity)))
    return { show: () => ({ block: 'latest', rows: [] }) }
  const short = shortSelect(context, {
    entity: block.entity,
    where: block.where,
    sort: block.sort,
    columns: block.columns ?? [],
    rows: block.rows,
  })
  return {
    select: short.rows,
    show: (found) => ({ block: 'latest', rows: presentShort(context, short, (found ?? []) as RawRecord[]) }),
  }
}
