// Refuses to save a webhook whose address leads to a private network.
// The egress checks again at each event, since a name may resolve differently by then.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { App } from '../../../manifest/model/app'
import type { RunRequest } from '../../../protocol/calls'
import { phrase } from '../../context/phrases'
import { bareHostname, isPrivateAddress } from '../../egress/privateAddress'
import { inputError } from '../../mutation/state/errors'

/** Milliseconds that a save waits for the name to resolve. */
const lookupTimeoutMs = 2_000

/** `mayBePrivate`: as the operator allows. @throws RequestError input_invalid */
export async function examineWebhookAddress(
  app: App,
  { entity, values }: Pick<RunRequest, 'entity' | 'values'>,
  mayBePrivate: boolean,
): Promise<void> {
  const address = values?.address
  if (mayBePrivate || entity !== app.product.webhooks?.entity || typeof address !== 'string') return
  // The field itself refuses an invalid address.
  if (!URL.canParse(address)) return
  if ((await addressesOf(bareHostname(new URL(address)))).some(isPrivateAddress))
    throw inputError({ address: phrase('webhook_address_private') })
}

/** Empty for a name that does not resolve in time: it may exist when an event is sent. */
async function addressesOf(name: string): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), lookupTimeoutMs)
  })
  const resolved = lookup(name, { all: true }).catch(() => [])
  return (await Promise.race([resolved, late]).finally(() => clearTimeout(timer))).map(({ address }) => address)
}
