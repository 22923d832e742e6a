// Assembles the contents of schemas/demo and schemas/first; seeded random choices make every run give the same.
import { addAftersales } from './aftersales/aftersales'
import { createChance } from './chance'
import { addCodes } from './codes'
import { addCompany } from './company'
import { addCustomers } from './customers'
import { addDelivered } from './delivered/delivered'
import { addFinance } from './finance'
import { firstTables } from './first'
import { addHistory } from './history'
import { addInvitations } from './invitations'
import { addNews } from './news'
import { addOthers } from './others'
import { addPictures } from './pictures'
import { addRare } from './rare'
import { settleOld } from './settled'
import { addStages } from './stages/stages'
import { addStores } from './stores/stores'
import { createBook, dealer, type Table } from './table'
import { addVariety } from './variety'
import { requireApp } from '../compiled'

/** Who works at the first dealer only: at a small shop, its owner does that. */
const specialists = [
  'designer',
  'designer2',
  'dispatcher',
  'installer',
  'installer2',
  'installer3',
  'manager',
  'orderclerk',
]

function leaveToOwner(tables: readonly Table[], shop: string, owner: string): void {
  for (const { entity, columns, rows } of tables)
    for (const row of rows)
      if (row[columns.indexOf('dealer')] === shop)
        for (const [at, value] of row.entries())
          if (specialists.some((name) => value === `$${name}`))
            // Of a customer it would be proposed for orders, which take designers only.
            row[at] = entity === 'customer' && columns[at] === 'designer' ? null : owner
}

/** The files of both folders, with their paths from the root. */
export function generatedDemo(): { readonly path: string; readonly text: string }[] {
  const book = createBook()
  const chance = createChance(20_261_121)
  addCompany(book)
  addCustomers(book, chance, 300, { dealer, store: '$S1', prefix: 'K', finance: '$finance' })
  addCustomers(book, chance, 20, {
    dealer: '$J10002',
    store: '$S2',
    prefix: 'KB',
    guides: ['guideAtJ10002'],
    finance: '$restricted',
  })
  addOthers(book, chance)
  // A random source of its own, so that the data above stays unchanged.
  const after = createChance(20_261_122)
  addAftersales(book, after, addDelivered(book, after, 36))
  addStores(book)
  addFinance(book, createChance(20_261_123))
  addStages(book, createChance(20_261_124), settleOld(book, createChance(20_261_127)))
  addHistory(book, createChance(20_261_125))
  addNews(book, createChance(20_261_126))
  addRare(book)
  addCodes(book)
  addInvitations(book)

  const tables = book.tables()
  leaveToOwner(tables, '$J10002', '$restricted')
  addVariety(tables, requireApp(), createChance(20_261_128))
  addPictures(tables)
  // The balances of the account depend on the order in which its entries are written.
  for (const { entity, columns, rows } of tables)
    if (entity === 'accountEntry') {
      const posted = (row: readonly unknown[]) => /^@(-?\d+) (.*)$/.exec(String(row[columns.indexOf('createdAt')]))!
      rows.sort((a, b) => Number(posted(a)[1]) - Number(posted(b)[1]) || posted(a)[2]!.localeCompare(posted(b)[2]!))
    }
  // Install days are assigned one after another, so that no worker is booked twice on a day.
  const busy = new Set<string>()
  for (const table of tables)
    if (table.entity === 'task') {
      const [date, worker, period] = ['date', 'worker', 'period'].map((name) => table.columns.indexOf(name)) as [
        number,
        number,
        number,
      ]
      for (const row of table.rows) {
        let day = String(row[date]).startsWith('@+') ? 1 : Number(String(row[date]).slice(1))
        const taken = () =>
          (row[period] === 'day' ? ['am', 'pm'] : [row[period]]).map((half) => `${row[worker]} ${day} ${half}`)
        while (taken().some((slot) => busy.has(slot))) day += day > 0 ? 1 : -1
        for (const slot of taken()) busy.add(slot)
        row[date] = `@${day}`
      }
    }

  return [...filesOf('demo', tables), ...filesOf('first', firstTables())]
}

const filesOf = (folder: 'demo' | 'first', tables: readonly Table[]) =>
  tables.map(({ entity, columns, rows }) => ({
    path: `schemas/${folder}/${entity}.json`,
    text: `{ ${folder === 'first' ? '"$schema": "../language/records.schema.json",\n  ' : ''}"entity": ${JSON.stringify(entity)},\n  "columns": ${JSON.stringify(columns)},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ] }\n`,
  }))
