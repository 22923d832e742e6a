// Tests that the product has exactly the specified routes:
// each row of the route table against `npm run routes -- --json`.
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { shortLived } from '../../scripts/shortLived.mjs'
import { isWithin, routeTable as table, type RouteRow } from './routeTable'

const printed = JSON.parse(
  execFileSync(process.execPath, [...shortLived, '--import', 'tsx', 'scripts/routes.ts', '--json'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  }),
) as (RouteRow & { titleZh: string; titleEn: string; kind: string; source: string })[]
const byPath = new Map(printed.map((route) => [route.path, route]))
/** Modules with the number of their rows in the table; every other row stands in none of them. */
const modules: readonly (readonly [path: string, rows: number])[] = [
  ['/customer', 21],
  ['/order', 34],
  ['/aftermarket', 21],
  ['/supplement', 5],
  ['/statistics', 5],
  ['/store', 5],
  ['/buildStore', 8],
  ['/packageBuildStore', 2],
  ['/channelManage', 5],
  ['/product', 2],
]

function isAsWritten(path: string, row: RouteRow): void {
  const route = byPath.get(path)
  expect(route, 'the route exists').toBeDefined()
  const { codes, hidden, noCache, pinned, autoLogin, redirect } = route!
  expect({
    path,
    codes,
    hidden,
    noCache,
    pinned,
    autoLogin,
    redirect: (path.endsWith('*') ? null : redirect) ?? '',
  }).toEqual(row)
  expect(route!.titleZh).toMatch(/[\u4e00-\u9fff]/)
  expect(route!.titleEn).toMatch(/[A-Za-z]/)
  expect(route!.source).toMatch(/\.json$/)
}

// spec 2.12 2.13 2.14 2.15 2.17 2.18 2.19 2.20 2.21 2.22 2.23 2.24 2.25 2.26 2.27 2.28 2.30 2.31 2.32 2.33 6.17 6.18
// spec 6.19 6.20 6.21 6.22 6.23 6.24 6.25 6.26 6.27
describe.each(modules)('routes of %s', (module, rows) => {
  const within = table.filter(({ path }) => isWithin(path, module))

  it('has every row of the table', () => expect(within).toHaveLength(rows))

  it.each(within.map((row) => [row.path, row] as const))('%s', (path, row) => {
    isAsWritten(path, row)
  })

  it('invents no route', () => {
    const known = new Set(table.map(({ path }) => path))
    expect(printed.filter(({ path }) => isWithin(path, module) && !known.has(path))).toEqual([])
  })
})

// spec 2.1 2.4 2.5 2.7 2.28
it.each(
  table
    .filter(({ path }) => !modules.some(([module]) => isWithin(path, module)))
    .map((row) => [row.path, row] as const),
)('an address of no module is as written: %s', (path, row) => isAsWritten(path, row))

it('no address is left out', () => {
  const own = table.filter(({ path }) => !modules.some(([module]) => isWithin(path, module)))
  expect(own.length + modules.reduce((sum, [, rows]) => sum + rows, 0)).toBe(table.length)
})
