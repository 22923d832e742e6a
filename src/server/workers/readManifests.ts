// Reads the JSON files of a folder of manifests.
// Excludes the language's schemas, demo data, the first account and journeys.
import { textBefore } from '../../manifest/expression/values/present'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Source } from '../../manifest/json/source'

/** Below the folder of manifests: the initial records of an empty database. */
const firstFolder = 'first'
const others = new Set(['language', 'demo', firstFolder])

/** The folder cannot be read: one sentence and what to do. */
export class SourcesProblem extends Error {
  override readonly name = 'SourcesProblem'
}

/** The ending of a journey, which tests the product and is no part of it. */
export const journeyEnding = '.journey.json'

/**
 * All manifests below a folder, ordered by path.
 * @throws SourcesProblem when the folder or a file in it cannot be read
 */
export function readSources(folder: string): Source[] {
  return readJson(folder, isManifest)
}

/** Whether a file of the folder is a manifest. */
export const isManifest = (path: string): boolean => isOfModules(path) && !path.endsWith(journeyEnding)

/** Whether a path names a manifest or a journey below the folder; a proposal could name any file of the machine. */
export const isBelowFolder = (path: string): boolean =>
  isOfModules(path) && path.split('/').every((part) => part !== '' && !/^\.|[\\\0]/.test(part))

const isOfModules = (path: string): boolean => path.endsWith('.json') && !others.has(textBefore(path, '/'))

/**
 * The journeys below a folder, ordered by path.
 * @throws SourcesProblem when the folder or a file in it cannot be read
 */
export function readJourneys(folder: string): Source[] {
  return readJson(folder, (path) => isOfModules(path) && path.endsWith(journeyEnding))
}

/**
 * The tables of the first records, ordered by path; none where the product has none.
 * @throws SourcesProblem when the folder or a file in it cannot be read
 */
export function readFirstTables(folder: string): Source[] {
  return readJson(folder, (path) => path.startsWith(`${firstFolder}/`) && path.endsWith('.json'))
}

const maxReads = 20

/** A file that vanishes between listing and reading, as with `git checkout`, only means that the list is outdated. */
function readJson(folder: string, isWanted: (path: string) => boolean): Source[] {
  for (let reads = 1; ; reads += 1)
    try {
      return readOnce(folder, isWanted)
    } catch (error) {
      if (reads < maxReads && hasEntryVanished(folder, error)) continue
      throw unreadable(folder, error)
    }
}

const readOnce = (folder: string, isWanted: (path: string) => boolean): Source[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isWanted)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

/** Whether only a file or folder in it was gone, although it had just been listed. */
export const hasEntryVanished = (folder: string, error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync(folder)

/** An error of a file system as SourcesProblem; any other as it is. */
export function unreadable(folder: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  if (!code || path === undefined) return error
  const sentence =
    path === folder || !existsSync(folder)
      ? `The folder of manifests ${folder} cannot be read (${code}). Set SCHEMAS_DIR to the folder that holds app.json.`
      : `In the folder of manifests ${path} cannot be read (${code}).`
  return new SourcesProblem(sentence, { cause: error })
}
