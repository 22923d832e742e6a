// Does the product have exactly the routes of the specification? Each row of the route table against what `npm run routes -- --json` prints.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Row { path: string; codes: string[]; hidden: boolean; noCache: boolean; pinned: boolean; autoLogin: boolean; redirect: string }
const table: Row[] = readFileSync(new URL('./routes.tsv', import.meta.url), 'utf8').trim().split('\n').slice(1).map((line) => {
  const [path = '', codes = '', , hidden, noCache, pinned, autoLogin, , redirect = ''] = line.split('\t')
  return { path, codes: codes === '-' ? [] : codes.split(' '), hidden: hidden === 'y', noCache: noCache === 'y', pinned: pinned === 'y', autoLogin: autoLogin === 'y', redirect: redirect === '-' ? '' : redirect }
})
const printed = JSON.parse(execFileSync('npx', ['tsx', 'scripts/routes.ts', '--json'], { encoding: 'utf8', maxBuffer: 1e8 })) as (Row & { titleZh: string; titleEn: string; kind: string; source: string })[]
const byPath = new Map(printed.map((route) => [route.path, route]))
const finished = table.filter((row) => row.path === '/customer' || row.path.startsWith('/customer/'))

describe('routes', () => {
  it('has a row of the table for each of the 21 addresses of the module', () => expect(finished).toHaveLength(21))

  it.each(finished.map((row) => [row.path, row] as const))('%s', (path, row) => {
    const route = byPath.get(path)
    expect(route, 'the route exists').toBeDefined()
    const { codes, hidden, noCache, pinned, autoLogin, redirect } = route!
    expect({ path, codes, hidden, noCache, pinned, autoLogin, redirect: redirect ?? '' }).toEqual(row)
    expect(route!.titleZh).toMatch(/[\u4e00-\u9fff]/)
    expect(route!.titleEn).toMatch(/[A-Za-z]/)
    expect(route!.source).toMatch(/\.json$/)
  })

  it('invents no route below the module', () => {
    const known = new Set(table.map((row) => row.path))
    expect(printed.filter((route) => route.path.startsWith('/customer') && !known.has(route.path))).toEqual([])
  })
})
