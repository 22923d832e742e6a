// Reads the public entry from the page, where the server embeds it, else by a call.
import { codes, type Envelope } from '../protocol/envelope'
import type { EntryAnswer } from '../protocol/publicEntry'
import type { Transport } from '../protocol/transport'

/** @throws when the server does not answer it */
export async function readEntry(transport: Transport): Promise<EntryAnswer> {
  const written = document.getElementById('entry')?.textContent?.trim()
  if (written) return JSON.parse(written) as EntryAnswer
  const { status, body } = await transport({ method: 'GET', path: '/api/entry', headers: {} })
  const envelope = body as Partial<Envelope<EntryAnswer>> | null
  if (envelope?.code !== codes.success || !envelope.data) throw new Error(`The entry was answered with ${status}`)
  return envelope.data
}
