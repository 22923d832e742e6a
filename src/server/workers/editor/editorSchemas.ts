// Generates and writes the schemas for editors, with the names of one product.
// If the folder cannot be written, editors complete without these names.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WrittenNames } from './names'
import { productSchemas } from './productSchemas'
import type { App } from '../../../manifest/model/app'

/** Below the folder of manifests; ignored by git, the watcher and the compiler. */
export const editorFolder = join('language', 'product')

/**
 * Beside the schemas: types of the calls, for programs in TypeScript. A server only keeps the file current, since it
 * takes longer than all schemas.
 */
export const callTypesFile = 'calls.d.ts'

/** The texts of the schemas, by file. */
export type EditorSchemas = Readonly<Record<string, string>>

/**
 * The schemas with the names of an App and of the files beside its manifests; undefined for a folder without the
 * language's schemas, which refer to them.
 */
export function editorSchemas(schemasDir: string, app: App): EditorSchemas | undefined {
  if (!existsSync(join(schemasDir, 'language'))) return undefined
  const written = {
    account: accountsOf(schemasDir),
    fieldSets: fieldSetsOf(schemasDir, app),
    rules: rulesOf(schemasDir, app),
  }
  return Object.fromEntries(
    Object.entries(productSchemas(app, written)).map(([kind, schema]) => [
      `${kind}.schema.json`,
      `${JSON.stringify({ $id: `product/${kind}.schema.json`, ...schema })}\n`,
    ]),
  )
}

/** Writes what has changed. `say` gets a sentence when nothing can be written. */
export async function writeEditorSchemas(
  schemasDir: string,
  schemas: EditorSchemas | undefined,
  say: (sentence: string) => void,
): Promise<void> {
  if (schemas === undefined) return
  const folder = join(schemasDir, editorFolder)
  try {
    await mkdir(folder, { recursive: true })
    for (const [file, text] of Object.entries(schemas)) {
      const path = join(folder, file)
      const before = await readFile(path, 'utf8').catch(() => undefined)
      if (before !== text) await writeFile(path, text)
    }
  } catch (error) {
    say(`Editors get no names of this product: ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The keys of the demo accounts; none where the folder has no demo data. */
const accountsOf = (schemasDir: string): string[] =>
  Object.keys(jsonOf<{ readonly accounts?: object }>(join(schemasDir, 'demo', 'accounts.json')).accounts ?? {})

/** The field sets of each module, which the compiler has inlined. */
const fieldSetsOf = (schemasDir: string, app: App): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(app.modules).map((module) => {
      const { fieldSets = {} } = jsonOf<{ readonly fieldSets?: object }>(join(schemasDir, module, 'module.json'))
      return [module, Object.keys(fieldSets)]
    }),
  )

/** The named rules of the product and of each entity, which the compiler has inlined. */
function rulesOf(schemasDir: string, app: App): WrittenNames['rules'] {
  const namesIn = (file: string) => Object.keys(jsonOf<{ readonly rules?: object }>(join(schemasDir, file)).rules ?? {})
  return {
    product: namesIn('app.json'),
    entities: Object.fromEntries(Object.values(app.entities).map(({ name, source }) => [name, namesIn(source)])),
  }
}

/** The value of a file; a missing or incomplete one adds no names. */
function jsonOf<Value extends object>(path: string): Partial<Value> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Value>
  } catch {
    return {}
  }
}
