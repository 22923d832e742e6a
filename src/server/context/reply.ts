// Builds successful replies; names the channel on which refusals can be traced.
import type { Reply } from '../../protocol/transport'
import { codes, type Envelope } from '../../protocol/envelope'

export const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The channel of node:diagnostics_channel that carries the key of each answered refusal; free without a subscriber. */
export const refusalChannel = 'back-office:refusal'

/** 200 with the data in its envelope. */
export function succeed(data: unknown, message: string): Reply {
  return { status: 200, headers: json, body: { code: codes.success, msg: message, data } satisfies Envelope }
}
