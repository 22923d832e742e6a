// Responds with what the page may know before sign-in: product, public screens, account calls.
// Contains nothing of any tenant.
import type { App } from '../../../manifest/model/app'
import { pageBlockKinds, type EntryAnswer } from '../../../protocol/publicEntry'
import { routes } from '../../../manifest/access/navigation'
import { anonymousCaller } from '../../auth/callers'
import type { Operation } from '../contract/operation'

/** Operations that the page itself calls, so that it needs their addresses. */
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

/** Of the public pages the first block of each kind that the page draws without a call. */
export function pageBlocksOf(app: App): EntryAnswer['pageBlocks'] {
  const blocks = Object.values(app.screens)
    .filter(({ permissions }) => permissions.includes('public'))
    .flatMap((screen) => screen.blocks)
  return Object.fromEntries(
    pageBlockKinds.flatMap((kind) => {
      const block = blocks.find((item) => item.kind === kind)
      return block ? [[kind, block]] : []
    }),
  )
}

/** GET /api/entry */
export function entryOf(app: App): EntryAnswer {
  const endpoints = Object.values(app.endpoints).filter((endpoint) => pageOperations.has(endpoint.operation))
  return {
    revision: app.revision,
    product: app.product,
    routes: routes(app, anonymousCaller(app.product.languages[0]!)),
    pageBlocks: pageBlocksOf(app),
    endpoints: Object.fromEntries(
      endpoints.map(({ name, operation, method, path, timeoutMs, timeoutMessage, idempotencyKey }) => [
        name,
        { operation, method, path, timeoutMs, timeoutMessage, idempotencyKey },
      ]),
    ),
  }
}

/** The same at an address of a specification. */
export const entryOperation: Operation = { run: async ({ app }) => entryOf(app) }
