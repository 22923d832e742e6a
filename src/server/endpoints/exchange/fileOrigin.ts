// Reads the hidden sheet of an export: the exported values, which show what was edited since.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { NumberedTable } from '../../../protocol/exchange/tableFile'
import { inSlices } from '../../workers/timeSlices'
import type { ExportedRecord, GivenRow } from './imports'
import { exchangeKey } from './rows/compared'
import type { ExchangeScreen } from './sheetColumns'

/** What a file keeps of its export. */
export interface FileOrigin {
  /** The values and the version of each record as they were. */
  readonly records: ReadonlyMap<number, ExportedRecord>
  readonly isOtherRevision: boolean
}

/** Of a sheet of this screen, or of another one of its entity as the screen may have been renamed; else nothing. */
export async function originOf(
  { revision }: Pick<App, 'revision'>,
  { screen, entity, lines }: Pick<ExchangeScreen, 'screen' | 'entity' | 'lines'>,
  hidden: NumberedTable['hidden'],
): Promise<FileOrigin> {
  const [about, names, ...rows] = hidden ?? []
  const isOwn = about?.[0] === 'exchange' && (about[1] === screen.path || isNameOf(entity, about[4]))
  if (!isOwn || !names) return { records: new Map(), isOtherRevision: false }
  const { rename } = entity.migration
  const present = names.map((name) =>
    Object.hasOwn(rename, name) && !Object.hasOwn(entity.fields, name) ? (rename[name] ?? name) : name,
  )
  const records = new Map<number, ExportedRecord>()
  const basesOf = new Map<number, NonNullable<GivenRow['base']>[]>()
  await inSlices(rows, (row) => {
    const base = Object.fromEntries(present.flatMap((name, index) => (name === '' ? [] : [[name, row[index] ?? '']])))
    const version = /^[1-9]\d{0,14}$/.test(row[1] ?? '') ? Number(row[1]) : undefined
    const id = Number(row[0])
    const record = { base, ...(version !== undefined && { version }) }
    if (!lines) return void records.set(id, record)
    const lineBases = basesOf.get(id) ?? []
    lineBases.push(base)
    basesOf.set(id, lineBases)
    records.set(id, { ...record, lineBases })
  })
  return { records, isOtherRevision: about[2] !== revision }
}

/** The exported records by the key that they had; null where several had it. */
export async function exportedByKey(
  app: App,
  exchange: ExchangeScreen,
  { records }: FileOrigin,
): Promise<ReadonlyMap<string, number | null>> {
  const byKey = new Map<string, number | null>()
  await inSlices([...records], ([id, { base }]) => {
    const key = exchangeKey(app, exchange, ({ name }) => base?.[name] ?? '')
    byKey.set(key, byKey.has(key) ? null : id)
  })
  return byKey
}

const isNameOf = ({ name, migration }: Entity, given: string | undefined) =>
  given !== undefined && (given === name || migration.from.includes(given))
