// Which of a record's lines does a transition change, and to what? Rules over the line, which has the record as `this`; nothing that is computed.
import type * as language from '../generated/language'
import type { RuleEnvironment, Shape } from '../rule/check'
import { below, ruleAt, table, type At, type EntityDraft, type TransitionDraft, type World } from '../world'
import { linesNamed, resolveCells } from './lines'

/** Compiles `change`. `place`: the transition. */
export function resolveChange(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
  environment: RuleEnvironment,
): void {
  const change = table<TransitionDraft['change'][string]>()
  for (const [name, lines] of Object.entries(manifest.change ?? {})) {
    const own = below(place, 'change', name)
    const field = linesNamed(world, own, draft, name)
    if (field === undefined) continue
    const line: Shape = { entity: `${draft.name}.${name}`, fields: field.fields ?? {}, states: [] }
    const inLine: RuleEnvironment = { ...environment, record: line, this: draft.shape }
    const where =
      lines.where === undefined ? undefined : ruleAt(world, below(own, 'where'), lines.where, inLine, 'boolean')
    change[name] = {
      set: resolveCells(world, below(own, 'set'), line.entity, field, lines.set, inLine),
      ...(where !== undefined && { where }),
    }
  }
  transition.change = change
}
