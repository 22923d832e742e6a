// Does a computed value depend on itself? Computed fields of all entities are one graph: a rule or an aggregate may read other computed
// fields, also those of other entities. Linear in the number of fields and reads.
import type { Field } from '../app'
import type { JsonPath } from '../parse'
import { at, tell, type EntityDraft, type World } from '../world'

interface Node {
  readonly draft: EntityDraft
  readonly path: JsonPath
  readonly reads: Set<string>
}

export function checkCycles(world: World): void {
  const nodes = new Map<string, Node>()
  for (const draft of Object.values(world.entities))
    for (const field of Object.values(draft.fields)) {
      note(world, nodes, draft, field, [field.name], draft.fields)
      for (const line of Object.values(field.fields ?? {}))
        note(world, nodes, draft, line, [field.name, line.name], field.fields!)
    }
  // What depends on nothing that is left is in no circle; what remains in the end leads into one.
  const waiting = new Map<string, number>()
  const readers = new Map<string, string[]>()
  for (const [key, { reads }] of nodes) {
    for (const read of reads) if (!nodes.has(read)) reads.delete(read)
    waiting.set(key, reads.size)
    for (const read of reads) {
      const known = readers.get(read)
      if (known === undefined) readers.set(read, [key])
      else known.push(key)
    }
  }
  const free = [...nodes.keys()].filter((key) => waiting.get(key) === 0)
  for (let key = free.pop(); key !== undefined; key = free.pop()) {
    waiting.delete(key)
    for (const reader of readers.get(key) ?? []) {
      const left = waiting.get(reader)! - 1
      waiting.set(reader, left)
      if (left === 0) free.push(reader)
    }
  }
  const told = new Set<string>()
  for (const key of waiting.keys()) if (!told.has(key)) tellCycle(world, nodes, waiting, key, told)
}

function note(
  world: World,
  nodes: Map<string, Node>,
  draft: EntityDraft,
  field: Field,
  path: readonly string[],
  siblings: Readonly<Record<string, Field>>,
): void {
  if (field.compute === undefined && field.aggregate === undefined) return
  const reads = new Set<string>()
  const fromRecord = (read: string): void => follow(world, draft, read.split('.'), reads)
  const inLine = path.length > 1
  for (const read of field.compute?.reads ?? []) {
    const [first = ''] = read.split('.')
    if (inLine && first in siblings) reads.add(`${draft.name}.${path[0]}.${first}`)
    else fromRecord(read)
  }
  const { aggregate } = field
  if (aggregate !== undefined) {
    const counted = world.entities[aggregate.entity ?? '']
    const ofCounted = (read: string): void => {
      if (counted !== undefined) follow(world, counted, read.split('.'), reads)
      else reads.add(`${draft.name}.${aggregate.lines}.${read.split('.')[0]}`)
    }
    for (const read of [
      ...(aggregate.where?.reads ?? []),
      ...(aggregate.field === undefined ? [] : [aggregate.field]),
      ...(aggregate.sort === undefined ? [] : [aggregate.sort.field]),
    ])
      ofCounted(read)
    for (const read of aggregate.readsThis) fromRecord(read)
  }
  nodes.set(`${draft.name}.${path.join('.')}`, {
    draft,
    path: inLine ? ['fields', path[0]!, 'fields', path[1]!] : ['fields', path[0]!],
    reads,
  })
}

/** Notes every field that a path passes. */
function follow(world: World, draft: EntityDraft, path: readonly string[], reads: Set<string>): void {
  let owner: EntityDraft | undefined = draft
  for (const name of path) {
    if (owner === undefined) return
    reads.add(`${owner.name}.${name}`)
    owner = world.entities[owner.fields[name]?.entity ?? '']
  }
}

/** Walks from a node that leads into a circle until one comes again: the circle is what lies between. */
function tellCycle(
  world: World,
  nodes: ReadonlyMap<string, Node>,
  waiting: ReadonlyMap<string, number>,
  from: string,
  told: Set<string>,
): void {
  const order: string[] = []
  const place = new Map<string, number>()
  let key: string | undefined = from
  while (key !== undefined && !place.has(key) && !told.has(key)) {
    place.set(key, order.length)
    order.push(key)
    key = [...nodes.get(key)!.reads].find((read) => waiting.has(read))
  }
  const start = key === undefined ? undefined : place.get(key)
  for (const one of order) told.add(one)
  if (start === undefined || key === undefined) return
  const circle = order.slice(start)
  // Always told at the same place, whatever the walk began with.
  const first = circle.indexOf([...circle].sort()[0]!)
  const chain = [...circle.slice(first), ...circle.slice(0, first)]
  const { draft, path } = nodes.get(chain[0]!)!
  tell(world, at(draft.file, ...path), 'cycle', { chain: [...chain, chain[0]].join(' -> ') }, { key: true })
}
