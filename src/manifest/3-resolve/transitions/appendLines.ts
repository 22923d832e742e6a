// Resolves `append`: the lines that a transition adds to its record.
// Each cell is a rule. Required fields must be given, computed fields must not.
import type { Rule } from '../../model/rule'
import { childLocation, createTable, reportProblem } from '../../context/compileContext'
import { lineShape, type TransitionScope } from './scope'
import { linesNamed, resolveCells } from './lines'

/** Compiles `append`. */
export function resolveAppend({ draft, location, transition, written, environment }: TransitionScope): void {
  const append = createTable<Record<string, Rule>>()
  for (const [name, cells] of Object.entries(written.append ?? {})) {
    const linesLocation = childLocation(location, 'append', name)
    const lines = linesNamed(linesLocation, draft, name)
    if (lines === undefined) continue
    const line = lineShape(draft, lines)
    append[name] = resolveCells<never>(linesLocation, line, cells, environment)
    for (const { name: cell, required } of Object.values(lines.fields ?? {}))
      if (required && !(cell in cells))
        reportProblem(linesLocation, 'missing-part', { thing: `a line of ${line.entity}`, key: cell }, { key: true })
  }
  transition.append = append
}
