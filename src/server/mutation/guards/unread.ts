// Decides which rules of a form can be evaluated although some of its values could not be read.
import { untilStable } from '../../../manifest/expression/values/lists'
import type { App } from '../../../manifest/model/app'
import type { Rule } from '../../../manifest/model/rule'
import { pathsRead, visit } from '../../../manifest/expression/analyze'
import { storedFieldsOf } from '../state/pathDependencies'
import { formEntries } from '../state/step'
import type { TransitionBatch } from '../state/writeContext'

type FormNames = ReadonlySet<string>

/** The names with uncertain values: those that could not be read, and those that they fill or hide. */
export function uncertainNames(app: App, batch: TransitionBatch, unread: readonly string[]): FormNames {
  const names = new Set(unread)
  const filled = [
    ...formEntries(batch).map(({ formField, field }) => {
      const cells = Object.values(field.fields ?? {}).map((cell) => cell.default)
      return [formField.field, [formField.default, field.default, formField.visibleWhen, ...cells]] as const
    }),
    ...Object.values(batch.entity.fields).map((field) => [field.name, [field.default]] as const),
  ]
  untilStable(names, () => {
    for (const [name, rules] of filled) if (readsAny(app, batch, rules, names)) names.add(name)
  })
  return names
}

/** Whether the refusal of a field of the form may come from an uncertain value. */
export function isUncertain(app: App, batch: TransitionBatch, name: string, names: FormNames): boolean {
  const entry = formEntries(batch).find(({ formField }) => formField.field === name)
  if (!entry || names.has(name)) return names.has(name)
  const { formField, field } = entry
  const cells = Object.values(field.fields ?? {})
  const rules = [field, ...cells].flatMap(({ requiredWhen, optionsWhere, checks = [] }) => [
    ...[requiredWhen, optionsWhere],
    ...checks.map(({ rule }) => rule),
  ])
  return readsAny(app, batch, [formField.requiredWhen, formField.optionsWhere, ...rules], names)
}

/** Whether a rule reads one of these names, also through a computed field; variables may read any. */
export function readsAny(
  app: App,
  { entity }: Pick<TransitionBatch, 'entity'>,
  rules: readonly (Rule | undefined)[],
  names: FormNames,
): boolean {
  let reads = false
  for (const rule of rules)
    if (rule && names.size > 0)
      visit(rule.node, (node) => {
        if (node.kind !== 'name') return
        const [first] = node.path
        if (node.scope === 'vars') reads = true
        else if (first !== undefined && (node.scope === 'record' || node.scope === 'this' || node.scope === 'input'))
          reads ||= names.has(first) || [...storedFieldsOf(app, entity, first)].some((name) => names.has(name))
      })
  return reads
}

/** Whether a rule reads one of these names, itself, through a computed field, or by a variable that counts with it. */
export function dependsOn(app: App, batch: TransitionBatch, rule: Rule, names: FormNames): boolean {
  if (names.size === 0) return false
  const aggregates = pathsRead(rule.node, 'vars').map((name) => batch.transition.vars[name])
  const counted = aggregates.flatMap((aggregate) => [
    ...(aggregate?.readsThis ?? []),
    ...(aggregate?.where ? pathsRead(aggregate.where.node, 'input') : []),
  ])
  const direct = (['record', 'this', 'input'] as const).flatMap((scope) => pathsRead(rule.node, scope))
  return [...direct, ...counted].some((path) => {
    const [name = ''] = path.split('.')
    return names.has(name) || [...storedFieldsOf(app, batch.entity, name)].some((stored) => names.has(stored))
  })
}
