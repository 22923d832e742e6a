// Ranks the entries of the command palette for the typed text.
// Recently viewed records, screens and saved views by title, then the records and actions that the server found.
import type { Route } from '../../../manifest/access/navigation'
import type { Text } from '../../../manifest/model/text'
import type { FindAnswer, FoundAction } from '../../../protocol/findCalls'
import { withRecord } from '../../../protocol/records/recordAddress'
import type { WhyRequest } from '../../../protocol/records/stepCalls'
import type { RecentRecord } from '../../../client/session/recentlyViewed'
import { actionAddress } from '../../../client/navigation/actionAddress'
import { sectionAddress } from '../../../client/navigation/sectionAddress'
import { viewAddress, type SavedView } from '../../screens/common/savedViews'

export interface PaletteEntry {
  readonly key: string
  readonly title: string
  readonly beside: string
  /** The heading above it; `seen`, `actions`, `screens`, `views`, `refused`, `withheld`, or the title of an entity. */
  readonly group: string
  /** Distinguishes a record from others of its name. */
  readonly hint?: string
  readonly path?: string
  readonly address?: string
  /** It shows the rest of its group and leads nowhere. */
  readonly unfolds?: true
  /** It cannot be run or opened, and this request explains why; `address` leads to what it belongs to. */
  readonly why?: WhyRequest
}

interface Sources {
  readonly routes: readonly Route[]
  readonly moduleTitle: (name: string) => Text | undefined
  readonly recent: readonly RecentRecord[]
  /** Those of lists that the account may not open are left out. */
  readonly views?: readonly SavedView[]
  /** The server's results for these words; absent: no answer yet. */
  readonly answer?: FindAnswer
  readonly pick: (text: Text) => string
}

const maxScreens = 9
const maxRecent = 4
const maxViews = 5
/** The rank of a screen whose title contains the words. */
const maxTitleFit = 1.5

/**
 * Best first; the server's results follow the immediate ones, so that nothing moves under the pointer.
 */
export function searchPalette(searchText: string, sources: Sources): PaletteEntry[] {
  const sought = searchText.trim().toLowerCase()
  const recent = recentEntries(sought, sources)
  const screens = fittingScreens(sought, sources)
  const titled = screens.filter(({ fit }) => fit <= maxTitleFit)
  const others = screens.filter(({ fit }) => fit > maxTitleFit)
  const entries = [
    ...recent,
    ...titled.slice(0, maxScreens - recent.length).map(({ entry }) => entry),
    ...fittingViews(sought, sources),
    ...(sources.answer ? foundEntries(sources.answer, sources) : []),
    ...others.slice(0, Math.max(0, maxScreens - recent.length - titled.length)).map(({ entry }) => entry),
  ]
  const keys = new Set<string>()
  return entries.filter(({ key }) => !keys.has(key) && keys.add(key))
}

function recentEntries(sought: string, { recent, pick }: Sources): PaletteEntry[] {
  return recent
    .filter(({ label }) => label.toLowerCase().includes(sought))
    .slice(0, maxRecent)
    .map(({ entity, id, label, title, address }) => ({
      key: `${entity} ${id}`,
      title: label,
      beside: pick(title),
      group: 'seen',
      address,
    }))
}

function foundEntries(answer: FindAnswer, { pick }: Sources): PaletteEntry[] {
  const { groups, actions, refused, withheld } = answer
  const records = groups.flatMap(({ entity, title, screen, records: found }) =>
    found.map(({ id, label, hint }) => ({
      key: `${entity} ${id}`,
      title: label,
      beside: pick(title),
      group: pick(title),
      ...(hint !== undefined && { hint }),
      address: withRecord(screen, { entity, id }),
    })),
  )
  const titled = ({ title, action, record }: FoundAction) => ({
    key: record ? `${action} ${record.entity} ${record.id}` : action,
    title: record ? `${pick(title)} · ${record.label}` : pick(title),
    beside: '',
    ...(record?.hint !== undefined && { hint: record.hint }),
  })
  const runs = actions.map((run) => ({ ...titled(run), group: 'actions', address: actionAddress(run) }))
  const closed = refused.map((run) => ({ ...titled(run), group: 'refused', ...refusedTarget(run) }))
  const shut = withheld.map(({ title, screen, record }) => ({
    key: record ? `${record.entity} ${record.number}` : `shut ${screen}`,
    title: record ? `${pick(title)} ${record.number}` : pick(title),
    beside: '',
    group: 'withheld',
    ...(record ? { why: record } : { path: screen }),
  }))
  return [...runs, ...records, ...closed, ...shut]
}

