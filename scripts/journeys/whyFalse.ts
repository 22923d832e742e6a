// Evaluates the rules of a journey over a record and its lines, as an account sees them.
import { recordValue } from '../../src/manifest/access/recordRules'
import { compileRule } from '../../src/manifest/expression/check'
import type { RuleEnvironment } from '../../src/manifest/expression/environment'
import { evaluate } from '../../src/manifest/expression/evaluate'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Rule } from '../../src/manifest/model/rule'
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

/** The values that a rule read of a record; undefined if it holds. */
export function whyFalse(evaluating: Evaluating, seen: SeenRecord, source: string): Promise<string | undefined> {
  const { rule } = compileRule(source, evaluating.rules(seen.entity), 'boolean')
  const { fields } = evaluating.app.entities[seen.entity]!
  return valuesIfFalse(evaluating, rule!, seen.record, (path) => valueAt(evaluating, { ...seen, fields }, path))
}

/** Why the rules do not hold of each line; undefined if they do, and there is one. */
export async function whyNotOfLines(
  evaluating: Evaluating,
  seen: SeenRecord,
  { name, sources }: { readonly name: string; readonly sources: readonly string[] },
): Promise<string | undefined> {
  const { entity, record } = seen
  const field = evaluating.app.entities[entity]!.fields[name]!
  const lines = (record.values[name] ?? []) as readonly LineValue[]
  if (lines.length === 0) return `there is no line in ${name}.`
  for (const [index, values] of lines.entries())
    for (const source of sources) {
      const { rule } = compileRule(source, ofLines(evaluating.rules(entity), field), 'boolean')
      const line = { ...seen, record: { ...record, values }, fields: field.fields }
      const shown = await valuesIfFalse(evaluating, rule!, record, (path) => valueAt(evaluating, line, path))
      if (shown !== undefined) return `${source} does not hold of line ${index + 1}: ${shown}.`
    }
  return undefined
}

/** `record` is `this` in rules about its lines. */
async function valuesIfFalse(
  { app, clock }: Evaluating,
  rule: Rule,
  record: RecordData,
  read: (path: readonly string[]) => Promise<unknown>,
): Promise<string | undefined> {
  const values = new Map<string, unknown>()
  for (const path of rule.readPaths) values.set(path, await read(path.split('.')))
  const result = evaluate(
    rule.node,
    (scope, path) =>
      scope === 'settings'
        ? app.settings[path[0]!]?.value
        : scope === 'this'
          ? recordValue(record, path)
          : (values.get(path.join('.')) ?? recordValue(record, path)),
    { now: clock(), timezone: app.product.timezone, holds: () => false },
  )
  return result === true ? undefined : readValues(rule, values)
}

/** Follows references, reading each record as the account sees it. */
async function valueAt(
  evaluating: Evaluating,
  { reader, fields, record }: Pick<SeenRecord, 'reader' | 'record'> & Pick<Field, 'fields'>,
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

function readValues({ readPaths }: Rule, values: ReadonlyMap<string, unknown>): string {
  const shown = readPaths.map((path) => `${path} is ${JSON.stringify(values.get(path) ?? null)}`)
  return shown.length === 0 ? 'it reads nothing' : shown.join(', ')
}
