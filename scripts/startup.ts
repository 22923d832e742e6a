// Measures a start on existing demo data, from process start to the first answer of /readyz.
// Median of five, then again after killing the processes. Ends with code 1 above the limits.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterFolder } from '../src/server/database/embedded/cluster'
import { median } from '../tests/bench/figures'
import { readCommandLine } from './commandLine.mjs'
import { freePort } from './freePort'
import { root } from './tally'

readCommandLine(`npm run startup

Measures a start on existing demo data, and one after killed processes; ends with code 1 above the limits.

  --help   this text`)
const limits = { restart: 2_000, killed: 5_000 }
const folder = mkdtempSync(join(tmpdir(), 'startup-'))
chmodSync(folder, 0o755)
const data = join(folder, 'data')

async function start(): Promise<{ child: ChildProcess; milliseconds: number }> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: data, DEMO: 'on', DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (reply?.status === 200) return { child, milliseconds: performance.now() - began }
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    await pause(5)
  }
}

const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise((resolve) => {
    child.once('close', resolve)
    child.kill(signal)
  })

async function measure(signal: NodeJS.Signals): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { child, milliseconds } = await start()
    times.push(Math.round(milliseconds))
    if (signal === 'SIGKILL')
      process.kill(Number(readFileSync(join(clusterFolder(data), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    await end(child, signal)
  }
  return times
}

try {
  const first = await start()
  await end(first.child, 'SIGTERM')
  console.log(`First start with demo data: ${Math.round(first.milliseconds)} ms`)
  const restart = await measure('SIGTERM')
  console.log(`On existing data: median ${median(restart)} ms of ${restart.join(', ')}; at most ${limits.restart}`)
  await measure('SIGKILL').then((times) => {
    // The first start follows a clean shutdown, so leave it out.
    const killed = times.slice(1)
    console.log(`After kill -9: median ${median(killed)} ms of ${killed.join(', ')}; at most ${limits.killed}`)
    if (median(restart) > limits.restart || median(killed) > limits.killed) process.exitCode = 1
  })
  await end((await start()).child, 'SIGTERM')
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
