// How do tests run many commands of scripts/? One process holds the engine and runs them one after the other; what only
// a process of its own shows, a pipe or a way to end, is started as at a terminal.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortLived } from '../scripts/shortLived.mjs'
import type { Said } from './commandHost'

/** Every command of package.json that is a script of ours, with the file that it runs and its first word, if any. */
export const usages = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts,
).flatMap(([command, line]): [string, string, string[]][] => {
  const [, file, word] = /^(?:tsx|node(?: --import \S+)*) scripts\/([\w.]+)(?: ([\w-]+))?$/.exec(line) ?? []
  return file === undefined ? [] : [[command, file, word === undefined ? [] : [word]]]
})

export interface Commands {
  /** Runs `npm run script -- words`, to its end. @param environment variables of this run alone */
  run(script: string, words?: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Said>
  end(): Promise<void>
}

interface Host {
  readonly child: ChildProcess
  readonly gone: Promise<unknown>
}

/** A process for commands on a folder of manifests, which starts with the first of them. */
export function commandsOn(schemas: string): Commands {
  let host: Host | undefined
  let before: Promise<unknown> = Promise.resolve()
  const runNext: Commands['run'] = async (script, words = [], environment = {}) => {
    const { child, gone } = (host ??= start(schemas))
    const waiting = new AbortController()
    const answer = once(child, 'message', waiting)
    child.send({ script, words, environment })
    const said = await Promise.race([answer, gone.then(() => undefined)])
    waiting.abort()
    if (!said) throw new Error(`The process of the commands ended while ${script} ran.`)
    return said[0] as Said
  }
  return {
    run(...command) {
      const said = before.then(() => runNext(...command))
      before = said.catch(() => undefined)
      return said
    },
    async end() {
      if (host?.child.connected) host.child.disconnect()
      await host?.gone
    },
  }
}

function start(schemas: string): Host {
  const child = fork(join(import.meta.dirname, 'commandHost.ts'), {
    cwd: join(import.meta.dirname, '..'),
    execArgv: [...shortLived, '--import', 'tsx'],
    // Not a terminal, even where the tests run at one: a command would wait there for answers.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SCHEMAS_DIR: schemas, API_KEY: undefined },
  })
  return { child, gone: once(child, 'exit') }
}
