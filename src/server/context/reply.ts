// Builds successful replies.
import type { Reply } from '../../protocol/transport'
import { codes, type Envelope } from '../../protocol/envelope'

export const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** 200 with the data in its envelope. */
export function succeed(data: unknown, message: string): Reply {
  return { status: 200, headers: json, body: { code: codes.success, msg: message, data } satisfies Envelope }
}
