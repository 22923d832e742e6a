// What may the page know before anybody has signed in? Product, public screens and the addresses of the account calls: nothing of any tenant.
import type { Endpoint, Product } from '../manifest/app'
import type { RouteInfo } from './calls'

/** How an endpoint is reached, for calls that the page itself makes. */
export type EndpointInfo = Pick<Endpoint, 'operation' | 'method' | 'path' | 'timeout' | 'timeoutMessage' | 'writes'>

/** GET /api/entry — public. Also written into the page itself (`<script type="application/json" id="entry">`), which saves the call. */
export interface EntryAnswer {
  readonly revision: string
  readonly product: Product
  /** The public screens, by path. */
  readonly routes: Readonly<Record<string, RouteInfo>>
  /** Declared endpoints whose operation the page itself calls, by their name. */
  readonly endpoints: Readonly<Record<string, EndpointInfo>>
}
