// Live events that the server sends to open pages.

import type { Text } from '../manifest/model/text'

/** GET /api/events: server-sent events over fetch (the token is a header). */
export type LiveEvent =
  | { readonly event: 'revision'; readonly revision: string }
  | { readonly event: 'problems'; readonly problems: readonly Text[]; readonly warnings: readonly Text[] }
  /** For administrators: how many changes of the manifests wait for a decision. */
  | { readonly event: 'waitingChanges'; readonly count: number }
  | { readonly event: 'changed'; readonly entities: readonly string[] }
  | { readonly event: 'counters'; readonly counters: Readonly<Record<string, number>> }
  | { readonly event: 'signedOut' }
