// Finds computed values that disclose a restricted or masked field under another name.
// A value that is only compared or counted discloses nothing.
import type { Field } from '../model/field'
import type { RuleNode } from '../model/rule'
import { locationOf, reportProblem, type EntityDraft, type CompileContext } from '../context/compileContext'

export function checkDisclosure(context: CompileContext): void {
  for (const draft of Object.values(context.entities))
    for (const field of Object.values(draft.fields)) {
      checkField(context, draft, field)
      // A line is visible to the same users as its lines field.
      for (const cell of Object.values(field.fields ?? {})) checkField(context, draft, cell, field)
    }
}

/** `lines`: the lines field of a cell; its read permissions decide who sees the value. */
function checkField(context: CompileContext, draft: EntityDraft, field: Field, lines?: Field): void {
  const path = lines === undefined ? [field.name] : [lines.name, 'fields', field.name]
  const visible = lines ?? field
  const siblings = lines?.fields ?? draft.fields
  const keyLocation = (key: string) => locationOf(context, draft.file, 'fields', ...path, key)
  const reported = new Set<string>()
  const look = (key: string, name: string, source: Field | undefined) => {
    if (source === undefined || reported.has(name) || isGuarded(visible, source)) return
    reported.add(name)
    reportProblem(
      keyLocation(key),
      'wrong-field',
      { name, expected: 'a value that everybody sees who reads this field' },
      { hint: protectionHint(source, lines !== undefined) },
    )
  }
  for (const { scope, path: steps } of field.compute === undefined ? [] : copied(field.compute.node)) {
    look('compute', steps.join('.'), fieldAt(context, scope === 'this' ? draft.fields : siblings, steps))
  }
  const { entity, field: taken } = field.aggregate ?? {}
  if (entity !== undefined && taken !== undefined)
    look('aggregate', taken, fieldAt(context, context.entities[entity]?.fields, taken.split('.')))
}

function protectionHint({ readPermissions }: Field, inLines: boolean): string {
  if (readPermissions !== undefined) return `Give it \`readPermissions\`: ${readPermissions.join(', ')}.`
  if (!inLines) return 'Give this field the same `mask`.'
  return 'A field of a line has no mask: leave the value out, or make the lines an entity of their own.'
}

/**
 * Whether each reader of `field` may also read `source`, under the same mask, so that showing one discloses nothing of
 * the other.
 */
export function isGuarded(field: Field, source: Field): boolean {
  const readers =
    source.readPermissions === undefined ||
    field.readPermissions?.every((code) => source.readPermissions!.includes(code)) === true
  return readers && (source.mask === undefined || JSON.stringify(field.mask) === JSON.stringify(source.mask))
}

/** The names whose values a rule can return, unchanged or transformed. */
export function copied(node: RuleNode): Extract<RuleNode, { kind: 'name' }>[] {
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

/** The first restricted field on a path, else the last field. */
function fieldAt(
  context: CompileContext,
  fields: Readonly<Record<string, Field>> | undefined,
  [name = '', ...rest]: readonly string[],
): Field | undefined {
  const field = fields?.[name]
  if (field === undefined || rest.length === 0 || field.readPermissions !== undefined) return field
  return fieldAt(context, field.fields ?? context.entities[field.entity ?? '']?.fields, rest)
}
