// Computed cells of lines, evaluated once per line.
// During typing in one of hundreds of lines the others are unchanged. Only cells computed from the line itself are
// cached; others are re-evaluated.
import type { Field } from '../../../manifest/model/field'
import type { RuleNode } from '../../../manifest/model/rule'
import { ofCallerOrTime, visit } from '../../../manifest/expression/analyze'
import { evaluate, type Read, type EvaluationContext } from '../../../manifest/expression/evaluate'
import { lineReader } from '../../../manifest/expression/evaluateLines'
import { toRaw } from '../../../manifest/expression/values/value'
import { orUnknown } from '../../rules/unknownValue'
import type { Line, LineFields, LineScope } from './editLines'

const cache = new WeakMap<LineFields, WeakMap<Line, Line>>()
const alone = new WeakMap<LineFields, readonly string[]>()

/** The line with the computed cells that depend on nothing but the line. */
export function filledLine(line: Line, fields: LineFields, read: Read, environment: EvaluationContext): Line {
  const names = ownComputed(fields)
  if (names.length === 0) return line
  let lines = cache.get(fields)
  if (!lines) cache.set(fields, (lines = new WeakMap()))
  let filled = lines.get(line)
  if (!filled)
    lines.set(
      line,
      (filled = {
        ...line,
        ...Object.fromEntries(
          names.map((name) => [
            name,
            computedCell(line, fields[name]!, fields, { read, evaluationContext: environment }),
          ]),
        ),
      }),
    )
  return filled
}

/** The value of a cell, computed ones included. */
export function lineCellValue(line: Line, field: Field, fields: LineFields, scope: LineScope): unknown {
  return ownComputed(fields).includes(field.name)
    ? filledLine(line, fields, scope.read, scope.evaluationContext)[field.name]
    : computedCell(line, field, fields, scope)
}

/** The value of a computed column in its field's format; unchanged if it cannot be evaluated here. */
function computedCell(line: Line, field: Field, fields: LineFields, { read, evaluationContext }: LineScope): unknown {
  const { compute } = field
  return (
    (compute &&
      orUnknown(() =>
        toRaw(
          evaluate(compute.node, lineReader(line, fields, read, evaluationContext), evaluationContext),
          field.type,
          field.scale,
        ),
      )) ??
    line[field.name]
  )
}

/** Whether the cells of a column depend on nothing but their line. */
export const isOfLineAlone = ({ name, compute }: Field, fields: LineFields): boolean =>
  compute === undefined || ownComputed(fields).includes(name)

function ownComputed(fields: LineFields): readonly string[] {
  let names = alone.get(fields)
  if (!names)
    alone.set(
      fields,
      (names = Object.values(fields)
        .filter(({ compute }) => compute && isOwn(compute.node, fields))
        .map(({ name }) => name)),
    )
  return names
}

function isOwn(rule: RuleNode, fields: LineFields): boolean {
  let ownIsOwn = true
  visit(rule, (node) => {
    if (node.kind === 'call' && ofCallerOrTime.has(node.name)) ownIsOwn = false
    if (node.kind !== 'name' || node.scope === 'settings') return
    // Another computed cell may read more than the line.
    if (node.scope !== 'record' || node.path.length !== 1 || fields[node.path[0] ?? '']?.compute) ownIsOwn = false
  })
  return ownIsOwn
}
