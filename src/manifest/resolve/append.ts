// Which lines does a transition add to its record? Each cell a rule; what a line needs must be given, and nothing that is computed.
import type { Rule } from '../app'
import type * as language from '../generated/language'
import type { RuleEnvironment } from '../rule/check'
import { below, table, tell, type At, type EntityDraft, type TransitionDraft, type World } from '../world'
import { linesNamed, resolveCells } from './lines'

/** Compiles `append`. `place`: the transition. */
export function resolveAppend(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
  environment: RuleEnvironment,
): void {
  const append = table<Record<string, Rule>>()
  for (const [name, cells] of Object.entries(manifest.append ?? {})) {
    const own = below(place, 'append', name)
    const lines = linesNamed(world, own, draft, name)
    if (lines === undefined) continue
    const entity = `${draft.name}.${name}`
    append[name] = resolveCells<never>(world, own, entity, lines, cells, environment)
    for (const { name: cell, required } of Object.values(lines.fields ?? {}))
      if (required && !(cell in cells))
        tell(world, own, 'missing-part', { thing: `a line of ${entity}`, key: cell }, { key: true })
  }
  transition.append = append
}
