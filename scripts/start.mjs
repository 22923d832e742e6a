// How does `npm start` begin? Checks Node and the packages, builds the web page when it is missing or older than its sources,
// then runs the server in this very process, so that signals reach it. Plain JavaScript: it must run before anything is proven to be there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const help = `npm start [-- flags]

  --reset-demo   empties a database that holds demo data and loads the demo data anew
  --no-build     does not look whether the web page is up to date
  --build-only   brings the web page up to date and ends
  --help         this text

The environment decides the rest (PORT, HOST, DATA_DIR, DATABASE_URL, …); the README lists it.`

const flags = new Set(process.argv.slice(2))
const unknown = [...flags].filter((flag) => !['--reset-demo', '--no-build', '--build-only', '--help'].includes(flag))
if (unknown.length > 0) stop(`Unknown: ${unknown.join(' ')}\n\n${help}`)
if (flags.has('--help')) {
  console.log(help)
  process.exit(0)
}
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  stop(`Node.js ${process.versions.node} is too old; 20.19 or newer is needed.`)
if (!installed('fastify') || !installed('tsx')) stop('The packages are not installed. Run npm ci first.')
if (!flags.has('--no-build')) build()
if (flags.has('--build-only')) process.exit(0)

const { register } = await import('tsx/esm/api')
register()
const { main } = await import('../src/server/main.ts')
await main({ root, resetDemo: flags.has('--reset-demo') })

function build() {
  if (!existsSync(join(root, 'src/browser/index.html'))) return
  const digest = sourcesDigest()
  const mark = join(root, 'dist/.sources')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return
  if (!installed('vite')) {
    if (existsSync(join(root, 'dist/index.html')))
      return console.error('The web page may be out of date: vite is not installed to build it.')
    stop(
      'The web page is not built and vite is not installed. Run npm ci with development packages, or npm run build elsewhere.',
    )
  }
  console.log('Building the web page …')
  const began = Date.now()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) stop(`The web page could not be built:\n${stdout}${stderr}`)
  writeFileSync(mark, digest)
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

function sourcesDigest() {
  const hash = createHash('sha256')
  const folders = ['src/browser', 'src/ui', 'src/runtime', 'src/protocol', 'src/manifest'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const file of [...files, join(root, 'vite.config.ts'), join(root, 'package-lock.json')].sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function installed(name) {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
