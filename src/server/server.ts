// How do the parts become a running server? Made one after the other, handed to each other, and taken down in the opposite order.
// Whatever a person can put right is a StartProblem with one sentence; nothing half started is left behind.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { App } from '../manifest/app'
import { createAppHolder } from './appHolder'
import { runDependencies } from './committed'
import type { Configuration } from './configuration'
import { migrate } from './database/migrate'
import { openDatabase, type Database } from './database/open'
import { loadDemo, type DemoAccount } from './demo'
import type { Dependencies } from './dependencies'
import { removeLoose } from './files/loose'
import { removeUnused } from './files/rows'
import { createS3 } from './files/s3'
import { createFileStore } from './files/store'
import { createHandler, findTarget } from './handle'
import { createHttp } from './http'
import { startJobs } from './jobs'
import { startCourier } from './senders/courier'
import { createCallers } from './identify'
import { createLive } from './live'
import { tellChanges } from './liveChanges'
import type { Log } from './log'
import { entryOf } from './operations/entry'
import { standInPath } from './outside/door'
import { mapPlace, type MapPlace } from './outside/mapPage'
import { openOutside, type OpenedOutside } from './outside/open'
import { mapStandIn } from './outside/standIn'
import { prepareOwnTables } from './ownTables'
import { relayChanges } from './relay'
import { inWords, StartProblem } from './startProblem'
import { compileFolder, takeOver } from './takeOver'
import { watchFiles } from './watch'

export interface ServerOptions {
  readonly configuration: Configuration
  readonly log: Log
  /** The built web page. */
  readonly webFolder: string
  /** Empty a database that holds demo data, and load the demo data anew. */
  readonly resetDemo?: boolean
  /** Called when the server cannot go on. */
  readonly onFailure?: (sentence: string) => void
  readonly clock?: () => Date
}

export interface RunningServer {
  /** http://host:port */
  readonly address: string
  readonly demoAccounts: readonly DemoAccount[]
  readonly dependencies: Dependencies
  /** What the stand-ins of senders were handed. */
  readonly sent: OpenedOutside['sent']
  close(): Promise<void>
}

const grace = 8_000

/** @throws StartProblem, DatabaseProblem or SourcesProblem, each with its sentence */
export async function startServer({
  configuration,
  log,
  webFolder,
  resetDemo = false,
  onFailure,
  clock = () => new Date(),
}: ServerOptions): Promise<RunningServer> {
  const app = await soundApp(configuration.schemasDir)
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const database = await openDatabase({
      url: configuration.databaseUrl,
      dataDir: configuration.dataDir,
      log: log.info,
      onExit: (problem) => onFailure?.(problem.message),
    })
    undo.push(() => database.close())
    const live = createLive()
    undo.push(async () => live.close())
    const holder = createAppHolder(app)
    const outside = await openOutside(configuration, () => holder.current, log, clock)
    undo.push(() => outside.close())
    const dependencies: Dependencies = {
      holder,
      database,
      outside: outside.door,
      configuration,
      log,
      live,
      clock,
      files: await createFileStore(join(configuration.dataDir, 'files'), {
        alone: database.kind === 'embedded',
        remote: configuration.s3 && createS3(configuration.s3, outside.door.outgoing, configuration.uploadBytes, clock),
      }),
      callers: createCallers(database, configuration.sessionHours),
      senders: outside.senders,
      identities: outside.identities,
    }
    const demoAccounts = await prepare(dependencies, resetDemo)
    await sweepFiles(dependencies)
    undo.push(tellChanges(dependencies), relayChanges(dependencies))
    const address = await listen(dependencies, outside, webFolder, undo)
    if (configuration.jobs)
      undo.push(
        startJobs({
          database,
          log,
          files: dependencies.files,
          app: () => dependencies.holder.current,
          now: clock,
          hourly: (now) => removeUnused(database, dependencies.files, now),
          onCommitted: runDependencies({ app, server: dependencies }).onCommitted,
        }),
      )
    if (configuration.jobs) undo.push(startCourier(dependencies))
    if (configuration.watch) {
      const watch = await watchFiles({
        folder: configuration.schemasDir,
        onChange: () => takeOver(dependencies),
        onError: (error) => log.error('The manifests could not be looked at', error),
      })
      undo.push(() => watch.close())
    }
    return { address, demoAccounts, dependencies, sent: outside.sent, close }
  } catch (error) {
    await close()
    throw inWords(error, configuration.dataDir)
  }
}

async function soundApp(folder: string): Promise<App> {
  const compiled = await compileFolder(folder)
  if ('app' in compiled) return compiled.app
  throw new StartProblem(
    `${compiled.problems.join('\n\n')}\n\nThe manifests in ${folder} are not sound: ${compiled.problems.length} ${compiled.problems.length === 1 ? 'problem' : 'problems'}.`,
  )
}

async function prepare(dependencies: Dependencies, reset: boolean): Promise<readonly DemoAccount[]> {
  const { database, holder } = dependencies
  const tables = async () => {
    await prepareOwnTables(database)
    await migrateOrStop(database, holder.current)
  }
  await tables()
  return loadDemo(dependencies, reset, tables)
}

/** What a server that was killed left of the files it was keeping; on a database of our own no other server can be keeping one now. */
async function sweepFiles({ database, files, log, clock }: Dependencies): Promise<void> {
  if (database.kind !== 'embedded') return
  await removeLoose(database, files, clock()).catch((error: unknown) =>
    log.error('What was left of interrupted uploads could not be removed; it is tried again every hour', error),
  )
}

async function migrateOrStop(database: Database, app: App): Promise<void> {
  try {
    await migrate(database, app)
  } catch (error) {
    if (error instanceof Error && error.name === 'MigrationProblem')
      throw new StartProblem(error.message, { cause: error })
    throw error
  }
}

/** Without a key a demo has the stand-in of the map service; everywhere else addresses are plain fields then. */
function mapOf({ configuration: { mapKey, mapCode, demo }, holder }: Dependencies): MapPlace | undefined {
  return mapKey === undefined && !demo
    ? undefined
    : mapPlace(holder.current.product.map, { key: mapKey, code: mapCode, standIn: `${standInPath}/${mapStandIn}/maps` })
}

async function listen(
  dependencies: Dependencies,
  outside: OpenedOutside,
  webFolder: string,
  undo: (() => Promise<void>)[],
): Promise<string> {
  const { configuration, holder, database, live, log } = dependencies
  const transport = createHandler(holder, database, dependencies)
  const server = await createHttp({
    transport,
    isCall: (method, path) => path.startsWith('/api/') || findTarget(holder.current, method, path) !== undefined,
    configuration,
    log,
    webFolder,
    standIn: outside.standIn,
    map: mapOf(dependencies),
    entry: () => entryOf(holder.current),
  })
  undo.push(async () => {
    // Open streams of events would never end by themselves; calls at work have a little time.
    live.close()
    const impatient = setTimeout(() => server.server.closeAllConnections(), grace)
    await server.close()
    clearTimeout(impatient)
  })
  const { host, port } = configuration
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartProblem(
        `Port ${port} on ${host} is taken by another program. Stop that program, or set PORT to another port.`,
        { cause: error },
      )
    if (code === 'EACCES')
      throw new StartProblem(`This user may not listen on port ${port}. Set PORT to a port of 1024 or higher.`, {
        cause: error,
      })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartProblem(
        `This machine has no address ${host}. Set HOST to 127.0.0.1, or to an address of this machine.`,
        { cause: error },
      )
    throw error
  }
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${(server.server.address() as AddressInfo).port}`
}
