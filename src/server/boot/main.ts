// Runs the server at a terminal: prints its address and accounts, or why it cannot start.
// Ends cleanly on SIGINT and SIGTERM.
import type { Text } from '../../manifest/model/text'
import { join } from 'node:path'
import { readConfiguration } from '../context/configuration'
import { misnamedFolder, type LogFormat, type WatchMode } from '../context/variables'
import { createLog } from '../context/log'
import { startServer, type RunningServer } from './startServer'
import { printedError } from './printedError'
import { inAllLanguages } from '../context/phrases'

interface MainOptions {
  /** The folder of the program, which contains dist/. */
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
    const log = createLog(configuration.logLevel, { format: configuration.logFormat })
    const misnamed = misnamedFolder(process.env)
    if (misnamed !== undefined) log.warn(misnamed)
    let isEnding = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        // A second signal ends at once, without waiting for open requests. The embedded database is stopped all the
        // same.
        if (isEnding) process.exit(1)
        isEnding = true
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
    if (isEnding) return await stop(0)
    const folder = configuration.schemasDir
    if (folder !== join(root, 'schemas')) log.say(`Manifests of ${folder}.`)
    for (const line of greeting(running, configuration.logFormat)) log.say(line)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  console.error(printedError(error))
  process.exit(1)
}

const watchSentences: Readonly<Record<WatchMode, string>> = {
  on: 'Changed manifests are taken over at once (WATCH=on).',
  ask: 'Changed manifests wait until an administrator applies them in the page (WATCH=ask).',
  off: 'Changed manifests are read at the next start (WATCH=off).',
}

function greeting({ address, demoAccounts, watch, dependencies }: RunningServer, format: LogFormat): string[] {
  // A stored log must not contain passwords, not even those of a demo.
  if (format === 'json') return [`Ready at ${address}`, watchSentences[watch]]
  const lines = ['', inEveryLanguage(dependencies.liveApp.current.product.title), address]
  if (demoAccounts.length > 0) {
    const passwords = [...new Set(demoAccounts.map(({ password }) => password))]
    const width = Math.max(...demoAccounts.map(({ login }) => login.length))
    lines.push('', `${inAllLanguages('demo_accounts')}, password ${passwords.join(' / ')}`)
    for (const { login, title } of demoAccounts) lines.push(`  ${login.padEnd(width)}  ${inEveryLanguage(title)}`)
  }
  return [...lines, '', watchSentences[watch], '']
}

const inEveryLanguage = (text: Text): string => Object.values(text).join(' · ')
