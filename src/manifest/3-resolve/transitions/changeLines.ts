// Resolves `change`: the lines that a transition changes, and their new values.
// The rules read the line, and the record as `this`. Computed fields cannot be set.
import type { RuleEnvironment } from '../../expression/environment'
import { childLocation, createTable, type TransitionDraft } from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import { lineShape, type TransitionScope } from './scope'
import { linesNamed, resolveCells } from './lines'

/** Compiles `change`. */
export function resolveChange({ draft, location, transition, written, environment }: TransitionScope): void {
  const change = createTable<TransitionDraft['change'][string]>()
  for (const [name, lines] of Object.entries(written.change ?? {})) {
    const linesLocation = childLocation(location, 'change', name)
    const field = linesNamed(linesLocation, draft, name)
    if (field === undefined) continue
    const line = lineShape(draft, field)
    const inLine: RuleEnvironment = { ...environment, record: line, this: draft.shape }
    const where = conditionAt(linesLocation, 'where', lines.where, inLine)
    change[name] = {
      set: resolveCells(childLocation(linesLocation, 'set'), line, lines.set, inLine),
      ...(where !== undefined && { where }),
    }
  }
  transition.change = change
}
