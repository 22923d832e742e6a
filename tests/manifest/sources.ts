// Which manifests do the tests of the compiler work on? The small library of tests/manifest/fixture, with files put over it.
import { join } from 'node:path'
import type { App, Source } from '../../src/manifest/app'
import { compile, type EngineNames } from '../../src/manifest/compile'
import { printProblem } from '../../src/manifest/problem'
import { readSources } from '../../src/server/sources'

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
  if (!compiled.ok) throw new Error(compiled.problems.map(printProblem).join('\n\n'))
  return compiled.app
}

/** The printed problems of the fixture with other files, one text each. */
export function problemsOf(over: readonly Source[]): string[] {
  const compiled = compile(fixture(over), names)
  return compiled.ok ? [] : compiled.problems.map(printProblem)
}
