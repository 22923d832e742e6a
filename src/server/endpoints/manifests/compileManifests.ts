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
import { inThread } from '../../workers/threads'
import { endpointProblems } from '../declared/declaredCalls'
import { operations } from '../declared/operations'

/** Seconds that compiling may take on a busy machine. */
const maxCompileSeconds = 120

/** Lines of a difference of rights that the page shows. */
const maxLockLines = 60

/** A sound folder with its printed warnings and the texts that were compiled. */
export interface SoundFolder {
  readonly app: App
  readonly warnings: readonly PrintedProblem[]
  readonly texts: ManifestTexts
  /** Absent: there is no access.lock beside the manifests. */
  readonly lock?: LockedRights
}

/** How the live rights differ from access.lock: the warning and the number of lines. */
interface LockedRights {
  readonly warning?: PrintedProblem
  readonly differences: number
}

/** The manifests of a folder, compiled: an App, or the printed problems. */
export type CompiledFolder = SoundFolder | { readonly problems: readonly PrintedProblem[] }

/**
 * The App with its warnings, or the printed problems. Reads the files in this thread, so it is for starts and commands;
 * a running server compiles in a thread.
 */
export async function compileFolder(folder: string): Promise<CompiledFolder> {
  const sources = readSources(folder)
  const compiled = compile(sources, { operations: Object.keys(operations) })
  return compiled.ok
    ? callable(compiled.app, printedProblems(compiled.warnings, folder), sources, lockedRights(folder, compiled.app))
    : { problems: printedProblems(compiled.problems, folder) }
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
  { account, complete = false, live }: Compilation = {},
): Promise<CompiledFolder> {
  const task = { folder, operations: Object.keys(operations), files, complete, base: live?.revision }
  const compiled = await inThread('compile', task, maxCompileSeconds, account)
  if ('unreadable' in compiled) throw new SourcesProblem(compiled.unreadable)
  if ('problems' in compiled) return compiled
  // Receiving the clone has held the thread already.
  await nextTurn()
  const app =
    'whole' in compiled.sent ? await unpack(compiled.sent.whole) : changedApp(live, await unpack(compiled.sent.change))
  setAccessLock(app, compiled.lock)
  // The plan of a proposal shows its rights.
  const lock = files.length > 0 ? undefined : lockedRights(folder, app)
  return callable(app, compiled.warnings, compiled.sources, lock)
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

function callable(
  app: App,
  warnings: readonly PrintedProblem[],
  sources: Parameters<typeof textsOf>[0],
  lock: LockedRights | undefined,
): CompiledFolder {
  const problems = endpointProblems(app)
  if (problems.length > 0) return { problems: problems.map(printedSentence) }
  const ofLock = lock?.warning === undefined ? [] : [lock.warning]
  return { app, warnings: [...warnings, ...ofLock], texts: textsOf(sources), ...(lock && { lock }) }
}
