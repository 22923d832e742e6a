// Which manifests stand in a folder? Reads them for the scripts and tests, as the compiler takes them; the language itself and demo data are none.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Source } from '../src/manifest/app'

const OTHERS = new Set(['language', 'demo'])

/** All *.json below a folder, by path with forward slashes. @throws the error of the file system when it cannot be read */
export function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !OTHERS.has(path.split('/')[0]!))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}
