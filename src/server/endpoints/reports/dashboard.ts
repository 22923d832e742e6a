// POST /api/dashboard: the queues, figures and latest records of a dashboard or above a list.
// One statement, each part within the caller's row scope and rights; a figure over unreadable records is empty.
import sql, { join, type Sql } from 'sql-template-tag'
import { canRead } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import type { Block, Figure } from '../../../manifest/model/block'
import type { Screen } from '../../../manifest/model/screen'
import type { DashboardAnswer, BlockData, DashboardRequest } from '../../../protocol/reportCalls'
import type { Context, RawRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { maxTotal } from '../../query/list/counts'
import { bind } from '../../query/expression/preparedQuery'
import { valueOfRule } from '../../context/callerRules'
import { openScreen } from '../contract/openScreen'
import { presentSteps, stepsSelect } from './checklist'
import { figuresSelect, shownFigures, type FoundFigure } from './figures'
import { queuesOf, queuesSelect, type Queue } from './queues'
import { presentShort, shortSelect, type ShortSelect } from './shortList'

/** @throws RequestError screen_not_found, permission_required and others as `openScreen` */
export async function readDashboard(context: Context, request: DashboardRequest): Promise<DashboardAnswer> {
  const screen = openScreen(context, request.screen, ['dashboard', 'page', 'list'])
  const parts = screen.blocks.map((block) => partOf(context, block))
  const selects = parts.flatMap(({ select }, index) =>
    select ? [sql`(${select}) AS ${identifier(String(index))}`] : [],
  )
  const [answer] =
    selects.length === 0
      ? []
      : await context.query<Record<string, unknown>>(bind(sql`SELECT ${join(selects, ', ')}`, { context }))
  return { blocks: await Promise.all(parts.map(({ show }, index) => show(answer?.[String(index)] ?? null))) }
}

/** A block's select, as one value, and how its result is presented. */
interface Part {
  readonly select?: Sql
  readonly show: (found: unknown) => BlockData | Promise<BlockData>
}

function partOf(context: Context, block: Block): Part {
  if (block.withheld) return { show: () => ({ block: 'withheld' }) }
  switch (block.kind) {
    case 'queues':
      return queuesPart(context)
    case 'figures':
      return figuresPart(context, block.figures)
    case 'checklist':
      return {
        select: stepsSelect(context, block),
        show: (value) => presentSteps(block, (value ?? []) as readonly boolean[]),
      }
    case 'latest':
      return latestPart(context, block)
    case 'reminder':
      return reminderPart(context, block)
    case 'call':
      return callPart(context, block)
    case 'account':
      return accountPart(context, block)
    default:
      return { show: () => ({ block: 'other' }) }
  }
}

function queuesPart(context: Context): Part {
  const screens: readonly Screen[] = queuesOf(context)
  return {
    ...(screens.length > 0 && { select: queuesSelect(context, screens) }),
    show: (value) => ({ block: 'queues', queues: (value ?? []) as Queue[] }),
  }
}

function figuresPart(context: Context, figures: readonly Figure[]): Part {
  const select = figuresSelect(context, figures)
  return {
    ...(select && { select }),
    show: (value) => ({ block: 'figures', ...shownFigures(context, figures, (value ?? []) as FoundFigure[]) }),
  }
}

/** The initial values of a call's form, and whether it is visible. */
function callPart(context: Context, { visibleWhen: when, values }: Block): Part {
  const isVisible = when === undefined || valueOfRule(context, when) === true
  return {
    show: () => ({
      block: 'call',
      shown: isVisible,
      values: isVisible
        ? Object.fromEntries(Object.entries(values).map(([name, rule]) => [name, valueOfRule(context, rule) ?? null]))
        : {},
    }),
  }
}

/** The values of the account's facts, in their order. */
function accountPart(context: Context, { facts = [] }: Block): Part {
  return {
    show: () => ({
      block: 'account',
      facts: facts.map(({ value }) => {
        const text = valueOfRule(context, value)
        return typeof text === 'string' ? text : null
      }),
    }),
  }
}

function latestPart(context: Context, block: Block): Part {
  const { limit } = block
  const short = shortSelectOf(context, { ...block, limit: limit + 1 })
  return {
    ...(short && { select: short.rows }),
    show: async (value) => {
      const rows = (value ?? []) as RawRecord[]
      return {
        block: 'latest',
        rows: short ? await presentShort(context, short, rows.slice(0, limit)) : [],
        more: rows.length > limit,
      }
    },
  }
}

/** The first records in the block's order, and the total. */
function reminderPart(context: Context, block: Block): Part {
  const short = shortSelectOf(context, block)
  return {
    ...(short && {
      select: sql`SELECT json_build_object('rows', (${short.rows}), 'total', (${short.count(maxTotal + 1)}))`,
    }),
    show: async (value) => {
      const { rows, total } = (value ?? { rows: null, total: 0 }) as { rows: RawRecord[] | null; total: number }
      return {
        block: 'reminder',
        rows: short ? await presentShort(context, short, rows ?? []) : [],
        total: { count: Math.min(total, maxTotal), more: total > maxTotal },
      }
    },
  }
}

/** undefined: the caller may not open records of the block's entity. */
function shortSelectOf(context: Context, block: Block): ShortSelect | undefined {
  const { app, caller } = context
  if (block.entity === undefined || !canRead(app, caller, entityOf(app, block.entity))) return undefined
  return shortSelect(context, {
    entity: block.entity,
    where: block.where,
    sort: block.sort,
    columns: block.columns ?? [],
    rows: block.limit,
    actions: block.actions,
  })
}
