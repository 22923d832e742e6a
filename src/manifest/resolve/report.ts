// What does a report count? Axes, measures over entities, and measures computed from other measures.
import type { Chart, Column, Measure, Report, Rule, ValueType } from '../app'
import type * as language from '../generated/language'
import { ineffective, recordsAt } from '../names'
import { pathsRead } from '../rule/check'
import { below, each, hintFor, ruleAt, table, tell, type At, type FieldDraft, type World } from '../world'
import { resolveAggregate } from './aggregate'
import { columnOf } from './columns'
import { loneFields, targetOf } from './fields'

const NAME = /^[A-Za-z][A-Za-z0-9]*$/

export function resolveReport(world: World, place: At, manifest: language.Report): Report {
  const groups = loneFields(world, place.file, [...place.path, 'groups'], manifest.groups, 'group')
  const types = table<ValueType>()
  for (const name of Object.keys(manifest.measures)) {
    if (!NAME.test(name)) tell(world, below(place, 'measures', name), 'bad-name', { name }, { key: true })
    if (name in groups)
      tell(
        world,
        below(place, 'measures', name),
        'reserved-name',
        { name, what: 'an axis of this report already' },
        { key: true },
      )
    types[name] = 'number'
  }
  const measures = Object.entries(manifest.measures).map(([name, measure]) =>
    resolveMeasure(world, below(place, 'measures', name), name, measure, groups, types, manifest),
  )
  checkCircles(world, place, measures)
  const charts = resolveCharts(world, below(place, 'chart'), manifest, Object.keys(groups))
  if (manifest.period === undefined)
    ineffective(world, place.file, place.path, manifest, ['compare'], 'without a period')
  for (const name of Object.keys(manifest.measures))
    if (
      manifest.measures[name]!.hidden === true &&
      !measures.some(
        (measure) => measure.compute !== undefined && pathsRead(measure.compute.node, 'measure').includes(name),
      )
    )
      tell(
        world,
        below(place, 'measures', name, 'hidden'),
        'ineffective-key',
        { key: 'hidden', where: 'on a measure that no other reads' },
        { key: true },
      )
  const descending = manifest.sort?.startsWith('-') === true
  const sort = manifest.sort === undefined ? undefined : { field: manifest.sort.slice(descending ? 1 : 0), descending }
  const sortable = [...Object.keys(types), ...Object.keys(groups)]
  if (sort !== undefined && !sortable.includes(sort.field))
    tell(
      world,
      below(place, 'sort'),
      'unknown-name',
      { what: 'measure or axis', name: sort.field },
      hintFor(sort.field, sortable),
    )
  if (Object.keys(groups).length < 2) ineffective(world, place.file, place.path, manifest, ['choose'], 'with one axis')
  return {
    groups,
    choose: manifest.choose === true,
    measures,
    charts,
    compare: manifest.compare === true,
    ...(manifest.period !== undefined && { period: manifest.period }),
    ...(sort !== undefined && { sort }),
  }
}

function resolveCharts(
  world: World,
  place: At,
  { chart, measures, choose }: language.Report,
  groups: readonly string[],
): Chart[] {
  const charts =
    chart === undefined
      ? []
      : Array.isArray(chart)
        ? each(chart).map(([index, one]) => ({ own: below(place, index), one }))
        : [{ own: place, one: chart }]
  return charts.map(({ own, one }) => {
    for (const [index, name] of each(one.measures)) {
      const measure = Object.hasOwn(measures, name) ? measures[name] : undefined
      if (measure === undefined)
        tell(
          world,
          below(own, 'measures', index),
          'unknown-name',
          { what: 'measure', name },
          hintFor(name, Object.keys(measures)),
        )
      else if (measure.hidden === true)
        tell(world, below(own, 'measures', index), 'wrong-field', { name, expected: 'a measure that is shown' })
      else if (one.by !== undefined && !adds(measure))
        tell(world, below(own, 'measures', index), 'wrong-field', {
          name,
          expected: 'a count or a sum, since rows are added up',
        })
    }
    if (one.by !== undefined && !groups.includes(one.by))
      tell(world, below(own, 'by'), 'unknown-name', { what: 'axis', name: one.by }, hintFor(one.by, groups))
    if (choose === true || groups.length < 2)
      ineffective(world, own.file, own.path, one, ['by'], 'where there is one axis at a time')
    if (one.kind === 'pie' && one.measures.length > 1)
      tell(world, below(own, 'measures'), 'conflicting-keys', { what: 'A pie shows one measure' })
    return one
  })
}

