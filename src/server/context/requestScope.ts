// Holds the request being served, so that log lines and metrics can name it without a parameter.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Facts about a request that become known while it is served: ids, never names or values of records. */
export interface RequestScope {
  readonly request: string
  /** Where the request came from; for the audit, never for the log. */
  readonly address?: string
  /** The call as "POST /api/list"; absent for files and pages. */
  call?: string
  account?: number
  tenant?: number
  /** The code of the response envelope. */
  code?: number
  /** Why the statement was ended in the database. */
  ended?: 'abandoned' | 'canceled'
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** Runs `work` as part of a request. */
export function inRequest<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work)
}

/** The request being served; undefined outside of one. */
export function requestScope(): RequestScope | undefined {
  return scopes.getStore()
}
