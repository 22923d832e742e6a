// Runs the lines of the Dockerfile without Docker, as an ordinary user, and starts the result.
// Builds in an empty folder and starts from another one until ready. Takes minutes: it runs npm ci.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readCommandLine } from './commandLine.mjs'
import { readStages } from './deployment'
import { root } from './tally'

readCommandLine(`npm run deployment

Runs the lines of the Dockerfile without Docker and starts the result. Takes minutes: it runs npm ci.

  --help   this text`)
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const home = mkdtempSync(join(tmpdir(), 'deploy-'))
const [build, image] = readStages(join(root, '.deploy/Dockerfile'))
const [first, second] = [join(home, 'build'), join(home, 'image')]
const data = join(home, 'data')
const base = { PATH: process.env.PATH, HOME: join(home, 'home') }

function hand(path: string): void {
  if (ordinary.uid === undefined) return
  chownSync(path, ordinary.uid, ordinary.gid)
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) hand(join(path, entry.name))
    else chownSync(join(path, entry.name), ordinary.uid, ordinary.gid)
}

function copySources(): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of listed) {
    mkdirSync(join(first, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(first, file))
  }
}

function run(line: string, cwd: string, environment: Readonly<Record<string, string>>): void {
  const began = Date.now()
  execFileSync('sh', ['-c', line], { cwd, env: { ...base, ...environment }, stdio: 'inherit', ...ordinary })
  console.log(`RUN ${line}: ${((Date.now() - began) / 1_000).toFixed(1)} s`)
}

async function ready(address: string, ended: Promise<unknown>): Promise<void> {
  let over = false
  void ended.then(() => (over = true))
  for (const end = Date.now() + 120_000; Date.now() < end && !over; await pause(100)) {
    const reply = await fetch(`${address}/readyz`).catch(() => undefined)
    if (reply?.status === 200) return
  }
  throw new Error('What the image starts did not become ready.')
}

try {
  chmodSync(home, 0o755)
  for (const folder of [first, base.HOME, data]) mkdirSync(folder, { recursive: true })
  copySources()
  for (const folder of [first, base.HOME, data]) hand(folder)
  if (ordinary.uid !== undefined) chownSync(home, ordinary.uid, ordinary.gid)
  for (const line of build!.run) run(line, first, build!.environment)
  cpSync(first, second, { recursive: true, verbatimSymlinks: true })
  hand(second)
  rmSync(first, { recursive: true })
  const environment = { ...image!.environment, DATA_DIR: data, HOST: '127.0.0.1', PORT: process.env.PORT || '3000' }
  for (const line of image!.run) run(line, second, environment)
  const [, ...words] = image!.command!
  // A PATH with node but without npm.
  const env = { HOME: base.HOME, PATH: '/nonexistent', ...environment }
  const began = performance.now()
  const server = spawn(process.execPath, words, { cwd: second, env, stdio: 'inherit', ...ordinary })
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve))
  await ready(`http://127.0.0.1:${environment.PORT}`, ended)
  const page = await fetch(`http://127.0.0.1:${environment.PORT}/`, { headers: { accept: 'text/html' } })
  console.log(
    `Ready after ${((performance.now() - began) / 1_000).toFixed(1)} s on an empty folder; the page: ${page.status}.`,
  )
  server.kill('SIGTERM')
  const code = await ended
  if (code !== 0 || page.status !== 200) throw new Error(`It ended with ${code}; the page was answered ${page.status}.`)
  console.log('The lines of the Dockerfile work. The image itself was not built.')
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
