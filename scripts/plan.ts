// Prints the consequences of a change of the manifests, in the words of the administrators' page.
// What is wrong with the command is reported before the compiler is even loaded, which takes seconds.
import { requireApiKey } from './apiKey'
import { readCommandLine, refuse } from './commandLine.mjs'

const usage = `npm run plan [-- flags] [COMMIT]

Prints what the manifests change since a commit (HEAD if absent), for the roles of the demo data too.

  --history NUMBER   each of the last commits to the manifests, in short, with the seconds that it takes
  --folder FOLDER    since another folder of manifests, such as a copy made before; needs no git
  --server ADDRESS   what they would change on a running server: its roles, records and saved views; API_KEY has the key
  --json             one object for machines
  --help             this text
SCHEMAS_DIR names another folder than schemas; with a commit it must be in the repository.`

const { flags, values, words } = readCommandLine(usage, {
  flags: ['json'],
  values: ['server', 'folder', 'history'],
  words: [0, 1],
})
const { server, folder, history } = values
if (server !== undefined && folder !== undefined)
  refuse('Compare with a server or with a folder: leave one of --server and --folder out.')
else if (history !== undefined && (flags.has('json') || server !== undefined || folder !== undefined))
  refuse('A history is printed from commits, in words: leave --json, --server and --folder out.')
else if (words.length > 0 && (server ?? folder ?? history) !== undefined)
  refuse(
    history === undefined
      ? `${server === undefined ? 'A folder' : 'A server'} is what the manifests are compared with: leave the commit out.`
      : 'A history ends with the present commit: leave the commit out.',
  )
if (server !== undefined) requireApiKey(server)

const { printFolder } = await import('./compiled')
const { planAgainst, planHistory, planSince } = await import('./planned')
printFolder()
if (history !== undefined) planHistory(history)
else if (server !== undefined) await planAgainst(server, flags.has('json'))
else planSince({ folder, commit: words[0] }, flags.has('json'))
