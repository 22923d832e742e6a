// Assigns each test that uses a database to one of the two databases of a run of all tests.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isWhole, loopDay, loopSeed } from '../tests/loopSeed'
import { importsOf, sourceFiles } from '../tests/walls/imports'
import { ownDatabase, sharedDatabase } from './ownDatabase'

/** The stories, and the data of the version before: what runs on the other database each day. */
const byDay: readonly string[] = ['tests/story/', 'tests/whole/dataBefore.test.ts']
const changesDaily = (path: string) => byDay.some((beginning) => path.startsWith(beginning))

/** Whether the run of all tests uses both databases for each of them. */
const onBothDatabases = process.env.DATABASES === 'both'

interface DividedTests {
  /** Assigned to the second server; all others, including those without a database, run on the embedded one. */
  readonly secondOnly: readonly string[]
  /** All tests of the second server. */
  readonly second: readonly string[]
}

/**
 * Divides the tests below these folders between the embedded database and a second server, by the seed of loops. The
 * second server gets three of five: the embedded one shares its part of the run with the tests of single units.
 */
export function divideTests(folders: readonly string[]): DividedTests {
  const tests = databaseTests(folders).filter((path) => !ownDatabase.includes(path))
  if (isWhole || onBothDatabases) return { secondOnly: [], second: tests }
  const drawn = (path: string) => createHash('sha256').update(`${loopSeed} ${path}`).digest()[0]!
  const isOfSecond = (path: string) =>
    changesDaily(path) ? (drawn(path) + loopDay) % 2 === 0 : sharedDatabase.includes(path) || drawn(path) % 5 < 3
  const second = tests.filter(isOfSecond)
  console.log(
    `${second.length} of ${tests.length} test files that use a database run on the second server, the others on the embedded one ` +
      `(LOOPS_SEED=${loopSeed}); the stories and the data of the version before change each day (LOOPS_DAY=${loopDay}). ` +
      'With DATABASES=both each runs on both.',
  )
  return { secondOnly: second, second }
}

/**
 * Sorted paths of test files below these folders that use a database: those whose imports reach a file that reads a
 * database address.
 */
export function databaseTests(folders: readonly string[]): string[] {
  const importers = new Map<string, string[]>()
  for (const { from, to, outside } of importsOf('tests'))
    if (!outside) importers.set(to, [...(importers.get(to) ?? []), from])
  const reached = new Set(sourceFiles('tests').filter((path) => readFileSync(path, 'utf8').includes('DATABASE_URL')))
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached]
    .filter((path) => /\.test\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)))
    .sort()
}
