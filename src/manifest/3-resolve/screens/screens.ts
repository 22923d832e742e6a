// Resolves a screen against its entity.
// Each kind of screen has its own keys; any other key is refused.
import type { Screen, ScreenKind } from '../../model/screen'
import type * as language from '../../language/generated'
import { findEntity, iconAt, ineffective, permissionsAt, routeAt, settingAt } from '../../context/lookup'
import type { File } from '../../1-read/manifestFiles'
import {
  locationOf,
  childLocation,
  reportProblem,
  type EntityDraft,
  type ManifestLocation,
  type Mutable,
  type CompileContext,
} from '../../context/compileContext'
import { switchedOff } from '../../context/integrationLookups'
import { resolveBlocks, resolveDashboard } from './blocks'
import { resolveLists } from './moreLists'
import { resolveReport, searchedAxes } from './report'
import { resolveRecords } from './screenRecords'

type Key = keyof language.ScreenManifest
const recordKeys = [
  'entity',
  'where',
  'widenRowScope',
  'filters',
  'actions',
  'refreshSeconds',
  'queue',
] as const satisfies readonly Key[]

/** Keys of each kind of screen, besides the common ones. */
const keysOfKind: Readonly<Record<ScreenKind, readonly Key[]>> = {
  list: [
    ...recordKeys,
    'columns',
    'board',
    'gallery',
    'feed',
    'tabsBy',
    'sort',
    'sumWhere',
    'batchActions',
    'endpointActions',
    'printActions',
    'recordParam',
    'export',
    'exchange',
    'blocks',
    'moreLists',
  ],
  form: ['entity', 'where', 'actions', 'sections', 'columns', 'sort'],
  detail: ['entity', 'refreshSeconds'],
  calendar: [...recordKeys, 'calendar'],
  board: [...recordKeys, 'board', 'sort'],
  report: ['report', 'export', 'widenRowScope', 'refreshSeconds'],
  dashboard: ['blocks', 'refreshSeconds'],
  page: ['blocks', 'refreshSeconds'],
  redirect: ['redirect'],
  external: ['linkTo'],
}
const neededKeys: Readonly<Record<ScreenKind, readonly Key[]>> = {
  list: ['entity', 'columns'],
  form: ['entity', 'actions'],
  detail: ['entity'],
  calendar: ['entity', 'calendar'],
  board: ['entity', 'board'],
  report: ['report'],
  dashboard: ['blocks'],
  page: ['blocks'],
  redirect: ['redirect'],
  external: ['linkTo'],
}
const commonKeys: readonly Key[] = [
  '$schema',
  'path',
  'title',
  'waive',
  'kind',
  'permissions',
  'icon',
  'synonyms',
  'menuOrder',
  'hideInMenu',
  'pinnedTab',
  'keepAlive',
  'signInTo',
  'layout',
]
/** Keys that do not apply to a screen that redirects or opens elsewhere: no tab, no state, not found. */
const keysOfTabs: readonly Key[] = ['pinnedTab', 'keepAlive', 'signInTo', 'layout', 'synonyms']

/** Screens without an `order` follow the others, sorted by address. */
export const defaultMenuOrder = 1_000_000

/**
 * Returns a screen in any case, without the parts that were refused. Without permissions of its own it has those of its
 * module.
 */
export function resolveScreen(context: CompileContext, file: File<language.ScreenManifest>): Screen {
  const { manifest } = file
  const { kind } = manifest
  checkKeys(context, file)
  const location = locationOf(context, file)
  if (manifest.path.startsWith('/api/')) reportProblem(childLocation(location, 'path'), 'reserved-route')
  iconAt(childLocation(location, 'icon'), manifest.icon)
  const module = context.manifests.modules.get(file.module)?.manifest
  const screen: Mutable<Screen> = {
    ...bareScreen(manifest),
    module: file.module,
    source: file.path,
    permissions:
      manifest.permissions === undefined
        ? (module?.permissions ?? ['signed-in'])
        : permissionsAt(childLocation(location, 'permissions'), manifest.permissions, ['public', 'signed-in', 'admin']),
  }
  if (screen.signInTo !== undefined && switchedOff(context).includes(screen.signInTo)) delete screen.signInTo
  if (kind === 'redirect') resolveRedirect(location, manifest, screen)
  if (kind === 'external') resolveHref(location, manifest, screen)
  if (kind === 'report' && manifest.report !== undefined) {
    screen.report = resolveReport(childLocation(location, 'report'), manifest.report)
    screen.filters = searchedAxes(childLocation(location, 'report', 'filters'), manifest.report, screen.report)
  }
  if (keysOfKind[kind].includes('blocks'))
    screen.blocks =
      kind === 'dashboard'
        ? resolveDashboard(location, manifest)
        : resolveBlocks(childLocation(location, 'blocks'), manifest.blocks)
  const entity =
    manifest.entity === undefined || !keysOfKind[kind].includes('entity')
      ? undefined
      : findEntity(childLocation(location, 'entity'), manifest.entity)
  if (entity !== undefined) resolveRecords(location, manifest, screen, entity)
  if (kind === 'list')
    screen.moreLists = resolveLists(childLocation(location, 'moreLists'), manifest.moreLists, screen, resolveList)
  return screen
}

