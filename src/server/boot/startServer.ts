// Starts the parts of the server in order, connects them, and stops them in reverse order.
// What an operator can fix is a StartProblem with one sentence; a failed start leaves nothing running.
import { join, relative } from 'node:path'
import type { App } from '../../manifest/model/app'
import { counted } from '../../manifest/problems/counted'
import { inEnglish } from '../../manifest/problems/print'
import { createLiveApp } from '../context/liveApp'
import { sweepAged } from '../jobs/sweepAged'
import { runDependencies } from '../mutation/runDependencies'
import type { Configuration } from '../context/configuration'
import { sayMigrated, tablesInUse } from './sayMigrated'
import { migrate, type Migrated } from '../migration/migrate'
import { MigrationProblem } from '../migration/refusal'
import { openDatabase, type Database } from '../database/connection/openDatabase'
import { emptyDemo, loadDemo, shownAccounts, type DemoAccount } from './demo/load'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { removeOrphans } from '../files/orphans'
import { sendForgotten } from '../endpoints/exchange/importSummaries'
import { requestScope } from '../context/requestScope'
import { sweepLookups } from '../mutation/write/lookupTries'
import { sweepLinks } from '../endpoints/records/printing/documentLinks'
import { removeUnused } from '../files/fileRecords'
import { createS3 } from '../files/s3'
import { createFileStore } from '../files/fileStore'
import { startJobs } from '../jobs/jobs'
import { createOutgoing } from '../egress/httpEgress'
import { startOutboxWorker } from '../integrations/channels/outboxWorker'
import { startWebhookWorker } from '../integrations/webhooks/webhookWorker'
import { startScheduledReports } from '../endpoints/lists/scheduledReports'
import { createCallers } from '../auth/callers'
import { startListening } from './listen'
import { createLive } from '../live/streams'
import { publishChanges } from '../live/publishChanges'
import type { Log } from '../context/log'
import type { Metrics } from '../http/metrics'
import { createLifecycle, listenForOperations } from './lifecycle'
import { openIntegrations, type OpenedIntegrations } from '../integrations/open'
import { prepareOwnTables } from './engineTables'
import { broadcastChanges } from '../live/broadcast'
import { hasAccount } from './hasAccount'
import { assertSameKey } from './secretKey'
import { toStartProblem } from './explainStartError'
import { StartProblem } from '../context/startError'
import type { WatchMode } from '../context/variables'
import { compileFolder, type CompiledFolder, type SoundFolder } from '../endpoints/manifests/compileManifests'
import { withoutWaitingChange } from './reload/folderChanges'
import { watchManifests } from './reload/watchManifests'

interface ServerOptions {
  readonly configuration: Configuration
  readonly log: Log
  /** The built web page. */
  readonly webFolder: string
  /** Empties a database that contains demo data, and loads the demo data again. */
  readonly resetDemo?: boolean
  /** Called when the server cannot go on. */
  readonly onFailure?: (sentence: string) => void
  readonly clock?: () => Date
  /** Reads and compiles the folder of the manifests at the start. */
  readonly compileManifests?: typeof compileFolder
}

export interface RunningServer {
  /** http://host:port */
  readonly address: string
  readonly demoAccounts: readonly DemoAccount[]
  /** How changed manifests are handled from now on. */
  readonly watch: WatchMode
  readonly dependencies: Dependencies
  /** Messages that the stand-ins of channels received. */
  readonly sent: OpenedIntegrations['sent']
  close(): Promise<void>
}

/** @throws StartProblem, DatabaseProblem or SourcesProblem, each with its sentence */
export async function startServer({
  configuration,
  log,
  webFolder,
  resetDemo = false,
  onFailure,
  clock = () => new Date(),
  compileManifests = compileFolder,
}: ServerOptions): Promise<RunningServer> {
  const { app, warnings, texts } = soundApp(await compileManifests(configuration.schemasDir), configuration.schemasDir)
  const lifecycle = createLifecycle(log)
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    await lifecycle.close(configuration.drainSeconds)
    await runAll(undo.splice(0).reverse())
  }
  try {
    if (configuration.operations) undo.push(await listenForOperations(configuration.operations, lifecycle.health, log))
    const database = await connect(configuration, log, onFailure)
    undo.push(() => database.close())
    const live = createLive()
    undo.push(async () => live.close())
    const liveApp = createLiveApp(app, warnings, texts)
    const integrations = await openIntegrations(configuration, () => liveApp.current, log, clock)
    undo.push(() => integrations.close())
    const dependencies: Dependencies = {
      liveApp,
      database,
      integrations: integrations.client,
      configuration,
      log,
      live,
      clock,
      files: await createFileStore(join(configuration.dataDir, 'files'), {
        alone: database.kind === 'embedded',
        remote:
          configuration.s3 &&
          createS3(configuration.s3, integrations.client.outgoing, configuration.uploadBytes, clock),
      }),
      callers: createCallers(database, configuration.sessionHours),
      channels: integrations.channels,
      identities: integrations.identities,
    }
    lifecycle.watch(dependencies)
    // Listen before the data is prepared: early visitors get "please wait" instead of a refused connection.
    const listening = await startListening(dependencies, { integrations, webFolder, lifecycle })
    undo.push(listening.close)
    const demoAccounts = await prepare(dependencies, resetDemo)
    const watch = watchModeOf(dependencies, demoAccounts)
    await sweepFiles(dependencies)
    // Move the listener last, so that it is closed first.
    undo.splice(undo.indexOf(listening.close), 1)
    undo.push(publishChanges(dependencies), broadcastChanges(dependencies), listening.close)
    lifecycle.begin()
    if (configuration.jobs) undo.push(...work(dependencies, app, lifecycle.metrics))
    if (watch !== 'off') undo.push(await watchManifests(dependencies, watch))
    return { address: listening.address, demoAccounts, watch, dependencies, sent: integrations.sent, close }
  } catch (error) {
    await close().catch((closeError: unknown) => log.error('A failed start could not be undone completely', closeError))
    throw toStartProblem(error, configuration.dataDir)
  }
}

