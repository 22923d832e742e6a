// Writes the server's log: one line per event, as JSON or for people, filtered by LOG_LEVEL.
// Each line names request, account and tenant by id. `say` addresses the person at the terminal.
import pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { LogFormat, LogLevel } from './variables'
import { requestScope } from './requestScope'

export interface Log {
  /** Always printed: addresses, accounts, problems of manifests. */
  readonly say: (line: string) => void
  readonly error: (line: string, error?: unknown) => void
  readonly warn: (line: string) => void
  readonly info: (line: string) => void
  readonly debug: (line: string) => void
  /** Fastify logs through the same log. */
  readonly logger: FastifyBaseLogger
}

interface LogOutput {
  readonly write?: (line: string) => void
  readonly say?: (line: string) => void
  readonly format?: LogFormat
}

/** A log of the given level. Lines never contain tokens, passwords, query strings or user input. */
export function createLog(
  level: LogLevel,
  {
    write = (line) => process.stderr.write(`${line}\n`),
    say = (line) => process.stdout.write(`${line}\n`),
    format = 'people',
  }: LogOutput = {},
): Log {
  const print = (line: string) => write(format === 'json' ? line.trimEnd() : forPeople(JSON.parse(line) as Line))
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError },
      mixin: () => {
        const { request, account, tenant } = requestScope() ?? {}
        return { request, account, tenant }
      },
    },
    { write: print },
  )
  const writerFor = (name: 'error' | 'warn' | 'info' | 'debug') => (line: string, error?: unknown) =>
    error === undefined ? logger[name](line) : logger[name]({ err: error }, line)
  const announced = (line: string) => {
    if (line.trim()) say(JSON.stringify({ level: 'info', time: new Date().toISOString(), msg: line.trim() }))
  }
  return {
    say: format === 'json' ? announced : say,
    error: writerFor('error'),
    warn: writerFor('warn'),
    info: writerFor('info'),
    debug: writerFor('debug'),
    logger,
  }
}

interface LoggableError {
  readonly type: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggableError
}

interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly err?: LoggableError
  readonly [name: string]: unknown
}

/** An error without the values that PostgreSQL quotes from the statement: they may be personal data. */
function loggableError(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, stack: String(error) }
  const code = (error as { code?: unknown }).code
  const stack = error.stack ?? error.message
  return {
    type: error.name,
    stack: error instanceof pg.DatabaseError ? stack.replace(error.message, withoutValues(error)) : stack,
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  }
}

// Classes 22 and 23 are about data: the message quotes values after a colon, names before it.
function withoutValues({ message, code }: pg.DatabaseError): string {
  return code?.startsWith('22') ? message.replace(/: .*$/s, ': …') : message
}

function forPeople({ level, time, msg, err, ...rest }: Line): string {
  const pairs = Object.entries(rest).map(([name, value]) => ` ${name}=${String(value)}`)
  return `${time} ${level} ${msg ?? ''}${pairs.join('')}${err ? `\n${stackOf(err)}` : ''}`
}

function stackOf({ stack, cause }: LoggableError): string {
  return cause ? `${stack}\ncaused by ${stackOf(cause)}` : stack
}
