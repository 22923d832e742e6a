// Which lines does a transition change, and what becomes of them? Read from the record as it was asked for; the others stay as they are.
import type { App, ChangedLines, Field, Transition } from '../../manifest/app'
import type { RawRecord } from '../context'
import type { Names, Reader } from './reader'
import { lineOf, linesIn, type Step } from './step'

/** The lines fields that the transition changes, each with all of its lines afterwards. */
export async function changedLines(
  app: App,
  reader: Reader,
  { change }: Transition,
  step: Step,
  names: Names,
): Promise<[string, RawRecord[]][]> {
  const results: [string, RawRecord[]][] = []
  for (const [name, changed] of Object.entries(change))
    results.push([name, await linesAfter(app, reader, step, names, step.record.entity.fields[name]!, changed)])
  return results
}

async function linesAfter(
  app: App,
  reader: Reader,
  step: Step,
  names: Names,
  field: Field,
  { where, set }: ChangedLines,
): Promise<RawRecord[]> {
  const all = linesIn(step.record.own(field.name)).map((line) => ({
    line,
    names: { ...names, record: lineOf(app, step, field, line), this: step.record },
  }))
  await reader.prepare(all.map((one) => ({ names: one.names, rules: [where] })))
  const met = new Set(all.filter((one) => !where || reader.holds(one.names, where)))
  await reader.prepare([...met].map((one) => ({ names: one.names, rules: Object.values(set) })))
  return all.map((one) => (met.has(one) ? { ...one.line, ...cellsOf(reader, one.names, field, set) } : one.line))
}

function cellsOf(reader: Reader, names: Names, { fields = {} }: Field, set: ChangedLines['set']): RawRecord {
  return Object.fromEntries(
    Object.entries(set).map(([name, rule]) => [name, rule ? reader.rawValue(names, rule, fields[name]!) : null]),
  )
}
