// Which records must not change while a transition looks at them? Besides those that its `lock` names: what its guards read the state or the sums of. Two that
// run at once could else both find what neither finds afterwards, such as a contract of an order that was closed meanwhile.
import type { Field } from '../app'
import { at, tell, type EntityDraft, type TransitionDraft, type World } from '../world'

/** After every field and transition is compiled. */
export function deriveLocks(world: World): void {
  for (const draft of Object.values(world.entities)) {
    for (const transition of Object.values(draft.transitions)) {
      const read = new Set(guarded(world, draft, transition))
      for (const path of transition.lock.filter((named) => read.has(named)))
        tell(world, at(draft.file, 'transitions', transition.name, 'lock'), 'ineffective-key', {
          key: path,
          where: 'in `lock`, as a guard reads its state or sums',
        })
      transition.lock = [...new Set([...transition.lock, ...read])]
    }
  }
}

function guarded({ entities }: World, { fields }: EntityDraft, { guards }: TransitionDraft): string[] {
  return guards
    .flatMap(({ rule }) => rule.reads)
    .flatMap((path) => {
      const [name = '', read] = path.split('.')
      const reference = fields[name]
      if (read === undefined || reference?.type !== 'ref' || !reference.stored) return []
      const target = entities[reference.entity ?? '']?.fields ?? {}
      return moves(target, read) ? [name] : []
    })
}

/** Whether a field changes with what happens to the record, and not only where somebody edits it; `asked`: fields that lead here, as circles are told elsewhere. */
function moves(fields: Readonly<Record<string, Field>>, name: string, asked: readonly string[] = []): boolean {
  const field = fields[name]
  if (!field || asked.includes(name)) return false
  return (
    name === 'state' ||
    field.aggregate !== undefined ||
    (field.compute?.reads.some((path) => moves(fields, path.split('.')[0]!, [...asked, name])) ?? false)
  )
}
