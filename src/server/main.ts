// What does somebody at a terminal see of the server? Where it is, who may sign in, and one sentence when it cannot start. Ends cleanly on SIGINT and SIGTERM.
import { join } from 'node:path'
import { ConfigurationProblem, readConfiguration } from './configuration'
import { DatabaseProblem } from './database/problem'
import { createLog } from './log'
import { DemoProblem } from './demo'
import { startServer, type RunningServer } from './server'
import { SourcesProblem } from './sources'
import { StartProblem } from './startProblem'

export interface MainOptions {
  /** The folder of the program, with dist/ in it. */
  readonly root: string
  readonly resetDemo: boolean
}

/** Starts the server and keeps it running; ends the process with code 1 when it cannot. */
export async function main({ root, resetDemo }: MainOptions): Promise<void> {
  let running: RunningServer | undefined
  const stop = async (code: number) => {
    const ending = running
    running = undefined
    await ending?.close()
    process.exit(code)
  }
  try {
    const configuration = readConfiguration(process.env)
    const log = createLog(configuration.logLevel)
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        // A second signal means it: whoever sends it does not want to wait for open requests. The embedded database is told to stop even then.
        if (asked) process.exit(1)
        asked = true
        if (running) stop(0).catch(fail)
      })
    }
    running = await startServer({
      configuration,
      log,
      webFolder: join(root, 'dist'),
      resetDemo,
      onFailure: (sentence) => {
        console.error(sentence)
        stop(1).catch(fail)
      },
    })
    if (asked) return await stop(0)
    for (const line of greeting(running)) log.say(line)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  const known =
    error instanceof StartProblem ||
    error instanceof DemoProblem ||
    error instanceof DatabaseProblem ||
    error instanceof ConfigurationProblem ||
    error instanceof SourcesProblem
  console.error(known ? (error as Error).message : error)
  process.exit(1)
}

function greeting({ address, demoAccounts, dependencies }: RunningServer): string[] {
  const [chinese, english] = dependencies.holder.current.product.title
  const lines = [``, `${chinese} · ${english}`, `${address}`]
  if (demoAccounts.length > 0) {
    const width = Math.max(...demoAccounts.map(({ login }) => login.length))
    lines.push(
      '',
      `演示账号 · Demo accounts, password ${[...new Set(demoAccounts.map(({ password }) => password))].join(' / ')}`,
    )
    for (const { login, title } of demoAccounts) lines.push(`  ${login.padEnd(width)}  ${title[0]} · ${title[1]}`)
  }
  return [...lines, '']
}
