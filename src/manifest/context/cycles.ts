// Finds cycles among names that read one another, in time linear in the number of names and reads.
import { groupBy } from '../expression/values/lists'

type Reads = ReadonlyMap<string, Iterable<string>>

/** Cycles without a common name, each from its first name by alphabet back to that name. */
export function cyclesOf(reads: Reads): string[][] {
  const bound = withoutFree(reads)
  const visited = new Set<string>()
  return [...bound.keys()].flatMap((name) => {
    const cycle = visited.has(name) ? [] : cycleFrom(name, bound, visited)
    // The same chain, wherever the walk started.
    const first = cycle.indexOf([...cycle].sort()[0] ?? '')
    return cycle.length === 0 ? [] : [[...cycle.slice(first), ...cycle.slice(0, first + 1)]]
  })
}

/** Removes what reads none of the others until nothing is left to remove; the remainder leads into a cycle. */
function withoutFree(reads: Reads): Map<string, Set<string>> {
  const bound = new Map([...reads].map(([name, others]) => [name, new Set([...others].filter((o) => reads.has(o)))]))
  const pairs = [...bound].flatMap(([name, others]) => [...others].map((other) => ({ name, other })))
  const readers = groupBy(pairs, ({ other }) => other)
  const free = [...bound.keys()].filter((name) => bound.get(name)?.size === 0)
  for (let name = free.pop(); name !== undefined; name = free.pop()) {
    bound.delete(name)
    for (const { name: reader } of readers.get(name) ?? []) {
      const others = bound.get(reader)
      others?.delete(name)
      if (others?.size === 0) free.push(reader)
    }
  }
  return bound
}

/** Walks until a name repeats: the cycle lies in between. Empty if the walk meets an earlier one. */
function cycleFrom(start: string, bound: Reads, visited: Set<string>): string[] {
  const walk = new Map<string, number>()
  let name: string | undefined = start
  while (name !== undefined && !walk.has(name) && !visited.has(name)) {
    walk.set(name, walk.size)
    ;[name] = bound.get(name) ?? []
  }
  for (const passed of walk.keys()) visited.add(passed)
  const first = name === undefined ? undefined : walk.get(name)
  return first === undefined ? [] : [...walk.keys()].slice(first)
}
