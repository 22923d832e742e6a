// Puts together the rows of a file that are lines of one record.
import { groupBy } from '../../../../manifest/expression/values/lists'
import { firstItem } from '../../../../manifest/expression/values/present'
import type { App } from '../../../../manifest/model/app'
import type { ExportedRecord, GivenRow } from '../imports'
import type { ExchangeScreen, SheetLines } from '../sheetColumns'
import { exchangeKey } from './compared'
import { lineKey } from './lineRecords'

/** A row of a file with its number. */
export type NumberedRow = GivenRow & ExportedRecord & { readonly row: number }

/** One row for each record, numbered as its first one, with all of its rows as lines. */
export function rowsByRecord(
  app: App,
  exchange: ExchangeScreen,
  lines: SheetLines,
  rows: readonly NumberedRow[],
): NumberedRow[] {
  const keyOf = ({ texts }: NumberedRow) => exchangeKey(app, exchange, ({ name }) => texts[name] ?? '')
  const isNamed = ({ texts }: NumberedRow) => exchange.key.every((name) => (texts[name] ?? '') !== '')
  const numbered = rows.flatMap((row) => (row.id !== undefined && isNamed(row) ? [[keyOf(row), row.id] as const] : []))
  const idOfKey = new Map(numbered)
  const groups = groupBy(rows, (row) => {
    if (row.mergedNumber !== undefined || row.example) return `row ${row.row}`
    const id = row.id ?? (isNamed(row) ? (row.exportedAs ?? idOfKey.get(keyOf(row))) : undefined)
    if (id !== undefined) return `id ${id}`
    return isNamed(row) ? `key ${keyOf(row)}` : `row ${row.row}`
  })
  return [...groups.values()].map((group) => {
    const row = rowOfRecord(app, lines, group)
    return { ...row, texts: Object.fromEntries(exchange.key.map((name) => [name, row.texts[name] ?? ''])) }
  })
}

function rowOfRecord(app: App, sheetLines: SheetLines, group: readonly [NumberedRow, ...NumberedRow[]]): NumberedRow {
  const { row } = firstItem(group)
  // A row that was added by hand names its record by the key alone.
  const { lineBases, twin: _twin, ...named } = group.find(({ id }) => id !== undefined) ?? firstItem(group)
  const bases = new Map(
    (lineBases ?? []).map((base) => [lineKey(app, sheetLines, ({ name }) => base[name] ?? ''), base]),
  )
  const lines = group.map(({ row: number, texts: lineTexts, merged }) => {
    const key = lineKey(app, sheetLines, ({ name }) => lineTexts[name] ?? '')
    const base = key === undefined ? undefined : bases.get(key)
    return { row: number, texts: lineTexts, ...(base && { base }), ...(merged && { merged }) }
  })
  return { ...named, row, lines }
}
