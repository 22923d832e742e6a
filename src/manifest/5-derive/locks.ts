// Derives the locks of a transition: the records in `lock`, and those that its checks read.
import { pathsLockedByChecks } from '../4-check/locks'
import type { CompileContext } from '../context/compileContext'

export function deriveLocks(context: CompileContext): void {
  for (const draft of Object.values(context.entities))
    for (const transition of Object.values(draft.transitions))
      transition.lock = [...new Set([...transition.lock, ...pathsLockedByChecks(context, draft, transition)])]
}
