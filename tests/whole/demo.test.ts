// Tests that the demo files equal the output of their script, so that no manual edit is lost
// unnoticed, and contain every kind of thing in the manifests.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatedDemo } from '../../scripts/demo/generated'
import { requireApp } from '../../scripts/compiled'
import { dayAt } from '../../src/manifest/expression/values/calendar'
import type { Field } from '../../src/manifest/model/field'
import { refuseForeignReferences } from '../../src/server/boot/demo/tenants'
import type { DemoTable } from '../../src/server/boot/demo/files'
import { checkDemoTables } from '../../src/server/boot/demo/records'
import { timeOf } from '../../src/server/boot/demo/relativeTimes'

const generated = generatedDemo()
const app = requireApp()
const tables = generated
  .filter(({ path }) => path.startsWith('schemas/demo/'))
  .map(({ path, text }): DemoTable => ({
    file: path.slice('schemas/'.length),
    ...(JSON.parse(text) as Omit<DemoTable, 'file'>),
  }))

it.each(generated)('$path is what the script writes', ({ path, text }) => {
  expect(readFileSync(path, 'utf8') === text, 'run `npx tsx scripts/demo/write.ts` and look at what changes').toBe(true)
})

describe('what belongs to one tenant', () => {
  it('refers to nothing of another', () => expect(() => refuseForeignReferences(app, tables)).not.toThrow())

  it.each([
    ['customer', 'guide'],
    ['complaint', 'refusals.by'],
  ])('is refused where it does: %s.%s', (entity, path) => {
    const [field = '', cell] = path.split('.')
    const changed = structuredClone(tables) as unknown as { entity: string; columns: string[]; rows: unknown[][] }[]
    const { columns, rows } = changed.find((table) => table.entity === entity)!
    const at = columns.indexOf(field)
    const row = rows.find((one) => one[1] === '$J10001' && one[at] !== null && JSON.stringify(one[at]) !== '[]')!
    if (cell === undefined) row[at] = '$restricted'
    else (row[at] as Record<string, unknown>[])[0]![cell] = '$restricted'
    expect(() => refuseForeignReferences(app, changed as unknown as DemoTable[])).toThrow(
      `demo/${entity}.json: "${path}" of ${String(row[0])} ($J10001) refers to $restricted, which belongs to $J10002.`,
    )
  })
})

describe('the costs of a store', () => {
  const { columns, rows } = tables.find(({ entity }) => entity === 'storeCost')!
  const { fields } = app.entities.storeCost!
  const read = (row: readonly unknown[], name: string, now: Date): string =>
    timeOf(fields[name]!, String(row[columns.indexOf(name)]), now, app.product.timezone)!

  it.each([
    ['2026-11-30T16:30:00Z', ['2026-12', '2026-11', '2026-10']],
    ['2027-03-31T01:00:00Z', ['2027-03', '2027-02', '2027-01']],
    ['2025-01-31T15:59:00Z', ['2025-01', '2024-12', '2024-11']],
  ])('end with the month of loading: %s', (moment, latest) => {
    const now = new Date(moment)
    expect(() => checkDemoTables(app, tables, now)).not.toThrow()
    const months = rows.map((row) => read(row, 'month', now))
    expect([...new Set(months)].sort().reverse().slice(0, 3)).toEqual(latest)
    for (const [index, row] of rows.entries()) {
      const recorded = new Date(read(row, 'createdAt', now))
      expect(recorded.getTime()).toBeLessThan(now.getTime())
      expect(dayAt(recorded, app.product.timezone).slice(0, 7)).toBe(months[index])
    }
  })

  it('are of one type for each note', () => {
    const noted = (...names: string[]) =>
      new Set(rows.map((row) => names.map((name) => String(row[columns.indexOf(name)])).join(' '))).size
    expect(noted('remark', 'costType')).toBe(noted('remark'))
  })
})

