// Runs the command that creates the first account, with or without a running server.
import sql from 'sql-template-tag'
import { readConfiguration, type Configuration } from '../../context/configuration'
import { StartProblem } from '../../context/startError'
import { openDatabase, type Database } from '../../database/connection/openDatabase'
import { compileFolder } from '../../endpoints/manifests/compileManifests'
import { serverLock } from '../../live/broadcast'
import { migrate } from '../../migration/migrate'
import { urlOfRunning } from '../backup/connect'
import { prepareOwnTables } from '../engineTables'
import { toStartProblem } from '../explainStartError'
import { printedError } from '../printedError'
import { tablesInUse } from '../sayMigrated'
import { createFirstAccount } from './account'

/** `npm run account -- LOGIN`; ends the process with code 1 on failure. */
export async function accountCommand(login: string): Promise<void> {
  try {
    const configuration = readConfiguration(process.env)
    const account = await make(configuration, login).catch((error: unknown) => {
      throw toStartProblem(error, configuration.dataDir)
    })
    console.log(
      [
        `The first account was created. It may do everything, so sign in now and change its password:`,
        `  ${account.login}  ${account.password}`,
        'The password is shown only once.',
      ].join('\n'),
    )
  } catch (error) {
    console.error(printedError(error))
    process.exitCode = 1
  }
}

async function make({ schemasDir, ...configuration }: Configuration, login: string) {
  const compiled = await compileFolder(schemasDir)
  if (!('app' in compiled))
    throw new StartProblem(`The manifests in ${schemasDir} are not sound. npm run check lists the problems.`)
  const { dataDir, readSeconds, rowSecurity } = configuration
  const running = configuration.databaseUrl ? undefined : urlOfRunning(dataDir)
  const url = configuration.databaseUrl ?? running
  const database = await openDatabase({
    url,
    dataDir,
    readSeconds,
    rowSecurity,
    log: () => undefined,
    say: console.error,
  })
  try {
    return await createFirstAccount(database, compiled.app, {
      schemasDir,
      login,
      // A running server has prepared the tables, perhaps for other manifests than the folder's.
      prepare: async () => {
        if (running || !(await isAlone(database))) return
        const onWait = tablesInUse({ say: console.error })
        await prepareOwnTables(database, onWait)
        await migrate(database, compiled.app, onWait)
      },
    })
  } finally {
    await database.close()
  }
}

async function isAlone(database: Database): Promise<boolean> {
  return database.owner.transaction(async (tx) => {
    const [lock] = await tx.query<{ alone: boolean }>(sql`select pg_try_advisory_xact_lock(${serverLock}) as "alone"`)
    return lock?.alone === true
  })
}
