// Prints what is derived for a screen, entity, code, dictionary or role, for `npm run explain`.
import { explainCodes, explainRole } from '../src/manifest/access/explainCode'
import { explain, explainableNames } from '../src/manifest/access/explain'
import { didYouMean } from '../src/manifest/problems/suggest'
import { readCommandLine } from './commandLine.mjs'
import { printFolder, refuse, soundPart } from './compiled'
import { demoRole, rightsOfRole, rolesWithGrants } from './roleRights'

const usage = `npm run explain [-- flags] [NAME]

Prints what is derived for a screen (its address), an entity, code, dictionary or role of the demo data: permissions,
columns, actions, states, who may do what. Without NAME it lists the codes with their roles.

  --role ROLE   what of it a role of the demo data has, or permission codes separated by commas
  --help        this text
SCHEMAS_DIR names another folder than schemas.`

const {
  values: { role },
  words: [what],
} = readCommandLine(usage, { values: ['role'], words: [0, 1] })
printFolder()
const { app, left } = soundPart()
if (left.length > 0) {
  process.exitCode = 1
  console.error(`\nThis leaves out the files that have problems, and those that need them: ${left.join(', ')}.`)
}
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