/** What explains a refused action, and the record or list that it belongs to. */
function refusedTarget({ screen, action, record }: FoundAction): Pick<PaletteEntry, 'why' | 'address'> {
  if (record) {
    const { entity, id } = record
    return { why: { entity, id, transition: action }, address: withRecord(screen, record) }
  }
  const [entity, transition] = action.split('.')
  return { why: { entity, transition }, address: screen }
}

interface FittingEntry {
  readonly fit: number
  readonly entry: PaletteEntry
}

const isHere = (route: Route): boolean => !route.redirect && !route.href && route.layout === 'main'

/** Titled sections of pages and further lists; only with words, since all of them would bury the screens. */
function fittingParts(sought: string, { routes, pick }: Sources): FittingEntry[] {
  if (sought === '') return []
  return routes.filter(isHere).flatMap(({ path, title: page, sections = [], lists = [] }) => {
    const parts = [
      ...sections.map(({ index, title }) => ({ title, address: sectionAddress(path, index) })),
      ...lists.map((list) => ({ title: list.title, address: list.path })),
    ]
    return parts.flatMap(({ title, address }) => {
      const fit = fitOfTitle(title, sought)
      if (fit === Infinity) return []
      return [{ fit, entry: { key: address, title: pick(title), beside: pick(page), group: 'screens', address } }]
    })
  })
}

/** Saved views by their names; only with words, as the list itself has them as chips. */
function fittingViews(sought: string, { views = [], routes, pick }: Sources): PaletteEntry[] {
  if (sought === '') return []
  const titles = new Map(
    routes
      .filter(isHere)
      .flatMap(({ path, title, lists = [] }) => [{ path, title }, ...lists].map((list) => [list.path, list.title])),
  )
  return views
    .flatMap((view) => {
      const list = titles.get(view.screen)
      const fit = fitOfTexts([view.title], sought)
      return list === undefined || fit === Infinity ? [] : [{ view, list, fit }]
    })
    .sort((a, b) => a.fit - b.fit)
    .slice(0, maxViews)
    .map(({ view, list }) => ({
      key: `view ${view.sharedWith ?? 'own'} ${view.id}`,
      title: view.title,
      beside: pick(list),
      group: 'views',
      address: viewAddress(view),
    }))
}

/** The best first. */
function fittingScreens(sought: string, sources: Sources): FittingEntry[] {
  const { routes, moduleTitle, pick } = sources
  return (
    routes
      .filter(isHere)
      // Entries without a menu item rank below those with one of equal fit.
      .map((route) => ({ route, module: moduleTitle(route.module) }))
      .map(({ route, module }) => ({
        route,
        module,
        fit: fitOf(route, module, sought) + (route.hidden ? 0.5 : 0),
      }))
      .filter(({ fit }) => fit < Infinity)
      .map(({ route, fit, module }): FittingEntry => ({
        fit,
        entry: {
          key: route.path,
          title: pick(route.title),
          beside: module ? pick(module) : '',
          group: 'screens',
          path: route.path,
        },
      }))
      .concat(fittingParts(sought, sources))
      .sort((a, b) => a.fit - b.fit)
  )
}

/** 0: a title begins with it, then a title or synonym contains it, the address, the module; Infinity: no match. */
function fitOf({ title, path, synonyms = [] }: Route, module: Text | undefined, sought: string): number {
  if (sought === '') return 0
  const has = (texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(sought))
  const fit = fitOfTitle(title, sought)
  if (fit < Infinity) return fit
  if (has(synonyms)) return 1
  if (has([path])) return 2
  return has(Object.values(module ?? {})) ? 3 : Infinity
}

const fitOfTitle = (title: Text, sought: string): number => fitOfTexts(Object.values(title), sought)

/** 0: a text begins with it; 1: contains it; Infinity: no match. */
function fitOfTexts(texts: readonly string[], sought: string): number {
  const lower = texts.map((text) => text.toLowerCase())
  if (lower.some((text) => text.startsWith(sought))) return 0
  return lower.some((text) => text.includes(sought)) ? 1 : Infinity
}
