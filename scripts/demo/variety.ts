// Makes every code of a choice occur, by varying values that no rule reads.
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Chance } from './chance'
import type { Table } from './table'

/** Read by rules, but only for other codes or for what a form offers. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'appointment.type': ['measure', 'sign'],
  'complaint.claim': ['repair', 'refund'],
  'complaint.complaintType': ['delay', 'design', 'install', 'service', 'price'],
  'customer.source': ['wholeHome', 'other'],
  'customer.stage': ['movedIn'],
  'evaluation.channel': ['sms'],
  'follow.method': ['sms', 'system'],
  'order.category': ['door', 'wallPanel', 'furniture', 'appliance', 'curtain'],
  'order.items.material': ['hexiang', 'mdf', 'osb', 'solid', 'blister', 'lacquer', 'aluGlass', 'sintered'],
  'order.drawingType': ['floor', 'render', 'elevation', 'shop'],
  'order.orderType': ['2', '3', '4'],
  'order.siteCondition': ['partial'],
  'receipt.payMethod': ['mall', 'installment'],
  'shipment.carrier': ['factory'],
  'store.level': ['C'],
  'store.series': ['cabinet', 'wardrobe', 'light'],
  'store.storeType': ['whole'],
}

const fixed = ['cabinet', 'countertop', 'bath']

interface Place {
  readonly of: Record<string, unknown> | unknown[]
  readonly at: string | number
}

/**
 * Changes single values of the tables, so that every code of a used dictionary occurs if that affects nothing else.
 */
export function addVariety(tables: readonly Table[], app: App, chance: Chance): void {
  const read = namesInRules(app)
  const signed = new Set(
    tables
      .filter(({ entity }) => entity === 'contract')
      .flatMap(({ columns, rows }) => rows.map((row) => String(row[columns.indexOf('order')]).slice(1))),
  )
  const places = new Map<string, (Place & { readonly path: string; readonly free: boolean })[]>()
  for (const { entity, columns, rows } of tables)
    for (const row of rows)
      for (const [at, name] of columns.entries()) {
        const field = app.entities[entity]!.fields[name]
        // The goods of a contract are those of its order.
        const agreed = entity === 'contract' || (entity === 'order' && signed.has(String(row[0])))
        if (field && !(agreed && name === 'items')) note(field, `${entity}.${name}`, { of: row, at })
      }

  function note(field: Field, path: string, { of, at }: Place): void {
    const value = (of as Record<string | number, unknown>)[at]
    if (field.type === 'lines' && Array.isArray(value))
      for (const line of value as Record<string, unknown>[])
        for (const cell of Object.values(field.fields ?? {}))
          note(cell, `${path}.${cell.name}`, { of: line, at: cell.name })
    // A cabinet stands in the kitchen.
    if (field.name === 'room' && fixed.includes(String((of as Record<string, unknown>).category))) return
    if (field.type !== 'choice' || typeof value !== 'string' || field.dictionary === undefined) return
    const known = places.get(field.dictionary) ?? []
    known.push({ of, at, path, free: !read.has(field.name) })
    places.set(field.dictionary, known)
  }

  for (const [dictionary, known] of places) {
    const valueAt = ({ of, at }: Place) => String((of as Record<string | number, unknown>)[at])
    const count = new Map<string, number>()
    for (const place of known) count.set(valueAt(place), (count.get(valueAt(place)) ?? 0) + 1)
    for (const { code, retired } of app.dictionaries[dictionary]?.items ?? []) {
      if (retired || count.has(code)) continue
      const fit = known.filter(
        (place) => (place.free || harmless[place.path]?.includes(code)) && count.get(valueAt(place))! > 1,
      )
      if (fit.length === 0) continue
      const place = chance.one(fit)
      count.set(valueAt(place), count.get(valueAt(place))! - 1)
      count.set(code, 1)
      ;(place.of as Record<string | number, unknown>)[place.at] = code
    }
  }
}

/** The names that rules read. */
function namesInRules(app: App): ReadonlySet<string> {
  const names = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { kind, path } = value as { kind?: unknown; path?: unknown }
    if (kind === 'name' && Array.isArray(path)) for (const name of path as string[]) names.add(name)
    // Conversions read what former versions stored, and the demo is written by this one.
    for (const [key, part] of Object.entries(value)) if (key !== 'migration') look(part)
  }
  look(app)
  return names
}
