// Which dictionaries need not be written? What other manifests say already: the permission codes and the addresses of screens, by module.
// One that is written under such a name wins.
import type { Dictionary, DictionaryItem, Text } from '../app'
import type { Manifests } from '../read'

/** The dictionary that such a name stands for; undefined for every other name. */
export function derivedDictionary(manifests: Manifests, name: string): Dictionary | undefined {
  if (name === 'permissions') return { name, title: ['权限码', 'Permission codes'], items: permissions(manifests) }
  if (name === 'screens') return { name, title: ['页面', 'Screens'], items: screens(manifests) }
  return undefined
}

/** Module by module in the order of the menu; the administrator's own code is offered to nobody. */
function permissions(manifests: Manifests): DictionaryItem[] {
  const access = manifests.access?.manifest
  const modules = moduleOfCode(manifests)
  const items = Object.entries(access?.codes ?? {}).map(([code, title]): DictionaryItem => ({
    code,
    title,
    retired: code === access?.administrator,
    ...groupOf(manifests, modules.get(code)),
  }))
  const order = (item: DictionaryItem): number =>
    manifests.modules.get(modules.get(item.code) ?? '')?.manifest.order ?? Number.MAX_SAFE_INTEGER
  return items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => order(a.item) - order(b.item) || a.at - b.at)
    .map(({ item }) => item)
}

function screens(manifests: Manifests): DictionaryItem[] {
  return manifests.screens
    .filter(({ manifest }) => manifest.kind !== 'redirect' && !(manifest.permission ?? []).includes('public'))
    .map(({ manifest, module }) => ({
      code: manifest.path,
      title: manifest.title,
      retired: false,
      ...groupOf(manifests, module),
    }))
}

/** A code belongs to the module that it opens, else to that of a screen that it opens, else to that of an entity in which it lets something be done. */
function moduleOfCode({ modules, screens: all, entities }: Manifests): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const claim = (codes: readonly string[] | undefined, module: string): void => {
    for (const code of codes ?? []) if (!found.has(code)) found.set(code, module)
  }
  for (const { name, module, manifest } of modules.values()) claim(manifest.permission, module || name)
  for (const { module, manifest } of all) claim(manifest.permission, module)
  for (const { module, manifest } of entities.values()) {
    for (const transition of Object.values(manifest.transitions ?? {}))
      claim(
        transition.permission?.map((one) => (typeof one === 'string' ? one : one.code)),
        module,
      )
  }
  return found
}

function groupOf({ modules }: Manifests, module: string | undefined): { group?: Text } {
  const title = module === undefined ? undefined : modules.get(module)?.manifest.title
  return title === undefined ? {} : { group: title }
}
