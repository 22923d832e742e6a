// Resolves the figures of a block in their order: aggregates, also by month, and computed numbers.
import { fieldsInstead, reportWrongField } from '../../context/fittingFields'
import type { Figure } from '../../model/block'
import type { Aggregate, ValueType } from '../../model/rule'
import type { Field } from '../../model/field'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { recordsAt } from '../fields/listLookups'
import { andRule, ineffective, pathFrom } from '../../context/lookup'
import {
  childLocation,
  indexed,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
} from '../../context/compileContext'
import { isDayType } from '../../expression/values/valueTypes'
import { computedFrom, countedOrComputed, resolveAggregate } from '../fields/aggregate'

export type LocatedFigures = readonly (readonly [ManifestLocation, language.Figure])[]

export const locatedFigures = (
  location: ManifestLocation,
  figures: readonly language.Figure[] | undefined,
): LocatedFigures => indexed(figures).map(([index, figure]) => [childLocation(location, index), figure] as const)

/** A figure may read only the figures before it, so that none depends on itself. */
export function resolveFigures(manifest: LocatedFigures): Figure[] {
  const table = createTable<ValueType>()
  return manifest.flatMap(([figureLocation, written]) => {
    const figure = resolveFigure(figureLocation, written, table)
    if (written.name !== undefined && written.name in table)
      reportProblem(childLocation(figureLocation, 'name'), 'duplicate-entry', { name: written.name })
    if (written.name !== undefined) table[written.name] = 'number'
    return figure === undefined ? [] : [figure]
  })
}

function resolveFigure(
  location: ManifestLocation,
  { name, title, help, type, drillDown: open, ...written }: language.Figure,
  measured: Readonly<Record<string, ValueType>>,
): Figure | undefined {
  const { context } = location
  countedOrComputed(location, written, 'A figure')
  if (written.aggregate === undefined) ineffective(location, written, ['monthBy'], 'without `aggregate`')
  if (written.monthBy === undefined) ineffective(location, written, ['lowerIsBetter', 'target'], 'without `monthBy`')
  const target =
    written.target === undefined
      ? undefined
      : ruleAt(childLocation(location, 'target'), written.target, context.base, 'number')
  const rest = {
    title,
    type,
    ...(help !== undefined && { help }),
    ...(written.lowerIsBetter === true && { lowerIsBetter: true as const }),
    ...(target !== undefined && { target }),
    ...(name !== undefined && { name }),
    ...(open !== undefined && { drillDown: open }),
    ...audienceAt(location, written),
  }
  if (written.aggregate === undefined) {
    if (open !== undefined) recordsAt(childLocation(location, 'drillDown'), open, undefined)
    const compute = computedFrom({ ...measured }, location, written)
    return compute && { ...rest, compute }
  }
  const aggregate = resolveAggregate(childLocation(location, 'aggregate'), written.aggregate, {
    wholeRecords: true,
    environment: context.base,
  })
  if (open !== undefined && aggregate !== undefined)
    recordsAt(childLocation(location, 'drillDown'), open, aggregate.entity)
  if (aggregate !== undefined && aggregate.type !== 'number' && aggregate.type !== 'unknown')
    reportProblem(childLocation(location, 'aggregate'), 'wrong-value', {
      expected: type,
      found: aggregate.type,
    })
  return aggregate && { ...rest, ...byMonth(location, aggregate, written.monthBy) }
}

/**
 * This month's records up to today as the number, and the records of two months by day. At most 30 days of a month lie
 * before today, and 61 of two: bounds that an index can use.
 */
function byMonth(
  location: ManifestLocation,
  aggregate: Aggregate,
  by: string | undefined,
): Pick<Figure, 'aggregate' | 'daily'> {
  const { context } = location
  const entity = context.entities[aggregate.entity ?? '']
  if (by === undefined || entity === undefined) return { aggregate }
  const byLocation = childLocation(location, 'monthBy')
  if (aggregate.operator !== 'count' && aggregate.operator !== 'sum')
    reportProblem(byLocation, 'ineffective-key', { key: 'monthBy', where: 'without `count` or `sum`' }, { key: true })
  const reached = pathFrom(byLocation, entity, by)
  if (reached === undefined) return { aggregate }
  const isDayField = ({ stored, type }: Field): boolean => stored && isDayType(type)
  if (!isDayField(reached.field)) {
    const fits = fieldsInstead(by, reached.owner.fields, isDayField)
    reportWrongField(byLocation, { name: by, expected: 'a stored date or moment', fits })
    return { aggregate }
  }
  const since = (days: number) => `date(${by}) >= addDays(today(), -${days}) && date(${by}) <= today()`
  const narrowed = (source: string): Aggregate => {
    const where = ruleAt(byLocation, source, { ...context.base, record: entity.shape }, 'boolean')
    return { ...aggregate, where: andRule(aggregate.where, where) }
  }
  return {
    aggregate: narrowed(`${since(30)} && month(${by}) == month(today())`),
    daily: { aggregate: narrowed(since(61)), by },
  }
}
