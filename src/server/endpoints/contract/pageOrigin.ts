// The address under which people open the product: configured, or the origin of the calling page.
// Passkeys and redirects bind it: a passkey to its page, a redirect to what the other system has registered.
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
