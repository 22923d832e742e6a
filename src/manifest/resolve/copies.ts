// Does a computed value tell what another field keeps back? Whoever may not read a field, or sees it masked, must not find its value under another name.
// What is only compared or counted with it tells no value.
import type { Field, RuleNode } from '../app'
import type { JsonPath } from '../parse'
import { at, tell, type EntityDraft, type World } from '../world'

export function checkCopies(world: World): void {
  for (const draft of Object.values(world.entities))
    for (const field of Object.values(draft.fields)) {
      checkField(world, draft, field, [field.name], field, draft.fields)
      // A line is shown where its lines are, to the same people.
      for (const cell of Object.values(field.fields ?? {}))
        checkField(world, draft, cell, [field.name, 'fields', cell.name], field, field.fields!)
    }
}

/** `shown`: the field whose rights decide who sees the value. */
function checkField(
  world: World,
  draft: EntityDraft,
  field: Field,
  path: JsonPath,
  shown: Field,
  siblings: Readonly<Record<string, Field>>,
): void {
  const place = (key: string) => at(draft.file, 'fields', ...path, key)
  const told = new Set<string>()
  const look = (key: string, name: string, source: Field | undefined) => {
    if (source === undefined || told.has(name) || isGuarded(shown, source)) return
    told.add(name)
    tell(
      world,
      place(key),
      'wrong-field',
      { name, expected: 'a value that everybody sees who reads this field' },
      {
        hint:
          source.read === undefined
            ? 'Give this field the same `mask`.'
            : `Give it \`read\`: ${source.read.join(', ')}.`,
      },
    )
  }
  for (const { scope, path: steps } of field.compute === undefined ? [] : copied(field.compute.node)) {
    look('compute', steps.join('.'), fieldAt(world, scope === 'this' ? draft.fields : siblings, steps))
  }
  const { entity, field: taken } = field.aggregate ?? {}
  if (entity !== undefined && taken !== undefined)
    look('aggregate', taken, fieldAt(world, world.entities[entity]?.fields, taken.split('.')))
}

function isGuarded(own: Field, source: Field): boolean {
  const readers = source.read === undefined || own.read?.every((code) => source.read!.includes(code)) === true
  return readers && (source.mask === undefined || JSON.stringify(own.mask) === JSON.stringify(source.mask))
}

/** The names whose values a rule may give, whole or worked into another. */
function copied(node: RuleNode): Extract<RuleNode, { kind: 'name' }>[] {
  switch (node.kind) {
    case 'name':
      return [node]
    case 'choose':
      return [...copied(node.yes), ...copied(node.no)]
    case 'binary':
      return node.type === 'boolean' ? [] : [...copied(node.left), ...copied(node.right)]
    case 'negate':
      return copied(node.of)
    case 'call':
      return node.type === 'boolean' || node.name === 'size' ? [] : node.args.flatMap(copied)
    default:
      return []
  }
}

/** The first field on a path that not everybody reads, else the last. */
function fieldAt(
  world: World,
  fields: Readonly<Record<string, Field>> | undefined,
  [name = '', ...rest]: readonly string[],
): Field | undefined {
  const field = fields?.[name]
  if (field === undefined || rest.length === 0 || field.read !== undefined) return field
  return fieldAt(world, world.entities[field.entity ?? '']?.fields, rest)
}
