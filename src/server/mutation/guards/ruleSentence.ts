// Puts a condition into words, "Kind must be “deposit”", with the present values that it reads.
// Never names or shows what the caller may not read.
import { entityOf } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { referencedEntity, type Field } from '../../../manifest/model/field'
import type { BinaryOperator, NameScope, RuleNode } from '../../../manifest/model/rule'
import { conjuncts, visit } from '../../../manifest/expression/analyze'
import type { LocalizableText } from '../../../manifest/expression/message'
import type { Caller } from '../../context/context'
import { joined, phrase } from '../../context/phrases'
import { maskText } from '../../query/expression/mask'
import { readableField } from '../../query/policy/fieldAccess'
import type { NameScopes } from '../state/lookups'
import type { ValueResolver } from '../state/valueResolver'
import { valueText } from '../state/valueText'

/** The caller and the record that a sentence is about. */
export interface Wording {
  readonly resolver: ValueResolver
  readonly caller: Caller
  readonly entity: Entity
  readonly names: NameScopes
  /** The entity of the form whose reference a rule narrows: `this` and `input`. */
  readonly form?: Entity
}

type NameNode = Extract<RuleNode, { kind: 'name' }>
const maxValues = 5

/** The sentence of a required condition; undefined if it reads a value that the caller may not read. */
export function ruleSentence(wording: Wording, node: RuleNode): LocalizableText | undefined {
  if (!isReadable(wording, node)) return undefined
  const sentence = conditionText(wording, node)
  if (sentence) return sentence
  const fields = namesIn(node).flatMap((name): LocalizableText[] => {
    const text = nameText(wording, name)
    return text ? [text] : []
  })
  return fields.length > 0 ? phrase('rule_depends', { fields: joined('choices', fields) }) : phrase('rule_unnamed')
}

/** The present values that a condition reads, without those that the caller may not read. */
export async function presentValues(wording: Wording, node: RuleNode): Promise<LocalizableText[]> {
  const { resolver, names, caller } = wording
  const read = namesIn(node)
    .filter(({ scope, path }) => isShownScope(scope) && path.length > 0)
    .slice(0, maxValues)
  if (!isReadable(wording, node)) return []
  const pathOf = ({ scope, path }: NameNode) => (scope === 'record' ? path : [scope, ...path]).join('.')
  await resolver.prepare([{ names, paths: read.map(pathOf) }])
  return read.flatMap((name) => {
    const field = nameText(wording, name)
    const { value, field: ending } = resolver.shown(names, pathOf(name))
    const { owner } = placeOf(wording, name.scope, name.path)
    const text =
      name.path.at(-1) === 'state' && owner
        ? (owner.states[String(value)]?.title ?? '')
        : maskedText(ending, valueText(resolver.app, ending, value, caller.language))
    return field ? [phrase('value_present', { field, value: text === '' ? phrase('value_empty') : text })] : []
  })
}

/** Masked in every state, since the state that decides may be another record's. */
const maskedText = (field: Field | undefined, text: string) =>
  field?.mask ? maskText(text, field.mask.unmasked) : text

const isShownScope = (scope: NameScope) => scope === 'record' || scope === 'tenant' || scope === 'me'

function namesIn(node: RuleNode): NameNode[] {
  const names = new Map<string, NameNode>()
  visit(node, (part) => {
    if (part.kind === 'name' && !(part.scope === 'me' && part.path.length === 0))
      names.set(`${part.scope} ${part.path.join('.')}`, part)
  })
  return [...names.values()]
}

function isReadable(wording: Wording, node: RuleNode): boolean {
  return namesIn(node).every(({ scope, path }) => {
    const root = rootOf(wording, scope)
    if (!root || path.length === 0) return true
    const steps = path.at(-1) === 'id' && path.length > 1 ? path.slice(0, -1) : path
    return readableField(wording.resolver.app, root, steps.join('.'), wording.caller) !== undefined
  })
}

function rootOf({ resolver: { app }, entity, form }: Wording, scope: NameScope): Entity | undefined {
  const { accountEntity, tenantEntity } = app.access.identity
  if (scope === 'record') return entity
  if (scope === 'this' || scope === 'input') return form
  return scope === 'me' ? entityOf(app, accountEntity) : scope === 'tenant' ? entityOf(app, tenantEntity) : undefined
}

/** The field at the end of a path, the entity that has it, and the reference before it. */
function placeOf(wording: Wording, scope: NameScope, path: readonly string[]) {
  let owner = rootOf(wording, scope)
  let field: Field | undefined
  let reference: Field | undefined
  for (const name of path) {
    if (field?.type === 'ref') {
      reference = field
      owner = entityOf(wording.resolver.app, referencedEntity(field))
    }
    // The id of a reference is the reference itself.
    if (name === 'id' && field) break
    field = field?.type === 'address' ? field : owner?.fields[name]
  }
  return { owner, field, reference: field === reference ? undefined : reference }
}

