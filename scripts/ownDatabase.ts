/** Tests that always start the embedded database: a second server would change nothing. */
export const ownDatabase: readonly string[] = [
  'tests/server/database/embedded.test.ts',
  'tests/server/main.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/start.test.ts',
  'tests/whole/start.test.ts',
  'tests/whole/firstAccount.test.ts',
  'tests/whole/killedImport.test.ts',
  'tests/whole/killedUploads.test.ts',
  'tests/whole/measured.test.ts',
]
/** Tests of several servers on one database: the embedded one has a single server. */
export const sharedDatabase: readonly string[] = ['tests/server/broadcast.test.ts', 'tests/whole/processes.test.ts']
