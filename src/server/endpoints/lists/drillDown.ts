// Resolves a drill-down: the records behind a measure, figure or queue, for its list.
// The caller must be allowed to see both the number and the list.
import { entityOf } from '../../../manifest/model/app'
import { textIn } from '../../../manifest/model/text'
import type { Block } from '../../../manifest/model/block'
import type { Field } from '../../../manifest/model/field'
import type { Report } from '../../../manifest/model/report'
import type { Screen } from '../../../manifest/model/screen'
import { textOf, type CatalogMessage } from '../../../manifest/expression/message'
import type { DrillDown, DrillDownAnswer } from '../../../protocol/calls'
import { qualifiedId } from '../../../protocol/records/recordAddress'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import type { DrillDownQuery } from '../../query/report/drillDown'
import { planningFor } from '../../query/expression/planning'
import { isReadable, readableField } from '../../query/policy/fieldAccess'
import { loadRecords, withinTenantOf } from '../../query/records/loadRecords'
import { mayMeasure } from '../../query/report/statement'
import { openScreen } from '../contract/openScreen'
import { readableEntity } from '../records/record'
import { recordLabels } from '../records/timeline'
import { readOptions } from './references/options'
import { withOneIndexedList } from '../../query/search/filter'
import { actionableNode } from '../reports/actionable'
import { checkAxis, periodOf } from '../reports/report'
import { phrase } from '../../context/phrases'

/** Titles of the lists behind a queue's numbers. */
const queueTitles: Readonly<Record<string, CatalogMessage>> = {
  waiting: phrase('queue_waiting'),
  late: phrase('queue_late'),
  actionable: phrase('queue_waiting'),
  actionableLate: phrase('queue_late'),
}

/**
 * @throws RequestError figure_not_found also for one that leads elsewhere, and others as `openScreen`
 */
export async function resolveDrillDown(context: Context, list: Screen, drillDown: DrillDown): Promise<DrillDownQuery> {
  const screen = openScreen(context, drillDown.screen, ['report', 'dashboard', 'page', 'list'])
  const counted = isOfRecord(drillDown)
    ? await ofRecord(context, list, drillDown.number)
    : screen.report
      ? ofMeasure(context, list, { ...screen, report: screen.report }, drillDown)
      : screen.path === list.path && Object.hasOwn(queueTitles, drillDown.number)
        ? ofQueue(context, list, drillDown.number)
        : ofFigure(context, list, screen.blocks, drillDown.number)
  if (!counted) throw new RequestError('figure_not_found')
  return {
    ...counted,
    shape: JSON.stringify([screen.path, counted.shape, counted.filters.map(({ shape }) => shape)]),
  }
}

/** The number in words, for the list's heading; the page knows the period. */
export async function drillDownAnswer(
  context: Context,
  drillDown: DrillDown,
  { title, asking }: DrillDownQuery,
): Promise<DrillDownAnswer> {
  if (!asking) return { title, facts: await groupFacts(context, drillDown) }
  const { entity, record, counted } = asking
  const addressed = { entity, id: record.id }
  const labels = await recordLabels(context, planningFor(context), [addressed])
  return {
    title,
    facts: [
      { title: entityOf(context.app, entity).title, value: labels.get(qualifiedId(addressed)) ?? String(record.id) },
    ],
    ...(counted !== undefined && { counted }),
  }
}

async function groupFacts(context: Context, { screen, filters = [] }: DrillDown): Promise<DrillDownAnswer['facts']> {
  const groups = openScreen(context, screen, ['report', 'dashboard', 'page', 'list']).report?.dimensions ?? {}
  return Promise.all(
    filters.flatMap(({ field, operator, value }) => {
      const axis = Object.hasOwn(groups, field) ? groups[field] : undefined
      return axis
        ? [
            groupText(context, screen, axis, operator === 'empty' ? null : value).then((text) => ({
              title: axis.title,
              value: text,
            })),
          ]
        : []
    }),
  )
}

async function groupText(context: Context, screen: string, axis: Field, value: unknown): Promise<string | null> {
  if (value === null || value === undefined) return null
  if (axis.type === 'ref') {
    const { options } = await readOptions(context, { screen, field: axis.name, ids: [Number(value)] })
    return options[0]?.label ?? String(value)
  }
  const item = context.app.dictionaries[axis.dictionary ?? '']?.items.find(({ code }) => code === value)
  return item ? textIn(item.title, context.caller.language) : String(value)
}

/** `shape`: the number's name, without the record, which is a parameter: all records share a plan. */
type Found = DrillDownQuery | undefined

function ofMeasure(
  context: Context,
  list: Screen,
  { widenRowScope: scope, report }: Screen & { readonly report: Report },
  { number, filters = [], from, to }: DrillDown,
): Found {
  const measure = report.measures.find(({ name }) => name === number)
  if (!measure?.aggregate || measure.drillDown !== list.path) return undefined
  const axes = withOneIndexedList(filters.map((filter) => checkAxis(context, report, filter)))
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
    shape: measure.name,
    title: measure.title,
    where: measure.aggregate.where,
    dimensions: measure.dimensions,
    filters: axes,
    period: periodOf(context, report, { from, to }),
    scope,
    keepListConditions: false,
  }
}

/** `entity.field.id`; `block.figure` and the names of measures and queues have fewer parts. */
const isOfRecord = ({ number }: DrillDown): boolean => number.split('.').length === 3

async function ofRecord(context: Context, list: Screen, number: string): Promise<Found> {
  const [name = '', path = '', id] = number.split('.')
  const entity = readableEntity(context, name)
  const field = readableField(context.app, entity, path, context.caller)
  if (!field?.aggregate || field.drillDown !== list.path || !Number.isSafeInteger(Number(id))) return undefined
  const [record] = await loadRecords(await withinTenantOf(context, entity, Number(id)), {
    entity: name,
    paths: [...field.aggregate.readsThis, path],
    where: { ids: [Number(id)] },
    scoped: true,
  })
  return (
    record && {
      shape: `${name}.${path}`,
      title: field.title,
      where: field.aggregate.where,
      asking: {
        entity: name,
        record,
        ...(field.aggregate.operator === 'count' && { counted: Number(record[path]) }),
      },
      dimensions: {},
      filters: [],
      keepListConditions: false,
    }
  )
}

function ofFigure(context: Context, list: Screen, blocks: readonly Block[], number: string): Found {
  const [block = '', path = ''] = number.split('.')
  const figure = blocks[Number(block)]?.figures[Number(path)]
  if (
    !figure?.aggregate ||
    figure.drillDown !== list.path ||
    !isReadable(context.app, figure.aggregate, context.caller)
  )
    return undefined
  return {
    shape: `${Number(block)}.${Number(path)}`,
    title: figure.title,
    where: figure.aggregate.where,
    dimensions: {},
    filters: [],
    keepListConditions: false,
  }
}

function ofQueue(context: Context, list: Screen, number: string): Found {
  const { app } = context
  const { queue } = list
  const isLate = number === 'late' || number === 'actionableLate'
  if (!queue || (isLate && !queue.overdueWhere)) return undefined
  const nodes = [
    ...(isLate && queue.overdueWhere ? [queue.overdueWhere.node] : []),
    ...(number.startsWith('actionable') ? [actionableNode(context, list)] : []),
  ]
  const title = textOf(queueTitles[number]!, app.product)
  return {
    shape: number,
    title,
    where: queue.where,
    also: nodes,
    dimensions: {},
    filters: [],
    sort: queue.sort,
    keepListConditions: true,
  }
}
