// Reads the public entry embedded in the page by the server, else by a call.
import { codes, type Envelope } from '../protocol/envelope'
import type { EntryAnswer } from '../protocol/publicEntry'
import type { Transport } from '../protocol/transport'

/** The entry embedded in the page; undefined if the server has written none. */
export function writtenEntry(): EntryAnswer | undefined {
  const written = document.getElementById('entry')?.textContent?.trim()
  return written ? (JSON.parse(written) as EntryAnswer) : undefined
}

/** @throws if the server does not answer */
export async function readEntry(transport: Transport): Promise<EntryAnswer> {
  const written = writtenEntry()
  if (written) return written
  const { status, body } = await transport({ method: 'GET', path: '/api/entry', headers: {} })
  const envelope = body as Partial<Envelope<EntryAnswer>> | null
  if (envelope?.code !== codes.success || !envelope.data) throw new Error(`The entry was answered with ${status}`)
  return envelope.data
}
