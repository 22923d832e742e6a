// Which columns do reports read, and how do they find the rows? By a span of days, by a reference of what belongs to the records, or by the id that a reference
// leads to. An index that holds these columns as well answers a report over a million records without opening one of them.
import type { Aggregate, App, Entity, Measure } from '../../manifest/app'
import { usualLength } from '../../manifest/fields/texts'
import { conjuncts } from '../../manifest/rule/check'
import { everyScreen } from '../../manifest/screenAt'
import { asksFor, sharesOf, type Share } from '../plan/belonging'
import { pathSql } from '../plan/field-sql'
import { entityNamed, Frame, planningOf } from '../plan/frame'
import { axisSql } from '../plan/report-axes'
import { conditionSql } from '../plan/rule-sql'
import { tablesOf, type TableColumn } from './tables'

/** The columns of an entity's table that reports read, by how they find its rows. */
export interface ReportReads {
  /** By a field that decides whether a record falls into the report's span of days. */
  readonly bySpan: ReadonlyMap<string, ReadonlySet<string>>
  readonly byReference: ReadonlyMap<string, ReadonlySet<string>>
  readonly byId: ReadonlySet<string>
}

interface Found {
  readonly bySpan: Map<string, Set<string>>
  readonly byReference: Map<string, Set<string>>
  readonly byId: Set<string>
}

/** By entity. What cannot be held by an index is not among it. */
export function reportReads(app: App): ReadonlyMap<string, ReportReads> {
  const all = new Map<string, Found>()
  const widths = widthsOf(app)
  const of = (entity: Entity) => {
    const found = all.get(entity.name) ?? { bySpan: new Map(), byReference: new Map(), byId: new Set() }
    all.set(entity.name, found)
    return found
  }
  const note = (into: Set<string>, entity: Entity, columns: Iterable<string>) => {
    const own = entity.tenant ? [...columns, app.access.identity.tenant] : [...columns]
    const width = [...new Set([...into, ...own])].reduce(
      (sum, name) => sum + (widths.get(`${entity.name}.${name}`) ?? Infinity),
      0,
    )
    if (width <= mostBytes) own.forEach((name) => into.add(name))
  }
  const noteBehind = (frame: Frame) => {
    for (const joined of frame.references()) {
      note(of(joined.entity!).byId, joined.entity!, joined.columns())
      noteBehind(joined)
    }
  }
  for (const { measure, axes } of everyScreen(app.screens).flatMap(
    ({ report }) => report?.measures.map((one) => ({ measure: one, axes: report.groups })) ?? [],
  )) {
    const entity = app.entities[measure.aggregate?.entity ?? '']
    if (!entity || entity.view) continue
    const frame = frameOf(app, measure.aggregate!)
    for (const axis of Object.values(axes)) axisSql(frame, measure.by[axis.name]!, axis)
    const shares = sharesOf(app, measure)
    if (!shares) takenFrom(frame, measure.aggregate!)
    noteBehind(frame)
    const spans = spanFields(entity, measure)
    for (const name of spans) note(entryOf(of(entity).bySpan, name), entity, frame.columns())
    if (spans.length === 0) note(of(entity).byId, entity, frame.columns())
    for (const share of shares ?? []) {
      const counted = shareFrame(app, share)
      note(entryOf(of(counted.entity!).byReference, share.path[0]!), counted.entity!, counted.columns())
      noteBehind(counted)
    }
  }
  return all
}

function entryOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const entry = map.get(key) ?? new Set()
  map.set(key, entry)
  return entry
}

function frameOf(app: App, aggregate: Aggregate): Frame {
  const planning = planningOf(app, 0, true)
  const frame = Frame.of(planning, entityNamed(app, aggregate.entity ?? ''))
  for (const node of aggregate.where ? conjuncts(aggregate.where.node) : []) conditionSql(node, { planning, frame })
  return frame
}

function takenFrom(frame: Frame, { field }: Aggregate): void {
  if (field !== undefined) pathSql(frame, field.split('.'))
}

function shareFrame(app: App, { aggregate, path, conditions }: Share): Frame {
  const planning = planningOf(app, 0, true)
  const frame = Frame.of(planning, entityNamed(app, aggregate.entity ?? ''))
  for (const node of conditions) conditionSql(node, { planning, frame })
  pathSql(frame, path)
  takenFrom(frame, aggregate)
  return frame
}

/** The stored fields by which a measure chooses what falls into the span of its report. */
function spanFields(entity: Entity, { aggregate }: Measure): string[] {
  const nodes = aggregate?.where ? conjuncts(aggregate.where.node) : []
  const found = nodes.flatMap((node) => {
    if (node.kind !== 'binary' || !asksFor(node, 'period')) return []
    const side = asksFor(node.left, 'period') ? node.right : node.left
    const of = side.kind === 'call' && side.name === 'date' ? side.args[0]! : side
    const [name, ...behind] = of.kind === 'name' && of.scope === 'record' ? of.path : []
    return name !== undefined && behind.length === 0 && entity.fields[name]?.stored ? [name] : []
  })
  return [...new Set(found)]
}

/** Bytes that the columns of an index entry may have together: PostgreSQL refuses rows whose entry is longer than about 2,700. */
const mostBytes = 2_000

/** Most bytes of a column of an entity's own table, by `entity.column`; Infinity where it may be long. */
function widthsOf(app: App): ReadonlyMap<string, number> {
  return new Map(
    tablesOf(app)
      .filter(({ lines }) => !lines)
      .flatMap(({ entity, columns }) =>
        columns.map((column) => [`${entity}.${column.name}`, widthOf(app, app.entities[entity]!, column)] as const),
      ),
  )
}

function widthOf(app: App, { states }: Entity, { name, type, field }: TableColumn): number {
  if (type === 'jsonb') return Infinity
  if (type !== 'text') return 32
  if (name === 'state') return longest(Object.keys(states))
  if (field?.type === 'choice')
    return longest(app.dictionaries[field.dictionary ?? '']?.items.map(({ code }) => code) ?? [])
  // A character has up to four bytes.
  return field?.type === 'string' ? 4 * (field.length ?? usualLength.string) : field?.type === 'mobile' ? 11 : Infinity
}

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => Buffer.byteLength(text)))
