// Replaces `rule.name` by the tree of the named rule.
// Later stages do not know named rules.
import { firstItem, lastItem } from './values/present'
import type { RuleNode } from '../model/rule'
import type { NamedRule, RuleProblem } from '../problems/expressionProblem'
import { didYouMean, oneOf } from '../problems/suggest'
import type { RuleEnvironment, Shape } from './environment'
import { maxReferences, resolveName } from './names'
import type { Segment, TypedNode } from './nameProblems'
import { parseRule, type Tree } from './parse'

/** Maximum named rules that one rule may expand, nested ones included. */
const maxExpansions = 200

/** The named rules around a text, outermost first, and how many more may be expanded. */
export interface Expansion {
  readonly around: readonly NamedRule[]
  readonly budget: {
    left: number
    /** A group of states has been replaced by its states. */
    isGrouped?: boolean
  }
}

export const newExpansion = (): Expansion => ({ around: [], budget: { left: maxExpansions } })

/** Checks a tree of another text. */
export type TextCheck = (
  tree: Tree,
  source: string,
  environment: RuleEnvironment,
  expansion: Expansion,
) => { readonly typed: TypedNode; readonly problems: readonly RuleProblem[] }

interface RuleUse {
  readonly segments: readonly Segment[]
  readonly environment: RuleEnvironment
  readonly expansion: Expansion
  readonly report: (problem: RuleProblem) => void
}

/** Whether a path uses a named rule: `rule.open`, `this.rule.open`, `customer.rule.open`. */
export function usesRule(segments: readonly Segment[], { rules }: RuleEnvironment): boolean {
  return (
    rules !== undefined &&
    !['settings', 'vars'].includes(firstItem(segments).name) &&
    segments.some(({ name }) => name === 'rule')
  )
}

/** The expansion of a named rule; reports problems of the use, and of the text within the rule. */
export function expandRule(use: RuleUse, check: TextCheck): TypedNode {
  const { segments, expansion, report } = use
  const span = { start: firstItem(segments).start, end: lastItem(segments).end }
  const nothing: TypedNode = { node: { kind: 'literal', type: 'unknown', value: null }, ...span }
  const target = targetOf(use)
  const rule = target && ruleOf(use, target)
  if (target === undefined || rule === undefined) return nothing
  const around = [...expansion.around, rule]
  if (expansion.around.includes(rule) || expansion.budget.left-- <= 0) {
    const path = around.slice(expansion.around.indexOf(rule)).map(({ name }) => name)
    const message = expansion.around.includes(rule)
      ? `The rule leads back to itself: ${path.join(' -> ')}.`
      : `A rule uses at most ${maxExpansions} named rules.`
    report({ code: 'rule-cycle', message, ...span })
    return nothing
  }
  const parsed = parseRule(rule.source)
  const checked =
    'problem' in parsed
      ? { typed: nothing, problems: [parsed.problem] }
      : check(parsed.tree, rule.source, target.environment, { ...expansion, around })
  for (const problem of checked.problems) report({ ...problem, namedRule: problem.namedRule ?? rule })
  if (checked.problems.length > 0) return nothing
  const node = target.before === undefined ? checked.typed.node : seenFrom(target.before, checked.typed.node)
  if (node !== undefined) return { ...checked.typed, node, ...span }
  report({ code: 'rule-name', message: `A path steps through at most ${maxReferences} references.`, ...span })
  return nothing
}

type NameNode = RuleNode & { readonly kind: 'name' }

interface UseTarget {
  readonly environment: RuleEnvironment
  readonly owners: readonly (string | undefined)[]
  /** The path before `rule`; absent if it is the record of the enclosing rule. */
  readonly before?: NameNode
}

