// Finds the fields that a rule reads, including the references on each path.
import type { RuleNode } from '../model/rule'
import type { RuleEnvironment, Shape, ShapeField } from '../expression/environment'
import { visit } from '../expression/analyze'

type NameNode = Extract<RuleNode, { kind: 'name' }>

/** Every field on the path of a name, from the record to the end. */
export function fieldsOfName({ scope, path }: NameNode, environment: RuleEnvironment): ShapeField[] {
  const shape: Pick<Shape, 'fields'> | undefined =
    scope === 'input'
      ? { fields: environment.input ?? {} }
      : scope === 'before'
        ? (environment.before ?? environment.record)
        : scope === 'record' || scope === 'this' || scope === 'me' || scope === 'tenant'
          ? environment[scope]
          : undefined
  const fields: ShapeField[] = []
  let current = shape?.fields
  for (const step of path) {
    const field: ShapeField | undefined = current?.[step]
    if (field === undefined) break
    fields.push(field)
    current = field.fields ?? environment.entities(field.entity ?? '')?.fields
  }
  return fields
}

export function fieldsRead(node: RuleNode, environment: RuleEnvironment): ShapeField[] {
  const fields: ShapeField[] = []
  visit(node, (part) => {
    if (part.kind === 'name') fields.push(...fieldsOfName(part, environment))
  })
  return fields
}
