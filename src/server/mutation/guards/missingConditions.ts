// Finds the conditions that a transition still needs: the counterpart of the checks that refuse it.
// Complete and minimal: the transition is offered once all of them hold, and not before.
import { textBefore } from '../../../manifest/expression/values/present'
import { canRun, heldPermissions } from '../../../manifest/access/permissions'
import { conjuncts, pathsRead } from '../../../manifest/expression/analyze'
import type { Rule, RuleNode } from '../../../manifest/model/rule'
import type { Text } from '../../../manifest/model/text'
import type { Permission, Transition } from '../../../manifest/model/transition'
import type { Caller } from '../../context/context'
import { excludingField } from './fourEyes'
import type { NameScopes } from '../state/lookups'
import { storedFieldsOf } from '../state/pathDependencies'
import type { ValueResolver } from '../state/valueResolver'

/** A permission that would suffice: its code if it is not held, and the failing parts of its rule. */
export interface PermissionWay {
  readonly code: string
  readonly held: boolean
  readonly clauses: readonly RuleNode[]
}

export type Missing =
  | { readonly kind: 'permission'; readonly grants: readonly PermissionWay[] }
  | { readonly kind: 'scope' }
  | { readonly kind: 'fourEyes'; readonly field: string }
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'condition'; readonly node: RuleNode }
  | { readonly kind: 'check'; readonly node: RuleNode; readonly message: Text }

/** A transition for a caller on the record of `names`; without a record it creates. */
interface Attempt {
  readonly caller: Caller
  readonly transition: Transition
  readonly names: NameScopes
  /** Of a transition that creates: the reference that is given before the form is filled in. */
  readonly given?: string
}

/** What is missing; only checks if the transition is offered. */
export async function missingConditions(resolver: ValueResolver, attempt: Attempt): Promise<Missing[]> {
  const { caller, transition, names } = attempt
  const { record } = names
  const checks = checksOfRecord(resolver, attempt)
  await prepareConditions(resolver, [attempt])
  const state = record?.own('state')
  const excluding = record && excludingField(record, transition, caller)
  return [
    ...missingPermission(resolver, attempt),
    ...(typeof state === 'string' && !transition.from.includes(state) ? [{ kind: 'state', state } as const] : []),
    ...(excluding === undefined ? [] : [{ kind: 'fourEyes', field: excluding } as const]),
    ...failing(resolver, names, transition.when).map((node) => ({ kind: 'condition', node }) as const),
    ...checks.flatMap(({ rule, message }) =>
      resolver.holds(names, rule) ? [] : [{ kind: 'check', node: rule.node, message } as const],
    ),
  ]
}

/** Loads everything that the conditions of several attempts need, for `missingConditions`. */
export async function prepareConditions(resolver: ValueResolver, attempts: readonly Attempt[]): Promise<void> {
  await resolver.prepare(
    attempts.map((attempt) => {
      const { transition, names } = attempt
      const checks = checksOfRecord(resolver, attempt).map(({ rule }) => rule)
      // A permission with a rule over a new record is decided when its values are known.
      const others = names.record ? [...checks, ...transition.permissions.map(({ when }) => when)] : []
      return { names, rules: [transition.when, ...others] }
    }),
  )
}

function missingPermission(resolver: ValueResolver, { caller, transition, names }: Attempt): Missing[] {
  const { app } = resolver
  const anyScope = { ...transition, rowScopes: undefined }
  const people = transition.permissions.filter(({ permission }) => permission !== 'system')
  const clausesOf = ({ when }: Permission) => (names.record ? failing(resolver, names, when) : [])
  const heldOnes = heldPermissions(app, caller, anyScope)
  const grants = people.map((permission) => ({
    code: permission.permission,
    held: heldOnes.includes(permission),
    clauses: clausesOf(permission),
  }))
  const suffices = grants.some(({ held, clauses }) => held && clauses.length === 0)
  const armed = { ...caller, codes: new Set([...caller.codes, ...people.map(({ permission }) => permission)]) }
  const isNarrow = !canRun(app, armed, transition) && canRun(app, armed, anyScope)
  const near = grants.filter(({ held, clauses }) => held || clauses.length === 0)
  return [
    ...(suffices ? [] : [{ kind: 'permission', grants: near.length > 0 ? near : grants } as const]),
    ...(isNarrow ? [{ kind: 'scope' } as const] : []),
  ]
}

/** The failing parts of a condition; its rules must be prepared. */
function failing(resolver: ValueResolver, names: NameScopes, rule: Rule | undefined): RuleNode[] {
  if (!rule || resolver.holds(names, rule)) return []
  return conjuncts(rule.node).filter((node) => !resolver.holds(names, { ...rule, node }))
}

/** The checks that depend on the stored record or the given reference alone, not on the form or on vars. */
function checksOfRecord({ app }: ValueResolver, attempt: Attempt): Transition['checks'] {
  const { transition, given } = attempt
  const { record } = attempt.names
  if (!record) return []
  const typed = new Set(transition.form.filter(({ input, readOnly }) => !input && !readOnly).map(({ field }) => field))
  const isTyped = (path: string) => {
    const first = textBefore(path, '.')
    return typed.has(first) || [...storedFieldsOf(app, record.entity, first)].some((name) => typed.has(name))
  }
  return transition.checks.filter(
    ({ rule: { node } }) =>
      (['this', 'input', 'before', 'vars'] as const).every((scope) => pathsRead(node, scope).length === 0) &&
      (given === undefined
        ? !pathsRead(node, 'record').some(isTyped)
        : pathsRead(node, 'record').every((path) => path.startsWith(`${given}.`))),
  )
}