/** Whether the measure of several rows together is that of each, added up. */
function adds({ type, aggregate = {} }: language.Measure): boolean {
  return type !== 'decimal' && !['average', 'max', 'min'].some((key) => Object.hasOwn(aggregate, key))
}

/** The axes of the search form. */
export function searchedAxes(world: World, place: At, manifest: language.Report, { groups }: Report): Column[] {
  return each(manifest.search).flatMap(([index, name]): Column[] => {
    const field = Object.hasOwn(groups, name) ? groups[name] : undefined
    if (field !== undefined) return [columnOf(world, { field: name }, { field })]
    tell(world, below(place, index), 'unknown-name', { what: 'axis', name }, hintFor(name, Object.keys(groups)))
    return []
  })
}

function resolveMeasure(
  world: World,
  place: At,
  name: string,
  manifest: language.Measure,
  groups: Readonly<Record<string, FieldDraft>>,
  types: Readonly<Record<string, ValueType>>,
  report: language.Report,
): Measure {
  if ((manifest.aggregate === undefined) === (manifest.compute === undefined))
    tell(world, place, 'conflicting-keys', { what: 'A measure has either `aggregate` or `compute`' }, { key: true })
  const compute =
    manifest.compute === undefined
      ? undefined
      : ruleAt(
          world,
          below(place, 'compute'),
          manifest.compute,
          { ...world.base, me: undefined, tenant: undefined, measures: types, period: report.period !== undefined },
          'number',
        )
  if (manifest.compute !== undefined)
    ineffective(world, place.file, place.path, manifest, ['by'], 'on a measure computed from others')
  if (manifest.hidden === true)
    ineffective(world, place.file, place.path, manifest, ['open'], 'on a measure that is not shown')
  const aggregate =
    manifest.aggregate === undefined
      ? undefined
      : resolveAggregate(world, below(place, 'aggregate'), manifest.aggregate, {
          environment: { ...world.base, period: report.period !== undefined },
        })
  if (manifest.open !== undefined && (aggregate !== undefined || manifest.aggregate === undefined))
    recordsAt(world, below(place, 'open'), manifest.open, aggregate?.entity)
  if (aggregate !== undefined && aggregate.type !== 'number' && aggregate.type !== 'unknown')
    tell(world, below(place, 'aggregate'), 'wrong-value', { expected: manifest.type, found: aggregate.type })
  return {
    name,
    title: manifest.title,
    type: manifest.type,
    by: aggregate === undefined ? table() : resolveBy(world, place, manifest, aggregate.entity, groups),
    total: manifest.total !== false,
    hidden: manifest.hidden === true,
    ...(aggregate !== undefined && { aggregate }),
    ...(compute !== undefined && { compute }),
    ...(manifest.open !== undefined && { open: manifest.open }),
  }
}

/** Which value of the counted record stands for each axis. */
function resolveBy(
  world: World,
  place: At,
  manifest: language.Measure,
  entity: string | undefined,
  groups: Readonly<Record<string, FieldDraft>>,
): Record<string, Rule> {
  const counted = world.entities[entity ?? '']
  const by = table<Rule>()
  for (const [group, source] of Object.entries(manifest.by ?? {})) {
    const own = below(place, 'by', group)
    const axis = groups[group]
    if (axis === undefined) {
      tell(
        world,
        own,
        'unknown-name',
        { what: 'axis', name: group },
        { key: true, ...hintFor(group, Object.keys(groups)) },
      )
      continue
    }
    if (counted === undefined) continue
    const { expected, target } = targetOf(world, axis)
    const rule = ruleAt(
      world,
      own,
      source,
      { ...world.base, record: counted.shape, me: undefined, tenant: undefined },
      expected,
      target,
    )
    if (rule !== undefined) by[group] = rule
  }
  for (const group of Object.keys(groups))
    if (manifest.by?.[group] === undefined)
      tell(
        world,
        place,
        'missing-part',
        { thing: 'a measure', key: `by.${group}` },
        { key: true, hint: 'Which field of the counted record stands for the axis.' },
      )
  return by
}

/** A computed measure may read any other, in whatever order they are shown, but never itself. */
function checkCircles(world: World, place: At, measures: readonly Measure[]): void {
  const reads = new Map(
    measures.map((measure) => [
      measure.name,
      measure.compute === undefined ? [] : pathsRead(measure.compute.node, 'measure'),
    ]),
  )
  for (let before = -1; before !== reads.size;) {
    before = reads.size
    for (const [name, others] of reads) if (!others.some((other) => reads.has(other))) reads.delete(name)
  }
  const [first] = reads.keys()
  if (first !== undefined)
    tell(world, below(place, 'measures', first, 'compute'), 'cycle', { chain: [...reads.keys()].join(', ') })
}
