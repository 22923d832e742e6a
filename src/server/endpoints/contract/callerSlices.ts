// Caches the parts of the App for callers with equal rights, each created once with an etag.
import { createHash } from 'node:crypto'
import type { App } from '../../../manifest/model/app'
import { shownConditions } from '../../context/callerRules'
import { rightsKey } from '../../query/policy/rightsKey'
import type { RequestContext } from './operation'

interface Slice<T = unknown> {
  readonly etag: string
  readonly data: T
}

const cache = new WeakMap<App, Map<string, Slice>>()
const maxSlices = 5_000

/** A part of the App for this caller, under a name unique among callers with equal rights. */
export function sliceFor<T>(context: RequestContext, what: string, make: () => T): Slice<T> {
  const { app, caller } = context
  let byKey = cache.get(app)
  if (!byKey) cache.set(app, (byKey = new Map()))
  const key = `${caller.language} ${what} ${rightsKey(caller)} ${shownConditions(context)}`
  let slice = byKey.get(key)
  if (!slice) {
    if (byKey.size >= maxSlices) byKey.clear()
    slice = {
      etag: `"${createHash('sha256').update(`${app.revision} ${key}`).digest('base64url').slice(0, 22)}"`,
      data: make(),
    }
    byKey.set(key, slice)
  }
  return slice as Slice<T>
}
