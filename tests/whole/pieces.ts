// Uploads a file in pieces like the page. Not a test itself.
import type { Envelope } from '../../src/protocol/envelope'
import type { UploadState } from '../../src/protocol/fileCalls'

export const pieceSize = 1024 * 1024

/** Sends one piece of an upload, with the token of a session. */
export async function sendPiece(
  { address, token }: { readonly address: string; readonly token: string },
  { id }: Pick<UploadState, 'id'>,
  offset: number,
  bytes: Buffer,
): Promise<Envelope<UploadState>> {
  const form = new FormData()
  form.set('id', id)
  form.set('offset', String(offset))
  form.set('file', new File([new Uint8Array(bytes)], 'piece'))
  form.set('client', 'dealerPc')
  const headers = { 'X-Token': token, 'X-Language': 'zh' }
  const reply = await fetch(`${address}/api/uploads/append`, { method: 'POST', headers, body: form })
  return (await reply.json()) as Envelope<UploadState>
}
