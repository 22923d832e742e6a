// Responds with what the page may know before sign-in: product, public screens, account calls.
// Contains nothing of any tenant.
import type { App } from '../../../manifest/model/app'
import { endpointInfo, pageBlockKinds, type EntryAnswer } from '../../../protocol/publicEntry'
import { routes } from '../../../manifest/access/navigation'
import { anonymousCaller } from '../../context/context'
import { inOneLanguage, productInLanguage } from '../../context/language'
import type { IdentityProviders } from '../../integrations/contract/identityProviders'
import { offeredProviders } from '../contract/offeredProviders'
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

/** The first block of each kind on public pages, which the page draws without a call. */
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

const entries = new WeakMap<App, Map<string, EntryAnswer>>()

/** GET /api/entry, made once per language. */
export function entryOf(app: App, language: string, identities: IdentityProviders): EntryAnswer {
  const made = entries.get(app) ?? new Map<string, EntryAnswer>()
  entries.set(app, made)
  const entry = made.get(language) ?? createEntry(app, language, identities)
  made.set(language, entry)
  return entry
}

function createEntry(app: App, language: string, identities: IdentityProviders): EntryAnswer {
  const endpoints = Object.values(app.endpoints).filter((endpoint) => pageOperations.has(endpoint.operation))
  const inLanguage = <T>(value: T): T => inOneLanguage(value, app.product, language)
  return {
    revision: app.revision,
    language,
    product: productInLanguage(app.product, language),
    routes: inLanguage(routes(app, anonymousCaller(language))),
    pageBlocks: inLanguage(pageBlocksOf(app)),
    signInProviders: inLanguage(offeredProviders(app, identities)),
    endpoints: inLanguage(Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, endpointInfo(endpoint)]))),
  }
}

/** The same at an address of a specification. */
export const entryOperation: Operation = {
  run: async ({ app, caller, server }) => entryOf(app, caller.language, server.identities),
}
