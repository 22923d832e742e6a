// Finds what else decides whether holders of codes have a right: rules about who acts, row scopes,
// and the permission changes of access.json, which depend on account and tenant.
import { ruleText } from '../../../manifest/access/lock/lockText'
import { heldPermissions } from '../../../manifest/access/permissions'
import { conjuncts, readsCaller } from '../../../manifest/expression/analyze'
import type { App } from '../../../manifest/model/app'
import type { Rule } from '../../../manifest/model/rule'
import { keyedParts, nameOfRight, rightsOf, rightsOfCodes, type Right } from './rightsByRole'

/** Rules in normal form; both lists are empty for a right that its codes alone give. */
export interface RightConditions {
  readonly only: readonly string[]
  readonly unless: readonly string[]
}

/** The conditions of each right that holders of these codes have. */
export function rightConditions(
  app: App,
  codes: readonly string[],
  rights: readonly Right[],
): ReadonlyMap<string, RightConditions> {
  const withdrawals = app.access.permissionChanges.flatMap(({ remove, when }) =>
    when && remove.some((code) => codes.includes(code))
      ? [
          {
            when,
            left: rightsOf(
              app,
              codes.filter((code) => !remove.includes(code)),
            ),
          },
        ]
      : [],
  )
  return new Map(
    rights.map(({ kind, key }) => {
      const only =
        kind === 'transition'
          ? ofTransition(app, codes, nameOfRight(key))
          : textsOf(keyedParts(app).get(key)?.visibleWhen)
      const unless = withdrawals.filter(({ left }) => !left.has(key)).map(({ when }) => ruleText(when))
      return [key, { only, unless }] as const
    }),
  )
}

function ofTransition(app: App, codes: readonly string[], right: string): string[] {
  const [entity = '', name = ''] = right.split('.')
  const transition = app.entities[entity]?.transitions[name]
  if (!transition) return []
  const granting = heldPermissions(app, rightsOfCodes(app, codes), transition).map(({ when }) => when)
  const rules = granting.every((when) => when !== undefined) ? granting.flatMap(textsOf) : []
  const personal = transition.when ? conjuncts(transition.when.node).filter(readsCaller) : []
  return [
    ...(rules.length > 0 ? [rules.join(' || ')] : []),
    ...personal.map((node) => ruleText({ node })),
    ...(transition.rowScopes ? [`rowScope in ${JSON.stringify(transition.rowScopes)}`] : []),
  ]
}

const textsOf = (rule: Rule | undefined): string[] => (rule ? [ruleText(rule)] : [])