const withoutAccount = [
  'There is no account yet, so nobody can sign in. Create the first one with npm run account -- LOGIN, where LOGIN is',
  'what that person will enter to sign in; this server may keep running.',
].join('\n')

/** Runs the steps in order, also those after one that fails. @throws the first failure */
async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

function connect(
  { databaseUrl: url, dataDir, bufferMegabytes, readSeconds, rowSecurity }: Configuration,
  log: Log,
  onFailure: ServerOptions['onFailure'],
): Promise<Database> {
  const onExit = (problem: Error) => onFailure?.(problem.message)
  const answersCall = () => requestScope() !== undefined
  const embedded = { dataDir, bufferMegabytes, onExit }
  return openDatabase({ ...embedded, url, readSeconds, rowSecurity, answersCall, log: log.info, say: log.say })
}

/**
 * With demo accounts to try, changes go live at once; otherwise they wait for an administrator. A product without
 * proposals cannot ask: there they wait for the next start, but with DEMO=on they go live unless WATCH is set.
 */
function watchModeOf({ configuration, liveApp }: Dependencies, demoAccounts: readonly DemoAccount[]): WatchMode {
  const { watch, demo } = configuration
  const mode = watch ?? (demoAccounts.length > 0 ? 'on' : 'ask')
  if (mode !== 'ask' || liveApp.current.product.proposals) return mode
  return watch === undefined && demo ? 'on' : 'off'
}

/** With WATCH=ask a change that was waiting keeps waiting after a restart. */
async function resumeBeforeWaitingChange(dependencies: Dependencies): Promise<void> {
  const { liveApp, log } = dependencies
  if (watchModeOf(dependencies, await shownAccounts(dependencies)) !== 'ask') return
  const former = await withoutWaitingChange(dependencies)
  if (!former) return
  liveApp.swap(former.app, former.warnings, former.texts)
  log.say('The folder of manifests has a change that was not applied yet; the former version stays live.')
}

/** Starts the server's background work. */
function work(dependencies: Dependencies, app: App, metrics: Metrics): (() => Promise<void>)[] {
  const { database, files, log, clock, liveApp, live, configuration } = dependencies
  const jobs = startJobs({
    database,
    log,
    files,
    app: () => liveApp.current,
    now: clock,
    hourly: [
      (now) => removeUnused(database, files, now),
      (now) => sweepLinks(database, now),
      (now) => sendForgotten(dependencies, now),
      (now) => sweepLookups(database, now),
      (now) => sweepAged(database, liveApp.current, configuration, now),
    ],
    onRun: metrics.ran,
    onRound: metrics.round,
    onCommitted: runDependencies({ app, server: dependencies }).onCommitted,
  })
  const { secretStore } = dependencies.integrations
  const { privateWebhooks: privateAddresses } = configuration
  const egress = createOutgoing({ privateNames: privateAddresses })
  const { delivered, attempted: onAttempt, reported: onOutcome } = metrics
  const webhookServer = { database, log, clock, liveApp, live, egress, secretStore, privateAddresses, onAttempt }
  const roundOf = (work: string) => (outcome: 'done' | 'failed') => metrics.round(work, outcome)
  return [
    jobs,
    startOutboxWorker(dependencies, { onDelivered: delivered, onRound: roundOf('outbox') }),
    startWebhookWorker(webhookServer, roundOf('webhooks')),
    startScheduledReports({ ...dependencies, onOutcome }, { onRound: roundOf('scheduledReports') }),
  ]
}

function soundApp(compiled: CompiledFolder, folder: string): SoundFolder {
  if ('app' in compiled) return compiled
  throw new StartProblem(
    [
      `${inEnglish(compiled.problems).join('\n\n')}\n\nThe manifests in ${folder} are not sound:`,
      `${counted(compiled.problems.length, 'problem')}.`,
    ].join(' '),
  )
}

async function prepare(dependencies: Dependencies, reset: boolean): Promise<readonly DemoAccount[]> {
  const { database, liveApp } = dependencies
  const migrateTables = async () => sayMigrated(dependencies.log, await migrateOrStop(dependencies))
  const prepareEngine = async () => {
    await prepareOwnTables(database, tablesInUse(dependencies.log))
    await assertSameKey(dependencies)
  }
  await prepareEngine()
  if (reset && (await emptyDemo(dependencies))) await prepareEngine()
  await resumeBeforeWaitingChange(dependencies)
  await migrateTables()
  const demoAccounts = await loadDemo(dependencies, reset)
  if (!(await hasAccount(database, liveApp.current))) dependencies.log.say(withoutAccount)
  return demoAccounts
}

/** Removes leftovers of a killed server's uploads; on an embedded database no other server can be uploading now. */
async function sweepFiles({ database, files, log, clock }: Dependencies): Promise<void> {
  if (database.kind !== 'embedded') return
  await removeOrphans(database, files, clock()).catch((error: unknown) =>
    log.error('Leftovers of interrupted uploads could not be removed; another attempt follows every hour', error),
  )
}

async function migrateOrStop({ database, liveApp, log, configuration }: Dependencies): Promise<Migrated> {
  const { schemasDir } = configuration
  try {
    return await migrate(database, liveApp.current, tablesInUse(log))
  } catch (error) {
    if (error instanceof MigrationProblem)
      throw new StartProblem(inEnglish(error.printed(schemasDir, relative(process.cwd(), schemasDir))).join('\n\n'), {
        cause: error,
      })
    throw error
  }
}
