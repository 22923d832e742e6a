// Finds the tests that a run over DATABASE_URL has to repeat.
// They reach, by their imports, a file of the tests that reads an address of a database; all others would do the same
// a second time.
import { readFileSync } from 'node:fs'
import { importsOf, sourceFiles } from '../tests/walls/imports'

/** Paths of test files below these folders, sorted. */
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
