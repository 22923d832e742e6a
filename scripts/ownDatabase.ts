/** Tests that start the embedded database in any environment. */
export const ownDatabase: readonly string[] = [
  'tests/server/database/embedded.test.ts',
  'tests/server/main.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/start.test.ts',
  'tests/whole/start.test.ts',
  'tests/whole/killedUploads.test.ts',
]
