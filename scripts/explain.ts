// Prints what is derived: `npm run explain -- <address, entity, code, dictionary, demo role>`.
// Shows permissions, columns, actions and states; `--role` takes a demo role or codes separated by commas.
import { explainCodes, explainRole } from '../src/manifest/access/explainCode'
import { explain, explainableNames } from '../src/manifest/access/explain'
import { didYouMean } from '../src/manifest/problems/suggest'
import { refuse, requireApp } from './compiled'
import { demoRole, rightsOfRole, rolesWithGrants } from './roleRights'

const words = process.argv.slice(2)
const position = words.indexOf('--role')
const role = position < 0 ? undefined : words[position + 1]
const [what] = words.filter((_, index) => position < 0 || (index !== position && index !== position + 1))
const app = requireApp()
if (what === undefined) {
  console.log(`${explainCodes(app, rolesWithGrants(app)).join('\n')}

Name one of them, an address, entity, dictionary or role: npm run explain -- /some/Screen [--role name]`)
  process.exit()
}

const asked = role === undefined ? undefined : { name: role, rights: rightsOfRole(app, role) }
const named = demoRole(app, what)
const explanation = explain(app, what, asked, rolesWithGrants(app)) ?? (named && explainRole(app, named).join('\n'))
if (explanation === undefined)
  refuse(
    `There is no screen, entity, permission code, dictionary or role of the demo data ${what}. ${didYouMean(what, [...explainableNames(app), ...rolesWithGrants(app).map(({ name }) => name)]) ?? ''}`.trim(),
  )
console.log(explanation)
if (asked || named) console.log('\nWhat administrators gave and took since, only a server with its database knows.')
