// Evaluates the rules of a journey over a record and its lines, as an account sees them.
import { recordValue } from '../../src/manifest/access/recordRules'
import { pathsRead } from '../../src/manifest/expression/analyze'
import { compileRule } from '../../src/manifest/expression/check'
import type { RuleEnvironment } from '../../src/manifest/expression/environment'
import { evaluate } from '../../src/manifest/expression/evaluate'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { NameScope, Rule } from '../../src/manifest/model/rule'
import type { LineValue, RecordAnswer, RecordData, RefValue } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import type { Teller } from '../../tests/story/teller'
import { ofLines } from './readJourney'

interface Evaluating {
  readonly app: App
  readonly teller: Teller
  readonly clock: () => Date
  readonly rules: (entity: string) => RuleEnvironment
}

/** A record as an account sees it. */
interface SeenRecord {
  readonly reader: string
  readonly entity: string
  readonly record: RecordData
}

/** Whose values a rule reads; `fields` are those of its names. */
type ReadRecord = Pick<SeenRecord, 'reader' | 'record'> & Pick<Field, 'fields'>

/** The values that a rule read of a record; undefined if it holds. */
export function whyFalse(evaluating: Evaluating, seen: SeenRecord, source: string): Promise<string | undefined> {
  const { rule } = compileRule(source, evaluating.rules(seen.entity), 'boolean')
  const { fields } = evaluating.app.entities[seen.entity]!
  return valuesIfFalse(evaluating, rule!, { record: { ...seen, fields } })
}

/** Why the rules do not hold of each line; undefined if they do, and there is one. */
export async function whyNotOfLines(
  evaluating: Evaluating,
  seen: SeenRecord,
  { name, sources }: { readonly name: string; readonly sources: readonly string[] },
): Promise<string | undefined> {
  const { entity, record } = seen
  const { fields } = evaluating.app.entities[entity]!
  const field = fields[name]!
  const lines = (record.values[name] ?? []) as readonly LineValue[]
  if (lines.length === 0) return `there is no line in ${name}.`
  const owner = { ...seen, fields }
  const environment = ofLines(evaluating.rules(entity), field)
  const rules = sources.map((source) => ({ source, rule: compileRule(source, environment, 'boolean').rule! }))
  for (const [index, values] of lines.entries())
    for (const { source, rule } of rules) {
      const line = { ...seen, record: { ...record, values }, fields: field.fields }
      const shown = await valuesIfFalse(evaluating, rule, { record: line, this: owner })
      if (shown !== undefined) return `${source} does not hold of line ${index + 1}: ${shown}.`
    }
  return undefined
}

/** The values that a rule read by its names, of a line and of the record that it belongs to as `this`. */
async function valuesIfFalse(
  evaluating: Evaluating,
  rule: Rule,
  records: { readonly record: ReadRecord; readonly this?: ReadRecord },
): Promise<string | undefined> {
  const { app, clock } = evaluating
  const values = new Map<string, unknown>()
  for (const scope of ['record', 'this'] as const)
    for (const path of pathsRead(rule.node, scope))
      values.set(nameOf(scope, path), await valueAt(evaluating, records[scope] ?? records.record, path.split('.')))
  if (pathsRead(rule.node, 'me').length > 0) {
    const { id, name: label } = await evaluating.teller.account(records.record.reader)
    values.set(nameOf('me', 'id'), { id, label })
  }
  const result = evaluate(
    rule.node,
    (scope, path) =>
      scope === 'settings' ? app.settings[path[0]!]?.value : values.get(nameOf(scope, path.join('.') || 'id')),
    { now: clock(), timezone: app.product.timezone, holds: () => false },
  )
  return result === true ? undefined : inWords(values)
}

const nameOf = (scope: NameScope, path: string): string => (scope === 'record' ? path : `${scope}.${path}`)

/** Follows references, reading each record as the account sees it. */
async function valueAt(
  evaluating: Evaluating,
  { reader, fields, record }: ReadRecord,
  path: readonly string[],
): Promise<unknown> {
  const [field = '', ...rest] = path
  const direct = recordValue(record, path)
  const target = fields?.[field]?.entity
  const reference = record.values[field] as RefValue | null | undefined
  if (rest.length === 0 || direct !== undefined || target === undefined || !reference) return direct
  const subject = { entity: target, id: reference.id }
  const answer = await evaluating.teller.call<RecordAnswer>(reader, '/api/record', subject)
  if (answer.code !== codes.success) return null
  return valueAt(
    evaluating,
    { reader, fields: evaluating.app.entities[target]?.fields, record: answer.data.record },
    rest,
  )
}

function inWords(values: ReadonlyMap<string, unknown>): string {
  const shown = [...values].map(([name, value]) => `${name} is ${JSON.stringify(value ?? null)}`)
  return shown.length === 0 ? 'it reads nothing' : shown.join(', ')
}
