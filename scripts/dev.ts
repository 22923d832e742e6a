// Runs the development servers: tsx restarts the server on code changes, vite serves the page.
// Manifests need no restart: a running server reloads them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { readCommandLine } from './commandLine.mjs'

const usage = `npm run dev

Runs the server and the page from their sources; both follow a change of code.

  --help   this text

The environment is that of npm start.`
readCommandLine(usage)

const root = join(import.meta.dirname, '..')
const watched = ['src/server/**/*.ts', 'src/manifest/**/*.ts', 'src/protocol/**/*.ts'].flatMap((glob) => [
  '--include',
  join(root, glob),
])
const server = spawn(
  process.execPath,
  [
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    ...watched,
    join(root, 'scripts/start.mjs'),
    '--no-build',
  ],
  { cwd: root, stdio: 'inherit' },
)
const page = await createServer({ configFile: join(root, 'vite.config.ts') })
await page.listen()
page.printUrls()

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await page.close()
}
server.once('exit', () => void stop())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
