// Does the product have exactly the routes of the specification? Each row of the route table against what `npm run routes -- --json` prints,
// for every module that is finished; addresses that are not finished yet are named.
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
/** Modules of which every address is there, with the number of their rows in the table. */
const modules: readonly (readonly [path: string, rows: number])[] = [['/customer', 21], ['/order', 34], ['/aftermarket', 21], ['/supplement', 5], ['/statistics', 5], ['/store', 5], ['/buildStore', 8], ['/packageBuildStore', 2], ['/channelManage', 5], ['/product', 2]]
/** Addresses of these modules that may still be missing. */
const coming: readonly string[] = ['OrderStatis', 'Factory', 'Customer', 'CustomerWater', 'FinanceInvoice'].map((name) => `/order/${name}`)
/** Where the table gives no code: the one that the name of the address leads to. */
const read: Readonly<Record<string, string>> = { '/order/Contract': 'p_pc_contract',
  '/aftermarket/DemandList': 'p_pc_aftermarket', '/aftermarket/cg_deposit_refund': 'p_pc_aftermarket', '/aftermarket/survey_satisfaction': 'p_pc_aftermarket',
  '/buildStore/sampleOrder': 'p_pc_BuildStore', '/buildStore/bsEvaluation': 'p_pc_BuildStore', '/packageBuildStore/bsEvaluation': 'p_pc_PackageBuildStore', '/channelManage/carrier': 'p_pc_ChannelManage',
  '/supplement/paymentAdd': 'p_pc_after', '/supplement/paymentReupload': 'p_pc_after', '/supplement/priceAdd': 'p_pc_after', '/supplement/priceReupload': 'p_pc_after', '/supplement/statusQuery': 'p_pc_after',
}
const isWithin = (path: string, module: string) => path === module || path.startsWith(`${module}/`)

describe.each(modules)('routes of %s', (module, rows) => {
  const within = table.filter(({ path }) => isWithin(path, module))

  it('has every row of the table', () => expect(within).toHaveLength(rows))

  it.each(within.filter(({ path }) => byPath.has(path) || !coming.includes(path)).map((row) => [row.path, row] as const))('%s', (path, row) => {
    const route = byPath.get(path)
    expect(route, 'the route exists').toBeDefined()
    const { codes, hidden, noCache, pinned, autoLogin, redirect } = route!
    expect({ path, codes, hidden, noCache, pinned, autoLogin, redirect: redirect ?? '' }).toEqual({ ...row, codes: row.codes.map((code) => (code === '?' ? read[path] : code)) })
    expect(route!.titleZh).toMatch(/[\u4e00-\u9fff]/)
    expect(route!.titleEn).toMatch(/[A-Za-z]/)
    expect(route!.source).toMatch(/\.json$/)
  })

  it('invents no route', () => {
    const known = new Set(table.map(({ path }) => path))
    expect(printed.filter(({ path }) => isWithin(path, module) && !known.has(path))).toEqual([])
  })
})
