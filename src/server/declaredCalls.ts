// How is a declared endpoint called? Its request is read by its fields, its operation looked up in the one table; an unknown operation is a problem of the App, found before it goes live.
import type { App, Endpoint } from '../manifest/app'
import type { RawRecord } from './context'
import { operations } from './operations/index'
import type { Operation, RequestContext } from './operations/operation'
import { readRequest } from './readRequest'

/** A call that was found: who may make it, how its input is read, and what it does. */
export interface Target<Input = unknown> {
  readonly permission: readonly string[]
  /** Open to nobody as far as what is asked for is public, which the call itself judges. */
  readonly judged?: boolean
  /** The token may stand in the query as well. */
  readonly tokenInQuery: boolean
  /** @throws Fault 2001 with field errors */
  readonly read: (context: RequestContext) => Input
  readonly run: (context: RequestContext, input: Input) => Promise<unknown>
}

const table: Readonly<Record<string, Operation>> = operations
const targets = new WeakMap<Endpoint, Target>()

/** The target of an endpoint, made once for it. */
export function declaredCall(endpoint: Endpoint): Target {
  const known = targets.get(endpoint)
  if (known) return known
  const operation = table[endpoint.operation]
  if (!operation)
    throw new Error(`The endpoint ${endpoint.path} names the operation "${endpoint.operation}", which does not exist.`)
  const target: Target = {
    permission: endpoint.permission,
    tokenInQuery: endpoint.method === 'GET' && 'token' in endpoint.request,
    read: ({ call }) => readRequest(endpoint.request, call),
    run: (context, input) => operation.run(context, input as RawRecord, endpoint),
  }
  targets.set(endpoint, target)
  return target
}

/** What is wrong with the endpoints of an App as far as only the server can tell: one sentence each. */
export function endpointProblems(app: App): string[] {
  return Object.values(app.endpoints).flatMap((endpoint) => {
    const operation = Object.hasOwn(table, endpoint.operation) ? table[endpoint.operation] : undefined
    if (!operation)
      return [
        `${endpoint.name}.endpoint.json: there is no operation "${endpoint.operation}". The operations are ${Object.keys(table).sort().join(', ')}.`,
      ]
    return (operation.check?.(endpoint, app) ?? []).map((problem) => `${endpoint.name}.endpoint.json: ${problem}`)
  })
}
