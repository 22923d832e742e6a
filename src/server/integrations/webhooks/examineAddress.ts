// Refuses a webhook whose address leads to a private network when it is saved.
// The egress refuses it again at each event: a name may lead elsewhere by then.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { App } from '../../../manifest/model/app'
import type { RunRequest } from '../../../protocol/calls'
import { phrase } from '../../context/phrases'
import { bareHostname, isPrivateAddress } from '../../egress/privateAddress'
import { inputFault } from '../../mutation/state/errors'

/** Milliseconds for which a save waits for the name. */
const patience = 2_000

/** `mayBePrivate`: as the operator allows. @throws RequestError input_invalid */
export async function examineWebhookAddress(
  app: App,
  { entity, values }: Pick<RunRequest, 'entity' | 'values'>,
  mayBePrivate: boolean,
): Promise<void> {
  const address = values?.address
  if (mayBePrivate || entity !== app.product.webhooks?.entity || typeof address !== 'string') return
  // What is no address is refused by the field.
  if (!URL.canParse(address)) return
  if ((await addressesOf(bareHostname(new URL(address)))).some(isPrivateAddress))
    throw inputFault({ address: phrase('webhook_address_private') })
}

/** Nothing for a name that is not found soon: it may be there when an event is sent. */
async function addressesOf(name: string): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(() => resolve([]), patience)
  })
  const resolved = lookup(name, { all: true }).catch(() => [])
  return (await Promise.race([resolved, late]).finally(() => clearTimeout(timer))).map(({ address }) => address)
}