/** What no record can hold, with the rule that forbids it. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  // order.create and order.createSample: code != '6'; supplementary orders are records of their own.
  orderType: ['6'],
  // order.measure: siteCondition == 'ready'
  siteCondition: ['notReady'],
}
/** Made of the manifests themselves, so that they grow with them. */
const derived = ['order.state', 'permissions', 'screens']
const leftOutStates: Readonly<Record<string, readonly string[]>> = {
  // outMessage.queue: the server alone, which would send what the demo held to real people.
  outMessage: ['queued', 'sending', 'sent', 'failed', 'unknown'],
  // programKey.create: shows the key once, to its creator; nobody could hold one of the demo.
  programKey: ['active', 'expired', 'revoked'],
  // manifestProposal.propose: a change of the manifests of one day, which no other day could take over.
  manifestProposal: ['waiting', 'takenOver', 'left'],
  // scheduledReport.create: what happens in the demo goes to nobody's address.
  scheduledReport: ['active', 'stopped', 'removed'],
  // webhook.create: what happens in the demo goes to nobody's address.
  webhook: ['active', 'paused', 'removed'],
  // webhookDelivery.queue: the server alone.
  webhookDelivery: ['waiting', 'sent', 'dead'],
}
/** What is left of an order that was taken over by mistake. */
const revokedStates = { evaluation: ['revoked'], shipment: ['revoked'] }
/** Without states of their own, and written by the server alone. */
const logs = ['audit']

/** Every stored choice, with that of lines, of the entities that the demo may hold. */
const stored = Object.values(app.entities)
  .filter(({ name, view }) => !view && !(name in leftOutStates) && !logs.includes(name))
  .flatMap(({ name, fields }) => Object.values(fields).flatMap((field) => choicesOf(field, `${name}.${field.name}`)))

function choicesOf(field: Field, path: string): { readonly path: string; readonly dictionary: string }[] {
  if (!field.stored) return []
  if (field.type === 'choice') return [{ path, dictionary: field.dictionary! }]
  return Object.values(field.fields ?? {}).flatMap((cell) => choicesOf(cell, `${path}.${cell.name}`))
}

const dictionariesOf = (choices: typeof stored) => [...new Set(choices.map(({ dictionary }) => dictionary))].sort()

/** Choices that no record of the demo holds, by the reason. */
const leftOutChoices: Readonly<Record<string, readonly string[]>> = {
  // rule.sheetOwed: a contract holds goods only at a dealer without drawing and confirmation.
  'no such dealer': ['category', 'colour', 'material', 'room', 'unit'].map((name) => `contract.items.${name}`),
}

describe('the demo holds', () => {
  const used = new Map<string, Set<string>>()
  const states = new Map<string, Set<string>>()
  const add = (map: Map<string, Set<string>>, name: string, code: string) =>
    map.set(name, (map.get(name) ?? new Set()).add(code))
  const filled = new Set<string>()
  const note = (field: Field, path: string, value: unknown): void => {
    if (field.type === 'choice' && typeof value === 'string') {
      add(used, field.dictionary!, value)
      filled.add(path)
    }
    if (field.type === 'lines' && Array.isArray(value))
      for (const line of value as Record<string, unknown>[])
        for (const cell of Object.values(field.fields ?? {})) note(cell, `${path}.${cell.name}`, line[cell.name])
  }
  for (const { entity, columns, rows } of tables) {
    const { fields, states: own } = app.entities[entity]!
    for (const row of rows) {
      columns.forEach((name, at) => fields[name] && note(fields[name], `${entity}.${name}`, row[at]))
      const [first] = Object.keys(own)
      if (first !== undefined) add(states, entity, String(row[columns.indexOf('state')] ?? first))
    }
  }

  it('every state of every entity', () => {
    const missing = Object.values(app.entities)
      .filter(({ view }) => !view)
      .map(
        ({ name, states: own }) => [name, Object.keys(own).filter((state) => !states.get(name)?.has(state))] as const,
      )
      .filter(([, codes]) => codes.length > 0)
    expect(Object.fromEntries(missing)).toEqual({ ...leftOutStates, ...revokedStates })
  })

  it('every code of the dictionaries of stored fields', () => {
    const missing = dictionariesOf(stored)
      .filter((name) => !derived.includes(name))
      .map((name) => {
        const items = app.dictionaries[name]?.items ?? []
        return [
          name,
          items.filter(({ code, retired }) => !retired && !used.get(name)?.has(code)).map(({ code }) => code),
        ] as const
      })
      .filter(([, codes]) => codes.length > 0)
    expect(Object.fromEntries(missing)).toEqual(leftOut)
  })

  it('a value in every stored choice', () => {
    const empty = stored.filter(({ path }) => !filled.has(path)).map(({ path }) => path)
    expect(empty.sort()).toEqual(Object.values(leftOutChoices).flat().sort())
  })
})
