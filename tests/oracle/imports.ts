// What do imports tell? Sheets of a list with values of any records, hidden ones too, from the file to its outcome.
import readWorkbook from 'read-excel-file/universal'
import type { App } from '../../src/manifest/model/app'
import { workingPhases, type ImportState } from '../../src/protocol/exchange/exchangeCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { readSheet, withCells, type CellEdits } from '../whole/editedSheet'
import type { Product } from '../whole/product'
import { uploadFile } from '../whole/uploadFile'
import type { Rows } from './requests'

/** A file for the list of a screen. */
export interface Sheet {
  readonly screen: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** What draws the cells of a sheet. */
export interface SheetDrawing {
  readonly app: App
  readonly rows: Rows
  readonly random: () => number
}

const maxRows = 8
/** The calls of an import, which follow each other and so are no requests of the drawn ones. */
export const importCalls = ['begin', 'step', 'rows', 'confirm'].map((name) => `POST /api/exchange/${name}`)

/**
 * An exported sheet with other values in some of its cells, and one of new records; none where nothing is exported.
 * @param exported the workbook that the caller exports
 */
export async function sheetsOf(drawing: SheetDrawing, screen: string, exported: Buffer): Promise<readonly Sheet[]> {
  const { entity } = drawing.app.screens[screen]!
  const sheet = await readSheet(exported)
  const ids = [...sheet.rows.keys()].slice(0, maxRows)
  if (ids.length === 0) return []
  const edits: CellEdits = new Map(
    ids.map((id) => [
      id,
      new Map(
        sheet.names
          .filter(() => drawing.random() < 0.3)
          .map((name) => [name, textOf(drawing, entity!, name)] as const)
          .filter(([, text]) => text !== ''),
      ),
    ]),
  )
  const [first] = await readWorkbook(new Uint8Array(exported).buffer)
  const titles = first!.data[0]!.slice(1, sheet.names.length + 1)
  const created = Array.from({ length: maxRows }, () => sheet.names.map((name) => textOf(drawing, entity!, name)))
  // Drawn values seldom fit together: one record is an exported one under another key.
  const { key } = drawing.app.screens[screen]!.exchange!
  const [like] = sheet.rows.values()
  const other = sheet.names.map((name) => {
    const text = like!.get(name) ?? ''
    return key.includes(name) ? otherText(drawing, text) : text
  })
  const csv = [titles, ...created, other].map((cells) => cells.map(quoted).join()).join('\n')
  return [
    { screen, name: 'edited.xlsx', bytes: await withCells(sheet, edits) },
    { screen, name: 'new.csv', bytes: Buffer.from(csv) },
  ]
}

/** A text of the same kind that no record has: its last digits are drawn, or further ones follow. */
function otherText({ random }: SheetDrawing, text: string): string {
  const digits = () => String(Math.floor(random() * 1e8)).padStart(8, '0')
  return /^\d{8,}$/.test(text) ? text.slice(0, -8) + digits() : text + digits()
}

const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`

/** The value that some record has in a field, as a person would type it; empty where it is no text. */
function textOf({ app, rows, random }: SheetDrawing, entity: string, name: string): string {
  const field = app.entities[entity]!.fields[name]
  const of = field?.entity ?? entity
  const records = rows.get(of) ?? []
  const record = records[Math.floor(random() * records.length)]
  const value = record?.[field?.entity ? app.entities[of]!.labelField : name]
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return value === null || typeof value === 'object' ? '' : String(value ?? '')
}

/** Every answer to an import, from its beginning to its outcome. */
export async function answersToImport(product: Product, token: string, { screen, ...sheet }: Sheet): Promise<string> {
  const { id: file } = await uploadFile({ address: product.address, token }, sheet.name, sheet.bytes)
  const answers: string[] = []
  const ask = async <T>(path: string, body: object): Promise<Envelope<T>> => {
    const { body: answer } = await product.transport({
      method: 'POST',
      path: `/api/exchange/${path}`,
      headers: { 'x-token': token, 'x-language': 'zh' },
      body,
      address: 'oracle',
    })
    answers.push(`${path} ${JSON.stringify(answer).replaceAll(file, 'file')}`)
    return answer as Envelope<T>
  }
  const advance = async (state: ImportState) => {
    for (let now = state; workingPhases.includes(now.phase);) {
      now = (await ask<ImportState>('step', { import: now.id })).data
      // How many rows a step comes through depends on the machine's load alone.
      if (workingPhases.includes(now.phase)) answers.pop()
    }
  }
  const begun = await ask<ImportState>('begin', { screen, file })
  if (begun.code === 2000) {
    const { id } = begun.data
    await advance(begun.data)
    await ask('rows', { import: id })
    const confirmed = await ask<ImportState>('confirm', { import: id, overwrite: true })
    if (confirmed.code === 2000) await advance(confirmed.data)
    await ask('rows', { import: id })
    await ask('latest', { screen })
    await ask('receipts', { screen })
  }
  return answers.join('\n')
}
