// Resolves reports: dimensions, measures over entities, and measures computed from other measures.
import { presentOf, firstItem } from '../../expression/values/present'
import { reportWrongField } from '../../context/fittingFields'
import type { Chart, Measure, Report } from '../../model/report'
import type { Column } from '../../model/column'
import type { Rule, ValueType } from '../../model/rule'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { recordsAt } from '../fields/listLookups'
import { ineffective } from '../../context/lookup'
import { pathsRead } from '../../expression/analyze'
import {
  checkName,
  childLocation,
  indexed,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type FieldDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { cyclesOf } from '../../context/cycles'
import { computedFrom, countedOrComputed, resolveAggregate } from '../fields/aggregate'
import { columnOf } from '../fields/columns'
import { resolveStandaloneFields } from '../fields/fields'
import { targetOf } from '../../context/ruleTypes'

/** What the measures of a report may refer to: its axes, each other, and the period if there is one. */
interface ReportScope {
  readonly dimensions: Readonly<Record<string, FieldDraft>>
  readonly measures: Readonly<Record<string, ValueType>>
  readonly period: boolean
}

export function resolveReport(location: ManifestLocation, written: language.Report): Report {
  const groups = resolveStandaloneFields(childLocation(location, 'dimensions'), written.dimensions, 'dimension')
  const types = createTable<ValueType>()
  for (const name of Object.keys(written.measures)) {
    checkName(childLocation(location, 'measures', name), name)
    if (name in groups)
      reportProblem(
        childLocation(location, 'measures', name),
        'reserved-name',
        { name, what: 'an axis of this report already' },
        { key: true },
      )
    types[name] = 'number'
  }
  const scope: ReportScope = { dimensions: groups, measures: types, period: written.period !== undefined }
  const measures = Object.entries(written.measures).map(([name, measure]) =>
    resolveMeasure(childLocation(location, 'measures', name), name, measure, scope),
  )
  checkCycles(location, measures)
  const charts = resolveCharts(childLocation(location, 'chart'), written, Object.keys(groups))
  if (written.period === undefined) ineffective(location, written, ['comparePrevious'], 'without a period')
  if (written.comparePrevious !== true)
    for (const [name, measure] of Object.entries(written.measures))
      ineffective(childLocation(location, 'measures', name), measure, ['lowerIsBetter'], 'without `comparePrevious`')
  for (const name of Object.keys(written.measures))
    if (
      written.measures[name]!.hidden === true &&
      !measures.some(
        (measure) => measure.compute !== undefined && pathsRead(measure.compute.node, 'measure').includes(name),
      )
    )
      reportProblem(
        childLocation(location, 'measures', name, 'hidden'),
        'ineffective-key',
        { key: 'hidden', where: 'on a measure that no other reads' },
        { key: true },
      )
  const descending = written.sort?.startsWith('-') === true
  const sort = written.sort === undefined ? undefined : { field: written.sort.slice(descending ? 1 : 0), descending }
  const sortable = [...Object.keys(types), ...Object.keys(groups)]
  if (sort !== undefined && !sortable.includes(sort.field))
    reportUnknownName(childLocation(location, 'sort'), sort.field, { what: 'measure or axis', among: sortable })
  if (Object.keys(groups).length < 2) ineffective(location, written, ['chooseDimension'], 'with one axis')
  return {
    dimensions: groups,
    chooseDimension: written.chooseDimension === true,
    measures,
    charts,
    comparePrevious: written.comparePrevious === true,
    ...(written.period !== undefined && { period: written.period }),
    ...(sort !== undefined && { sort }),
  }
}

function resolveCharts(
  location: ManifestLocation,
  { chart, measures, chooseDimension: choose }: language.Report,
  groups: readonly string[],
): Chart[] {
  const measuresThat = (fits: (measure: language.Measure) => boolean): string[] =>
    Object.keys(measures).filter((name) => fits(measures[name]!))
  const charts =
    chart === undefined
      ? []
      : Array.isArray(chart)
        ? indexed(chart).map(([index, item]) => ({ own: childLocation(location, index), one: item }))
        : [{ own: location, one: chart }]
  return charts.map(({ own, one }) => {
    for (const [index, name] of indexed(one.measures)) {
      const measure = Object.hasOwn(measures, name) ? measures[name] : undefined
      if (measure === undefined)
        reportUnknownName(childLocation(own, 'measures', index), name, {
          what: 'measure',
          among: Object.keys(measures),
        })
      else if (measure.hidden === true)
        reportWrongField(childLocation(own, 'measures', index), {
          name,
          expected: 'a measure that is shown',
          fits: measuresThat((other) => other.hidden !== true),
        })
      else if (one.dimension !== undefined && !adds(measure))
        reportWrongField(childLocation(own, 'measures', index), {
          name,
          expected: 'a count or a sum, since rows are added up',
          fits: measuresThat((other) => other.hidden !== true && adds(other)),
        })
    }
    if (one.dimension !== undefined && !groups.includes(one.dimension))
      reportUnknownName(childLocation(own, 'dimension'), one.dimension, { what: 'axis', among: groups })
    if (choose === true || groups.length < 2) ineffective(own, one, ['dimension'], 'where there is one axis at a time')
    if (one.kind === 'pie' && one.measures.length > 1)
      reportProblem(childLocation(own, 'measures'), 'conflicting-keys', { what: 'A pie shows one measure' })
    return one
  })
}

/** Whether the total of a measure over several rows is the sum of their values. */
function adds({ type, aggregate = {} }: language.Measure): boolean {
  return type !== 'decimal' && !['average', 'max', 'min'].some((key) => Object.hasOwn(aggregate, key))
}

/** The dimensions of the search form. */
export function searchedAxes(
  location: ManifestLocation,
  written: language.Report,
  { dimensions: groups }: Report,
): Column[] {
  const { context } = location
  return indexed(written.filters).flatMap(([index, name]): Column[] => {
    const field = Object.hasOwn(groups, name) ? groups[name] : undefined
    if (field !== undefined) return [columnOf(context, { field: name }, { field })]
    reportUnknownName(childLocation(location, index), name, { what: 'axis', among: Object.keys(groups) })
    return []
  })
}

function resolveMeasure(
  location: ManifestLocation,
  name: string,
  written: language.Measure,
  { dimensions: groups, measures, period }: ReportScope,
): Measure {
  const { context } = location
  countedOrComputed(location, written, 'A measure')
  const compute = computedFrom(measures, location, written, period)
  if (written.compute !== undefined) ineffective(location, written, ['dimensions'], 'on a measure computed from others')
  if (written.hidden === true) ineffective(location, written, ['drillDown'], 'on a measure that is not shown')
  const aggregate =
    written.aggregate === undefined
      ? undefined
      : resolveAggregate(childLocation(location, 'aggregate'), written.aggregate, {
          wholeRecords: true,
          environment: { ...context.base, period },
        })
  if (written.drillDown !== undefined && (aggregate !== undefined || written.aggregate === undefined))
    recordsAt(childLocation(location, 'drillDown'), written.drillDown, aggregate?.entity)
  if (aggregate !== undefined && aggregate.type !== 'number' && aggregate.type !== 'unknown')
    reportProblem(childLocation(location, 'aggregate'), 'wrong-value', {
      expected: written.type,
      found: aggregate.type,
    })
  return {
    name,
    title: written.title,
    type: written.type,
    ...presentOf(written, 'help', 'drillDown'),
    dimensions: aggregate === undefined ? createTable() : resolveBy(location, written, aggregate.entity, groups),
    total: written.total !== false,
    hidden: written.hidden === true,
    ...(aggregate !== undefined && { aggregate }),
    ...(compute !== undefined && { compute }),
    ...(written.lowerIsBetter === true && { lowerIsBetter: true as const }),
    ...audienceAt(location, written),
  }
}

/** The value of the counted record for each dimension. */
function resolveBy(
  location: ManifestLocation,
  written: language.Measure,
  entity: string | undefined,
  groups: Readonly<Record<string, FieldDraft>>,
): Record<string, Rule> {
  const { context } = location
  const counted = context.entities[entity ?? '']
  const by = createTable<Rule>()
  for (const [group, source] of Object.entries(written.dimensions ?? {})) {
    const dimensionLocation = childLocation(location, 'dimensions', group)
    const axis = groups[group]
    if (axis === undefined) {
      reportUnknownName(dimensionLocation, group, { what: 'axis', among: Object.keys(groups), key: true })
      continue
    }
    if (counted === undefined) continue
    const result = targetOf(context, axis)
    const rule = ruleAt(
      dimensionLocation,
      source,
      { ...context.base, record: counted.shape, me: undefined, tenant: undefined },
      result,
    )
    if (rule !== undefined) by[group] = rule
  }
  for (const group of Object.keys(groups))
    if (written.dimensions?.[group] === undefined)
      reportProblem(
        location,
        'missing-part',
        { thing: 'a measure', key: `dimensions.${group}` },
        { key: true, hint: 'The field of the counted record that is this dimension of the report.' },
      )
  return by
}

/** A computed measure may read any other, whatever their order, but never itself. */
function checkCycles(location: ManifestLocation, measures: readonly Measure[]): void {
  const reads = new Map(
    measures.map(({ name, compute }) => [name, compute === undefined ? [] : pathsRead(compute.node, 'measure')]),
  )
  for (const cycle of cyclesOf(reads))
    reportProblem(childLocation(location, 'measures', firstItem(cycle), 'compute'), 'cycle', {
      chain: cycle.join(' -> '),
    })
}
