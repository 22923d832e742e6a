// Reads the public entry from the page, where the server embeds it, else by a call.
import { codes, type Envelope } from '../protocol/envelope'
import type { EntryAnswer } from '../protocol/publicEntry'
import type { Transport } from '../protocol/transport'

/** The entry that stands in the page; undefined: the server has written none. */
export function writtenEntry(): EntryAnswer | undefined {
  const written = document.getElementById('entry')?.textContent?.trim()
  return written ? (JSON.parse(written) as EntryAnswer) : undefined
}

/** @throws when the server does not answer it */
export async function readEntry(transport: Transport): Promise<EntryAnswer> {
  const written = writtenEntry()
  if (written) return written
  const { status, body } = await transport({ method: 'GET', path: '/api/entry', headers: {} })
  const envelope = body as Partial<Envelope<EntryAnswer>> | null
  if (envelope?.code !== codes.success || !envelope.data) throw new Error(`The entry was answered with ${status}`)
  return envelope.data
}
