// Turns a changed folder of manifests into the live App: compile, check, migrate, swap, notify.
// An invalid folder changes nothing: its problems are printed and shown to administrators.
// With WATCH=ask a sound one waits until an administrator applies it.
import { relative } from 'node:path'
import { accessLock } from '../../../manifest/access/lock/accessLock'
import type { App } from '../../../manifest/model/app'
import { revisionOf } from '../../../manifest/1-read/revision'
import { lockDifference } from '../../../manifest/access/lock/changes'
import { inEnglish, printedSentence, type PrintedProblem } from '../../../manifest/problems/print'
import type { WatchMode } from '../../context/variables'
import { compileEarly, type PendingFolder, type SoundFolder } from '../../endpoints/manifests/compileManifests'
import type { Dependencies } from '../../endpoints/contract/dependencies'
import { readSources } from '../../workers/readManifests'
import { migrate, type Migrated } from '../../migration/migrate'
import { MigrationProblem } from '../../migration/refusal'
import { proposeChange, countWaitingChanges, recordAppliedChange, withdrawQuestions, wasApplied } from './folderChanges'
import { sayMigrated, tablesInUse } from '../sayMigrated'
import { haveSameTables } from './sameTables'

/** Whether the live revision is that of the folder. */
export const isFolderLive = ({ liveApp, configuration }: Dependencies): boolean =>
  revisionOf(readSources(configuration.schemasDir)) === liveApp.current.revision

/** After a decision about a change: reloads the folder unless it is live already. */
export async function followDecision(dependencies: Dependencies, mode: Exclude<WatchMode, 'off'>): Promise<void> {
  if (!isFolderLive(dependencies)) return void (await reloadManifests(dependencies, mode))
  await withdrawQuestions(dependencies)
  await countWaitingChanges(dependencies)
}

/** Reloads the App from the folder, or submits it to administrators. Returns whether the folder is live now. */
export async function reloadManifests(dependencies: Dependencies, mode: Exclude<WatchMode, 'off'>): Promise<boolean> {
  const { liveApp, configuration } = dependencies
  const compiled = await compileEarly(configuration.schemasDir, [], { live: liveApp.current })
  if ('problems' in compiled) rejectManifests(dependencies, compiled.problems)
  else if (compiled.app.revision === liveApp.current.revision) {
    await withdrawQuestions(dependencies)
    takeOver(dependencies, compiled)
    sayFindings(dependencies, liveApp.current, await withFindings(compiled))
  } else if (mode === 'ask' && !(await wasApplied(dependencies, compiled.app.revision))) {
    tellProblems(dependencies, [])
    await proposeChange(dependencies, await withFindings(compiled))
  } else await apply(dependencies, compiled)
  await countWaitingChanges(dependencies)
  return 'app' in compiled && compiled.app.revision === liveApp.current.revision
}

const withFindings = async ({ app, texts, findings }: PendingFolder): Promise<SoundFolder> => ({
  app,
  texts,
  ...(await findings()),
})

async function apply(dependencies: Dependencies, compiled: PendingFolder): Promise<void> {
  const { liveApp, log } = dependencies
  const began = performance.now()
  const before = { app: liveApp.current, texts: liveApp.texts }
  const migrated = (await haveSameTables(before.app, compiled.app))
    ? nothing
    : await migrateLive(dependencies, compiled)
  if ('problems' in migrated) return rejectManifests(dependencies, migrated.problems)
  sayMigrated(log, migrated)
  takeOver(dependencies, compiled)
  log.say(`The manifests were taken over in ${Math.round(performance.now() - began)} ms.`)
  const folder = await withFindings(compiled).catch((error: unknown) => {
    log.error('The manifests are live, but their warnings could not be found', error)
  })
  if (folder) sayFindings(dependencies, before.app, folder)
  await recordAppliedChange(dependencies, before, folder ?? { ...compiled, warnings: [] }, migrated)
}

/** The result of a migration that was not needed. */
const nothing: Migrated = { granted: [], rows: [] }

/** The last good App stays live. */
function rejectManifests(dependencies: Dependencies, problems: readonly PrintedProblem[]): void {
  const { log } = dependencies
  log.say(`\n${inEnglish(problems).join('\n\n')}\n\nThe manifests are not sound; the last good ones stay live.`)
  tellProblems(dependencies, problems)
}

function tellProblems({ liveApp, live }: Dependencies, problems: readonly PrintedProblem[]): void {
  if (problems.length === 0 && liveApp.problems.length === 0) return
  liveApp.reject(problems)
  live.send({ event: 'problems', problems, warnings: liveApp.warnings }, (viewer) => viewer.administrator)
}

/** The warnings of the former App stay until those of this one are known. */
function takeOver({ liveApp, live, callers }: Dependencies, { app, texts }: PendingFolder): void {
  const mended = liveApp.problems.length > 0
  const changed = app.revision !== liveApp.current.revision
  if (!changed && !mended) return
  const { warnings } = liveApp
  liveApp.swap(changed ? app : liveApp.current, warnings, texts)
  callers.forget()
  if (mended) live.send({ event: 'problems', problems: [], warnings }, (viewer) => viewer.administrator)
  if (changed) live.send({ event: 'revision', revision: app.revision })
}

/** The warnings and rights of the live manifests, for administrators and in the log. */
function sayFindings({ liveApp, log, live }: Dependencies, before: App, folder: SoundFolder): void {
  const { warnings, texts } = folder
  const hasOtherWarnings = inEnglish(warnings).join() !== inEnglish(liveApp.warnings).join()
  const news = newsOf({ before, warnings: liveApp.warnings }, folder, hasOtherWarnings)
  if (hasOtherWarnings) {
    liveApp.swap(liveApp.current, warnings, texts)
    live.send({ event: 'problems', problems: [], warnings }, (viewer) => viewer.administrator)
  }
  if (news.length > 0) log.say(`\n${news.join('\n\n')}\n`)
}

/**
 * The warnings and rights that this change adds or alters, and the number of lines that differ from access.lock.
 */
function newsOf(
  former: { readonly before: App; readonly warnings: readonly PrintedProblem[] },
  { app, warnings, lock }: SoundFolder,
  hasOtherWarnings: boolean,
): string[] {
  const seen = new Set([lock?.warning, ...former.warnings].map((warning) => warning?.en))
  const added = warnings.flatMap(({ en }) => (seen.has(en) ? [] : [en]))
  if (lock === undefined) return added
  const rights = lockDifference(accessLock(former.before), accessLock(app))
  if (rights.length === 0 && !hasOtherWarnings) return added
  const total =
    lock.differences === 0
      ? 'The rights are those of access.lock.'
      : `Lines that differ from access.lock in all: ${lock.differences}; npm run check shows them, npm run check -- --update accepts them.`
  return [...added, [...(rights.length === 0 ? [] : ['This change of rights is live:', ...rights]), total].join('\n')]
}

function migrateLive(
  { database, log, configuration: { schemasDir } }: Dependencies,
  { app }: PendingFolder,
): Promise<Migrated | { readonly problems: readonly PrintedProblem[] }> {
  return migrate(database, app, tablesInUse(log)).catch((error: unknown) => ({
    problems:
      error instanceof MigrationProblem
        ? error.printed(schemasDir, relative(process.cwd(), schemasDir))
        : [printedSentence(error instanceof Error ? error.message : String(error))],
  }))
}
