// Tests that every screen of the shipped product comes with all definitions it shows, that choices
// are found by title, and that lines and frames accept their imports.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeDefinitions } from '../server/definitionCases'
import { describeSearchedChoices } from '../server/query/searchCases'
import { describeComputedLines } from '../ui/computedLineCases'
import { describeFrameValues } from '../ui/frameValueCases'
import { describeImportedLines } from '../ui/importCases'
import { readSchemas } from './schemas'

const app = readSchemas()

describe('definitions', () => describeDefinitions(app, { states: 20, counting: 5 }))
describe('searched choices', () => describeSearchedChoices(app))
describe('computed lines', () => describeComputedLines(app))
describe('imported lines', () => describeImportedLines(app))
describe('frames', () => describeFrameValues(app))

interface WrittenEntity {
  readonly rules?: Readonly<Record<string, string>>
  readonly checks?: readonly { readonly rule: string; readonly transitions?: readonly string[] }[]
  readonly transitions?: Readonly<Record<string, { readonly checks?: readonly { readonly rule: string }[] }>>
}

/** The fields of the record that a rule as it is written compares, named rules included; not where a path goes on. */
function fieldsIn(rule: string, fields: ReadonlySet<string>, rules: Readonly<Record<string, string>>): string[] {
  const text = rule.replaceAll(/'[^']*'/g, "''")
  const direct = [...text.matchAll(/(?<![.\w])([a-zA-Z]\w*)(?![\w(.])/g)].map((match) => match[1]!)
  const named = [...text.matchAll(/(?<![.\w])rule\.(\w+)/g)].flatMap(([, name]) =>
    name! in rules ? fieldsIn(rules[name!]!, fields, rules) : [],
  )
  return [...direct.filter((name) => name !== 'id' && fields.has(name)), ...named]
}

it('a transition shows each field of its record that its checks go by', () => {
  const compared: string[] = []
  const missing: string[] = []
  for (const { name, source, fields, transitions } of Object.values(app.entities).filter((one) => !one.view)) {
    const written = JSON.parse(readFileSync(`schemas/${source}`, 'utf8')) as WrittenEntity
    for (const [transition, { checks = [] }] of Object.entries(written.transitions ?? {})) {
      const { creates, decisionFields } = transitions[transition]!
      if (creates) continue
      const shown = new Set(decisionFields.map(({ field }) => field.split('.')[0]))
      const shared = written.checks?.filter((check) => check.transitions?.includes(transition)) ?? []
      for (const { rule } of [...checks, ...shared])
        for (const field of fieldsIn(rule, new Set(Object.keys(fields)), written.rules ?? {})) {
          compared.push(`${name}.${transition}: ${field}`)
          if (!shown.has(field)) missing.push(`${name}.${transition}: ${field}`)
        }
    }
  }
  expect(compared.length).toBeGreaterThan(100)
  expect(compared).toContain('order.close: waitingAmount')
  expect(missing).toEqual([])
})

it('a picker tells two facts beside each name, of every kind of record that a form refers to', () => {
  const referred = new Map<string, string>()
  for (const { name, fields, transitions } of Object.values(app.entities))
    for (const { form, inputs, name: transition } of Object.values(transitions))
      for (const { field, input } of form) {
        const { type, entity } = (input ? inputs[field] : fields[field])!
        if (type === 'ref' && entity !== undefined) referred.set(entity, `${name}.${transition}`)
      }
  const poor = [...referred].filter(([entity]) => app.entities[entity]!.facts.length < 2)
  expect(referred.size).toBeGreaterThan(10)
  expect(poor).toEqual([])
})
