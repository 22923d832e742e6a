// Dictionaries derived from other manifests: permission codes, screens, entities, transitions.
// A written dictionary of the same name takes precedence.
import type { Dictionary, DictionaryItem } from '../model/app'
import { textOf } from '../expression/message'
import type { Text } from '../model/text'
import type { ManifestFiles } from '../1-read/manifestFiles'
import { engineText } from './engineTexts'
import { permissionTitles } from './permissionCodes'

/** Returns the derived dictionary of that name; undefined for every other name. */
export function derivedDictionary(manifests: ManifestFiles, name: string): Dictionary | undefined {
  const named = (key: 'permission_codes' | 'screens' | 'entities' | 'transitions') =>
    textOf(engineText(key), manifests.translations.spoken)
  if (name === 'permissions') return { name, title: named('permission_codes'), items: permissions(manifests) }
  if (name === 'screens') return { name, title: named('screens'), items: screens(manifests) }
  if (name === 'entities') return { name, title: named('entities'), items: entities(manifests) }
  if (name === 'transitions') return { name, title: named('transitions'), items: transitions(manifests) }
  return undefined
}

const entities = (manifests: ManifestFiles): DictionaryItem[] =>
  [...manifests.entities].map(([code, { module, manifest }]) => ({
    code,
    title: manifest.title,
    retired: false,
    ...groupOf(manifests, module),
  }))

/** As `entity.transition`, by entity. */
function transitions({ entities }: ManifestFiles): DictionaryItem[] {
  return [...entities].flatMap(([entity, { manifest }]) =>
    Object.entries(manifest.transitions ?? {}).map(([name, { title }]) => ({
      code: `${entity}.${name}`,
      title,
      retired: false,
      group: manifest.title,
    })),
  )
}

/** Sorted by module in menu order. The administrator's own code is not offered. */
function permissions(manifests: ManifestFiles): DictionaryItem[] {
  const access = manifests.access?.manifest
  const modules = moduleOfCode(manifests)
  const items = Object.entries(permissionTitles(manifests)).map(([code, title]): DictionaryItem => ({
    code,
    title,
    retired: code === access?.administratorPermission,
    ...groupOf(manifests, modules.get(code)),
  }))
  const order = (item: DictionaryItem): number =>
    manifests.modules.get(modules.get(item.code) ?? '')?.manifest.menuOrder ?? Number.MAX_SAFE_INTEGER
  return items
    .map((item, index) => ({ item, at: index }))
    .sort((a, b) => order(a.item) - order(b.item) || a.at - b.at)
    .map(({ item }) => item)
}

function screens(manifests: ManifestFiles): DictionaryItem[] {
  return manifests.screens
    .filter(({ manifest }) => manifest.kind !== 'redirect' && !(manifest.permissions ?? []).includes('public'))
    .map(({ manifest, module }) => ({
      code: manifest.path,
      title: manifest.title,
      retired: false,
      ...groupOf(manifests, module),
    }))
}

/**
 * A code belongs to the module that it opens, else to that of a screen that it opens, else to that of an entity in
 * which it permits something.
 */
function moduleOfCode({ modules, screens: all, entities }: ManifestFiles): ReadonlyMap<string, string> {
  const results = new Map<string, string>()
  const claim = (codes: readonly string[] | undefined, module: string): void => {
    for (const code of codes ?? []) if (!results.has(code)) results.set(code, module)
  }
  for (const { name, module, manifest } of modules.values()) claim(manifest.permissions, module || name)
  for (const { module, manifest } of all) claim(manifest.permissions, module)
  for (const { module, manifest } of entities.values()) {
    for (const transition of Object.values(manifest.transitions ?? {}))
      claim(
        // Invalid items of a list are missing here.
        transition.permissions?.flatMap((permission) =>
          typeof permission === 'string' ? permission : (permission?.permission ?? []),
        ),
        module,
      )
  }
  return results
}

function groupOf({ modules }: ManifestFiles, module: string | undefined): { group?: Text } {
  const title = module === undefined ? undefined : modules.get(module)?.manifest.title
  return title === undefined ? {} : { group: title }
}
