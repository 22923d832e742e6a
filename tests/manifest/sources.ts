// The manifests for tests of the compiler: the small library of tests/manifest/fixture, with files
// laid over it.
import { join } from 'node:path'
import type { App } from '../../src/manifest/model/app'
import type { Source } from '../../src/manifest/json/source'
import { compile } from '../../src/manifest/compile'
import type { EngineNames } from '../../src/manifest/context/compileContext'
import { printProblem } from '../../src/manifest/problems/print'
import { readSources } from '../../src/server/workers/readManifests'

export const fixtureFolder = join(import.meta.dirname, 'fixture')

/** What an engine would have. */
export const names: EngineNames = { operations: ['session'], blocks: ['signIn'], icons: ['home', 'book'] }

/** The fixture, with other files put over it or beside it. */
export function fixture(over: readonly Source[] = []): Source[] {
  const replaced = new Set(over.map((source) => source.path))
  return [...readSources(fixtureFolder).filter((source) => !replaced.has(source.path)), ...over]
}

/** The compiled fixture. @throws with the printed problems */
export function compiledFixture(over: readonly Source[] = []): App {
  const compiled = compile(fixture(over), names)
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n\n'))
  return compiled.app
}

/** The library with a bindery: readers, repairs, payments, lines with sums, a calendar and a frame beside it. */
export function binderySources(): Source[] {
  return fixture(readSources(join(import.meta.dirname, 'bindery')))
}

/** The compiled library with its bindery. @throws with the printed problems */
export function compiledBindery(): App {
  return compiledFixture(readSources(join(import.meta.dirname, 'bindery')))
}

/** The printed problems of the fixture with other files, one text each. */
export function problemsOf(over: readonly Source[]): string[] {
  const compiled = compile(fixture(over), names)
  return compiled.ok ? [] : compiled.problems.map((problem) => printProblem(problem))
}
