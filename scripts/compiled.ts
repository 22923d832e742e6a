// How does a script get the App? From the folder of manifests: SCHEMAS_DIR, else schemas/. Problems are printed and end the script with code 1.
import { join } from 'node:path'
import type { App, Compiled, Source } from '../src/manifest/app'
import { compile, type EngineNames } from '../src/manifest/compile'
import { printProblem } from '../src/manifest/problem'
import { readSources, SourcesProblem } from '../src/server/sources'

/** The folder of manifests that the scripts work on. */
export const schemasFolder = process.env.SCHEMAS_DIR ?? join(import.meta.dirname, '..', 'schemas')

export interface Measured {
  readonly compiled: Compiled
  readonly sources: readonly Source[]
  /** Of the compiler alone. */ readonly milliseconds: number
}

/** Reads and compiles a folder; ends the script when the folder cannot be read. */
export function compileFolder(folder: string, names?: EngineNames): Measured {
  const sources = readFolder(folder)
  const began = performance.now()
  const compiled = compile(sources, names)
  return { compiled, sources, milliseconds: performance.now() - began }
}

/** The App of the folder, or the end of the script. */
export function requireApp(folder = schemasFolder): App {
  const { compiled } = compileFolder(folder)
  if (compiled.ok) return compiled.app
  printProblems(compiled.problems)
  process.exit(1)
}

export function printProblems(problems: Extract<Compiled, { ok: false }>['problems']): void {
  for (const problem of problems) console.error(`${printProblem(problem)}\n`)
  const files = new Set(problems.map((problem) => problem.file)).size
  console.error(
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${files} ${files === 1 ? 'file' : 'files'}.`,
  )
}

/** One sentence and the end of the script, for what the caller did wrong. */
export function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readFolder(folder: string): Source[] {
  try {
    return readSources(folder)
  } catch (error) {
    if (!(error instanceof SourcesProblem)) throw error
    return refuse(error.message)
  }
}
