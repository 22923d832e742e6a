// Writes the permission changes of access.json for access.lock, each named by what it does.
// They apply in order; where that decides, the later one names the earlier, so that no place is numbered.
import type { PermissionChange } from '../../model/access'
import { conditionLines, sortedList } from './lockText'

type Change = Pick<PermissionChange, 'add' | 'remove' | 'when'>

/** A block for each change: its name, the condition, and which earlier ones it comes after. */
export function permissionChangeBlocks(changes: readonly Change[]): string[][] {
  const names = namesOf(changes)
  return changes.map((change, index) => [
    names[index] ?? '',
    ...(change.when ? conditionLines('when', change.when) : ['  always']),
    ...changes
      .slice(0, index)
      .flatMap((earlier, rank) => (orderDecides(earlier, change) ? [`  after ${names[rank] ?? ''}`] : [])),
  ])
}

/** What each change does; a number only where several do the same. */
function namesOf(changes: readonly Change[]): string[] {
  const counts = new Map<string, number>()
  return changes.map(({ add, remove }) => {
    const parts = [
      ...(add.length > 0 ? [`adds ${sortedList(add)}`] : []),
      ...(remove.length > 0 ? [`removes ${sortedList(remove)}`] : []),
    ]
    const name = `permission change that ${parts.join(' and ')}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** Whether two changes have another result the other way round: one takes what the other gives. */
const orderDecides = (one: Change, other: Change): boolean =>
  one.add.some((code) => other.remove.includes(code)) || one.remove.some((code) => other.add.includes(code))
