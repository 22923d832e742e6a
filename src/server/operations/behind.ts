// Which records stand behind a number? Those of a measure of a report, of a figure of a block, or of a queue, for the list that its manifest opens.
// Whoever may not see the number, or not the list, sees no records either.
import type { Block, Report, Screen, Text } from '../../manifest/app'
import type { Behind } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context } from '../context'
import type { Counted } from '../plan/counted'
import { mayMeasure } from '../plan/report-sql'
import { isReadable } from './dashboard'
import { openScreen } from './openScreen'
import { checkAxis, periodOf } from './report'

/** What the records of a queue are called. */
const queueTitles: Readonly<Record<string, Text>> = { waiting: ['待处理', 'Waiting'], late: ['已超期', 'Late'] }

/** @throws Fault 2001 for a number that is none, or that leads elsewhere; 2002 when its screen is not the caller's */
export function countedBehind(context: Context, list: Screen, behind: Behind): Counted {
  const screen = openScreen(context, behind.screen, ['report', 'dashboard', 'page', 'list'])
  const counted = screen.report
    ? ofMeasure(context, list, screen, screen.report, behind)
    : screen.path === list.path && Object.hasOwn(queueTitles, behind.number)
      ? ofQueue(list, behind.number)
      : ofFigure(context, list, screen.blocks, behind.number)
  if (!counted) throw new Fault(codes.refused, ['没有这个数字', 'There is no such number'])
  return { ...counted, shape: JSON.stringify([screen.path, behind.number, counted.filters.map(({ shape }) => shape)]) }
}

type Found = Omit<Counted, 'shape'> | undefined

function ofMeasure(
  context: Context,
  list: Screen,
  { scope }: Screen,
  report: Report,
  { number, filters = [], from, to }: Behind,
): Found {
  const measure = report.measures.find(({ name }) => name === number)
  if (!measure?.aggregate || measure.open !== list.path) return undefined
  const axes = filters.map((filter) => checkAxis(report, filter))
  if (
    !mayMeasure(
      context.app,
      context.caller,
      measure,
      axes.map(({ axis }) => axis),
    )
  )
    return undefined
  return {
    title: measure.title,
    where: measure.aggregate.where,
    by: measure.by,
    filters: axes,
    period: periodOf(context, report, { from, to }),
    scope,
    within: false,
  }
}

function ofFigure(context: Context, list: Screen, blocks: readonly Block[], number: string): Found {
  const [block = '', place = ''] = number.split('.')
  const figure = blocks[Number(block)]?.figures[Number(place)]
  if (!figure?.aggregate || figure.open !== list.path || !isReadable(context, figure.aggregate)) return undefined
  return { title: figure.title, where: figure.aggregate.where, by: {}, filters: [], within: false }
}

function ofQueue({ queue }: Screen, number: string): Found {
  const also = number === 'late' ? queue?.late : undefined
  if (!queue || (number === 'late' && !also)) return undefined
  return { title: queueTitles[number]!, where: queue.where, also, by: {}, filters: [], within: true }
}
