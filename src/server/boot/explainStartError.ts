// Turns errors of starting that an operator can fix into problems with a sentence.
// Defects of the program stay as they are.
import pg from 'pg'
import { folderProblem } from '../database/startupProblem'
import { StartProblem } from '../context/startError'

const pooler = [
  'the database is behind a pooler that lends a connection to one transaction after the other, and prepared',
  'statements and notifications need their own. Let the pooler lend whole sessions, or let DATABASE_URL lead to',
  'PostgreSQL itself.',
].join(' ')

const refusals: Readonly<Record<string, string>> = {
  42501: [
    'its user may not make its tables there. Give it the rights on the schema (GRANT ALL ON SCHEMA',
    'public), or name the owner of the database in DATABASE_URL.',
  ].join(' '),
  25006: 'its user may only read there. Name the writable server in DATABASE_URL, not its copy.',
  53100: 'its user finds no room on the disk. Make room and start again.',
  // A prepared statement that exists already, and one that is missing: another connection answered.
  '42P05': pooler,
  26000: pooler,
}

/** An error of the folder or the database as a problem; every other error unchanged. */
export function toStartProblem(error: unknown, dataDir: string): unknown {
  if (error instanceof pg.DatabaseError) {
    const refusal = refusals[error.code ?? '']
    return refusal === undefined
      ? error
      : new StartProblem(`The database refuses (${error.message}): ${refusal}`, { cause: error })
  }
  return folderProblem(error, dataDir)
}
