// What is an operation? What a declared endpoint does: it gets the checked request and answers the data. It knows no business word;
// what it needs to know of one stands in the endpoint's options.
import type { App, Endpoint } from '../../manifest/app'
import type { Call } from '../../protocol/transport'
import type { Context, RawRecord } from '../context'
import type { Dependencies } from '../dependencies'

/** Everything a request may use: the caller is nobody (no `me.id`) where the permission is public. */
export interface RequestContext extends Context {
  readonly server: Dependencies
  readonly call: Call
}

export interface Operation {
  /** What is wrong with the endpoint's options, each with its path; looked at when an App is taken over. */
  readonly check?: (endpoint: Endpoint, app: App) => readonly string[]
  /** The fields of `data`, or a Streamed. Refuses by throwing a Fault. */
  readonly run: (context: RequestContext, input: RawRecord, endpoint: Endpoint) => Promise<unknown>
}
