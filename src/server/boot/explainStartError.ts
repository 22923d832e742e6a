// Turns errors of starting that an operator can fix into problems with a sentence.
// Defects of the program stay as they are.
import pg from 'pg'
import { folderProblem } from '../database/startupProblem'
import { StartProblem } from '../context/startError'

const pooler = [
  'the database is behind a pooler that shares connections between transactions, but prepared statements and',
  'notifications need sessions of their own. Use session pooling, or set DATABASE_URL to PostgreSQL itself.',
].join(' ')

const diskFull = '53100'
const refusals: Readonly<Record<string, string>> = {
  42501: [
    'its user may not create tables there. Give it the rights on the schema (GRANT ALL ON SCHEMA',
    'public), or name the owner of the database in DATABASE_URL.',
  ].join(' '),
  25006: 'its user may only read there. Name the writable server in DATABASE_URL, not its copy.',
  [diskFull]: 'the disk that holds its data is full. Free some space and start again.',
  // A prepared statement that exists already, and one that is missing: another connection answered.
  '42P05': pooler,
  26000: pooler,
}

/** Converts an error of the folder or the database into a problem; returns every other error unchanged. */
export function toStartProblem(error: unknown, dataDir: string): unknown {
  if (error instanceof pg.DatabaseError) {
    const refusal = refusals[error.code ?? '']
    const where = error.code === diskFull ? ` Without DATABASE_URL its data are in ${dataDir}.` : ''
    return refusal === undefined
      ? error
      : new StartProblem(`The database refuses (${error.message}): ${refusal}${where}`, { cause: error })
  }
  return folderProblem(error, dataDir)
}
