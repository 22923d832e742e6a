// Calls an integration with the caller's session there, renewing it once when it has expired.
// A response is accepted only as data of limited size and depth: texts, numbers, booleans and named links.
import { isPlainObject } from '../../../manifest/json/jsonText'
import { declared } from '../../../manifest/expression/values/present'
import type { RawRecord } from '../../context/context'
import { requestIntegration, isSuccess } from './client'
import type { IntegrationContext } from '../contract/integrationContext'
import { queryOf, sessionOf, ensureSignedIn, type SignedIn } from './signIn'
import { IntegrationError, SignInError, toIntegrationError } from './errors'

const maxRows = 2_000

/** The data of a call. @throws IntegrationError, SignInError among them */
export async function callIntegration(
  context: IntegrationContext,
  system: SignedIn,
  name: string,
  record?: RawRecord,
): Promise<unknown> {
  const call = declared(system.calls, name)
  const query = queryOf(context, call.query, record)
  for (let again = false; ; again = true) {
    const { flag, reason } = await ensureSignedIn(context, system, again)
    if (flag === 0) throw new SignInError(reason ?? 'down', system.name)
    const answer = await requestIntegration(context.server.integrations, system, {
      path: call.path,
      query,
      cookie: await sessionOf(context, system),
      signal: context.call.signal,
    }).catch((error: unknown) => {
      throw toIntegrationError(error, system.name)
    })
    if (isSuccess(answer, call.success))
      return call.dataPath === undefined ? answer.json : ownProperty(answer.json!, call.dataPath)
    if (again) throw new IntegrationError(answer.status >= 500 ? 'down' : 'wrong', system.name)
  }
}

/** The rows of a response. @throws IntegrationError when it is no list of rows, or an implausibly long one */
export function responseRows(system: string, data: unknown): readonly RawRecord[] {
  if (!Array.isArray(data) || data.length > maxRows || !data.every(isPlainObject))
    throw new IntegrationError('wrong', system)
  return data as RawRecord[]
}

/** A value of a row by an own property only: `__proto__` and the like are no values. */
export function ownProperty(row: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}
