// Finds computed fields that depend on themselves.
// The computed fields of all entities are one graph: a rule or an aggregate may read computed fields of any entity.
// Linear in the number of fields and reads.
import type { Field } from '../model/field'
import type { JsonPath } from '../json/parse'
import { locationOf, reportProblem, type EntityDraft, type CompileContext } from '../context/compileContext'

interface Node {
  readonly draft: EntityDraft
  readonly path: JsonPath
  readonly reads: Set<string>
}

export function checkCycles(context: CompileContext): void {
  const nodes = new Map<string, Node>()
  for (const draft of Object.values(context.entities))
    for (const field of Object.values(draft.fields)) {
      for (const [read, lines] of [[field, undefined] as const, ...cellsOf(field)]) {
        const reads = readsOf(context, draft, read, lines)
        const path = lines === undefined ? [read.name] : [lines.name, read.name]
        if (reads !== undefined)
          nodes.set(`${draft.name}.${path.join('.')}`, {
            draft,
            path: path.flatMap((name) => ['fields', name]),
            reads,
          })
      }
    }
  // Remove fields without remaining dependencies until none is left to remove; the remainder leads into a cycle.
  const waiting = new Map<string, number>()
  const readers = new Map<string, string[]>()
  for (const [key, { reads }] of nodes) {
    for (const read of reads) if (!nodes.has(read)) reads.delete(read)
    waiting.set(key, reads.size)
    for (const read of reads) {
      const reader = readers.get(read)
      if (reader === undefined) readers.set(read, [key])
      else reader.push(key)
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
  const reported = new Set<string>()
  for (const key of waiting.keys())
    if (!reported.has(key)) tellCycle(context, nodes, cycleFrom(key, nodes, waiting, reported))
}

/** The fields of a line, with the lines field. */
function cellsOf(lines: Field): (readonly [Field, Field])[] {
  return Object.values(lines.fields ?? {}).map((cell) => [cell, lines] as const)
}

/** The fields that a computed field reads; undefined for an entered one. `lines`: the lines field of a cell. */
function readsOf(
  context: CompileContext,
  draft: EntityDraft,
  field: Field,
  lines: Field | undefined,
): Set<string> | undefined {
  if (field.compute === undefined && field.aggregate === undefined) return undefined
  const reads = new Set<string>()
  const fromRecord = (read: string): void => follow(context, draft, read.split('.'), reads)
  for (const read of field.compute?.readPaths ?? []) {
    const [first = ''] = read.split('.')
    if (lines !== undefined && first in lines.fields!) reads.add(`${draft.name}.${lines.name}.${first}`)
    else fromRecord(read)
  }
  const { aggregate } = field
  if (aggregate !== undefined) {
    const counted = context.entities[aggregate.entity ?? '']
    const ofCounted = (read: string): void => {
      if (counted !== undefined) follow(context, counted, read.split('.'), reads)
      else reads.add(`${draft.name}.${aggregate.lines}.${read.split('.')[0]}`)
    }
    for (const read of [
      ...(aggregate.where?.readPaths ?? []),
      ...(aggregate.field === undefined ? [] : [aggregate.field]),
      ...(aggregate.sort === undefined ? [] : [aggregate.sort.field]),
    ])
      ofCounted(read)
    for (const read of aggregate.readsThis) fromRecord(read)
  }
  return reads
}

/** Records every field on a path. */
function follow(context: CompileContext, draft: EntityDraft, path: readonly string[], reads: Set<string>): void {
  let owner: EntityDraft | undefined = draft
  for (const name of path) {
    if (owner === undefined) return
    reads.add(`${owner.name}.${name}`)
    owner = context.entities[owner.fields[name]?.entity ?? '']
  }
}

/**
 * Walks from a node that leads into a cycle until a node repeats: the cycle lies in between. Empty: reported before.
 */
function cycleFrom(
  from: string,
  nodes: ReadonlyMap<string, Node>,
  waiting: ReadonlyMap<string, number>,
  reported: Set<string>,
): string[] {
  const order: string[] = []
  const byName = new Map<string, number>()
  let key: string | undefined = from
  while (key !== undefined && !byName.has(key) && !reported.has(key)) {
    byName.set(key, order.length)
    order.push(key)
    key = [...nodes.get(key)!.reads].find((read) => waiting.has(read))
  }
  const start = key === undefined ? undefined : byName.get(key)
  for (const item of order) reported.add(item)
  return start === undefined ? [] : order.slice(start)
}

function tellCycle(context: CompileContext, nodes: ReadonlyMap<string, Node>, circle: readonly string[]): void {
  if (circle.length === 0) return
  // Report at the same field, wherever the walk started.
  const first = circle.indexOf([...circle].sort()[0]!)
  const chain = [...circle.slice(first), ...circle.slice(0, first)]
  const { draft, path } = nodes.get(chain[0]!)!
  reportProblem(
    locationOf(context, draft.file, ...path),
    'cycle',
    { chain: [...chain, chain[0]].join(' -> ') },
    { key: true },
  )
}
