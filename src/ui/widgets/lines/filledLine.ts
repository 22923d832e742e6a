// What does a line come to with its computed cells? Worked out once a line: while one of hundreds is typed in, the others stay as they are.
// Only what is computed from the line itself is kept; anything else is asked anew.
import type { Field, RuleNode } from '../../../manifest/app'
import { visit } from '../../../manifest/rule/check'
import { evaluate, lineReader, toRaw, type Read, type World } from '../../../manifest/rule/evaluate'
import { decided } from '../../form/undecided'
import type { Line, LineFields } from './lineRows'

const known = new WeakMap<LineFields, WeakMap<Line, Line>>()
const alone = new WeakMap<LineFields, readonly string[]>()

/** The line with the computed cells that follow from it and from nothing else. */
export function filledLine(line: Line, fields: LineFields, read: Read, world: World): Line {
  const names = ownComputed(fields)
  if (names.length === 0) return line
  let lines = known.get(fields)
  if (!lines) known.set(fields, (lines = new WeakMap()))
  let filled = lines.get(line)
  if (!filled)
    lines.set(
      line,
      (filled = {
        ...line,
        ...Object.fromEntries(names.map((name) => [name, computedCell(line, fields[name]!, fields, read, world)])),
      }),
    )
  return filled
}

/** The value of a cell, computed ones included. */
export function cellOf(line: Line, field: Field, fields: LineFields, read: Read, world: World): unknown {
  return ownComputed(fields).includes(field.name)
    ? filledLine(line, fields, read, world)[field.name]
    : computedCell(line, field, fields, read, world)
}

/** The value of a computed column, as its field carries it; what cannot be worked out here stays as it came. */
function computedCell(line: Line, field: Field, fields: LineFields, read: Read, world: World): unknown {
  const { compute } = field
  return (
    (compute &&
      decided(() =>
        toRaw(evaluate(compute.node, lineReader(line, fields, read, world), world), field.type, field.scale),
      )) ??
    line[field.name]
  )
}

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

const changing = new Set(['now', 'today', 'holds', 'granted'])

function isOwn(rule: RuleNode, fields: LineFields): boolean {
  let own = true
  visit(rule, (node) => {
    if (node.kind === 'call' && changing.has(node.name)) own = false
    if (node.kind !== 'name' || node.scope === 'settings') return
    // Another computed cell may ask for more than the line.
    if (node.scope !== 'record' || node.path.length !== 1 || fields[node.path[0]!]?.compute) own = false
  })
  return own
}