function nameText(wording: Wording, { scope, path }: NameNode): LocalizableText | undefined {
  if (scope === 'settings') return wording.resolver.app.settings[path[0] ?? '']?.title
  const root = rootOf(wording, scope)
  if (path.length === 0 && scope === 'tenant') return root && phrase('value_tenant', { tenant: root.title })
  if (path.length === 0) return scope === 'me' ? phrase('value_you') : root?.title
  const { field, reference } = placeOf(wording, scope, path)
  if (!field || !root) return undefined
  if (scope === 'me' && !reference) return phrase('field_own', { field: field.title })
  const owner = reference?.title ?? (scope === 'record' || scope === 'input' ? undefined : root.title)
  return owner ? phrase('field_of', { owner, field: field.title }) : field.title
}

const mirrored: Partial<Record<BinaryOperator, BinaryOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const negated: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const comparisons = {
  '==': 'rule_equal',
  '!=': 'rule_unequal',
  '<': 'rule_less',
  '<=': 'rule_at_most',
  '>': 'rule_more',
  '>=': 'rule_at_least',
} as const

/** A value is filled in, a reference leads to a record. */
const emptiness = {
  value: { '==': 'rule_empty', '!=': 'rule_filled' },
  reference: { '==': 'rule_without', '!=': 'rule_with' },
} as const

/** `wanted` false: the condition must not hold. Undefined: it has no simple sentence. */
function conditionText(wording: Wording, node: RuleNode, wanted = true): LocalizableText | undefined {
  if (node.kind === 'not') return conditionText(wording, node.of, !wanted)
  if (node.kind === 'name' && node.type === 'boolean') {
    const field = nameText(wording, node)
    return field && phrase('rule_equal', { field, value: phrase(wanted ? 'yes' : 'no') })
  }
  if (node.kind === 'call' && node.name === 'hasPermission' && wanted) {
    const [code] = node.args
    const permission = code?.kind === 'literal' && wording.resolver.app.access.permissions[String(code.value)]
    return permission ? phrase('why_permission', { permission }) : undefined
  }
  if (node.kind !== 'binary') return undefined
  if (node.op === '&&' || node.op === '||') return connected(wording, node, wanted)
  return node.op === 'in' ? membership(wording, node, wanted) : comparison(wording, node, wanted)
}

function connected(
  wording: Wording,
  node: Extract<RuleNode, { kind: 'binary' }>,
  wanted: boolean,
): LocalizableText | undefined {
  const [first, second] = [conditionText(wording, node.left, wanted), conditionText(wording, node.right, wanted)]
  if (!first || !second || conjuncts(node).length > 3) return undefined
  return phrase((node.op === '&&') === wanted ? 'rule_both' : 'alternative', { first, second })
}

function membership(
  wording: Wording,
  { left, right }: Extract<RuleNode, { kind: 'binary' }>,
  wanted: boolean,
): LocalizableText | undefined {
  const field = operandText(wording, left, undefined)
  if (!field || right.kind !== 'list') return undefined
  const items = right.items.map((item) => operandText(wording, item, left))
  if (items.length === 0 || items.includes(undefined)) return undefined
  const value = joined('choices', items as LocalizableText[])
  return phrase(wanted ? 'rule_one_of' : 'rule_none_of', { field, value })
}

function comparison(
  wording: Wording,
  { op: written, left: before, right: after }: Extract<RuleNode, { kind: 'binary' }>,
  wanted: boolean,
): LocalizableText | undefined {
  const turned = before.kind === 'literal'
  const [left, right] = turned ? [after, before] : [before, after]
  const sided = turned ? (mirrored[written] ?? written) : written
  const op = wanted ? sided : negated[sided]
  const field = operandText(wording, left, right)
  if (!field || !op || !Object.hasOwn(comparisons, op)) return undefined
  if (right.kind === 'literal' && right.value === null) {
    if (op !== '==' && op !== '!=') return undefined
    const linked = left.kind === 'name' && placeOf(wording, left.scope, left.path).field?.type === 'ref'
    return phrase(emptiness[linked ? 'reference' : 'value'][op], { field })
  }
  const value = operandText(wording, right, left)
  if (!value) return undefined
  if (right.kind !== 'literal' && (op === '==' || op === '!='))
    return phrase(op === '==' ? 'rule_same' : 'rule_different', { field, value })
  return phrase(comparisons[op as keyof typeof comparisons], { field, value })
}

/** One side of a comparison; a literal is formatted like the field on the other side. */
function operandText(wording: Wording, node: RuleNode, other: RuleNode | undefined): LocalizableText | undefined {
  if (node.kind === 'name') return nameText(wording, node)
  if (node.kind === 'call') {
    if (node.name === 'today' || node.name === 'now') return phrase(node.name === 'today' ? 'value_today' : 'value_now')
    const [first] = node.args
    const inner = first && operandText(wording, first, undefined)
    if (!inner || !['size', 'date', 'coalesce'].includes(node.name)) return undefined
    return node.name === 'size' ? phrase('value_size', { field: inner }) : inner
  }
  if (node.kind !== 'literal' || node.value === null) return undefined
  const { resolver, caller } = wording
  const { owner, field } = other?.kind === 'name' ? placeOf(wording, other.scope, other.path) : {}
  const state = owner && field?.name === 'state' ? owner.states[String(node.value)]?.title : undefined
  return state ?? { [caller.language]: valueText(resolver.app, field, node.value, caller.language) }
}
