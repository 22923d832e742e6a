// Imports a sheet into a list like the wizard. Not a test itself.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type {
  ConfirmImportRequest,
  ExchangeExportRequest,
  ImportRow,
  ImportRowsAnswer,
  ImportState,
} from '../../src/protocol/exchange/exchangeCalls'
import { reloadManifests } from '../../src/server/boot/reload/reloadManifests'
import type { Teller } from '../story/teller'
import type { Product } from './product'
import { uploadFile } from './uploadFile'

/** Has a list bring in each message or event by itself, by its manifest of the running product. */
export async function sendEach(
  { schemas, server: { dependencies } }: Product,
  manifest: string,
  kept: 'messages' | 'webhooks',
): Promise<void> {
  const path = join(schemas, manifest)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"exchange": {', `"exchange": { "${kept}": "each",`))
  await reloadManifests(dependencies, 'on')
  expect(dependencies.liveApp.problems).toEqual([])
}

interface Place {
  readonly product: { readonly address: string }
  readonly teller: Teller
}

export function createImporter(place: Place) {
  async function answer<T>(role: string, path: string, body: object): Promise<T> {
    const { code, msg, data } = await place.teller.call<T>(role, path, body)
    expect(code, `${path} ${msg}`).toBe(2000)
    return data
  }
  async function uploaded(role: string, name: string, content: string | Uint8Array): Promise<string> {
    const target = { address: place.product.address, token: await place.teller.token(role) }
    return (await uploadFile(target, name, content)).id
  }
  async function stepped(role: string, state: ImportState): Promise<ImportState> {
    let now = state
    while (['checking', 'writing', 'takingBack'].includes(now.phase))
      now = await answer<ImportState>(role, '/api/exchange/step', { import: now.id })
    return now
  }
  /** A file in Chinese. */
  async function sheet(role: string, part: 'export' | 'template', request: ExchangeExportRequest): Promise<Buffer> {
    const reply = await fetch(`${place.product.address}/api/exchange/${part}`, {
      method: 'POST',
      headers: { 'X-Token': await place.teller.token(role), 'content-type': 'application/json', 'x-language': 'zh' },
      body: JSON.stringify(request),
    })
    expect(reply.headers.get('content-type')).toContain('spreadsheetml')
    return Buffer.from(await reply.arrayBuffer())
  }
  return {
    answer,
    uploaded,
    stepped,
    async compared(role: string, screen: string, name: string, content: string | Uint8Array): Promise<ImportState> {
      const file = await uploaded(role, name, content)
      return stepped(role, await answer<ImportState>(role, '/api/exchange/begin', { screen, file }))
    },
    /** The file of an export to edit. */
    exported: (role: string, request: ExchangeExportRequest) => sheet(role, 'export', request),
    template: (role: string, screen: string) => sheet(role, 'template', { screen }),
    /** All rows of an import, in their order. */
    async everyRow(role: string, { id }: Pick<ImportState, 'id'>): Promise<readonly ImportRow[]> {
      const all: ImportRow[] = []
      for (let more = true; more;) {
        const page = await answer<ImportRowsAnswer>(role, '/api/exchange/rows', { import: id, after: all.at(-1)?.row })
        all.push(...page.rows)
        more = page.more
      }
      return all
    },
    async rowsOf(role: string, { id }: Pick<ImportState, 'id'>): Promise<readonly ImportRow[]> {
      return (await answer<ImportRowsAnswer>(role, '/api/exchange/rows', { import: id })).rows
    },
    async written(role: string, { id }: Pick<ImportState, 'id'>, overwrite: ConfirmImportRequest['overwrite'] = false) {
      return stepped(role, await answer<ImportState>(role, '/api/exchange/confirm', { import: id, overwrite }))
    },
    async takenBack(role: string, { id }: Pick<ImportState, 'id'>): Promise<ImportState> {
      return stepped(role, await answer<ImportState>(role, '/api/exchange/takeBack', { import: id }))
    },
  }
}
