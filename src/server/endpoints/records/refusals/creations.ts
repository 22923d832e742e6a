// Transitions that create a record referring to a present one, and what that lacks for them.
import { entityOf, type App } from '../../../../manifest/model/app'
import { canRead, canRun } from '../../../../manifest/access/permissions'
import { carriersOf, isForPeople, stepsTo } from '../../../../manifest/access/stepOrder'
import { conjuncts, pathsRead, writeNode } from '../../../../manifest/expression/analyze'
import type { Related } from '../../../../manifest/model/detail'
import type { Rule } from '../../../../manifest/model/rule'
import type { Transition } from '../../../../manifest/model/transition'
import type { Context } from '../../../context/context'
import { missingConditions, type Missing } from '../../../mutation/guards/missingConditions'
import type { Wording } from '../../../mutation/guards/ruleSentence'
import { RecordDraft } from '../../../mutation/state/recordDraft'
import { wordingOf } from './refusalWording'

/** The transitions of a table of referring records that create one. */
export const creationsOf = (app: App, { entity, actions }: Related): Transition[] =>
  actions
    .map((action) => entityOf(app, entity).transitions[action])
    .filter((step): step is Transition => step !== undefined && step.creates && isForPeople(step))

/** The conditions of a form on its reference that the referred record alone decides. */
export function offeringRules({ form }: Transition, reference: string): Rule[] {
  const rule = form.find(({ field }) => field === reference)?.optionsWhere
  if (!rule) return []
  return conjuncts(rule.node)
    .filter((node) =>
      (['this', 'input', 'before', 'vars'] as const).every((scope) => pathsRead(node, scope).length === 0),
    )
    .map((node) => ({ ...rule, node }))
}

/** The wording of refusals of a new record that refers to the one of `names`. */
export function wordingOfNew(context: Context, { names }: Wording, { entity: name, reference }: Related): Wording {
  const entity = entityOf(context.app, name)
  const begun = new RecordDraft(context.app, entity, null, { [reference]: names.record?.id })
  return { ...wordingOf(context, entity), names: { record: begun } }
}

/** What one transition lacks, and the wordings of its conditions on the present record and of its own checks. */
export interface RefusedCreation {
  /** `entity.transition`, as in a record's `can`. */
  readonly name: string
  readonly transition: Transition
  readonly missing: readonly { readonly wording: Wording; readonly condition: Missing }[]
}

/** The creations that the life cycle of a record waits for, now or later, and which it does not allow yet. */
export async function refusedCreations(context: Context, wording: Wording): Promise<RefusedCreation[]> {
  const { app, caller } = context
  const { names, entity } = wording
  const state = names.record?.own('state')
  if (typeof state !== 'string' || entity.states[state]?.closed) return []
  const laterStates = Object.keys(entity.states).filter(
    (name) => name === state || stepsTo(entity, state, [name]) !== undefined,
  )
  const carriers = new Set(laterStates.flatMap((name) => carriersOf(app, entity, name)))
  const refused: RefusedCreation[] = []
  for (const related of carriers) {
    if (!canRead(app, caller, entityOf(app, related.entity))) continue
    for (const transition of creationsOf(app, related).filter((step) => canRun(app, caller, step))) {
      const missing = await missingToCreate(context, wording, related, transition)
      if (missing.length > 0) refused.push({ name: `${related.entity}.${transition.name}`, transition, missing })
    }
  }
  return refused
}

/** What a transition lacks that creates a record referring to the one of `names`; rules of its form are not judged. */
export async function missingToCreate(
  context: Context,
  wording: Wording,
  related: Related,
  transition: Transition,
): Promise<RefusedCreation['missing']> {
  const { caller } = context
  const { resolver, names } = wording
  const begun = wordingOfNew(context, wording, related)
  const rules = offeringRules(transition, related.reference)
  await resolver.prepare([{ names, rules }])
  const unmet = rules.filter((rule) => !resolver.holds(names, rule))
  const attempt = { caller, transition, names: begun.names, given: related.reference }
  const unmetRules = unmet.map(({ node }) => writeNode(node, undefined, related.reference))
  const others = (await missingConditions(begun.resolver, attempt)).filter(
    (condition) =>
      ['permission', 'scope'].includes(condition.kind) ||
      (condition.kind === 'check' && !unmetRules.includes(writeNode(condition.node))),
  )
  return [
    ...unmet.map(({ node }) => ({ wording, condition: { kind: 'condition', node } as const })),
    ...others.map((condition) => ({ wording: begun, condition })),
  ]
}
