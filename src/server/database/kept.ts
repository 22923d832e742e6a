// Which computed values are kept in the table beside the fields? Sums and counts of a record's own lines that ask for nothing but these lines: they change
// only when the lines are written, and that happens in one place. The column's name says of which definition it is, so that no other one is taken for it.
import { createHash } from 'node:crypto'
import type { Entity, Field, RuleNode } from '../../manifest/app'
import { visit } from '../../manifest/rule/check'

export interface Kept {
  readonly field: Field
  readonly lines: string
  readonly column: string
  readonly type: string
  /** What records without lines have. */ readonly nothing: string
}

const known = new WeakMap<Entity, ReadonlyMap<string, Kept>>()

/** What is kept for the records of an entity, by field. */
export function keptOf(entity: Entity): ReadonlyMap<string, Kept> {
  let kept = known.get(entity)
  if (!kept)
    known.set(
      entity,
      (kept = new Map(
        entity.view
          ? []
          : Object.values(entity.fields).flatMap((field) => {
              const one = keptIn(entity, field)
              return one ? [[field.name, one] as const] : []
            }),
      )),
    )
  return kept
}

/** Whether a column keeps what was computed, of this or of an earlier definition. */
export function isKeptColumn(name: string): boolean {
  return name.includes(mark)
}

/** Stands in no field's name. */
const mark = '~'

function keptIn(entity: Entity, field: Field): Kept | undefined {
  const { aggregate } = field
  if (
    !aggregate?.lines ||
    (aggregate.operator !== 'sum' && aggregate.operator !== 'count') ||
    aggregate.by !== undefined ||
    aggregate.running !== undefined
  )
    return undefined
  const lines = entity.fields[aggregate.lines]
  if (!lines?.stored || !lines.fields) return undefined
  const asked = [
    ...(aggregate.where ? [aggregate.where.node] : []),
    ...(aggregate.field === undefined ? [] : [pathNode(aggregate.field)]),
  ]
  const rules = asked.map((node) => rulesOf(node, lines.fields!))
  if (rules.some((found) => found === undefined)) return undefined
  const digits = field.type === 'int' ? 0 : field.type === 'money' ? 2 : (field.scale ?? 2)
  const digest = createHash('sha256')
    .update(JSON.stringify([field.type, digits, aggregate.operator, aggregate.lines, aggregate.field, rules]))
    .digest('hex')
    .slice(0, 8)
  return {
    field,
    lines: aggregate.lines,
    column: `${field.name}${mark}${digest}`,
    type: field.type === 'int' ? 'bigint' : 'numeric',
    nothing: (0).toFixed(digits),
  }
}

const pathNode = (path: string): RuleNode => ({ kind: 'name', type: 'unknown', scope: 'record', path: path.split('.') })

/** A rule and those of the computed fields that it reads; undefined where one of them asks for more than the stored fields of a line. */
function rulesOf(node: RuleNode, fields: Readonly<Record<string, Field>>): RuleNode[] | undefined {
  const rules = [node]
  let own = true
  visit(node, (at) => {
    if (at.kind === 'call' && elsewhere.has(at.name)) own = false
    if (at.kind !== 'name') return
    const field = at.scope === 'record' && at.path.length === 1 ? fields[at.path[0]!] : undefined
    const behind = field?.compute
      ? rulesOf(field.compute.node, fields)
      : field?.stored && field.type !== 'lines' && !field.localized
        ? []
        : undefined
    if (behind) rules.push(...behind)
    else own = false
  })
  return own ? rules : undefined
}

const elsewhere: ReadonlySet<string> = new Set(['now', 'today', 'holds', 'granted', 'refer'])
