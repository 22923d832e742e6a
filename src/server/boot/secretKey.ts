// Refuses a start whose secret key differs from the one that sealed the database's secrets.
// The database holds a value derived from the key, never the key: servers with keys of their own sign webhooks wrongly
// and cannot open each other's secrets.
import sql from 'sql-template-tag'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { StartProblem } from '../context/startError'

type Parts = Pick<Dependencies, 'database' | 'integrations' | 'configuration'>

/** Records the key of the first start. @throws StartProblem for every other key */
export async function assertSameKey({ database, integrations, configuration }: Parts): Promise<void> {
  const value = integrations.secretStore.derive('key check')
  await database.query(sql`insert into "_secretKey" ("check") values (${value}) on conflict ("one") do nothing`)
  const [noted] = await database.query<{ check: string }>(sql`select "check" from "_secretKey"`)
  if (noted?.check === value) return
  const { secretKey, dataDir } = configuration
  throw new StartProblem(
    [
      `The secret key ${secretKey ? 'in SECRET_KEY' : `of ${dataDir}/secret.key`} is not the one with which the`,
      'secrets of this database were made. Servers of one database need the same SECRET_KEY, and a lost DATA_DIR its',
      'former secret.key: set the right one. If it is lost for good, see "Secret key" in OPERATION.md.',
    ].join(' '),
  )
}
