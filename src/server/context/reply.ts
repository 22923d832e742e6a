// Builds successful replies; names the channel on which refusals can be traced.
import { channel } from 'node:diagnostics_channel'
import type { RefusalKey } from '../../protocol/refusals/catalog'
import type { Reply } from '../../protocol/transport'
import { codes, type Envelope } from '../../protocol/envelope'

export const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The name of the channel below. */
export const refusalChannel = 'back-office:refusal'
const givenRefusals = channel(refusalChannel)

/** Carries the key of a refusal that is answered, or stored to be read later; free without a subscriber. */
export const traceRefusal = (key: RefusalKey): void => givenRefusals.publish(key)

/** 200 with the data in its envelope. */
export function succeed(data: unknown, message: string): Reply {
  return { status: 200, headers: json, body: { code: codes.success, msg: message, data } satisfies Envelope }
}
