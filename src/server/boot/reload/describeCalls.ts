// Describes all calls that a caller with certain rights may make, without a request.
import type { CallerRights } from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import type { Caller } from '../../context/context'
import { declaredCall } from '../../endpoints/declared/declaredCalls'
import { derivedCalls } from '../../endpoints/derivedCalls'
import { callTypes } from '../../endpoints/openapi/callTypes'
import { openApiDocument, type OpenApiDocument } from '../../endpoints/openapi/openApiDocument'
import { callsFor } from '../../endpoints/openapi/readOpenApi'

export function describeCalls(app: App, rights: CallerRights, language: string): Promise<OpenApiDocument> {
  const caller: Caller = {
    ...rights,
    me: { id: 0 },
    tenant: { id: 0 },
    scope: rights.administrator ? 'all' : 'tenant',
    reasons: new Map(),
    language,
    system: false,
  }
  return openApiDocument({ app, caller, now: new Date() }, callsFor(app, caller, derivedCalls, declaredCall))
}

/** TypeScript types of everything that an administrator may call, in the first language. */
export async function allCallTypes(app: App): Promise<string> {
  const { administratorPermission } = app.access
  const rights = { codes: new Set([administratorPermission]), administrator: true, disabled: new Set<string>() }
  return callTypes(await describeCalls(app, rights, app.product.languages[0]!))
}
