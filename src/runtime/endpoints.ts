// Under which address does the server do something that the page itself needs? Found by operation: addresses stand in the manifests only.
import type { EndpointInfo, EntryAnswer } from '../protocol/entry'

/** Operations of the server that the page calls by itself. */
export type PageOperation =
  | 'signIn'
  | 'signInByCode'
  | 'sendCode'
  | 'maskedLogin'
  | 'resetPassword'
  | 'signOut'
  | 'upload'
  | 'download'

/** The call that reads a screen; here, because it is made before the cache of reads is there. */
export const askForScreen = (path: string) => ['/api/screen', { path }] as const

/** The endpoint of an operation; of several the first by name. */
export function endpointOf(entry: EntryAnswer, operation: PageOperation): EndpointInfo | undefined {
  const name = Object.keys(entry.endpoints)
    .sort()
    .find((one) => entry.endpoints[one]!.operation === operation)
  return name === undefined ? undefined : entry.endpoints[name]
}

/** @throws when no manifest declares it: then the page cannot do its work. */
export function neededEndpoint(entry: EntryAnswer, operation: PageOperation): EndpointInfo {
  const found = endpointOf(entry, operation)
  if (!found) throw new Error(`No endpoint is declared for the operation ${operation}`)
  return found
}
