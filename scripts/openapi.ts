// Prints the OpenAPI description: `npm run openapi [-- --role name] [--language en]`.
// A role is a demo role or codes separated by commas; without one, everything that an administrator may call.
import { derivedCalls } from '../src/server/endpoints/derivedCalls'
import { declaredCall } from '../src/server/endpoints/declaredCalls'
import { openApiDocument } from '../src/server/endpoints/openapi/openApiDocument'
import { callsFor } from '../src/server/endpoints/openapi/readOpenApi'
import type { Caller } from '../src/server/context/context'
import { refuse, requireApp } from './compiled'
import { rightsOfRole } from './roleRights'

const option = (name: string): string | undefined => {
  const position = process.argv.indexOf(`--${name}`)
  return position < 0 ? undefined : process.argv[position + 1]
}

const app = requireApp()
const language = option('language') ?? app.product.languages[0]!
if (!app.product.languages.includes(language)) refuse(`The languages are ${app.product.languages.join(', ')}.`)
const rights = rightsOfRole(app, option('role') ?? app.access.administratorPermission)
const caller: Caller = {
  ...rights,
  me: { id: 0 },
  tenant: { id: 0 },
  scope: rights.administrator ? 'all' : 'tenant',
  reasons: new Map(),
  language,
  system: false,
}
const calls = callsFor(app, caller, derivedCalls, declaredCall)
console.log(JSON.stringify(openApiDocument({ app, caller, now: new Date() }, calls), undefined, 2))
