// Of which entities does a list show something? Its own (of a view, those that it is made of), those that its columns lead to and those that its actions run on: a change of one of them makes it stale.
import type { ScreenAnswer } from '../../../protocol/calls'

export function shownEntities({ screen, entities }: Pick<ScreenAnswer, 'screen' | 'entities'>): string[] {
  const found = new Set<string>()
  if (screen.entity !== undefined) found.add(screen.entity)
  const own = screen.entity === undefined ? undefined : entities[screen.entity]
  for (const part of own?.view ?? []) found.add(part.entity)
  for (const action of screen.actions) if (action.on !== undefined) found.add(action.entity)
  for (const column of screen.columns) {
    if (column.entity !== undefined) found.add(column.entity)
    const field = own?.fields[column.field.split('.')[0]!]
    if (field?.entity !== undefined) found.add(field.entity)
    // A value that is counted from other records changes with them.
    if (field?.aggregate?.entity !== undefined) found.add(field.aggregate.entity)
  }
  return [...found]
}
