// Which manifests are measured? A copy of the product's own, in which customers without a follow-up are not taken back
// to the pool:
// in made-up data there are hundreds of thousands of them, and the server would be busy with that instead of with what
// is measured.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './child'

const never = 36_500

/** Copies the manifests into a folder that does not exist yet. */
export async function copySchemas(to: string): Promise<void> {
  await cp(join(root, 'schemas'), to, { recursive: true })
  const path = join(to, 'system/settings.json')
  const settings = JSON.parse(await readFile(path, 'utf8')) as { settings: { recycleDays: { value: number } } }
  settings.settings.recycleDays.value = never
  await writeFile(path, JSON.stringify(settings, null, 2))
}