/** A further list of a list screen. */
function resolveList(
  location: ManifestLocation,
  manifest: language.ScreenManifest,
  inherited: Pick<Screen, 'module' | 'source' | 'permissions' | 'visibleWhen'>,
  entity: EntityDraft,
): Screen {
  const screen: Mutable<Screen> = { ...bareScreen(manifest), ...inherited }
  resolveRecords(location, manifest, screen, entity)
  return screen
}

/** The keys of a screen that name nothing to resolve. */
function bareScreen(manifest: language.ScreenManifest): Mutable<Screen> {
  const { path, title, kind, icon, synonyms, widenRowScope: scope, refreshSeconds: refresh, signInTo } = manifest
  return {
    path,
    module: '',
    title,
    kind,
    permissions: [],
    menuOrder: manifest.menuOrder ?? defaultMenuOrder,
    hideInMenu: manifest.hideInMenu === true || kind === 'detail',
    pinnedTab: manifest.pinnedTab === true,
    keepAlive: manifest.keepAlive !== false,
    layout: manifest.layout ?? 'main',
    columns: [],
    filters: [],
    sort: { field: 'id', descending: true },
    actions: [],
    batchActions: [],
    endpointActions: [],
    printActions: [],
    export: manifest.export ?? (kind === 'list' || kind === 'report'),
    sections: [],
    blocks: [],
    moreLists: [],
    source: '',
    ...(icon !== undefined && { icon }),
    ...(synonyms !== undefined && { synonyms }),
    ...(scope !== undefined && { widenRowScope: scope }),
    ...(refresh !== undefined && { refreshSeconds: refresh }),
    ...(signInTo !== undefined && { signInTo }),
  }
}

function checkKeys(context: CompileContext, file: File<language.ScreenManifest>): void {
  const { manifest } = file
  const { kind } = manifest
  for (const key of Object.keys(manifest) as Key[]) {
    if (commonKeys.includes(key) || keysOfKind[kind].includes(key)) continue
    ineffective(locationOf(context, file), manifest, [key], `on a screen of kind ${kind}`)
  }
  for (const key of neededKeys[kind])
    if (manifest[key] === undefined)
      reportProblem(locationOf(context, file, 'kind'), 'missing-part', { thing: `a screen of kind ${kind}`, key })
  // A detail screen needs a record, so no menu item leads there.
  if (kind === 'detail')
    ineffective(
      locationOf(context, file),
      manifest,
      ['hideInMenu', 'menuOrder', 'icon', 'pinnedTab'],
      'on a screen of kind detail',
    )
  if (kind === 'form' && manifest.columns === undefined)
    ineffective(locationOf(context, file), manifest, ['sort'], 'on a form without columns')
  if (kind === 'redirect' || kind === 'external')
    ineffective(locationOf(context, file), manifest, keysOfTabs, `on a screen of kind ${kind}`)
}

function resolveRedirect(location: ManifestLocation, manifest: language.ScreenManifest, screen: Mutable<Screen>): void {
  if (manifest.redirect === undefined) return
  screen.redirect = manifest.redirect
  // A redirect from an address that ends in * keeps the remainder of the path.
  if (manifest.path.endsWith('/*') && manifest.redirect === '/*') return
  routeAt(childLocation(location, 'redirect'), manifest.redirect)
  if (manifest.redirect === manifest.path)
    reportProblem(childLocation(location, 'redirect'), 'cycle', {
      chain: `${manifest.path} -> ${manifest.path}`,
    })
}

function resolveHref(location: ManifestLocation, manifest: language.ScreenManifest, screen: Mutable<Screen>): void {
  const { context } = location
  if (manifest.linkTo === undefined) return
  screen.linkTo = manifest.linkTo
  const system = context.manifests.integrations.get(manifest.linkTo)
  if (system !== undefined) {
    if (system.manifest.pagePath === undefined)
      reportProblem(childLocation(location, 'linkTo'), 'missing-part', {
        thing: `The integration ${manifest.linkTo}`,
        key: 'pagePath',
      })
    return
  }
  if (switchedOff(context).includes(manifest.linkTo)) {
    screen.hideInMenu = true
    return
  }
  settingAt(childLocation(location, 'linkTo'), manifest.linkTo, 'text', 'a setting that is a text')
  const address = context.settings[manifest.linkTo]?.value
  // Accept only pages: an address with another scheme could run code.
  if (typeof address === 'string' && !/^https?:\/\/[^\s/@\\]+(\/|$)/.test(address))
    reportProblem(childLocation(location, 'linkTo'), 'bad-format', {
      found: `"${address}"`,
      pattern: 'of an address that begins with http:// or https://',
    })
}
