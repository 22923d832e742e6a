// Compiles a folder of manifests, or what it would be with changed files.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { accessLock } from '../../../manifest/access/lock/accessLock'
import { lockMessage } from '../../../manifest/access/lock/changes'
import { compile } from '../../../manifest/compile'
import type { App } from '../../../manifest/model/app'
import { printProblem } from '../../../manifest/problems/print'
import type { Problem } from '../../../manifest/problems/problem'
import type { ManifestTexts } from '../../context/currentApp'
import { readSources } from '../../workers/readManifests'
import { unpackApp } from '../../workers/packedApp'
import type { ChangedFile } from '../../workers/tasks'
import { inThread } from '../../workers/threads'
import { endpointProblems } from '../declaredCalls'
import { operations } from '../operations'

/** Seconds that compiling may take on a busy machine. */
const longest = 120

/** Lines of a difference of rights that the page shows. */
const mostLockLines = 60

/** A sound folder with its printed warnings and the texts that were compiled. */
export interface SoundFolder {
  readonly app: App
  readonly warnings: readonly string[]
  readonly texts: ManifestTexts
}

/** The manifests of a folder, compiled: an App, or the printed problems. */
export type CompiledFolder = SoundFolder | { readonly problems: readonly string[] }

export async function compileFolder(folder: string): Promise<CompiledFolder> {
  const sources = readSources(folder)
  const compiled = compile(sources, { operations: Object.keys(operations) })
  return compiled.ok
    ? callable(compiled.app, [...printed(compiled.warnings, folder), ...lockWarning(folder, compiled.app)], sources)
    : { problems: printed(compiled.problems, folder) }
}

/** The account that a compilation is for, and whether the files are all that there are. */
export interface Compilation {
  readonly account?: string
  readonly complete?: boolean
}

/** Compiles in a worker thread, so that calls are served meanwhile. */
export async function compileBeside(
  folder: string,
  files: readonly ChangedFile[] = [],
  { account, complete = false }: Compilation = {},
): Promise<CompiledFolder> {
  const task = { folder, operations: Object.keys(operations), files, complete }
  const compiled = await inThread('compile', task, longest, account)
  if ('problems' in compiled) return { problems: printed(compiled.problems, folder) }
  const app = unpackApp(compiled.packed)
  // The plan of a proposal shows its rights.
  const lock = files.length > 0 ? [] : lockWarning(folder, app)
  return callable(app, [...printed(compiled.warnings, folder), ...lock], compiled.sources)
}

/** Rights that live differ from the lock beside the manifests: the server goes on, and administrators see it. */
function lockWarning(folder: string, app: App): readonly string[] {
  const path = join(folder, 'access.lock')
  if (!existsSync(path)) return []
  const [locked, present] = [readFileSync(path, 'utf8'), accessLock(app)]
  if (locked === present) return []
  const lines = lockMessage(locked, present, 'npm run check -- --update')
  const rest = lines.length - mostLockLines
  return [[...lines.slice(0, mostLockLines), ...(rest > 0 ? [`… ${rest} more`] : [])].join('\n')]
}

const textsOf = (sources: readonly { readonly path: string; readonly text: string }[]): ManifestTexts =>
  new Map(sources.map(({ path, text }) => [path, text]))

const printed = (problems: readonly Problem[], folder: string): readonly string[] =>
  problems.map((problem) => printProblem(problem, relative(process.cwd(), folder)))

function callable(app: App, warnings: readonly string[], sources: Parameters<typeof textsOf>[0]): CompiledFolder {
  const problems = endpointProblems(app)
  return problems.length > 0 ? { problems } : { app, warnings, texts: textsOf(sources) }
}
