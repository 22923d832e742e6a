// Evaluates a rule over a displayed record alone, without caller and settings.
import type { DocumentSection, PrintedDocument, RelatedPart } from '../model/document'
import type { Rule } from '../model/rule'
import { evaluate } from '../expression/evaluate'
import type { RuleValue } from '../expression/values/value'

/** A record as sent to a page or program. */
interface DisplayedRecord {
  readonly id: number
  readonly label: string
  readonly state?: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The value of a path as sent with the record. */
export function recordValue(record: DisplayedRecord | undefined, path: readonly string[]): unknown {
  if (!record) return undefined
  if (path.length === 0 || (path.length === 1 && path[0] === 'id')) return { id: record.id, label: record.label }
  if (path.length === 1 && path[0] === 'state') return record.state
  return record.values[path.join('.')]
}

/**
 * The rule's value at this moment of the browser's clock. Names of other scopes and values that the caller may not read
 * are null, and permissions do not hold.
 */
export function ruleOverRecord({ node }: Rule, record: DisplayedRecord | undefined, timezone: string): RuleValue {
  return evaluate(node, (scope, path) => (scope === 'record' || scope === 'this' ? recordValue(record, path) : null), {
    now: new Date(),
    timezone,
    holds: () => false,
  })
}

/** Whether a document is offered for a record, by states and condition. */
export function isPrintable({ states, when }: PrintedDocument, record: DisplayedRecord, timezone: string): boolean {
  return (!states || states.includes(record.state ?? '')) && (!when || ruleOverRecord(when, record, timezone) === true)
}

/** The place of the tenant's seal in a section of a record's document, and the path of its picture. */
export function sealAt({ seal }: DocumentSection, record: DisplayedRecord, timezone: string): DocumentSection['seal'] {
  return seal && (!seal.when || ruleOverRecord(seal.when, record, timezone) === true) ? seal : undefined
}

/** The rows of a related list that a document prints. */
export const printedRows = <Row extends DisplayedRecord>(
  { where }: RelatedPart,
  rows: readonly Row[],
  timezone: string,
): readonly Row[] => (where ? rows.filter((row) => ruleOverRecord(where, row, timezone) === true) : rows)
