// Warns of screens that cannot be reached, and of addresses that mislead.
import { pathOf } from '../access/screenByPath'
import type { App } from '../model/app'
import type { Screen } from '../model/screen'
import { locationOf, type CompileContext } from '../context/compileContext'
import type { Warnings } from './warnings'

export function warnOfScreens(
  context: CompileContext,
  warnings: Warnings,
  app: App,
  wordCounts: ReadonlyMap<string, number>,
): void {
  const addresses = new Set([...wordCounts.keys()].flatMap((word) => (word.startsWith('/') ? [pathOf(word)] : [])))
  const named = (path: string) => (wordCounts.get(path) ?? 0) > 1 || (addresses.has(path) && !wordCounts.has(path))
  for (const file of context.manifests.screens) {
    const screen = app.screens[file.manifest.path]
    const why = screen && (unlinked(screen, named) ?? shutByModule(screen, app))
    if (why !== undefined) warnings.at(locationOf(context, file, 'path'), 'unreachable-screen', { why })
  }
}

/**
 * A screen takes one of its own codes and one of its module's. Roles, which are data, decide which codes are combined;
 * but `grants` may give a code to roles of which none needs to have any other business in the module.
 */
function shutByModule({ path, permissions, module }: Screen, { modules, access, screens }: App): string | undefined {
  const codes = modules[module]?.permissions ?? []
  const anyone = ['public', 'signed-in']
  if (codes.length === 0 || [...codes, ...permissions].some((code) => anyone.includes(code))) return undefined
  const grantOf = (code: string) => access.grants.find((grant) => grant.code === code)
  // Comparing every screen with all others would take longest in a large product.
  if (!permissions.every(grantOf)) return undefined
  const others = Object.values(screens).filter((screen) => screen.module === module && screen.path !== path)
  /** A code with those by which roles get it. */
  const withHolders = (code: string) => [code, ...(grantOf(code)?.holders ?? [])]
  const ofModule = new Set([...codes, ...others.flatMap((screen) => screen.permissions)].flatMap(withHolders))
  return permissions.every((code) => !withHolders(code).some((one) => ofModule.has(one)))
    ? 'its module opens for other codes, and `grants` gives its own to roles that need have none of them'
    : undefined
}

function unlinked(
  { path, kind, hideInMenu, permissions, blocks }: Screen,
  named: (path: string) => boolean,
): string | undefined {
  // A detail is opened with its record, a redirect from outside, a frame wherever its record is shown.
  const framed = blocks.some(({ kind, entity }) => kind === 'frame' && entity !== undefined)
  return hideInMenu &&
    kind !== 'detail' &&
    kind !== 'redirect' &&
    !framed &&
    !permissions.includes('public') &&
    !named(path)
    ? 'it is not in the menu, and nothing leads to it'
    : undefined
}

/** The address with that of the module instead of its first step. */
const withinModule = (path: string, home: string): string => `${home}${/^\/[^/]*(\/.+)$/.exec(path)?.[1] ?? path}`

export function warnOfAddresses(context: CompileContext, warnings: Warnings): void {
  const byLetters = new Map<string, string>()
  // The account menu contains screens of all modules.
  const ofAccount = new Set(context.manifests.app?.manifest.accountScreens)
  for (const file of context.manifests.screens) {
    const { path } = file.manifest
    const location = locationOf(context, file, 'path')
    const home = context.manifests.modules.get(file.module)?.manifest.path
    if (home !== undefined && path !== home && !path.startsWith(`${home}/`) && !ofAccount.has(path))
      warnings.at(
        location,
        'foreign-address',
        { path: home },
        { hint: `Did you mean ${JSON.stringify(withinModule(path, home))}?` },
      )
    const like = byLetters.get(path.toLowerCase())
    const why = /[?#]/.test(path)
      ? 'holds a sign that begins a query or a fragment'
      : /\s/.test(path)
        ? 'holds a blank'
        : like !== undefined && like !== path
          ? `differs from ${like} by case only`
          : undefined
    if (why !== undefined) warnings.at(location, 'odd-address', { why })
    byLetters.set(path.toLowerCase(), path)
  }
}
