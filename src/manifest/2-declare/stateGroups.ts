// Expands the groups of states of an entity; later phases do not know groups.
import {
  checkName,
  childLocation,
  createTable,
  hintFor,
  indexed,
  locationOf,
  reportProblem,
  type CompileContext,
  type EntityDraft,
  type ManifestLocation,
} from '../context/compileContext'

/** group: its states, in the order of the entity's states. */
export function declareStateGroups(context: CompileContext, draft: EntityDraft): void {
  const groups = draft.file.manifest.stateGroups ?? {}
  const expanded = createTable<ReadonlySet<string>>()
  const expand = (name: string, above: readonly string[]): ReadonlySet<string> => {
    const before = expanded[name]
    if (before !== undefined) return before
    const location = locationOf(context, draft.file, 'stateGroups', name)
    const states = indexed(groups[name]).flatMap(([index, member]) => {
      const chain = [...above, name]
      if (!Object.hasOwn(groups, member) || member in draft.states)
        return knownState(childLocation(location, index), draft, member) ? [member] : []
      if (!chain.includes(member)) return [...expand(member, chain)]
      reportProblem(childLocation(location, index), 'cycle', {
        chain: [...chain.slice(chain.indexOf(member)), member].join(' -> '),
      })
      return []
    })
    return (expanded[name] = new Set(states))
  }
  for (const name of Object.keys(groups)) {
    const location = locationOf(context, draft.file, 'stateGroups', name)
    checkName(location, name)
    if (name in draft.states)
      reportProblem(location, 'reserved-name', { name, what: `a state of ${draft.name}` }, { key: true })
    const states = expand(name, [])
    draft.stateGroups[name] = Object.keys(draft.states).filter((state) => states.has(state))
  }
}

/** The distinct states in a list of states and groups. */
export function statesAt(
  location: ManifestLocation,
  draft: EntityDraft,
  names: readonly string[] | undefined,
): readonly string[] {
  const states = indexed(names).flatMap(([index, name]): readonly string[] => {
    if (!(name in draft.states) && Object.hasOwn(draft.stateGroups, name)) return draft.stateGroups[name]!
    return knownState(childLocation(location, index), draft, name) ? [name] : []
  })
  return [...new Set(states)]
}

function knownState(location: ManifestLocation, draft: EntityDraft, name: string): boolean {
  if (name in draft.states) return true
  const names = [...Object.keys(draft.states), ...Object.keys(draft.file.manifest.stateGroups ?? {})]
  reportProblem(
    location,
    'unknown-state',
    { entity: draft.name, name },
    names.length > 0 ? hintFor(name, names) : { hint: 'The entity declares no states.' },
  )
  return false
}
