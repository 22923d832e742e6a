// Reads and writes single files of the folder of manifests.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RequestError } from '../../../protocol/requestError'
import type { Configuration } from '../../context/configuration'
import { isBelowFolder } from '../../workers/readManifests'
import type { ChangedFile } from '../../workers/tasks'

type SchemasFolder = Pick<Configuration, 'schemasDir'>

/** Reasons for which there is no such file; the second: a file is in the place of its folder. */
const missing: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])

/**
 * The text of a manifest; null where there is no such file.
 * @throws RequestError manifest_path_outside
 */
export async function manifestText(configuration: SchemasFolder, path: string): Promise<string | null> {
  try {
    return await readFile(fileAt(configuration, path), 'utf8')
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code)) return null
    throw error
  }
}

/**
 * Writes all files, or none of them.
 * @throws RequestError manifests_not_writable, manifest_path_outside
 */
export async function writeManifests(configuration: SchemasFolder, files: readonly ChangedFile[]): Promise<void> {
  const replaced: ChangedFile[] = []
  try {
    for (const file of files) {
      const text = await manifestText(configuration, file.path)
      await writeOne(configuration, file)
      replaced.push({ path: file.path, text })
    }
  } catch (error) {
    for (const file of replaced) await writeOne(configuration, file)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof RequestError) throw error
    throw new RequestError('manifests_not_writable', { reason: code })
  }
}

/** Records keep texts without white space at their end; a file ends with its last line. */
export const withLineEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

function fileAt({ schemasDir }: SchemasFolder, path: string): string {
  if (!isBelowFolder(path)) throw new RequestError('manifest_path_outside', { path })
  return join(schemasDir, path)
}

/** Replaces a file in one step: a reader of the folder finds the old text or the new one. */
async function writeOne(configuration: SchemasFolder, { path, text }: ChangedFile): Promise<void> {
  const file = fileAt(configuration, path)
  if (text === null) return rm(file, { force: true })
  await mkdir(dirname(file), { recursive: true })
  // Hidden until complete: the watch and the compiler ignore names that begin with a dot.
  const draft = join(dirname(file), `.${randomUUID()}.json`)
  await writeFile(draft, withLineEnd(text))
  await rename(draft, file)
}
