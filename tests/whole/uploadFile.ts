// Uploads a file like the page. Not a test itself.
import { expect } from 'vitest'
import type { FileValue } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'

/** Uploads a file with the token of a session. */
export async function uploadFile(
  { address, token }: { readonly address: string; readonly token: string },
  name: string,
  content: string | Uint8Array,
): Promise<FileValue> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(Buffer.from(content))], name))
  const reply = await fetch(`${address}/pcindex4/upload/fileV2`, {
    method: 'POST',
    headers: { 'X-Token': token },
    body: form,
  })
  const { code, msg, data } = (await reply.json()) as Envelope<FileValue>
  expect([code, msg]).toEqual([2000, msg])
  return data
}
