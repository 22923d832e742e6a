// Finds computed fields that depend on themselves.
// The computed fields of all entities are one graph: a rule or an aggregate may read computed fields of any entity.
import { firstItem } from '../expression/values/present'
import type { Field } from '../model/field'
import type { JsonPath } from '../json/parse'
import { locationOf, reportProblem, type EntityDraft, type CompileContext } from '../context/compileContext'
import { cyclesOf } from '../context/cycles'

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
  const reads = new Map([...nodes].map(([name, node]) => [name, node.reads]))
  for (const cycle of cyclesOf(reads)) {
    const { draft, path } = nodes.get(firstItem(cycle))!
    reportProblem(locationOf(context, draft.file, ...path), 'cycle', { chain: cycle.join(' -> ') }, { key: true })
  }
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
  let owner: (Pick<EntityDraft, 'name'> & { readonly fields: Readonly<Record<string, Field>> }) | undefined = draft
  for (const name of path) {
    if (owner === undefined) return
    reads.add(`${owner.name}.${name}`)
    const field: Field | undefined = owner.fields[name]
    owner = field?.fields
      ? { name: `${owner.name}.${name}`, fields: field.fields }
      : context.entities[field?.entity ?? '']
  }
}
