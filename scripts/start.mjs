// Entry of `npm start`: checks Node and packages, builds what is outdated, then runs the server.
// The server runs in this process, so that it receives the signals.
// Plain JavaScript, because it runs before any package is known to be installed.
import { bringUpToDate, program, root, stop } from './build.mjs'
import { readCommandLine } from './commandLine.mjs'

const startHelp = `npm start [-- flags]

  --reset-demo   empties a database that holds demo data and loads the demo data anew
  --no-build     builds nothing: the page as it was built last, the server too unless its sources are newer; then they
                 are translated
  --build-only   brings page and server up to date and ends
  --help         this text

The environment decides the rest (PORT, HOST, DATA_DIR, DATABASE_URL, …); .github/OPERATION.md lists it.`

const buildHelp = `npm run build

Builds what is out of date of the page and the server, and ends.

  --help   this text`

const isBuild = process.argv.includes('--build-only')
const { flags } = readCommandLine(isBuild ? buildHelp : startHelp, {
  flags: isBuild ? ['build-only'] : ['reset-demo', 'no-build', 'build-only'],
})
const [major, minor] = process.versions.node.split('.').map(Number)
// The programs that build the page support no other; `engines` of package.json is the same.
if (!(major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)))
  stop(`Node.js ${process.versions.node} is not supported: use 20.19 or later, 22.13 or later, or 24 and later.`)

if (flags.has('build-only')) {
  const problem = bringUpToDate()
  if (problem) stop(problem)
  process.exit(0)
}
const { main } = await program({ build: !flags.has('no-build') })
await main({ root, resetDemo: flags.has('reset-demo') })
