// Checks that the PostgreSQL server of a URL can be used, and explains why not.
// No sentence contains a password.
import { firstItem } from '../../../manifest/expression/values/present'
import pg from 'pg'
import { DatabaseProblem } from '../startupProblem'

const minVersion = 14

/**
 * Connects once to verify that the server answers, is new enough and stores UTF-8.
 * @throws DatabaseProblem with one sentence for each thing that can be wrong
 */
export async function checkUrl(url: string): Promise<void> {
  const client = clientOf(url)
  const path = `${client.host}:${client.port}`
  // The awaited calls report the same error; without a listener it would end the process as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
        current_setting('server_encoding') AS encoding`,
    )
    const { version, number, encoding } = firstItem(rows)
    assertRecent(path, version, number)
    assertUtf8(path, client.database ?? '', encoding)
  } catch (error) {
    throw error instanceof DatabaseProblem ? error : urlProblem(error, path, client)
  } finally {
    await client.end()
  }
}

function clientOf(url: string): pg.Client {
  const advice = 'Write it as postgres://user:password@host:port/database.'
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new DatabaseProblem('DATABASE_URL is not the URL of a PostgreSQL database.', advice)
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  } catch (error) {
    throw new DatabaseProblem(
      'DATABASE_URL cannot be read.',
      `${advice} Special characters in the password are written as %xx.`,
      '',
      { cause: error },
    )
  }
}

/** Rejects a server that is too old. `number`: the version as the server compares it, 140005 for 14.5. */
export function assertRecent(path: string, version: string, number: number): void {
  if (number < minVersion * 10_000) {
    throw new DatabaseProblem(
      `The database server at ${path} is PostgreSQL ${version}, at least ${minVersion} is needed.`,
      'Upgrade it, or set DATABASE_URL to a newer one.',
    )
  }
}

/** Rejects a database that cannot store every text. */
function assertUtf8(path: string, database: string, encoding: string): void {
  if (encoding !== 'UTF8') {
    throw new DatabaseProblem(
      `The database ${database} at ${path} stores ${encoding}, not UTF8.`,
      'Create one with ENCODING UTF8.',
    )
  }
}

function urlProblem(error: unknown, path: string, { user, database }: pg.Client): DatabaseProblem {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const options = { cause: error }
  const say = (sentence: string, advice: string, detail = '') => new DatabaseProblem(sentence, advice, detail, options)
  if (code === '28P01' || code === '28000' || /client password must be/.test(message)) {
    return say(
      [
        `The database server at ${path} rejects the user ${user}:`,
        'the password is wrong or the user may not connect from here.',
      ].join(' '),
      'Correct DATABASE_URL, or the access rules of that server.',
    )
  }
  if (code === '3D000')
    return say(`The database server at ${path} has no database ${database}.`, 'Create it, or correct DATABASE_URL.')
  if (code === '53300')
    return say(
      `The database server at ${path} accepts no more connections.`,
      'Close others, or raise its max_connections.',
    )
  if (code === '57P03')
    return say(`The database server at ${path} is starting or stopping.`, 'Wait a moment and start again.')
  if (/SSL|TLS|certificate/i.test(`${code} ${message}`)) {
    return say(
      `A secure connection to the database server at ${path} could not be established.`,
      'Correct sslmode in DATABASE_URL, or the certificate of that server.',
      message,
    )
  }
  if (/^(E[A-Z_]+)$/.test(code) || /timeout|terminated/i.test(message)) {
    return say(
      `The database server at ${path} cannot be reached (${code || 'no answer'}).`,
      'Check that it is running, and that host and port in DATABASE_URL are correct.',
    )
  }
  return say(`The database at ${path} cannot be used.`, 'Its message is below.', message)
}
