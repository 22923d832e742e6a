// Warns of states that no record enters, of states that no record leaves, and of ends that lead on.
import { reachableStates } from '../4-check/lifecycle'
import { locationOf, type CompileContext, type EntityDraft } from '../context/compileContext'
import type { Warnings } from './warnings'

export function warnOfStates(context: CompileContext, warnings: Warnings, draft: EntityDraft): void {
  const reached = reachableStates(draft)
  const transitions = Object.values(draft.transitions)
  const moves = transitions.filter(({ to, from }) => to !== undefined && from.some((state) => state !== to))
  for (const { name, closed } of Object.values(draft.states)) {
    const location = locationOf(context, draft.file, 'states', name)
    const exits = moves.filter(({ from, to = name }) => from.includes(name) && !draft.states[to]?.closed)
    if (closed && exits.length > 0)
      warnings.at(
        location,
        'closed-with-exit',
        { entity: draft.name, name, transitions: exits.map((exit) => `\`${exit.name}\``).join(', ') },
        { key: true },
      )
    if (!reached.has(name)) warnings.at(location, 'unreachable-state', { entity: draft.name, name }, { key: true })
    // Without any move between states there is no workflow, so a single state is no dead end.
    else if (!closed && moves.length > 0 && !moves.some(({ from, to }) => to !== name && from.includes(name)))
      warnings.at(
        location,
        'dead-end-state',
        { entity: draft.name, name },
        { key: true, hint: 'Write `"closed": true` if nothing waits for it any more.' },
      )
  }
}
