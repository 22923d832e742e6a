// Puts together the rows of a file that are lines of one record.
import { groupBy } from '../../../../manifest/expression/values/lists'
import { firstItem } from '../../../../manifest/expression/values/present'
import type { App } from '../../../../manifest/model/app'
import type { FileOrigin } from '../fileOrigin'
import type { GivenRow } from '../imports'
import type { ExchangeScreen } from '../sheetColumns'
import { exchangeKey } from './compared'
import { lineKey } from './lineRecords'

type ExportedBases = Pick<NonNullable<ReturnType<FileOrigin['records']['get']>>, 'lineBases'>

/** A row of a file with its number. */
export type NumberedRow = GivenRow & ExportedBases & { readonly row: number }

/** One row for each record, numbered as its first one, with all of its rows as lines. */
export function rowsByRecord(app: App, exchange: ExchangeScreen, rows: readonly NumberedRow[]): NumberedRow[] {
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
  return [...groups.values()].map((group) => rowOfRecord(app, exchange, group))
}

function rowOfRecord(app: App, exchange: ExchangeScreen, group: readonly [NumberedRow, ...NumberedRow[]]): NumberedRow {
  const { row } = firstItem(group)
  // A row that was added by hand names its record by the key alone.
  const { lineBases, twin: _twin, texts, ...named } = group.find(({ id }) => id !== undefined) ?? firstItem(group)
  const bases = new Map((lineBases ?? []).map((base) => [lineKey(app, exchange, ({ name }) => base[name] ?? ''), base]))
  const lines = group.map(({ row: number, texts: lineTexts, merged }) => {
    const key = lineKey(app, exchange, ({ name }) => lineTexts[name] ?? '')
    const base = key === undefined ? undefined : bases.get(key)
    return { row: number, texts: lineTexts, ...(base && { base }), ...(merged && { merged }) }
  })
  const keyTexts = Object.fromEntries(exchange.key.map((name) => [name, texts[name] ?? '']))
  return { ...named, row, texts: keyTexts, lines }
}
