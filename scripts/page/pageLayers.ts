// Decides which modules of the page are bundled into one file.
// By default each module shared by several entries becomes a file of its own, seventy in all on a slow line.
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

interface ModuleFacts {
  readonly id: string
  readonly code: string | null
  readonly importedIds: readonly string[]
}
type Modules = (id: string) => ModuleFacts | null

/**
 * A layer contains the modules that its entries import statically, except those of earlier layers. Unnamed layers are
 * not grouped: the page and its sign-in load only what they use.
 */
const layers: readonly { readonly name: string | null; readonly entries: readonly string[] }[] = [
  { name: 'begin', entries: ['browser/begin.ts'] },
  { name: 'page', entries: ['browser/main.tsx'] },
  { name: 'signIn', entries: ['ui/auth/SignInPage.tsx', 'ui/screens/pageParts/account/SignInPart.tsx'] },
  { name: 'frame', entries: ['ui/layout/SignedInApp.tsx'] },
  { name: 'screens', entries: ['ui/screens/dashboard/DashboardBlock.tsx', 'ui/screens/page/PageBlock.tsx'] },
  {
    name: 'forms',
    entries: ['ui/actions/PendingAction.tsx', 'ui/screens/form/FormBlock.tsx', 'ui/screens/record/RecordDrawer.tsx'],
  },
]

/** The layer of each module by id, once all modules are known. `sources`: the folder of the entries. */
export function pageLayers(sources: string, moduleOf: Modules): ReadonlyMap<string, string | null> {
  const layerByModule = new Map<string, string | null>()
  for (const { name, entries } of layers) {
    const open = entries.map((entry) => resolve(sources, entry))
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (layerByModule.has(id)) continue
      const module = moduleOf(id)
      if (!module) continue
      layerByModule.set(id, name)
      open.push(...reached(module, moduleOf))
    }
  }
  return layerByModule
}

/** The imports of a module; for re-exporting files, the files that define the imported names. */
function reached(module: ModuleFacts, moduleOf: Modules): string[] {
  const names = importedNames(module.code ?? '')
  return module.importedIds.flatMap((id) => {
    const imported = moduleOf(id)
    const exports = imported && reExports(imported)
    if (!exports) return [id]
    const wanted = names.filter((name) => exports.has(name))
    return wanted.length > 0 ? wanted.map((name) => exports.get(name)!) : []
  })
}

/** The names of all imports and re-exports in a source. */
const importedNames = (code: string): string[] =>
  [...code.matchAll(/(?:import|export)\s+(?!type\b)[^'";]*?\{([^}]*)\}\s*from/g)].flatMap(([, list]) =>
    list!
      .split(',')
      .map((part) => part.trim().split(/\s+as\s+/)[0]!)
      .filter((name) => name !== '' && !name.startsWith('type ')),
  )

const barrel = /node_modules\/(antd|@ant-design\/icons|@formily\/antd-v5)\/(es|esm)\/index\.js$/
const barrels = new WeakMap<ModuleFacts, ReadonlyMap<string, string>>()

/** The file of each name that a module re-exports; undefined for a module with definitions. */
function reExports(module: ModuleFacts): ReadonlyMap<string, string> | undefined {
  if (!barrel.test(module.id)) return undefined
  const known = barrels.get(module)
  if (known) return known
  const fileOf = (path: string) =>
    module.importedIds.find((id) => id.startsWith(`${resolve(dirname(module.id), path)}`) && /(\/index)?\.js$/.test(id))
  const files = new Map<string, string>()
  for (const [, list, path] of (module.code ?? '').matchAll(/export\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g))
    for (const part of list!.split(',')) {
      const name = part
        .trim()
        .split(/\s+as\s+/)
        .at(-1)!
      const file = fileOf(path!)
      if (file) files.set(name, file)
    }
  barrels.set(module, files)
  return files
}

/** The layers that a signed-in caller needs immediately. */
const early = ['signIn', 'frame', 'screens']

/**
 * Writes preload.json: the files that every page names, those that the page of a signed-in caller names, and the texts
 * by language.
 */
export function preloadList(): Plugin {
  return {
    name: 'preload-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const page: string[] = []
      const scripts: string[] = []
      const styles: string[] = []
      const texts: Record<string, string> = {}
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const [, language] = /\/client\/text\/locales\/(\w+)\.json$/.exec(file.facadeModuleId ?? '') ?? []
        if (language !== undefined) texts[language] = file.fileName
        if (file.name === 'page') page.push(file.fileName)
        if (!early.includes(file.name)) continue
        scripts.push(file.fileName)
        styles.push(...(file.viteMetadata?.importedCss ?? []))
      }
      this.emitFile({
        type: 'asset',
        fileName: 'preload.json',
        source: JSON.stringify({ page, scripts, styles, texts }),
      })
    },
  }
}
