// GET /api/openapi.json: all calls that the caller may make, as an OpenAPI document.
import { textBefore } from '../../../manifest/expression/values/present'
import type { App } from '../../../manifest/model/app'
import type { Reply } from '../../../protocol/transport'
import { isPermitted } from '../../auth/authorize'
import type { Caller } from '../../context/context'
import type { RequestContext } from '../contract/operation'
import { sliceFor } from '../contract/callerSlices'
import { openApiDocument, type DescribedCall } from './openApiDocument'

/** What decides who may make a call. */
interface CallRights {
  readonly permission: readonly string[]
  readonly programs?: boolean
}

/** The derived calls and the declared ones that the caller may make; a program only those that are for programs. */
export function callsFor(
  app: App,
  caller: Caller,
  derived: Readonly<Record<string, CallRights>>,
  rightsOf: (endpoint: App['endpoints'][string]) => CallRights,
): DescribedCall[] {
  const mayCall = ({ permission, programs }: CallRights) =>
    isPermitted(caller, permission) && (caller.apiKey === undefined || programs === true)
  const own = Object.keys(derived).filter((key) => mayCall(derived[key]!))
  const declared = Object.values(app.endpoints).filter((endpoint) => mayCall(rightsOf(endpoint)))
  return [
    ...own.map((key) => ({ method: textBefore(key, ' '), path: key.split(' ')[1]! })),
    ...declared.map((endpoint) => ({ method: endpoint.method, path: endpoint.path, endpoint })),
  ]
}

/** The bare document without an envelope: tools read it by its address. */
export async function readOpenApi(context: RequestContext, calls: () => readonly DescribedCall[]): Promise<Reply> {
  const { etag, data } = sliceFor(context, 'openapi', async () =>
    JSON.stringify(await openApiDocument(context, calls())),
  )
  const body = await data
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'x-language' }
  if (context.call.headers['if-none-match'] === etag) return { status: 304, headers, body: undefined }
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'application/vnd.oai.openapi+json; charset=utf-8' },
    body,
  }
}
