// Finds the addresses of operations that the page itself needs; only manifests define addresses.
import { declared } from '../../manifest/expression/values/present'
import { withQuery } from '../../protocol/transport'
import type { EndpointInfo, EntryAnswer } from '../../protocol/publicEntry'

/** Operations of the server that the page itself calls. */
export type PageOperation =
  | 'signIn'
  | 'signInByCode'
  | 'sendCode'
  | 'maskedLogin'
  | 'resetPassword'
  | 'signOut'
  | 'upload'
  | 'download'

/** Path and body of the call that reads a screen; defined here because it is sent before the query cache exists. */
export const screenRead = (path: string) => ['/api/screen', { path }] as const

/** The address that reads the account and its routes. `marker`: product.clientName */
export const bootAddress = (marker: string) => withMarker('/api/boot', marker)

/** The address of a call with the mark of this client, and further values of its query. */
export const withMarker = (path: string, marker: string, query: Readonly<Record<string, string>> = {}): string =>
  withQuery(path, new URLSearchParams({ ...query, client: marker }).toString())

/** The body of a call with the mark of this client. */
export const markedBody = (body: object, marker: string) => ({ ...body, client: marker })

/** The endpoint of an operation; the first by name if there are several. */
export function endpointOf(entry: EntryAnswer, operation: PageOperation): EndpointInfo | undefined {
  return Object.keys(entry.endpoints)
    .sort()
    .map((name) => declared(entry.endpoints, name))
    .find((info) => info.operation === operation)
}

/** @throws when no manifest declares it: the page cannot work without it. */
export function neededEndpoint(entry: EntryAnswer, operation: PageOperation): EndpointInfo {
  const endpointInfo = endpointOf(entry, operation)
  if (!endpointInfo) throw new Error(`No endpoint is declared for the operation ${operation}`)
  return endpointInfo
}
