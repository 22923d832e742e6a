// Which of a record's lines does a transition change, and to what? Rules over the line, which has the record as `this`; nothing that is computed.
import type { Rule } from '../app'
import type * as language from '../generated/language'
import type { RuleEnvironment, Shape } from '../rule/check'
import { below, hintFor, ruleAt, table, tell, type At, type EntityDraft, type FieldDraft, type TransitionDraft, type World } from '../world'
import { targetOf } from './fields'

/** Compiles `change`. `place`: the transition. */
export function resolveChange(world: World, draft: EntityDraft, place: At, transition: TransitionDraft, manifest: language.TransitionManifest, environment: RuleEnvironment): void {
  const change = table<TransitionDraft['change'][string]>()
  for (const [name, lines] of Object.entries(manifest.change ?? {})) {
    const own = below(place, 'change', name)
    const field = draft.fields[name]
    if (field === undefined) tell(world, own, 'unknown-field', { entity: draft.name, name }, { key: true, ...hintFor(name, Object.keys(draft.fields)) })
    else if (field.type !== 'lines') tell(world, own, 'wrong-field', { name, expected: 'a field of type lines' }, { key: true })
    else {
      const line: Shape = { entity: `${draft.name}.${name}`, fields: field.fields ?? {}, states: [] }
      const inLine: RuleEnvironment = { ...environment, record: line, this: draft.shape }
      const where = lines.where === undefined ? undefined : ruleAt(world, below(own, 'where'), lines.where, inLine, 'boolean')
      change[name] = { set: resolveCells(world, below(own, 'set'), line.entity, field, lines.set, inLine), ...(where !== undefined && { where }) }
    }
  }
  transition.change = change
}

/** Compiles what cells of a line are set to. */
export function resolveCells(world: World, place: At, entity: string, { fields = {} }: FieldDraft, set: language.ChangedLines['set'], environment: RuleEnvironment): Record<string, Rule | null> {
  const cells = table<Rule | null>()
  for (const [name, source] of Object.entries(set)) {
    const own = below(place, name)
    const cell = fields[name]
    if (cell === undefined) tell(world, own, 'unknown-field', { entity, name }, { key: true, ...hintFor(name, Object.keys(fields)) })
    else if (!cell.stored) tell(world, own, 'computed-field', { name, done: 'set' }, { key: true })
    else if (source === null) cells[name] = null
    else {
      const { expected, target } = targetOf(world, cell)
      const rule = ruleAt(world, own, source, environment, expected, target)
      if (rule !== undefined) cells[name] = rule
    }
  }
  return cells
}
