// Where does the server say what happens? On the terminal, one line an event, as much as LOG_LEVEL wants; `say` is for the person who started it.
import { logLevels, type LogLevel } from './configuration'

export interface Log {
  /** Always printed: addresses, accounts, problems of manifests. */
  readonly say: (line: string) => void
  readonly error: (line: string, error?: unknown) => void
  readonly warn: (line: string) => void
  readonly info: (line: string) => void
  readonly debug: (line: string) => void
}

/** A log that prints what `level` lets through. Lines never hold tokens, passwords or query strings. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
  say: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Log {
  const wanted = logLevels.indexOf(level)
  const at = (name: LogLevel) => (line: string, error?: unknown) => {
    if (logLevels.indexOf(name) > wanted) return
    write(`${new Date().toISOString()} ${name} ${line}${error === undefined ? '' : `\n${stackOf(error)}`}`)
  }
  return { say, error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
