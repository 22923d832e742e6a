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
    const written = { account: await accountsOf(schemasDir), fieldSets: await fieldSetsOf(schemasDir, app) }
    for (const [kind, schema] of Object.entries(productSchemas(app, written))) {
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

/** The sets of fields of each module, which the compiler has put where they are used. */
async function fieldSetsOf(schemasDir: string, app: App): Promise<Record<string, string[]>> {
  const sets = Object.keys(app.modules).map(async (module) => {
    const text = await readFile(join(schemasDir, module, 'module.json'), 'utf8').catch(() => '{}')
    return [module, Object.keys((JSON.parse(text) as { readonly fieldSets?: object }).fieldSets ?? {})] as const
  })
  return Object.fromEntries(await Promise.all(sets))
}
