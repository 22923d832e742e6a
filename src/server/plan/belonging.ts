// Of which records does an aggregate speak that asks for nothing but "belongs to this record"? And of what does a sum over many records consist? What all
// orders have been paid is the sum of the payments, each beside its order: no order needs a sum of its own, and processors can share the payments.
import type { Aggregate, App, Entity, Field, Measure, NameScope, RuleNode } from '../../manifest/app'
import { conjuncts, visit } from '../../manifest/rule/check'

/** What is counted belongs to the asking record by this path of references, and meets the other conditions. */
export interface Belonging {
  readonly path: readonly string[]
  readonly conditions: readonly RuleNode[]
}

/** A sum over records that belong to those of a measure; `negative`: it is taken away. */
export interface Share extends Belonging {
  readonly aggregate: Aggregate
  readonly negative: boolean
}

/** How the counted records belong to the asking one; undefined where more is asked of them. */
export function belongingOf({ where }: Pick<Aggregate, 'where'>): Belonging | undefined {
  const all = where ? conjuncts(where.node) : []
  const paths = all.map(referenceToThis)
  const at = paths.findIndex((path) => path !== undefined)
  const conditions = all.filter((_, index) => index !== at)
  return at < 0 || conditions.some((node) => asksFor(node, 'this')) ? undefined : { path: paths[at]!, conditions }
}

/** Whether a rule speaks of a scope, such as the asking record or the span of a report. */
export function asksFor(node: RuleNode, scope: NameScope): boolean {
  let found = false
  visit(node, (at) => {
    if (at.kind === 'name' && at.scope === scope) found = true
  })
  return found
}

/** What a measure's sum consists of, where it consists of nothing but sums over what belongs to its records; undefined where it is worked out record by record. */
export function sharesOf({ entities }: App, { aggregate }: Measure): readonly Share[] | undefined {
  if (aggregate?.operator !== 'sum' || aggregate.field === undefined) return undefined
  const entity = entities[aggregate.entity ?? '']
  const field = entity?.fields[aggregate.field]
  return entity && field && sharesOfField(entities, entity, field, field.type, false)
}

// Money has two digits and a whole number none: a sum of them is the same before and after it is rounded. Of other numbers that is not said.
function sharesOfField(
  entities: App['entities'],
  entity: Entity,
  field: Field,
  type: Field['type'],
  negative: boolean,
): readonly Share[] | undefined {
  if (field.type !== 'int' && (field.type !== 'money' || type !== 'money')) return undefined
  if (field.compute) return sharesOfNode(entities, entity, field.compute.node, type, negative)
  const { aggregate } = field
  if (
    !aggregate ||
    (aggregate.operator !== 'sum' && aggregate.operator !== 'count') ||
    aggregate.running !== undefined ||
    aggregate.by !== undefined ||
    aggregate.lines !== undefined
  )
    return undefined
  const summed = aggregate.field === undefined ? undefined : entities[aggregate.entity ?? '']?.fields[aggregate.field]
  if (aggregate.operator === 'sum' && (summed === undefined || (summed.type !== 'int' && summed.type !== type)))
    return undefined
  const belonging = belongingOf(aggregate)
  // What refers by a stored field is joined by it; a reference that is worked out may need other tables first.
  return belonging?.path.length === 1 && entities[aggregate.entity ?? '']?.fields[belonging.path[0]!]?.stored
    ? [{ ...belonging, aggregate, negative }]
    : undefined
}

function sharesOfNode(
  entities: App['entities'],
  entity: Entity,
  node: RuleNode,
  type: Field['type'],
  negative: boolean,
): readonly Share[] | undefined {
  if (node.kind === 'negate') return sharesOfNode(entities, entity, node.of, type, !negative)
  if (node.kind === 'name' && node.scope === 'record' && node.path.length === 1)
    return sharesOfField(entities, entity, entity.fields[node.path[0]!]!, type, negative)
  if (node.kind !== 'binary' || (node.op !== '+' && node.op !== '-')) return undefined
  const left = sharesOfNode(entities, entity, node.left, type, negative)
  const right = left && sharesOfNode(entities, entity, node.right, type, node.op === '-' ? !negative : negative)
  return left && right && [...left, ...right]
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
  ].flatMap(([one, other]) =>
    isThis(one!) && other!.kind === 'name' && other!.scope === 'record' && other!.path.length > 0 ? [other!.path] : [],
  )
  return path
}
