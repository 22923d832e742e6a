// Writes the schemas with the product's own names beside those of the language, for editors.
// A folder that cannot be written is left as it is: editors then complete without them.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productSchemas } from './productSchemas'
import type { App } from '../../../manifest/model/app'

/** Below the folder of manifests; git, the watcher and the compiler leave it out. */
export const editorFolder = join('language', 'product')

/** Writes what has changed. `say` gets a sentence when nothing can be written. */
export async function writeEditorSchemas(schemasDir: string, app: App, say: (sentence: string) => void): Promise<void> {
  if (!existsSync(join(schemasDir, 'language'))) return
  const folder = join(schemasDir, editorFolder)
  try {
    await mkdir(folder, { recursive: true })
    for (const [kind, schema] of Object.entries(productSchemas(app, await accountsOf(schemasDir)))) {
      const path = join(folder, `${kind}.schema.json`)
      const text = `${JSON.stringify({ $id: `product/${kind}.schema.json`, ...schema })}\n`
      const before = await readFile(path, 'utf8').catch(() => undefined)
      if (before !== text) await writeFile(path, text)
    }
  } catch (error) {
    say(`Editors get no names of this product: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The keys of the demo accounts; none where the folder has no demo data. */
async function accountsOf(schemasDir: string): Promise<string[]> {
  const text = await readFile(join(schemasDir, 'demo', 'accounts.json'), 'utf8').catch(() => '{}')
  return Object.keys((JSON.parse(text) as { readonly accounts?: object }).accounts ?? {})
}
