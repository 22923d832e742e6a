// Derives covering indexes for reports: the columns they read, by how they find their rows.
// Rows are found by period, by an owner's reference, or by id through a reference. Such an index serves a report over a
// million records without reading the table.
import { firstItem } from '../../manifest/expression/values/present'
import { entityOf, type App } from '../../manifest/model/app'
import type { Aggregate, RuleNode } from '../../manifest/model/rule'
import { visit } from '../../manifest/expression/analyze'
import type { Entity } from '../../manifest/model/entity'
import { isCounted, type Measure } from '../../manifest/model/report'
import { usualLength } from '../../manifest/fieldTypes/texts'
import { everyScreen } from '../../manifest/access/screenByPath'
import {
  readsScope,
  conditionsOf,
  contributionsOf,
  referencePathOf,
  type Contribution,
} from '../query/expression/referencePath'
import { pathSql } from '../query/expression/fieldSql'
import { enginePlanning } from '../query/expression/planning'
import { RowSource } from '../query/expression/rowSource'
import { axisRule, axisSql } from '../query/report/axes'
import { conditionSql } from '../query/expression/ruleSql'
import { tablesOf, type ColumnDefinition } from '../database/sql/tables'

/** The columns of an entity's table that reports read, by how they find its rows. */
export interface ReportReads {
  /** By a field that decides whether a record falls into the report's period. */
  readonly bySpan: ReadonlyMap<string, ReadonlySet<string>>
  readonly byReference: ReadonlyMap<string, ReadonlySet<string>>
  readonly byId: ReadonlySet<string>
}

interface Found {
  readonly bySpan: Map<string, Set<string>>
  readonly byReference: Map<string, Set<string>>
  readonly byId: Set<string>
}

/** By entity; without what an index cannot hold. */
export function reportReads(app: App): ReadonlyMap<string, ReportReads> {
  const all = new Map<string, Found>()
  const widths = widthsOf(app)
  const of = (entity: Entity) => {
    const reads = all.get(entity.name) ?? { bySpan: new Map(), byReference: new Map(), byId: new Set() }
    all.set(entity.name, reads)
    return reads
  }
  const addFitting = (into: Set<string>, entity: Entity, columns: Iterable<string>) => {
    const added = entity.perTenant ? [...columns, app.access.identity.tenantEntity] : [...columns]
    const width = [...new Set([...into, ...added])].reduce(
      (sum, name) => sum + (widths.get(`${entity.name}.${name}`) ?? Infinity),
      0,
    )
    if (width <= maxBytes) added.forEach((name) => into.add(name))
  }
  const addReferenced = (source: RowSource) => {
    for (const joined of source.references()) {
      addFitting(of(joined.entity!).byId, joined.entity!, joined.columns())
      addReferenced(joined)
    }
  }
  for (const { measure, axes } of everyScreen(app.screens).flatMap(
    ({ report }) =>
      report?.measures.filter(isCounted).map((item) => ({ measure: item, axes: report.dimensions })) ?? [],
  )) {
    const entity = app.entities[measure.aggregate.entity ?? '']
    if (!entity || entity.view) continue
    const shares = contributionsOf(app, measure)
    const source = frameReading(
      app,
      measure.aggregate,
      conditionsOf(measure.aggregate),
      shares ? [] : takenBy(measure.aggregate),
    )
    for (const axis of Object.values(axes)) axisSql(source, axisRule(measure.dimensions, axis), axis)
    addReferenced(source)
    const spans = spanFields(entity, measure)
    for (const name of spans) addFitting(entryOf(of(entity).bySpan, name), entity, source.columns())
    if (spans.length === 0) addFitting(of(entity).byId, entity, source.columns())
    const referred = shares
      ? []
      : aggregatesBehind(app, entity, [...pathsIn(conditionsOf(measure.aggregate)), ...takenBy(measure.aggregate)])
    for (const share of [...(shares ?? []), ...referred]) {
      const counted = frameReading(app, share.aggregate, share.conditions, [share.path, ...takenBy(share.aggregate)])
      addFitting(entryOf(of(counted.entity!).byReference, firstItem(share.path)), counted.entity!, counted.columns())
      addReferenced(counted)
    }
  }
  return all
}

function entryOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const entry = map.get(key) ?? new Set()
  map.set(key, entry)
  return entry
}

/** The paths of what an aggregate takes from each record. */
const takenBy = ({ field }: Aggregate): string[][] => (field === undefined ? [] : [field.split('.')])

/** The paths of the record that rules read. */
function pathsIn(nodes: readonly RuleNode[]): (readonly string[])[] {
  const paths: (readonly string[])[] = []
  for (const node of nodes)
    visit(node, (child) => {
      if (child.kind === 'name' && child.scope === 'record') paths.push(child.path)
    })
  return paths
}

/** The aggregates that paths read behind a reference, such as the day promised in the contracts of an order. */
function aggregatesBehind(
  app: App,
  entity: Entity,
  paths: readonly (readonly string[])[],
  isBehind = false,
): Omit<Contribution, 'negative'>[] {
  return paths.flatMap((path) => {
    let owner: Entity | undefined = entity
    for (const name of path.slice(0, -1)) owner = app.entities[owner?.fields[name]?.entity ?? '']
    const field = owner?.fields[path.at(-1) ?? '']
    const isReferred = isBehind || path.length > 1
    if (owner && field?.compute) return aggregatesBehind(app, owner, pathsIn([field.compute.node]), isReferred)
    const aggregate = isReferred ? field?.aggregate : undefined
    const belonging = aggregate?.entity === undefined ? undefined : referencePathOf(aggregate)
    return aggregate && belonging?.path.length === 1 ? [{ aggregate, ...belonging }] : []
  })
}

/** A row source from which the conditions and values have been read. */
function frameReading(
  app: App,
  { entity }: Aggregate,
  conditions: readonly RuleNode[],
  paths: readonly (readonly string[])[],
): RowSource {
  const planning = enginePlanning(app)
  const source = RowSource.of(planning, entityOf(app, entity ?? ''))
  for (const node of conditions) conditionSql(node, { planning, source })
  for (const path of paths) pathSql(source, path)
  return source
}

/** The stored fields by which a measure selects the period of its report. */
function spanFields(entity: Entity, { aggregate }: Measure): string[] {
  const nodes = conditionsOf(aggregate ?? {})
  const spans = nodes.flatMap((node) => {
    if (node.kind !== 'binary' || !readsScope(node, 'period')) return []
    const side = readsScope(node.left, 'period') ? node.right : node.left
    const of = side.kind === 'call' && side.name === 'date' ? firstItem(side.args) : side
    const [name, ...rest] = of.kind === 'name' && of.scope === 'record' ? of.path : []
    return name !== undefined && rest.length === 0 && entity.fields[name]?.stored ? [name] : []
  })
  return [...new Set(spans)]
}

/** Maximum bytes of the columns of an index entry: PostgreSQL refuses entries longer than about 2,700. */
const maxBytes = 2_000

/** Maximum bytes of a column of an entity's own table, by `entity.column`; Infinity where unlimited. */
function widthsOf(app: App): ReadonlyMap<string, number> {
  return new Map(
    tablesOf(app)
      .filter(({ lines }) => !lines)
      .flatMap(({ entity, columns }) =>
        columns.map((column) => [`${entity}.${column.name}`, widthOf(app, entityOf(app, entity), column)] as const),
      ),
  )
}

function widthOf(app: App, { states }: Entity, { name, type, field }: ColumnDefinition): number {
  if (type === 'jsonb') return Infinity
  if (type !== 'text') return 32
  if (name === 'state') return longest(Object.keys(states))
  if (field?.type === 'choice')
    return longest(app.dictionaries[field.dictionary ?? '']?.items.map(({ code }) => code) ?? [])
  // A character has up to four bytes.
  return field?.type === 'string'
    ? 4 * (field.maxLength ?? usualLength.string)
    : field?.type === 'mobile'
      ? 11
      : Infinity
}

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => Buffer.byteLength(text)))
