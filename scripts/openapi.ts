// Prints the OpenAPI description of the calls for `npm run openapi`.
import { describeCalls } from '../src/server/boot/reload/describeCalls'
import { readCommandLine, refuse } from './commandLine.mjs'
import { requireApp } from './compiled'
import { rightsOfRole } from './roleRights'

const usage = `npm run openapi [-- flags]

Prints the OpenAPI 3.1 description of all calls that an administrator may make.

  --role ROLE           those of a role of the demo data, or of permission codes separated by commas
  --language LANGUAGE   in this language; the first of the product if absent
  --help                this text`

const { values } = readCommandLine(usage, { values: ['role', 'language'] })
const app = requireApp()
const language = values.language ?? app.product.languages[0]!
if (!app.product.languages.includes(language)) refuse(`The languages are ${app.product.languages.join(', ')}.`)
const rights = rightsOfRole(app, values.role ?? app.access.administratorPermission)
console.log(JSON.stringify(await describeCalls(app, rights, language), undefined, 2))
