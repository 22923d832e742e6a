// Which lines does a transition add to its record? Each cell a rule; what a line needs must be given, and nothing that is computed.
import type { Rule } from '../app'
import type * as language from '../generated/language'
import type { RuleEnvironment } from '../rule/check'
import { below, hintFor, ruleAt, table, tell, type At, type EntityDraft, type TransitionDraft, type World } from '../world'
import { targetOf } from './fields'

/** Compiles `append`. `place`: the transition. */
export function resolveAppend(world: World, draft: EntityDraft, place: At, transition: TransitionDraft, manifest: language.TransitionManifest, environment: RuleEnvironment): void {
  const append = table<Record<string, Rule>>()
  for (const [name, cells] of Object.entries(manifest.append ?? {})) {
    const own = below(place, 'append', name)
    const lines = draft.fields[name]
    if (lines === undefined) tell(world, own, 'unknown-field', { entity: draft.name, name }, { key: true, ...hintFor(name, Object.keys(draft.fields)) })
    else if (lines.type !== 'lines') tell(world, own, 'wrong-field', { name, expected: 'a field of type lines' }, { key: true })
    else append[name] = resolveLine(world, own, `${draft.name}.${name}`, lines.fields ?? {}, cells, environment)
  }
  transition.append = append
}

function resolveLine(world: World, place: At, entity: string, fields: EntityDraft['fields'], cells: Readonly<Record<string, string>>, environment: RuleEnvironment): Record<string, Rule> {
  const line = table<Rule>()
  for (const [name, source] of Object.entries(cells)) {
    const own = below(place, name)
    const field = fields[name]
    if (field === undefined) tell(world, own, 'unknown-field', { entity, name }, { key: true, ...hintFor(name, Object.keys(fields)) })
    else if (!field.stored) tell(world, own, 'computed-field', { name, done: 'set' }, { key: true })
    else {
      const { expected, target } = targetOf(world, field)
      const rule = ruleAt(world, own, source, environment, expected, target)
      if (rule !== undefined) line[name] = rule
    }
  }
  for (const { name, required } of Object.values(fields)) if (required && !(name in cells)) tell(world, place, 'missing-part', { thing: `a line of ${entity}`, key: name }, { key: true })
  return line
}
