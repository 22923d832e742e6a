// Which lines fill a lines field of the record? Those of another record, of the form or of its own, each taken over field by field.
import type { App, CopiedLines, Field, Transition } from '../../manifest/app'
import { toRaw } from '../../manifest/rule/evaluate'
import { fromRaw } from '../../manifest/rule/value'
import { valueTypes } from '../../manifest/fields/valueTypes'
import type { RawRecord } from '../context'
import { entityNamed } from '../plan/frame'
import type { Names, Reader } from './reader'
import { linesIn, type Step } from './step'
import { Subject } from './subject'

/** The lines fields that the transition copies into, each with all of its lines afterwards. */
export async function copiedLines(
  app: App,
  reader: Reader,
  { copy, inputs }: Transition,
  step: Step,
  names: Names,
): Promise<[string, RawRecord[]][]> {
  const results: [string, RawRecord[]][] = []
  for (const [name, copied] of Object.entries(copy)) {
    const field = step.record.entity.fields[name]!
    const source = copied.input ? inputs[copied.path]! : sourceField(app, step.record.entity.name, copied.path)
    if (!copied.input) await reader.prepare([{ names, values: [copied.path] }])
    const lines = linesIn(copied.input ? step.input.own(copied.path) : reader.recordValue(names, copied.path))
    const taken = await linesTaken(app, reader, step, names, { field, source, copied, lines })
    results.push([name, copied.keep ? [...linesIn(step.record.own(name)), ...taken] : taken])
  }
  return results
}

interface Copying {
  readonly field: Field
  readonly source: Field
  readonly copied: CopiedLines
  readonly lines: readonly RawRecord[]
}

async function linesTaken(
  app: App,
  reader: Reader,
  step: Step,
  names: Names,
  { field, source, copied: { where, set, same }, lines }: Copying,
): Promise<RawRecord[]> {
  const all = lines.map((line) => ({
    ...names,
    record: new Subject(app, { name: source.name, fields: source.fields ?? {} }, null, line, step.record),
    this: step.record,
  }))
  await reader.prepare(all.map((one) => ({ names: one, rules: [where] })))
  const met = all.filter((one) => !where || reader.holds(one, where))
  await reader.prepare(met.map((one) => ({ names: one, rules: Object.values(set), values: same })))
  return met.map((one) =>
    Object.fromEntries(
      Object.values(field.fields ?? {})
        .filter(({ stored }) => stored)
        .map((cell) => [cell.name, cellOf(reader, one, cell, set, same)]),
    ),
  )
}

function cellOf(reader: Reader, names: Names, cell: Field, set: CopiedLines['set'], same: readonly string[]): unknown {
  const rule = set[cell.name]
  if (rule) return reader.rawValue(names, rule, cell)
  return same.includes(cell.name)
    ? toRaw(
        fromRaw(reader.recordValue(names, cell.name), valueTypes[cell.type], reader.world.timezone),
        cell.type,
        cell.scale,
      )
    : null
}

function sourceField(app: App, entity: string, path: string): Field {
  let fields = entityNamed(app, entity).fields
  const steps = path.split('.')
  for (const name of steps.slice(0, -1)) fields = entityNamed(app, fields[name]!.entity!).fields
  return fields[steps.at(-1)!]!
}
