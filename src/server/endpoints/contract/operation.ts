// Defines operations: what a declared endpoint does with its validated request.
// An operation knows no business word; the endpoint's options provide what it needs.
import type { App, Endpoint } from '../../../manifest/model/app'
import type { Call } from '../../../protocol/transport'
import type { BoundQueryOwner } from '../../database/connection/openDatabase'
import type { Context, RawRecord } from '../../context/context'
import type { Dependencies } from './dependencies'

/** Everything a request may use; the caller has no `me.id` where the permission is public. */
export interface RequestContext extends Context {
  readonly server: Dependencies
  readonly call: Call
  /** The account and tenant whose share of the server the call uses. */
  readonly queryOwner: BoundQueryOwner
}

export interface Operation {
  /** Problems of the endpoint's options, each with its path; checked when an App is loaded. */
  readonly check?: (endpoint: Endpoint, app: App) => readonly string[]
  /** Whether it may scan many records and therefore uses the share of large reads. */
  readonly large?: boolean
  /** Whether a program may call it with an API key; what belongs to a session is for people. */
  readonly programs?: boolean
  /** The fields of `data`, or a StreamedReply. Refuses by throwing a RequestError. */
  readonly run: (context: RequestContext, input: RawRecord, endpoint: Endpoint) => Promise<unknown>
}
