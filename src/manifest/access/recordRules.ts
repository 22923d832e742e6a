// Evaluates a rule on a displayed record alone: nothing of the caller, no setting.
import type { Rule } from '../../manifest/model/rule'
import { evaluate } from '../../manifest/expression/evaluate'
import type { RuleValue } from '../../manifest/expression/values/value'
import type { RecordData } from '../../protocol/calls'

/** The value of a path as the record carries it. */
export function recordValue(record: RecordData | undefined, path: readonly string[]): unknown {
  if (!record) return undefined
  if (path.length === 0 || (path.length === 1 && path[0] === 'id')) return { id: record.id, label: record.label }
  if (path.length === 1 && path[0] === 'state') return record.state
  return record.values[path.join('.')]
}

export function ruleOverRecord({ node }: Rule, record: RecordData | undefined, timezone: string): RuleValue {
  return evaluate(node, (scope, path) => (scope === 'record' || scope === 'this' ? recordValue(record, path) : null), {
    now: new Date(),
    timezone,
    holds: () => false,
  })
}
