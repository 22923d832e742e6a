// Recognizes aggregates over "belongs to this record", and measures that are sums of such.
// The sum of all orders' payments is the sum of the payments themselves: no sum per order is needed, and
// processors can share the payments.
import { firstItem } from '../../../manifest/expression/values/present'
import type { App } from '../../../manifest/model/app'
import type { Aggregate, NameScope, RuleNode } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import type { Field, FieldType } from '../../../manifest/model/field'
import type { Measure } from '../../../manifest/model/report'
import { conjuncts, visit } from '../../../manifest/expression/analyze'

/** The path of references by which the counted record belongs to the asking one, and the other conditions. */
interface ReferencePath {
  readonly path: readonly string[]
  readonly conditions: readonly RuleNode[]
}

/** A sum over records that belong to those of a measure; `negative`: it is subtracted. */
export interface Contribution extends ReferencePath {
  readonly aggregate: Aggregate
  readonly negative: boolean
}

/** The conditions on the records that an aggregate counts; all must hold. */
export const conditionsOf = ({ where }: Pick<Aggregate, 'where'>): readonly RuleNode[] =>
  where ? conjuncts(where.node) : []

/** How the counted records belong to the asking one; undefined if the rule is not of that form. */
export function referencePathOf(aggregate: Pick<Aggregate, 'where'>): ReferencePath | undefined {
  const all = conditionsOf(aggregate)
  const paths = all.map(referenceToThis)
  const position = paths.findIndex((path) => path !== undefined)
  const conditions = all.filter((_, index) => index !== position)
  return position < 0 || conditions.some((node) => readsScope(node, 'this'))
    ? undefined
    : { path: paths[position]!, conditions }
}

/** Whether a rule reads a name scope, such as the asking record or the period of a report. */
export function readsScope(node: RuleNode, scope: NameScope): boolean {
  let isFound = false
  visit(node, (child) => {
    if (child.kind === 'name' && child.scope === scope) isFound = true
  })
  return isFound
}

/** The sums that a measure consists of; undefined if it must be computed record by record. */
export function contributionsOf({ entities }: App, { aggregate }: Measure): readonly Contribution[] | undefined {
  if (aggregate?.operator !== 'sum' || aggregate.field === undefined) return undefined
  const entity = entities[aggregate.entity ?? '']
  const field = entity?.fields[aggregate.field]
  return entity && field && sharesOfField(entities, entity, field, field.type)
}

/** Whether it adds up or counts records of another entity, not their lines, in no groups and in no order. */
const countsWholeRecords = ({ operator, runningBy, groupBy, lines, linesOfEntity }: Aggregate): boolean =>
  (operator === 'sum' || operator === 'count') &&
  [runningBy, groupBy, lines, linesOfEntity].every((key) => key === undefined)

// Money has two digits and a whole number none, so their sums do not depend on when they are rounded. That is not
// certain for other numbers.
function sharesOfField(
  entities: App['entities'],
  entity: Entity,
  field: Field,
  type: FieldType,
): readonly Contribution[] | undefined {
  if (field.type !== 'int' && (field.type !== 'money' || type !== 'money')) return undefined
  if (field.compute) return sharesOfNode(entities, entity, field.compute.node, type)
  const { aggregate } = field
  if (!aggregate || !countsWholeRecords(aggregate)) return undefined
  const counted = entities[aggregate.entity ?? '']?.fields ?? {}
  const summed = aggregate.field === undefined ? undefined : counted[aggregate.field]
  if (aggregate.operator === 'sum' && (summed === undefined || (summed.type !== 'int' && summed.type !== type)))
    return undefined
  const belonging = referencePathOf(aggregate)
  // A stored reference can be joined directly; a computed one may need other tables first.
  return belonging?.path.length === 1 && counted[firstItem(belonging.path)]?.stored
    ? [{ ...belonging, aggregate, negative: false }]
    : undefined
}

function sharesOfNode(
  entities: App['entities'],
  entity: Entity,
  node: RuleNode,
  type: FieldType,
): readonly Contribution[] | undefined {
  if (node.kind === 'negate') return negated(sharesOfNode(entities, entity, node.of, type))
  if (node.kind === 'name' && node.scope === 'record' && node.path.length === 1)
    return sharesOfField(entities, entity, entity.fields[node.path[0] ?? '']!, type)
  if (node.kind !== 'binary' || (node.op !== '+' && node.op !== '-')) return undefined
  const left = sharesOfNode(entities, entity, node.left, type)
  const right = left && sharesOfNode(entities, entity, node.right, type)
  const added = node.op === '-' ? negated(right) : right
  return left && added && [...left, ...added]
}

function negated(shares: readonly Contribution[] | undefined): readonly Contribution[] | undefined {
  return shares?.map((share) => ({ ...share, negative: !share.negative }))
}

/** The path of `path == this`: the counted record belongs to the asking one. */
function referenceToThis(node: RuleNode): readonly string[] | undefined {
  if (node.kind !== 'binary' || node.op !== '==') return undefined
  const isThis = (side: RuleNode) =>
    side.kind === 'name' &&
    side.scope === 'this' &&
    side.type === 'record' &&
    (side.path.length === 0 || (side.path.length === 1 && side.path[0] === 'id'))
  const [path] = [
    [node.left, node.right],
    [node.right, node.left],
  ].flatMap(([item, other]) =>
    isThis(item!) && other!.kind === 'name' && other!.scope === 'record' && other!.path.length > 0 ? [other!.path] : [],
  )
  return path
}
