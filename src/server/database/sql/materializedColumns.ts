// Decides which computed values get a column: sums and counts over a record's own lines only.
// These change only when the lines are written, in one place.
// The column's name contains a digest of the definition, so that no other definition reads it.
import { scaleOf } from '../../../manifest/expression/values/valueTypes'
import { createHash } from 'node:crypto'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { RuleNode } from '../../../manifest/model/rule'
import { ofCallerOrTime, visit } from '../../../manifest/expression/analyze'

export interface MaterializedColumn {
  readonly field: Field
  readonly lines: string
  readonly column: string
  readonly type: string
  /** The value of records without lines. */ readonly nothing: string
}

const cache = new WeakMap<Entity, ReadonlyMap<string, MaterializedColumn>>()

/** The materialized columns of an entity, by field. */
export function materializedColumns(entity: Entity): ReadonlyMap<string, MaterializedColumn> {
  let stored = cache.get(entity)
  if (!stored)
    cache.set(
      entity,
      (stored = new Map(
        entity.view
          ? []
          : Object.values(entity.fields).flatMap((field) => {
              const column = materializedAs(entity, field)
              return column ? [[field.name, column] as const] : []
            }),
      )),
    )
  return stored
}

/** Whether a column materializes a value, of this or of an earlier definition. */
export function isMaterializedColumn(name: string): boolean {
  return name.includes(mark)
}

/** Occurs in no field's name. */
const mark = '~'

function materializedAs(entity: Entity, field: Field): MaterializedColumn | undefined {
  const { aggregate } = field
  if (
    !aggregate?.lines ||
    (aggregate.operator !== 'sum' && aggregate.operator !== 'count') ||
    aggregate.groupBy !== undefined ||
    aggregate.runningBy !== undefined
  )
    return undefined
  const lines = entity.fields[aggregate.lines]
  if (!lines?.stored || !lines.fields) return undefined
  const nodes = [
    ...(aggregate.where ? [aggregate.where.node] : []),
    ...(aggregate.field === undefined ? [] : [pathNode(aggregate.field)]),
  ]
  const rules = nodes.map((node) => rulesOf(node, lines.fields!))
  if (rules.some((rule) => rule === undefined)) return undefined
  const digits = scaleOf(field.type, field.scale)
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

/**
 * A rule and the computed fields that it reads; undefined where one of them reads more than the stored fields of a
 * line.
 */
function rulesOf(node: RuleNode, fields: Readonly<Record<string, Field>>): RuleNode[] | undefined {
  const rules = [node]
  let isOwn = true
  visit(node, (child) => {
    if (child.kind === 'call' && elsewhere.has(child.name)) isOwn = false
    if (child.kind !== 'name') return
    const field = child.scope === 'record' && child.path.length === 1 ? fields[child.path[0] ?? ''] : undefined
    const compute = field?.compute
      ? rulesOf(field.compute.node, fields)
      : field?.stored && field.type !== 'lines' && !field.localized
        ? []
        : undefined
    if (compute) rules.push(...compute)
    else isOwn = false
  })
  return isOwn ? rules : undefined
}

const elsewhere: ReadonlySet<string> = new Set([...ofCallerOrTime, 'ref'])
