// Extracts the files that the readme shows: those named above a block of JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Text by path below schemas/, in the order of the readme. */
export function readmeFiles(): ReadonlyMap<string, string> {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const found = [...readme.matchAll(/^`schemas\/(\S+\.json)`\n+```json\n([\s\S]*?)```/gm)]
  return new Map(found.map(([, path = '', text = '']) => [path, text]))
}
