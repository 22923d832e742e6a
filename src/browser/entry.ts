// What is this page a page of? Read from the page itself where the server has written it there, else asked for.
import { codes, type Envelope } from '../protocol/envelope'
import type { EntryAnswer } from '../protocol/entry'
import type { Transport } from '../protocol/transport'

/** @throws when the server cannot say */
export async function readEntry(transport: Transport): Promise<EntryAnswer> {
  const written = document.getElementById('entry')?.textContent?.trim()
  if (written) return JSON.parse(written) as EntryAnswer
  const { status, body } = await transport({ method: 'GET', path: '/api/entry', headers: {} })
  const envelope = body as Partial<Envelope<EntryAnswer>> | null
  if (envelope?.code !== codes.success || !envelope.data) throw new Error(`The entry was answered with ${status}`)
  return envelope.data
}
