// Writes the lines of access.lock for a transition: who may run it when, its inputs and effects.
import { transitionOf } from '../../model/entity'
import { entityOf, type App } from '../../model/app'
import type { Effect, RunEffect, Transition } from '../../model/transition'
import { sorted } from '../factLines'
import { aggregateText, conditionLines, ruleText, sortedList } from './lockText'
import { givesScope, type Scoping } from './scopeFields'

/**
 * `scoping`: the fields that row scopes read; filling them grants or removes access to rows. `written`: those whose
 * values are written out.
 */
export function transitionLines(
  app: App,
  transition: Transition,
  { scoping, written }: { readonly scoping: Scoping; readonly written: ReadonlySet<string> },
): string[] {
  const filled = transition.form.filter(({ readOnly }) => !readOnly)
  return [
    `transition ${transition.entity}.${transition.name}`,
    ...sorted(
      transition.permissions.map(
        ({ permission, when }) => `  by ${permission}${when === undefined ? '' : ` when ${ruleText(when)}`}`,
      ),
      (line) => line,
    ),
    [
      `  from ${transition.creates ? '(new)' : sortedList(transition.from)} to`,
      `${transition.to ?? '(unchanged)'}${transition.skipsStages ? ' or the next stage' : ''}`,
    ].join(' '),
    ...conditionLines('when', transition.when),
    ...(transition.fourEyes === undefined
      ? []
      : [
          `  not by ${transition.fourEyes.map((field) => (field === 'createdBy' ? 'its creator' : `its ${field}`)).join(', ')}`,
        ]),
    ...(transition.askFactor === undefined ? [] : [`  second factor of ${transition.askFactor}`]),
    ...(transition.rowScopes === undefined ? [] : [`  row scopes ${sortedList(transition.rowScopes)}`]),
    `  takes ${sortedList(filled.map(({ field, required }) => (required ? `${field} (required)` : field)))}`,
    ...sorted(filled, ({ field }) => field).flatMap((formField) => {
      const { field, optionsWhere, visibleWhen, requiredWhen, editOnlyFields, omitFields } = formField
      return [
        ...conditionLines(`takes ${field} while`, visibleWhen),
        ...conditionLines(`requires ${field} when`, requiredWhen),
        ...(editOnlyFields ? [`  takes of each line of ${field} only ${sortedList(editOnlyFields)}`] : []),
        ...(omitFields ? [`  takes lines of ${field} without ${sortedList(omitFields)}`] : []),
        ...conditionLines(`chooses ${field} where`, optionsWhere),
      ]
    }),
    ...Object.entries(transition.vars).map(([name, aggregate]) => `  vars.${name} is ${aggregateText(aggregate)}`),
    ...sorted(
      transition.checks.map(({ rule }) => `  must hold ${ruleText(rule)}`),
      (line) => line,
    ),
    ...sorted(Object.entries(transition.set), ([field]) => field)
      .filter(([field]) => written.has(`${transition.entity}.${field}`))
      .map(([field, rule]) => `  sets ${field} to ${rule === null ? '(none)' : ruleText(rule)}`),
    ...transition.effects.map((effect) =>
      effect.kind === 'run' ? runLine(app, transition, effect, scoping) : effectLine(effect),
    ),
    ...(transition.undo ? ['  can be taken back at once'] : []),
  ]
}

/** The values that decide who reaches the record. */
function runLine(app: App, { entity: runner }: Transition, effect: RunEffect, scoping: Scoping): string {
  const { entity, transition, on, where, values, saveToField, when } = effect
  const run = transitionOf(entityOf(app, entity), transition)
  const given = sorted(Object.entries(values), ([name]) => name)
    .filter(([name]) => givesScope(scoping, run, name))
    .map(([name, rule]) => `${name} as ${ruleText(rule)}`)
  return [
    `  runs ${entity}.${transition}`,
    ...(on === undefined ? [] : [`on ${on}`]),
    ...(where === undefined ? [] : [`where ${ruleText(where)}`]),
    ...(given.length === 0 ? [] : [`with ${given.join(', ')}`]),
    ...(saveToField !== undefined && scoping.fields.has(`${runner}.${saveToField}`) ? [`kept in ${saveToField}`] : []),
    ...(when === undefined ? [] : [`when ${ruleText(when)}`]),
  ].join(' ')
}

function effectLine(effect: Exclude<Effect, RunEffect>): string {
  const when = effect.when === undefined ? '' : ` when ${ruleText(effect.when)}`
  if (effect.kind === 'call') return `  calls ${effect.destination}${when}`
  const { toFields, toWhere, toPermissions, acrossTenants, messageKind } = effect
  const holders = toPermissions === undefined ? '' : ` with ${sortedList(toPermissions)}`
  const where = toWhere === undefined ? '' : ` where ${ruleText(toWhere)}`
  const accounts = holders || where ? [`${acrossTenants ? 'all ' : ''}accounts${holders}${where}`] : []
  return `  sends ${messageKind} to ${[...[...toFields].sort(), ...accounts].join(', ')}${when}`
}
