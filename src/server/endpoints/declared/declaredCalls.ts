// Binds declared endpoints to their operations and reads their requests.
// An unknown operation is a problem of the App, found before it goes live.
import type { App, Endpoint } from '../../../manifest/model/app'
import type { RawRecord } from '../../context/context'
import { operations } from './operations'
import type { Operation, RequestContext } from '../contract/operation'
import { readRequest } from '../contract/readRequest'

/** A call's target: who may make it, how its input is read, and what it does. */
export interface Target<Input = unknown> {
  readonly permission: readonly string[]
  /** Open to anonymous callers for public content, which the operation itself checks. */
  readonly publicContent?: boolean
  /** Whether it may scan many records and therefore uses the share of large reads. */
  readonly large?: boolean
  /** Whether a program may make it with an API key. */
  readonly programs?: boolean
  /** The query may carry the token as well. */
  readonly tokenInQuery: boolean
  /** @throws RequestError input_invalid with field errors, request_unreadable */
  readonly read: (context: RequestContext) => Input
  readonly run: (context: RequestContext, input: Input) => Promise<unknown>
}

const table: Readonly<Record<string, Operation>> = operations
const targets = new WeakMap<Endpoint, Target>()

/** The target of an endpoint, created once. */
export function declaredCall(endpoint: Endpoint): Target {
  const cached = targets.get(endpoint)
  if (cached) return cached
  const operation = table[endpoint.operation]
  if (!operation)
    throw new Error(`The endpoint ${endpoint.path} names the operation "${endpoint.operation}", which does not exist.`)
  const target: Target = {
    permission: endpoint.permissions,
    tokenInQuery: endpoint.method === 'GET' && 'token' in endpoint.request,
    large: operation.large,
    programs: operation.programs,
    read: ({ call }) => readRequest(endpoint.request, call),
    run: (context, input) => operation.run(context, input as RawRecord, endpoint),
  }
  targets.set(endpoint, target)
  return target
}

/** Problems of an App's endpoints that only the server can detect: one sentence each. */
export function endpointProblems(app: App): string[] {
  return Object.values(app.endpoints).flatMap((endpoint) => {
    const operation = Object.hasOwn(table, endpoint.operation) ? table[endpoint.operation] : undefined
    if (!operation)
      return [
        [
          `${endpoint.name}.endpoint.json: there is no operation "${endpoint.operation}".`,
          `The operations are ${Object.keys(table).sort().join(', ')}.`,
        ].join(' '),
      ]
    return (operation.check?.(endpoint, app) ?? []).map((problem) => `${endpoint.name}.endpoint.json: ${problem}`)
  })
}
