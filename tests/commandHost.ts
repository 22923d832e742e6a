// Runs commands of scripts/ for tests, each as if it was alone: with its words, its output and its exit code.
import { join } from 'node:path'
import { format } from 'node:util'

/** What a command printed, and how it ended. */
export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Command {
  readonly script: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

class Exit extends Error {}

let run = 0
const environment = { ...process.env }

process.on('message', (command: Command) => {
  void runCommand(command).then((said) => process.send!(said))
})
process.on('disconnect', () => process.exit())

async function runCommand({ script, words, environment: more }: Command): Promise<Said> {
  const said = { out: '', err: '' }
  const { exit, argv, stdout, stderr } = process
  const writers = [stdout.write, stderr.write] as const
  process.env = { ...environment, ...more }
  const file = join(import.meta.dirname, '..', 'scripts', /\.\w+$/.test(script) ? script : `${script}.ts`)
  process.argv = [argv[0]!, file, ...words]
  process.exitCode = undefined
  const keep = (stream: 'out' | 'err') => (text: string) => {
    said[stream] += text
    return true
  }
  stdout.write = keep('out')
  stderr.write = keep('err')
  process.exit = (code) => {
    process.exitCode = code ?? process.exitCode
    throw new Exit()
  }
  try {
    // A module runs once; with another address it is another one.
    await import(`${file}?${(run += 1)}`)
  } catch (error) {
    if (!(error instanceof Exit)) {
      said.err += `${format(error)}\n`
      process.exitCode = 1
    }
  } finally {
    Object.assign(process, { exit, argv })
    ;[stdout.write, stderr.write] = writers
  }
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return { code, ...said }
}
