// Which dictionaries need not be written? What other manifests say already: the permission codes and the addresses of screens.
// One that is written under such a name wins.
import type { Dictionary, DictionaryItem, Text } from '../app'
import type { Manifests } from '../read'

/** The dictionary that such a name stands for; undefined for every other name. */
export function derivedDictionary(manifests: Manifests, name: string): Dictionary | undefined {
  if (name === 'permissions') return of(name, ['权限码', 'Permission codes'], Object.entries(manifests.access?.manifest.codes ?? {}).map(([code, title]) => ({ code, title, retired: false })))
  if (name === 'screens') return of(name, ['页面', 'Screens'], manifests.screens.filter(({ manifest }) => manifest.kind !== 'redirect' && !(manifest.permission ?? []).includes('public')).map(({ manifest }) => ({ code: manifest.path, title: manifest.title, retired: false })))
  return undefined
}

const of = (name: string, title: Text, items: readonly DictionaryItem[]): Dictionary => ({ name, title, items })
