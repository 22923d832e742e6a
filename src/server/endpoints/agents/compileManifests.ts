// Compiles a folder of manifests, or what it would be with changed files.
import { relative } from 'node:path'
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
    ? callable(compiled.app, printed(compiled.warnings, folder), textsOf(sources))
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
  return 'problems' in compiled
    ? { problems: printed(compiled.problems, folder) }
    : callable(unpackApp(compiled.packed), printed(compiled.warnings, folder), textsOf(compiled.sources))
}

const textsOf = (sources: readonly { readonly path: string; readonly text: string }[]): ManifestTexts =>
  new Map(sources.map(({ path, text }) => [path, text]))

const printed = (problems: readonly Problem[], folder: string): readonly string[] =>
  problems.map((problem) => printProblem(problem, relative(process.cwd(), folder)))

function callable(app: App, warnings: readonly string[], texts: ManifestTexts): CompiledFolder {
  const problems = endpointProblems(app)
  return problems.length > 0 ? { problems } : { app, warnings, texts }
}
