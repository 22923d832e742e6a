// Computes a cache key from the rights of a caller, for everything shared by several callers.
// Every property of CallerRights has an entry, so that a new one cannot be left out of a key.
import { createHash } from 'node:crypto'
import type { CallerRights } from '../../../manifest/access/permissions'

const parts: { readonly [Part in keyof Required<CallerRights>]: (caller: CallerRights) => unknown } = {
  codes: ({ codes }) => digestOf(codes),
  administrator: ({ administrator }) => administrator,
  disabled: ({ disabled }) => (disabled.size === 0 ? '' : digestOf(disabled)),
  scope: ({ scope }) => scope,
  // The account itself decides no right, and keys must be few; plans take its values as parameters.
  // Without `me` a caller is signed in, as in `CallerRights`.
  me: ({ me }) => me === undefined || (me.id !== undefined && me.id !== null),
  system: ({ system }) => system === true,
  apiKey: ({ apiKey }) => apiKey !== undefined,
}

/** Equal for callers of equal rights. */
export const rightsKey = (caller: CallerRights): string =>
  JSON.stringify(Object.values(parts).map((part) => part(caller)))

// A session's codes stay the same object until they are read again; the caller may be another object with each call.
const digests = new WeakMap<ReadonlySet<string>, string>()
function digestOf(names: ReadonlySet<string>): string {
  let digest = digests.get(names)
  if (digest === undefined)
    digests.set(
      names,
      (digest = createHash('sha256')
        .update([...names].sort().join(' '))
        .digest('base64url')),
    )
  return digest
}
