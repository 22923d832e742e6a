// A Transport over fetch, for calls with a JSON body.
import type { Transport } from '../../src/protocol/transport'

/** @throws what fetch throws when nobody answers */
export function overHttp(address: string): Transport {
  return async ({ method, path, headers, body }) => {
    const reply = await fetch(`${address}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.json() }
  }
}
