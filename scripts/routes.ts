// Prints every address of the product for `npm run routes`, as a table or as objects.
// Properties: path, module, titleZh, titleEn, codes[], hidden, pinned, noCache, autoLogin, redirect, kind, entity,
// source.
import { textIn } from '../src/manifest/model/text'
import type { App } from '../src/manifest/model/app'
import { readCommandLine } from './commandLine.mjs'
import { requireApp } from './compiled'

interface RouteRow {
  readonly path: string
  readonly module: string
  readonly titleZh: string
  readonly titleEn: string
  /** Any one suffices; empty when no code is required. */
  readonly codes: readonly string[]
  readonly public: boolean
  readonly hidden: boolean
  readonly pinned: boolean
  readonly noCache: boolean
  readonly autoLogin: boolean
  readonly redirect: string | null
  readonly kind: string
  readonly entity: string | null
  readonly source: string
}

const permissionWords = new Set(['public', 'signed-in'])

/** Modules in menu order, each followed by its screens in menu order. */
function routesOf(app: App): RouteRow[] {
  const modules = Object.values(app.modules).sort((a, b) => a.menuOrder - b.menuOrder || (a.name < b.name ? -1 : 1))
  return modules.flatMap((module): RouteRow[] => {
    const screens = module.screens.map((path): RouteRow => {
      const screen = app.screens[path]!
      return {
        path,
        module: module.name,
        titleZh: textIn(screen.title, 'zh'),
        titleEn: textIn(screen.title, 'en'),
        codes: screen.permissions.filter((code) => !permissionWords.has(code)),
        public: screen.permissions.includes('public'),
        hidden: screen.hideInMenu,
        pinned: screen.pinnedTab,
        noCache: !screen.keepAlive,
        autoLogin: screen.signInTo !== undefined,
        redirect: screen.redirect ?? null,
        kind: screen.kind,
        entity: screen.entity ?? null,
        source: screen.source,
      }
    })
    if (module.path === undefined || module.menuOnly) return screens
    return [
      {
        path: module.path,
        module: module.name,
        titleZh: textIn(module.title, 'zh'),
        titleEn: textIn(module.title, 'en'),
        codes: module.permissions.filter((code) => !permissionWords.has(code)),
        public: false,
        hidden: module.hideInMenu,
        pinned: false,
        noCache: false,
        autoLogin: false,
        redirect: module.redirect ?? null,
        kind: 'redirect',
        entity: null,
        source: module.source,
      },
      ...screens,
    ]
  })
}

function printTable(rows: readonly RouteRow[]): void {
  const cells = rows.map((row) => [
    row.path,
    row.kind,
    row.entity ?? '',
    `${row.titleZh} / ${row.titleEn}`,
    row.public ? 'public' : row.codes.join(' ') || 'signed-in',
    flags(row),
    row.redirect === null ? '' : `-> ${row.redirect}`,
  ])
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((line) => widthOf(line[column]!))))
  for (const line of cells)
    console.log(
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
}

const flags = (row: RouteRow): string =>
  (['hidden', 'pinned', 'noCache', 'autoLogin'] as const).filter((flag) => row[flag]).join(' ')

/** Terminal columns of a text: Chinese characters take two. */
const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0)

const usage = `npm run routes [-- flags]

Prints every address of the product as a table: address, kind, entity, title, codes, flags.

  --json   one object an address instead
  --help   this text`

const { flags: given } = readCommandLine(usage, { flags: ['json'] })
const rows = routesOf(requireApp())
if (given.has('json')) console.log(JSON.stringify(rows, null, 2))
else printTable(rows)
