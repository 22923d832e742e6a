// Builds page and server for `npm start` if the output is missing or older than its sources.
// Plain JavaScript, because it runs before any package is known to be installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const page = {
  title: 'The web page',
  config: 'vite.config.ts',
  folder: 'dist',
  result: 'index.html',
  sources: ['src/browser', 'src/ui', 'src/client', 'src/protocol', 'src/manifest', 'schemas/language', 'scripts/page'],
}

const server = {
  title: 'The server',
  config: 'vite.server.config.ts',
  folder: 'dist-server',
  result: 'program.js',
  sources: ['src/server', 'src/protocol', 'src/manifest', 'schemas/language'],
}
const parts = [page, server]

/** Written for editors at each start; no build reads it. */
const written = join(root, 'schemas/language/product')

/** The advice for an installation that is not built and cannot be. */
const wayOut = 'Run npm ci --include=dev && npm run build; npm prune --omit=dev may follow.'

/** Builds what is out of date; returns the reason as a sentence when it cannot. */
export function bringUpToDate() {
  for (const part of parts) {
    const problem = isFresh(part) ? undefined : build(part)
    if (problem) return problem
  }
}

/**
 * Selects the program to run: the built one after updating it; without building, the one transpiled from newer sources.
 * Ends the process with a sentence if there is none.
 */
export async function program({ build = true } = {}) {
  if (!installed('fastify')) stop('The packages are not installed. Run npm ci first.')
  if (!build && !isFresh(server)) {
    if (!installed('tsx'))
      stop('The sources cannot be run: tsx is not installed. Run npm ci, or start without --no-build.')
    const { register } = await import('tsx/esm/api')
    register()
    return import('../src/server/boot/program.ts')
  }
  const problem = build ? bringUpToDate() : undefined
  if (problem) stop(problem)
  return import(pathToFileURL(join(root, 'dist-server/program.js')).href)
}

export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Whether a package is installed. */
export function installed(name) {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}

const markOf = ({ folder }) => join(root, folder, '.sources')

function isFresh(part) {
  const mark = markOf(part)
  // A folder copied without its sources can only run what is already built.
  if (!existsSync(join(root, part.sources[0]))) return existsSync(join(root, part.folder, part.result))
  return existsSync(mark) && readFileSync(mark, 'utf8') === digestOf(part)
}

function build(part) {
  const { title, config, folder, result } = part
  if (!installed('vite')) {
    if (!existsSync(join(root, folder, result)))
      return `${title} is not built and vite is not installed to build it. ${wayOut}`
    console.error(`${title} may be out of date: vite is not installed to build it. ${wayOut}`)
    return
  }
  console.log(`Building ${title.charAt(0).toLowerCase()}${title.slice(1)} …`)
  const began = Date.now()
  const digest = digestOf(part)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', config, '--logLevel', 'warn'],
    // The tests start it too: with their NODE_ENV the page would contain React's development build.
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) return folderProblem(part, stderr) ?? `${title} could not be built:\n${stdout}${stderr}`
  try {
    writeFileSync(markOf(part), digest)
  } catch (error) {
    return folderProblem(part, String(error)) ?? String(error)
  }
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

/** What an operator can fix in the folder of a build; undefined for every other failure. */
function folderProblem({ title, folder }, output) {
  const [code] = /\b(?:ENOSPC|EDQUOT|EACCES|EPERM|EROFS)\b/.exec(output) ?? []
  if (code === undefined) return
  const place = join(root, folder)
  return ['ENOSPC', 'EDQUOT'].includes(code)
    ? `${title} could not be built: the disk that holds ${place} is full (${code}). Make room and start again.`
    : `${title} could not be built: ${place} cannot be written (${code}). Give it to the user who runs this program.`
}

function digestOf({ sources, config }) {
  const hash = createHash('sha256')
  const files = sources
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.parentPath !== written)
        .map((entry) => join(entry.parentPath, entry.name)),
    )
  for (const file of [...files, join(root, config), join(root, 'package-lock.json')].sort()) {
    if (!existsSync(file)) continue
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