/** The owner of the rule, and the environment of its text: that of the location, or of the referenced record alone. */
function targetOf({ segments, environment, report }: RuleUse): UseTarget | undefined {
  const at = segments.findIndex(({ name }) => name === 'rule')
  if (at === 0) return { environment, owners: [environment.record?.entity, environment.this?.entity] }
  const { node, entity } = resolveName(segments.slice(0, at), environment, report)
  if (node.type === 'unknown') return undefined
  const record = shapeOf(segments.slice(0, at), environment, entity)
  if (node.kind !== 'name' || record === undefined) {
    const { start, end } = segments[at]!
    report({ code: 'rule-name', message: `"${segments[at - 1]!.name}" is no record: it has no rules.`, start, end })
    return undefined
  }
  const { settings, me, tenant, codes, entities, dictionaries, rules } = environment
  return {
    before: node,
    owners: [record.entity],
    environment: {
      record,
      settings,
      codes,
      entities,
      dictionaries,
      ...(me && { me }),
      ...(tenant && { tenant }),
      ...(rules && { rules }),
    },
  }
}

function shapeOf(path: readonly Segment[], environment: RuleEnvironment, entity?: string): Shape | undefined {
  const [first] = path
  const named = first?.name
  if (path.length === 1 && (named === 'this' || named === 'before' || named === 'me' || named === 'tenant'))
    return environment[named]
  return entity === undefined ? undefined : environment.entities(entity)
}

function ruleOf({ segments, environment, report }: RuleUse, { owners }: UseTarget): NamedRule | undefined {
  const at = segments.findIndex(({ name }) => name === 'rule')
  const [keyword, name, part] = segments.slice(at) as [Segment, Segment?, Segment?]
  const names = environment.rules!.names(owners)
  if (name === undefined) {
    const hint = names.length > 0 ? { hint: oneOf(names.map((one) => `rule.${one}`)) } : {}
    const { start, end } = keyword
    report({ code: 'rule-name', message: '"rule" alone is no value.', start, end, ...hint })
    return undefined
  }
  const rule = environment.rules!.use(owners, name.name)
  const wrong = rule === undefined ? name : part
  if (wrong === undefined) return rule
  const hint = rule === undefined ? hintFor(name.name, names, environment) : ''
  report({
    code: 'rule-name',
    message: rule === undefined ? `There is no rule "${name.name}" here.` : `A rule has no part "${wrong.name}".`,
    start: wrong.start,
    end: wrong.end,
    ...(hint !== '' && { hint }),
  })
  return undefined
}

/** A rule of an entity has no record where its location has none, such as before a transition creates it. */
function hintFor(name: string, names: readonly string[], { record, rules }: RuleEnvironment): string {
  const entities = record === undefined ? (rules?.entitiesOf(name) ?? []) : []
  return entities.length > 0
    ? [
        `"${name}" is a rule about a record of ${entities.join(', ')}, and this place has none.`,
        'Write the condition out, or put the rule into `rules` of app.json.',
      ].join(' ')
    : (didYouMean(name, names) ?? (names.length > 0 ? oneOf(names) : ''))
}

/** The tree with the record's fields prefixed by the path to that record; undefined if a path gets too long. */
function seenFrom(before: NameNode, node: RuleNode): RuleNode | undefined {
  let tooLong = false
  const move = (part: RuleNode): RuleNode => {
    switch (part.kind) {
      case 'literal':
        return part
      case 'name': {
        if (part.scope !== 'record') return part
        const path = [...before.path, ...part.path]
        tooLong ||= path.length > maxReferences + 1
        return { ...part, scope: before.scope, path }
      }
      case 'not':
      case 'negate':
        return { ...part, of: move(part.of) }
      case 'binary':
        return { ...part, left: move(part.left), right: move(part.right) }
      case 'choose':
        return { ...part, test: move(part.test), yes: move(part.yes), no: move(part.no) }
      case 'list':
        return { ...part, items: part.items.map(move) }
      case 'index':
        return { ...part, of: move(part.of), key: move(part.key) }
      case 'call':
        return { ...part, args: part.args.map(move) }
    }
  }
  const moved = move(node)
  return tooLong ? undefined : moved
}
