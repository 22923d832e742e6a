// Reads data that a generator is given: <name>.json of this folder.
import { readFileSync } from 'node:fs'

/** The caller names the type, which nothing checks: the files are written by hand beside their readers. */
export const readRows = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as T
