// What answers to some letters, and what first? Records seen lately and screens, by how well their words fit; without letters, what was seen lately.
import type { RouteInfo } from '../../protocol/calls'
import type { Text } from '../../manifest/app'
import type { RecentRecord } from '../../runtime/recent'

export interface Findable {
  readonly key: string
  readonly title: string
  readonly beside: string
  readonly path?: string
  readonly address?: string
}

interface Sources {
  readonly routes: readonly RouteInfo[]
  readonly moduleTitle: (name: string) => Text | undefined
  readonly recent: readonly RecentRecord[]
  readonly pick: (text: Text) => string
}

const most = 9
const mostRecent = 4

/** At most nine, the best first. */
export function findables(words: string, { routes, moduleTitle, recent, pick }: Sources): Findable[] {
  const wanted = words.trim().toLowerCase()
  const records = recent
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, mostRecent)
    .map(({ entity, id, label, title, address }): Findable => ({
      key: `${entity} ${id}`,
      title: label,
      beside: pick(title),
      address,
    }))
  const screens = routes
    .filter((route) => !route.redirect && !route.href && route.layout === 'main')
    // What is in no menu comes behind what is, when both fit as well.
    .map((route) => ({ route, fit: fitOf(route, moduleTitle(route.module), wanted) + (route.hidden ? 0.5 : 0) }))
    .filter(({ fit }) => fit < Infinity)
    .sort((a, b) => a.fit - b.fit)
    .map(({ route }): Findable => ({
      key: route.path,
      title: pick(route.title),
      beside: pick(moduleTitle(route.module) ?? ['', '']),
      path: route.path,
    }))
  return [...records, ...screens].slice(0, most)
}

/** 0: a title begins so, then a title, the address, the module; Infinity: none has it. */
function fitOf({ title, path }: RouteInfo, module: Text | undefined, wanted: string): number {
  if (wanted === '') return 0
  const has = (texts: readonly string[], begin = false) =>
    texts.some((text) => (begin ? text.toLowerCase().startsWith(wanted) : text.toLowerCase().includes(wanted)))
  if (has(title, true)) return 0
  if (has(title)) return 1
  if (has([path])) return 2
  return has(module ?? []) ? 3 : Infinity
}
