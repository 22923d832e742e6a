// The data for the page before sign-in: product, public screens and the addresses of account calls.
// Contains nothing of any tenant.
import type { Endpoint } from '../manifest/model/app'
import type { Block } from '../manifest/model/block'
import type { Product } from '../manifest/model/product'
import type { Text } from '../manifest/model/text'
import type { Route } from '../manifest/access/navigation'

/** How an endpoint is reached, for calls that the page itself sends. */
export type EndpointInfo = Pick<Endpoint, 'operation' | 'method' | 'path' | 'timeoutMs' | 'timeoutMessage'>

/** What the page may know of an endpoint to call it. */
export const endpointInfo = ({ operation, method, path, timeoutMs, timeoutMessage }: Endpoint): EndpointInfo => ({
  operation,
  method,
  path,
  timeoutMs,
  timeoutMessage,
})

/** An external system offered for sign-in. */
export interface OfferedProvider {
  readonly name: string
  readonly title: Text
}

export const pageBlockKinds = ['signIn', 'notFound', 'noPermission'] as const
type PageBlockKind = (typeof pageBlockKinds)[number]

/**
 * GET /api/entry: public. Also embedded in the page (`<script type="application/json" id="entry">`), which saves the
 * call.
 */
export interface EntryAnswer {
  readonly revision: string
  /** The code of the only language of its texts. */
  readonly language: string
  readonly product: Product
  /** The public screens, by path. */
  readonly routes: Readonly<Record<string, Route>>
  /** The first block of these kinds on public pages, which are drawn without a call. */
  readonly pageBlocks: Readonly<Partial<Record<PageBlockKind, Block>>>
  readonly signInProviders: readonly OfferedProvider[]
  /** Declared endpoints whose operation the page itself calls, by their name. */
  readonly endpoints: Readonly<Record<string, EndpointInfo>>
}
