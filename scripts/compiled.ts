// Provides scripts with the compiled App of SCHEMAS_DIR, else of schemas/.
// Prints problems and ends the script with code 1.
import { join, relative } from 'node:path'
import type { App } from '../src/manifest/model/app'
import type { Source } from '../src/manifest/json/source'
import { compile, type Compiled } from '../src/manifest/compile'
import type { EngineNames } from '../src/manifest/context/compileContext'
import { FileCache } from '../src/manifest/1-read/fileCache'
import { counted } from '../src/manifest/problems/counted'
import { printProblem } from '../src/manifest/problems/print'
import { misnamedFolder } from '../src/server/context/variables'
import { readSources, SourcesProblem } from '../src/server/workers/readManifests'
import { refuse } from './commandLine.mjs'

/** The folder that the environment names now instead of the repository's; empty: none. */
const otherFolder = (): string => process.env.SCHEMAS_DIR?.trim() ?? ''
/** The folder of manifests that the scripts work on. */
export const schemasFolder = otherFolder() || join(import.meta.dirname, '..', 'schemas')
/** The line about it in the help of a script. */
export const folderHelp = 'SCHEMAS_DIR names another folder than schemas.'

/** Prints the folder, unless it is the repository's; on stderr, as it is no part of the result. */
export function printFolder(): void {
  if (otherFolder()) console.error(`Manifests of ${schemasFolder}.`)
}

// A reader such as `head` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

export type SoundManifests = Extract<Compiled, { ok: true }>

interface TimedCompilation {
  readonly compiled: Compiled
  readonly sources: readonly Source[]
  /** Time of the compiler alone. */
  readonly milliseconds: number
}

/** Reads and compiles a folder; ends the script when the folder cannot be read. `cache`: files of another version. */
export function compileFolder(folder: string, names?: EngineNames, cache?: FileCache): TimedCompilation {
  const sources = readFolder(folder)
  const began = performance.now()
  const compiled = compile(sources, names, undefined, cache)
  return { compiled, sources, milliseconds: performance.now() - began }
}

/** As `requireSound`, without the warnings. */
export const requireApp = (folder = schemasFolder): App => requireSound(folder).app

/** The App of the folder with its warnings; ends the script when it has problems. */
export function requireSound(folder = schemasFolder, cache?: FileCache): SoundManifests {
  const { compiled } = compileFolder(folder, undefined, cache)
  if (compiled.ok) return compiled
  printProblems(compiled.problems, folder)
  process.exit(1)
}

/**
 * The App of the files that compile, to look things up while an author writes: files with problems are omitted until
 * the rest is sound. Prints the first problems; ends the script where nothing remains.
 */
export function soundPart(folder = schemasFolder): { readonly app: App; readonly omitted: readonly string[] } {
  let sources = readFolder(folder)
  const all = sources.length
  const omitted: string[] = []
  const cache = new FileCache()
  for (;;) {
    const compiled = compile(sources, {}, undefined, cache)
    if (compiled.ok) return { app: compiled.app, omitted }
    if (sources.length === all) printProblems(compiled.problems, folder)
    const files = new Set(compiled.problems.map(({ file }) => file))
    const rest = sources.filter(({ path }) => !files.has(path))
    if (rest.length === sources.length || rest.length === 0) process.exit(1)
    omitted.push(...files)
    sources = rest
  }
}

type Problems = Extract<Compiled, { ok: false }>['problems']

export function printProblems(problems: Problems, folder = schemasFolder): void {
  for (const problem of problems) console.error(`${printProblem(problem, relative(process.cwd(), folder))}\n`)
  console.error(`${countedByFile(problems, 'problem')}.`)
}

/** Warnings do not fail the script. */
export function printWarnings(warnings: Problems, folder = schemasFolder): void {
  for (const warning of warnings) console.log(`\n${printProblem(warning, relative(process.cwd(), folder))}`)
  console.log(warnings.length === 0 ? 'No warnings.' : `\n${countedByFile(warnings, 'warning')}.`)
}

function countedByFile(problems: Problems, word: string): string {
  const files = new Set(problems.map(({ file }) => file))
  return `${counted(problems.length, word)} in ${counted(files.size, 'file')}`
}

function readFolder(folder: string): Source[] {
  const misnamed = folder === schemasFolder ? misnamedFolder(process.env) : undefined
  if (misnamed !== undefined) console.error(misnamed)
  try {
    return readSources(folder)
  } catch (error) {
    if (!(error instanceof SourcesProblem)) throw error
    return refuse(error.message)
  }
}
