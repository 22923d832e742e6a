// A folder of the library's manifests and demo data for tests that start a whole server. Not a test
// itself.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { librarySources, password, tables } from './library'

export async function writeManifests(folder: string): Promise<void> {
  for (const { path, text } of await librarySources()) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, 'demo'))
  for (const { file, ...table } of tables) writeFileSync(join(folder, 'demo', `${file}.json`), JSON.stringify(table))
  writeFileSync(
    join(folder, 'demo', 'accounts.json'),
    JSON.stringify({ password, accounts: { anna: ['馆员', 'Librarian'], boss: ['馆长', 'Head'] } }),
  )
}
