// Compiles a folder of manifests, optionally with changed files.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { accessLock, setAccessLock } from '../../../manifest/access/lock/accessLock'
import { countDifferences, lockDifference, lockMessage } from '../../../manifest/access/lock/changes'
import { compile } from '../../../manifest/compile'
import type { App } from '../../../manifest/model/app'
import { printedLockDifference, printedSentence, type PrintedProblem } from '../../../manifest/problems/print'
import type { ManifestTexts } from '../../context/liveApp'
import { readSources, SourcesProblem } from '../../workers/readManifests'
import { changedApp } from '../../workers/appChange'
import { unpack } from '../../workers/packed'
import { printedProblems } from '../../workers/printedProblems'
import type { ChangedFile } from '../../workers/tasks'
import { earlyInThread } from '../../workers/threads'
import { endpointProblems } from '../declared/declaredCalls'
import { operations } from '../declared/operations'

/** Seconds that compiling may take on a busy machine. */
const maxCompileSeconds = 120

/** Lines of a difference of rights that the page shows. */
const maxLockLines = 60

/** The App of a sound folder, with the texts that were compiled. */
interface SoundApp {
  readonly app: App
  readonly texts: ManifestTexts
}

/** What does not stop sound manifests, but is worth a look. */
interface Findings {
  /** Printed. */
  readonly warnings: readonly PrintedProblem[]
  /** Absent: there is no access.lock beside the manifests. */
  readonly lock?: LockedRights
}

export interface SoundFolder extends SoundApp, Findings {}

/** A sound folder whose warnings and rights are still being looked for. */
export interface PendingFolder extends SoundApp {
  readonly findings: () => Promise<Findings>
}

/** How the live rights differ from access.lock: the warning and the number of lines. */
interface LockedRights {
  readonly warning?: PrintedProblem
  readonly differences: number
}

interface UnsoundFolder {
  readonly problems: readonly PrintedProblem[]
}

/** The manifests of a folder, compiled: an App, or the printed problems. */
export type CompiledFolder = SoundFolder | UnsoundFolder

/**
 * The App with its warnings, or the printed problems. Reads the files in this thread, so it is for starts and commands;
 * a running server compiles in a thread.
 */
export async function compileFolder(folder: string): Promise<CompiledFolder> {
  const sources = readSources(folder)
  const compiled = compile(sources, { operations: Object.keys(operations) })
  if (!compiled.ok) return { problems: printedProblems(compiled.problems, folder) }
  const { app } = compiled
  const checked = withCheckedEndpoints(app, sources)
  if ('problems' in checked) return checked
  return { ...checked, ...findingsOf(printedProblems(compiled.warnings, folder), lockedRights(folder, app)) }
}

export interface Compilation {
  /** The account that requested it; absent: the server itself. */
  readonly account?: string
  /** The files are the complete folder. */
  readonly complete?: boolean
  /** The live App, whose unchanged parts the new one shares. */
  readonly live?: App
}

/**
 * Compiles in a worker thread, so that calls are served meanwhile.
 * @throws SourcesProblem when the folder cannot be read
 */
export async function compileBeside(
  folder: string,
  files: readonly ChangedFile[] = [],
  compilation: Compilation = {},
): Promise<CompiledFolder> {
  const compiled = await compileEarly(folder, files, compilation)
  if ('problems' in compiled) return compiled
  const { app, texts, findings } = compiled
  return { app, texts, ...(await findings()) }
}

/** The same before its warnings and rights are known, so that a saved manifest need not wait for them. */
export async function compileEarly(
  folder: string,
  files: readonly ChangedFile[] = [],
  { account, complete = false, live }: Compilation = {},
): Promise<PendingFolder | UnsoundFolder> {
  const task = { folder, operations: Object.keys(operations), files, complete, base: live?.revision }
  const { early: compiled, ended } = await earlyInThread('compile', task, { seconds: maxCompileSeconds, account })
  if ('unreadable' in compiled) throw new SourcesProblem(compiled.unreadable)
  if ('problems' in compiled) return compiled
  // Receiving the clone has held the thread already.
  await nextTurn()
  const { sent, sources } = compiled
  const app = 'whole' in sent ? await unpack(sent.whole) : changedApp(live, await unpack(sent.change))
  const checked = withCheckedEndpoints(app, sources)
  if ('problems' in checked) return checked
  const findings = async () => {
    const { warnings, lock } = await ended()
    setAccessLock(app, lock)
    // The plan of a proposal shows its rights.
    return findingsOf(warnings, files.length > 0 ? undefined : lockedRights(folder, app))
  }
  return { ...checked, findings }
}

/** A difference between the live rights and the lock only warns administrators. */
function lockedRights(folder: string, app: App): LockedRights | undefined {
  const path = join(folder, 'access.lock')
  if (!existsSync(path)) return undefined
  const [locked, present] = [readFileSync(path, 'utf8'), accessLock(app)]
  if (locked === present) return { differences: 0 }
  const command = 'npm run check -- --update'
  return {
    warning: printedLockDifference(lockMessage(locked, present, command), command, maxLockLines),
    differences: countDifferences(lockDifference(locked, present)),
  }
}

const textsOf = (sources: readonly { readonly path: string; readonly text: string }[]): ManifestTexts =>
  new Map(sources.map(({ path, text }) => [path, text]))

function withCheckedEndpoints(app: App, sources: Parameters<typeof textsOf>[0]): SoundApp | UnsoundFolder {
  const problems = endpointProblems(app)
  return problems.length > 0 ? { problems: problems.map(printedSentence) } : { app, texts: textsOf(sources) }
}

function findingsOf(warnings: readonly PrintedProblem[], lock: LockedRights | undefined): Findings {
  const ofLock = lock?.warning === undefined ? [] : [lock.warning]
  return { warnings: [...warnings, ...ofLock], ...(lock && { lock }) }
}
