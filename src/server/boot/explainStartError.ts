// Turns errors of starting that an operator can fix into problems with a sentence.
// Defects of the program stay as they are.
import pg from 'pg'
import { folderProblem } from '../database/startupProblem'
import { StartProblem } from '../context/startError'

const refusals: Readonly<Record<string, string>> = {
  42501: [
    'may not make its tables there. Give it the rights on the schema (GRANT ALL ON SCHEMA',
    'public), or name the owner of the database in DATABASE_URL.',
  ].join(' '),
  25006: 'may only read there. Name the writable server in DATABASE_URL, not its copy.',
  53100: 'finds no room on the disk. Make room and start again.',
}

/** An error of the folder or the database as a problem; every other error unchanged. */
export function toStartProblem(error: unknown, dataDir: string): unknown {
  if (error instanceof pg.DatabaseError) {
    const refusal = refusals[error.code ?? '']
    return refusal === undefined
      ? error
      : new StartProblem(`The database refuses (${error.message}): its user ${refusal}`, { cause: error })
  }
  return folderProblem(error, dataDir)
}
