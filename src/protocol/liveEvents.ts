// Live events that the server sends to open pages.

import type { Text } from '../manifest/model/text'

/** GET /api/events: server-sent events over fetch (the token is a header). */
export type LiveEvent =
  | { readonly event: 'revision'; readonly revision: string }
  | { readonly event: 'problems'; readonly problems: readonly Text[]; readonly warnings: readonly Text[] }
  /** For administrators: how many changes of the manifests wait for a decision. */
  | { readonly event: 'waitingChanges'; readonly count: number }
  /** `write`: what the page that sent the write called it; that page has refreshed itself once it has its answer. */
  | { readonly event: 'changed'; readonly entities: readonly string[]; readonly write?: string }
  | { readonly event: 'counters'; readonly counters: Readonly<Record<string, number>> }
  | { readonly event: 'signedOut' }

/** Header by which a page names a write; the event that announces it carries the name. */
export const writeHeader = 'x-write'
