// What stands in schemas/demo? The same at every run: whatever is drawn by chance is drawn from seeds.
import { addAftersales } from './aftersales'
import { createChance } from './chance'
import { addCompany } from './company'
import { addCustomers } from './customers'
import { addDelivered } from './delivered'
import { addFinance } from './finance'
import { addHistory } from './history'
import { addNews } from './news'
import { addOthers } from './others'
import { addPictures } from './pictures'
import { settleOld } from './settled'
import { addStages } from './stages'
import { addStores } from './stores'
import { createBook } from './table'

/** The files of the demo, with their paths from the root. */
export function generatedDemo(): { readonly path: string; readonly text: string }[] {
  const book = createBook()
  const chance = createChance(20_261_121)
  addCompany(book)
  addCustomers(book, chance, 300, { dealer: '$J10001', store: '$S1', prefix: 'K', finance: '$finance' })
  addCustomers(book, chance, 20, {
    dealer: '$J10002',
    store: '$S2',
    prefix: 'KB',
    guides: ['guideAtJ10002'],
    finance: '$restricted',
  })
  addOthers(book, chance)
  // With a chance of its own, so that whatever stands above stays as it is.
  const after = createChance(20_261_122)
  addAftersales(book, after, addDelivered(book, after, 36))
  addStores(book)
  addFinance(book, createChance(20_261_123))
  addStages(book, createChance(20_261_124), settleOld(book, createChance(20_261_127)))
  addHistory(book, createChance(20_261_125))
  addNews(book, createChance(20_261_126))

  const tables = book.tables()
  addPictures(tables)
  // The balances of the account follow each other in the order in which its entries are written.
  for (const { entity, columns, rows } of tables)
    if (entity === 'accountEntry') {
      const posted = (row: readonly unknown[]) => /^@(-?\d+) (.*)$/.exec(String(row[columns.indexOf('createdAt')]))!
      rows.sort((a, b) => Number(posted(a)[1]) - Number(posted(b)[1]) || posted(a)[2]!.localeCompare(posted(b)[2]!))
    }
  // Install days are dealt out one after the other, so that no worker is booked twice for a day.
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

  return tables.map(({ entity, columns, rows }) => ({
    path: `schemas/demo/${entity}.json`,
    text: `{ "entity": ${JSON.stringify(entity)},\n  "columns": ${JSON.stringify(columns)},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ] }\n`,
  }))
}
