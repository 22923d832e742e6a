// Suggests a fix for a rule that returns another type than its location accepts.
import type { RuleNode, ValueType } from '../../model/rule'

/** undefined: there is no obvious fix. */
export function hintForResult(node: RuleNode, expected: readonly ValueType[]): string | undefined {
  return recordHint(node, expected) ?? typeHint(node.type, expected)
}

/** A field of a record was written where the record itself is expected. */
function recordHint(node: RuleNode, expected: readonly ValueType[]): string | undefined {
  if (!expected.includes('record') || node.kind !== 'name' || node.path.length === 0) return undefined
  const [scope, path] = [node.scope === 'record' ? [] : [node.scope], node.path.slice(0, -1)]
  if (path.length > 0) return `\`${[...scope, ...path].join('.')}\` is the record whose field this is.`
  return node.scope === 'me' || node.scope === 'tenant'
    ? `\`${node.scope}.id\` is the record whose field this is.`
    : undefined
}

function typeHint(given: ValueType, expected: readonly ValueType[]): string | undefined {
  const isDay = given === 'date' || given === 'datetime'
  if (expected.includes('date') && given === 'datetime') return 'date(…) gives the day of a moment.'
  if (expected.includes('date') && given === 'number')
    return 'Digits with - between them are a subtraction. A day is a field, today() or addDays(today(), 7).'
  if (!expected.includes('text')) return undefined
  return isDay ? 'month(…) gives the month, text(…) the whole value as a text.' : 'text(…) makes a text of a value.'
}
