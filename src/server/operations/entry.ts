// What may the page know before anybody has signed in? Product, public screens and the addresses of the account calls: nothing of any tenant.
import type { App } from '../../manifest/app'
import type { EntryAnswer } from '../../protocol/entry'
import { routes } from '../../manifest/navigation'
import { nobody } from '../identify'
import type { Operation } from './operation'

/** Operations that the page calls by itself, so that it must know their addresses. */
const pageOperations = new Set([
  'signIn',
  'signInByCode',
  'sendCode',
  'maskedLogin',
  'resetPassword',
  'signOut',
  'upload',
  'download',
  'changePassword',
])

/** GET /api/entry */
export function entryOf(app: App): EntryAnswer {
  const endpoints = Object.values(app.endpoints).filter((endpoint) => pageOperations.has(endpoint.operation))
  return {
    revision: app.revision,
    product: app.product,
    routes: routes(app, nobody(0)),
    endpoints: Object.fromEntries(
      endpoints.map(({ name, operation, method, path, timeout, timeoutMessage, writes }) => [
        name,
        { operation, method, path, timeout, timeoutMessage, writes },
      ]),
    ),
  }
}

/** The same under an address that a specification gives. */
export const entry: Operation = { run: async ({ app }) => entryOf(app) }
