// A Transport over fetch, for calls with a JSON body or with files.
import { buffer } from 'node:stream/consumers'
import type { Parts, Transport } from '../../src/protocol/transport'

/** @throws what fetch throws when nobody answers */
export function overHttp(address: string): Transport {
  return async ({ method, path, headers, body }) => {
    const { parts } = (body ?? {}) as Partial<Parts>
    const { 'content-type': _type, ...others } = headers
    const reply = await fetch(`${address}${path}`, {
      method,
      // The type of a form names the border between its parts, which fetch chooses.
      headers: parts ? others : headers,
      ...(body !== undefined && { body: parts ? await formOf(parts) : JSON.stringify(body) }),
    })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.json() }
  }
}

async function formOf(parts: Parts['parts']): Promise<FormData> {
  const form = new FormData()
  for await (const part of parts)
    if (part.kind === 'value') form.append(part.name, part.value)
    else form.append(part.name, new File([new Uint8Array(await buffer(part.bytes))], part.filename))
  return form
}
