// Prints what is derived for a screen, entity, code, dictionary or role, for `npm run explain`.
import { explainCodes, explainRole } from '../src/manifest/access/explainCode'
import { explain, explainableNames } from '../src/manifest/access/explain'
import { nearestFew } from '../src/manifest/problems/suggest'
import { sentenceIn } from './callServer'
import { readCommandLine, refuse } from './commandLine.mjs'
import { folderHelp, printFolder, soundPart } from './compiled'
import { matrixLines, rightsMatrix } from '../src/server/migration/plan/rightsMatrix'
import { demoRole, rightsOfRole, rolesWithGrants } from './roleRights'

/** What the files do not show. */
const changedSince = 'Only a running server knows the rights that administrators have changed since'

const usage = `npm run explain [-- flags] [NAME …]

Prints what is derived for a screen (its address), an entity, code, dictionary or role of the demo data: permissions,
columns, actions, states, who may do what; of several names one after the other. Without NAME it lists the codes with
their roles.

  --role ROLE        what of it a role of the demo data has, or permission codes separated by commas
  --matrix           instead of a NAME: which role may open, read and run what, of all roles or of ROLE
  --server ADDRESS   the matrix of a running server, for the roles of its database; API_KEY has the key
  --json             the matrix as one object for machines
  --help             this text
${folderHelp}`

const {
  flags,
  values: { role, server },
  words: given,
} = readCommandLine(usage, { flags: ['matrix', 'json'], values: ['role', 'server'], words: [0, Infinity] })
if (flags.has('matrix') && given.length > 0) refuse('The matrix is of all screens and transitions: leave the name out.')
if (!flags.has('matrix') && (server !== undefined || flags.has('json')))
  refuse('--server and --json are for the matrix: add --matrix.')
if (server !== undefined) {
  await printMatrixOf(server)
  process.exit()
}
printFolder()
const { app, omitted } = soundPart()
if (omitted.length > 0) {
  process.exitCode = 1
  console.error(`\nThis leaves out the files that have problems, and those that need them: ${omitted.join(', ')}.`)
}
if (flags.has('matrix')) {
  printMatrix()
  process.exit()
}
if (given.length === 0) {
  const roles = rolesWithGrants(app)
  console.log(`${explainCodes(app, roles).join('\n')}

Roles of the demo data: ${roles.map(({ name }) => name).join(', ')}.
Name one of them, an address, entity, dictionary or role: npm run explain -- /some/Screen [--role name]`)
  process.exit()
}

const asked = role === undefined ? undefined : { name: role, rights: rightsOfRole(app, role) }
const parts = given.map((name) => {
  const named = demoRole(app, name)
  return {
    name,
    isOfRole: asked !== undefined || named !== undefined,
    explanation: explain(app, name, asked, rolesWithGrants(app)) ?? (named && explainRole(app, named).join('\n')),
  }
})
const explained = parts.filter(({ explanation }) => explanation !== undefined)
if (explained.length > 0) console.log(explained.map(({ explanation }) => explanation).join(`\n\n${'-'.repeat(80)}\n\n`))
if (explained.some(({ isOfRole }) => isOfRole)) console.log(`\n${changedSince}.`)
const unknown = parts.filter(({ explanation }) => explanation === undefined)
if (unknown.length > 0) refuse(unknown.map(({ name }) => unknownName(name)).join('\n'))

function unknownName(name: string): string {
  const known = [...explainableNames(app), ...rolesWithGrants(app).map((held) => held.name)]
  const hint = nearestFew(name, known, 'names')
  return `There is no screen, entity, permission code, dictionary or role of the demo data ${name}. ${hint ?? ''}`.trim()
}

/** The matrix for the roles of the demo data, or for one role or some codes. */
function printMatrix(): void {
  const roles =
    role === undefined
      ? rolesWithGrants(app).map(({ name, codes }) => ({ role: name, codes }))
      : [{ role: demoRole(app, role)?.name ?? role, codes: [...rightsOfRole(app, role).codes] }]
  const rights = rightsMatrix(app, roles)
  console.log(
    flags.has('json')
      ? JSON.stringify({ roles: roles.map((held) => held.role), rights }, null, 2)
      : `${matrixLines(rights, roles).join('\n')}

${changedSince}: npm run explain -- --matrix --server <address>`,
  )
}

/** The matrix of a running server, for the roles of its database. */
async function printMatrixOf(address: string): Promise<void> {
  // Nothing else that it explains needs its libraries.
  const { connectToServer } = await import('./connectToServer')
  const client = await connectToServer(address)
  const { isError, structuredContent, content } = await client.callTool({
    name: 'explain',
    arguments: { matrix: true, ...(role !== undefined && { role }) },
  })
  await client.close()
  if (isError)
    refuse(`The server at ${address} refuses: ${sentenceIn((content as { text?: string }[])[0]?.text ?? '')}`)
  const { explanation, ...matrix } = structuredContent as { explanation: string }
  console.log(flags.has('json') ? JSON.stringify(matrix, null, 2) : explanation)
}
