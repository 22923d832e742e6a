// Finds transitions that offer undo although an undo would leave something behind.
// Includes effects, and the effects of effects.
import type { Field } from '../model/field'
import type { Transition } from '../model/transition'
import { locationOf, reportProblem, type CompileContext, type EntityDraft } from '../context/compileContext'
import { engineEntities } from './engineEntities'

export function checkUndo(context: CompileContext): void {
  for (const draft of Object.values(context.entities))
    for (const transition of Object.values(draft.transitions)) {
      if (!transition.undo) continue
      const location = locationOf(context, draft.file, 'transitions', transition.name, 'undo')
      if (transition.danger)
        reportProblem(location, 'conflicting-keys', {
          what: 'A transition has either `danger`, which warns that nothing takes it back, or `undo`',
        })
      const remains = whatRemains(context, draft, transition, new Set())
      if (remains !== undefined) reportProblem(location, 'not-undoable', { remains }, { key: true })
    }
}

/** What an undo would leave behind; undefined if nothing. */
function whatRemains(
  context: CompileContext,
  { name, entity }: EntityDraft,
  { creates, effects, name: action }: Pick<Transition, 'creates' | 'effects' | 'name'>,
  seen: Set<string>,
): string | undefined {
  const called = `${name}.${action}`
  if (seen.has(called)) return undefined
  seen.add(called)
  if (guardedEntities(context).has(name)) return `\`${called}\` changes rights, messages or logs`
  if (creates) {
    const [referring] = referringTo(context, name)
    if (referring !== undefined) return `\`${referring}\` can refer to what \`${called}\` creates`
    if (entity.detail?.notes) return `people can write notes to what \`${called}\` creates`
    if (entity.unique.some(({ acrossTenants }) => acrossTenants))
      return `\`${called}\` claims a value that is unique over all tenants`
  }
  for (const effect of effects) {
    if (effect.kind === 'message') return `\`${called}\` sends a message`
    if (effect.kind === 'call') return `\`${called}\` calls another system`
    const target = context.entities[effect.entity]
    const transition = target?.transitions[effect.transition]
    const remains = target && transition && whatRemains(context, target, transition, seen)
    if (remains !== undefined) return remains
  }
  return undefined
}

/** Entities that the engine uses for rights, messages or logs. */
function guardedEntities(context: CompileContext): ReadonlySet<string | undefined> {
  const { identity, entities } = context
  const account = entities[identity?.accountEntity ?? '']
  return new Set([
    ...engineEntities(context),
    identity?.accountEntity,
    identity?.tenantEntity,
    account?.fields[identity?.roleField ?? '']?.entity,
    account?.fields[identity?.unitField ?? '']?.entity,
  ])
}

/** The stored references to records of an entity, as entity.field. */
function referringTo({ entities }: CompileContext, name: string): string[] {
  const refers = (field: Field): boolean =>
    field.stored && (field.type === 'ref' ? field.entity === name : Object.values(field.fields ?? {}).some(refers))
  return Object.values(entities).flatMap(({ name: entity, fields }) =>
    Object.values(fields)
      .filter(refers)
      .map((field) => `${entity}.${field.name}`),
  )
}
