// Computes the lines that a transition changes, from the record as the form leaves it.
// Other lines stay unchanged.
import { declared } from '../../../manifest/expression/values/present'
import type { ChangedLines } from '../../../manifest/model/lineRules'
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import type { RawRecord } from '../../context/context'
import type { ValueResolver } from '../state/valueResolver'
import type { NameScopes } from '../state/lookups'
import { lineOf, linesIn, type EvaluatedStep } from '../state/step'

/** The changed lines fields, each with all of its resulting lines. */
export async function changedLines(
  resolver: ValueResolver,
  { change }: Transition,
  evaluatedStep: EvaluatedStep,
): Promise<[string, RawRecord[]][]> {
  const results: [string, RawRecord[]][] = []
  for (const [name, changed] of Object.entries(change)) {
    const field = declared(evaluatedStep.step.record.entity.fields, name)
    results.push([name, await linesAfter(resolver, evaluatedStep, field, changed)])
  }
  return results
}

async function linesAfter(
  resolver: ValueResolver,
  { step, names }: EvaluatedStep,
  field: Field,
  { where, set }: ChangedLines,
): Promise<RawRecord[]> {
  const all = linesIn(step.record.own(field.name)).map((line) => ({
    line,
    names: { ...names, record: lineOf(step, field, line), this: step.record },
  }))
  await resolver.prepare(all.map((item) => ({ names: item.names, rules: [where] })))
  const met = new Set(all.filter((item) => !where || resolver.holds(item.names, where)))
  await resolver.prepare([...met].map((item) => ({ names: item.names, rules: Object.values(set) })))
  return all.map((item) => (met.has(item) ? { ...item.line, ...cellsOf(resolver, item.names, field, set) } : item.line))
}

function cellsOf(
  resolver: ValueResolver,
  names: NameScopes,
  { fields = {} }: Field,
  set: ChangedLines['set'],
): RawRecord {
  return Object.fromEntries(
    Object.entries(set).map(([name, rule]) => [
      name,
      rule ? resolver.rawValue(names, rule, declared(fields, name)) : null,
    ]),
  )
}
