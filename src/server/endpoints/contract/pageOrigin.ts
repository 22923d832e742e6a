// The address under which people open the product: configured, or that of the page that calls.
// What depends on it is bound to it elsewhere: a passkey to its page, a way back to what the other system knows.
import type { RequestContext } from './operation'

/** The origin of the page, as https://office.example.com; undefined when neither is known. */
export function pageOriginOf({
  server,
  call,
}: Pick<RequestContext, 'call'> & {
  readonly server: { readonly configuration: { readonly publicAddress?: string } }
}): { readonly origin: string; readonly hostname: string } | undefined {
  const address = server.configuration.publicAddress ?? call.headers.origin
  if (address === undefined || !URL.canParse(address)) return undefined
  const { origin, hostname, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? { origin, hostname } : undefined
}
