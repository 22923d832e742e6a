// Copies lines into a record's lines field, from another record, the form or the record itself.
import { declared } from '../../../manifest/expression/values/present'
import { entityOf, type App } from '../../../manifest/model/app'
import type { CopiedLines } from '../../../manifest/model/lineRules'
import { referencedEntity, type Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { fromRaw, toRaw } from '../../../manifest/expression/values/value'
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import type { RawRecord } from '../../context/context'
import type { ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'
import { linesIn, type EvaluatedStep } from '../state/step'
import { LineDraft } from '../state/recordDraft'

/** The lines fields that the transition copies into, each with all of its resulting lines. */
export async function copiedLines(
  resolver: ValueResolver,
  { copy, inputs }: Transition,
  evaluatedStep: EvaluatedStep,
): Promise<[string, RawRecord[]][]> {
  const { step, names } = evaluatedStep
  const results: [string, RawRecord[]][] = []
  for (const [name, copied] of Object.entries(copy)) {
    const field = declared(step.record.entity.fields, name)
    const source = copied.input
      ? declared(inputs, copied.path)
      : sourceField(resolver.app, step.record.entity.name, copied.path)
    if (!copied.input) await resolver.prepare([{ names, values: [copied.path] }])
    const lines = linesIn(copied.input ? step.input.own(copied.path) : resolver.recordValue(names, copied.path))
    const drafts = lines.map(
      (line) => new LineDraft(step.record, { name: source.name, fields: source.fields ?? {} }, line),
    )
    const chosen = await chosenLines(resolver, evaluatedStep, copied, drafts)
    const taken = chosen.map((line) => copyOf(resolver, line, field, copied))
    results.push([name, copied.keepExisting ? [...linesIn(step.record.own(name)), ...taken] : taken])
  }
  return results
}

/** The lines that `where` selects, as names of their own rules; all rules are prepared. */
async function chosenLines(
  resolver: ValueResolver,
  { step, names }: EvaluatedStep,
  { where, set, same }: CopiedLines,
  lines: readonly LineDraft[],
): Promise<NameScopes[]> {
  const all = lines.map((line) => ({ ...names, record: line, this: step.record }))
  await resolver.prepare(all.map((line) => ({ names: line, rules: [where] })))
  const chosen = all.filter((line) => !where || resolver.holds(line, where))
  await resolver.prepare(chosen.map((line) => ({ names: line, rules: Object.values(set), values: same })))
  return chosen
}

function copyOf(resolver: ValueResolver, line: NameScopes, { fields = {} }: Field, copied: CopiedLines): RawRecord {
  const cells = Object.values(fields).filter(({ stored }) => stored)
  return Object.fromEntries(cells.map((cell) => [cell.name, cellOf(resolver, line, cell, copied)]))
}

function cellOf(resolver: ValueResolver, names: NameScopes, cell: Field, { set, same }: CopiedLines): unknown {
  const rule = set[cell.name]
  if (rule) return resolver.rawValue(names, rule, cell)
  return same.includes(cell.name)
    ? toRaw(
        fromRaw(resolver.recordValue(names, cell.name), valueTypes[cell.type], resolver.evaluationContext.timezone),
        cell.type,
        cell.scale,
      )
    : null
}

function sourceField(app: App, entity: string, path: string): Field {
  let fields = entityOf(app, entity).fields
  const steps = path.split('.')
  for (const name of steps.slice(0, -1)) fields = entityOf(app, referencedEntity(fields[name])).fields
  return fields[steps.at(-1)!]!
}
