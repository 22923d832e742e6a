// Tests what the server opens to an account:
// for each code of the route table and each flag of a dealer its addresses, menu, codes, and refusals of lists.
import { beforeAll, describe, expect, it } from 'vitest'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import type { MenuEntry } from '../../src/manifest/access/navigation'
import type { Envelope } from '../../src/protocol/envelope'
import { look } from '../generated/values'
import { isWithin, routeTable } from './routeTable'
import { sampleOf } from './sample'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const acting = 'designer'

async function boot(role: string): Promise<BootAnswer> {
  const headers = { 'x-token': await suite.teller.token(role), 'x-language': 'zh' }
  const answer = await suite.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
  return (answer.body as Envelope<BootAnswer>).data
}
async function edit(entity: string, id: number, values: object): Promise<void> {
  await suite.teller.act('admin', `${entity}.edit`, id, values)
}
async function hold(codes: Iterable<string>): Promise<void> {
  const { id } = await suite.teller.account(acting)
  const role = (await look(suite.teller, 'admin', 'employee', id))!.record.values.role as { id: number }
  await edit('role', role.id, { codes: [...codes].map((code) => ({ code })) })
}
const listed = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(({ path, children }) => [path, ...(children ? listed(children) : [])])

/** What stands above a group of screens. */
const parents = routeTable.filter(({ path }) => routeTable.some((row) => row.path.startsWith(`${path}/`)))
const top = new Set(parents.flatMap(({ codes }) => codes))
/** What an account has, or never has, whatever its role says. */
const given = ['p_pc_isTestRun', 'p_pc_aftermarketList']
const every = [...new Set(routeTable.flatMap(({ codes }) => codes))].filter((code) => code !== 'admin')

// spec 2.4 2.5 2.7 2.12 2.13 2.14 2.15 2.16 2.18 2.19 2.20 2.21 2.22 2.23 2.24 2.25 2.26 2.28 6.2 6.5
it('the administrator is answered every address as it is written, and the menu those that are not hidden', async () => {
  const { routes, menu } = await boot('admin')
  const shown = listed(menu)
  for (const { path, hidden, noCache, pinned, autoLogin, redirect } of routeTable) {
    const route = routes[path]
    expect(route, path).toBeDefined()
    const answered = {
      hidden: route!.hidden,
      noCache: !route!.keep,
      pinned: route!.pinned,
      autoLogin: route!.autoLogin,
    }
    expect(answered, path).toEqual({ hidden, noCache, pinned, autoLogin })
    if (redirect !== '' && !path.endsWith('*')) expect(route!.redirect, path).toBe(redirect)
    if (hidden) expect(shown, path).not.toContain(path)
    else if (route!.kind !== 'redirect') expect(shown, path).toContain(path)
  }
})

describe('an account', () => {
  // spec 6.17
  it('is answered nothing under a top level of which it holds no code', async () => {
    const guarded = parents.filter(({ codes }) => codes.length > 0)
    await hold(every)
    const all = Object.keys((await boot(acting)).routes)
    for (const { path } of guarded) expect(all, path).toContain(path)
    await hold(every.filter((code) => !top.has(code)))
    const left = Object.keys((await boot(acting)).routes)
    expect(left.filter((path) => guarded.some((above) => isWithin(path, above.path)))).toEqual([])
  })

  // spec 5.6 6.18 6.19 6.20 6.21 6.22 6.23 6.24 6.25 6.26 6.27
  it('is answered by each code the addresses that name it, and no others', { timeout: 300_000 }, async () => {
    await hold(top)
    const before = new Set(Object.keys((await boot(acting)).routes))
    // What stands above a group leads to the first of its screens that is open.
    const coded = routeTable.filter((row) => row.codes.length > 0 && !parents.includes(row))
    for (const { path, codes } of coded)
      if (!codes.some((code) => top.has(code) || given.includes(code))) expect(before, path).not.toContain(path)
    for (const code of sampleOf(every.filter((one) => !top.has(one) && !given.includes(one)))) {
      await hold([...top, code])
      const { routes, menu } = await boot(acting)
      const added = coded.filter(({ path }) => path in routes && !before.has(path))
      const named = coded.filter(({ codes }) => codes.includes(code)).filter(({ path }) => !before.has(path))
      expect(
        added.map(({ path }) => path),
        code,
      ).toEqual(named.map(({ path }) => path))
      const shown = listed(menu)
      for (const { path, hidden } of named) expect(shown.includes(path), path).toBe(!hidden)
    }
  })
})

/** Field of the dealer, the value that takes something away, and what. */
const flags = [
  ['isInstallation', true, ['p_pc_Install', 'p_pc_AssignWork']],
  ['isInvite', false, ['p_pc_orderListInvitation']],
  ['isPicture', true, ['p_pc_orderListDraw']],
  ['isPiper', false, ['p_pc_orderListAssignRuler']],
  ['isProgramme', true, ['p_pc_orderListCaseAffirm']],
  ['isReceiptConfirmat', true, ['p_pc_ConfirmReceipt']],
  ['isScale', true, ['p_pc_orderListMeasure']],
] as const

describe('the dealer', () => {
  let dealer: number
  beforeAll(async () => {
    dealer = (await suite.teller.account(acting)).dealer
    await hold(every)
  })

  /** Whether each code is answered, and each address that names nothing else, and the list behind it. */
  async function isOpen(codes: readonly string[], open: boolean): Promise<void> {
    const { codes: own, routes } = await boot(acting)
    for (const code of codes) {
      expect(own.includes(code), code).toBe(open)
      for (const row of routeTable.filter((one) => one.codes.length === 1 && one.codes[0] === code)) {
        expect(row.path in routes, row.path).toBe(open)
        const screen = suite.product.server.dependencies.liveApp.current.screens[row.path]
        if (screen?.kind !== 'list') continue
        const { code: answered } = await suite.teller.call(acting, '/api/list', {
          screen: row.path,
          want: { rows: true },
        })
        expect(answered, row.path).toBe(open ? 2000 : 2002)
      }
    }
  }

  // spec 6.6 6.7 6.8 6.9 6.10 6.11 6.12
  it.each(flags)('%s takes its codes away, and gives them back', async (field, taking, codes) => {
    await edit('dealer', dealer, { [field]: !taking })
    await isOpen(codes, true)
    await edit('dealer', dealer, { [field]: taking })
    await isOpen(codes, false)
    await edit('dealer', dealer, { [field]: !taking })
    await isOpen(codes, true)
  })

  it('whose permission its flag has taken gets the reason from an early check as well', async () => {
    await hold(every)
    await edit('dealer', dealer, { isPiper: false })
    const request = { entity: 'order', transition: 'assignRuler', id: 1, version: 1, values: {} }
    expect(await suite.teller.call(acting, '/api/earlyCheck', request)).toMatchObject({ msg: '经销商未启用派量尺' })
    await edit('dealer', dealer, { isPiper: true })
  })

  // spec 6.13
  it('never has what stands on the requests by WeChat', async () => {
    expect(every).toContain('p_pc_aftermarketList')
    await hold(every)
    await isOpen(['p_pc_aftermarketList'], false)
  })

  // spec 6.14
  it('has the code of the test run by its flag or by the list', async () => {
    expect((await boot(acting)).codes).toContain('p_pc_isTestRun')
    const { dealer: other } = await suite.teller.account('restricted')
    expect((await boot('restricted')).codes).not.toContain('p_pc_isTestRun')
    await edit('dealer', other, { testRun: true })
    expect((await boot('restricted')).codes).toContain('p_pc_isTestRun')
  })

  // spec 4.11 6.16
  it.each(['0', '2'])('that is restricted (%s) places no orders', async (status) => {
    const names = ['contractPload', 'contractRePload', 'afterNewReceipts', 'afterAgainReceipts', 'afterCustomerAdd']
    const more = [
      'priceReupload',
      'supplyPriceAdd',
      'supplyPriceReupload',
      'redesignApply',
      'redesignUpload',
      'againOld',
    ]
    const codes = [...names, ...more].map((name) => `p_pc_${name}`)
    await isOpen(codes, true)
    await edit('dealer', dealer, { status })
    await isOpen(codes, false)
    await edit('dealer', dealer, { status: '1' })
  })
})

// spec 5.7 6.4
it('a menu that is disabled for an account is gone from its menu and its addresses, and refused', async () => {
  await hold(every)
  const { id } = await suite.teller.account(acting)
  const path = '/customer/CustomerList'
  const ask = () => suite.teller.call(acting, '/api/list', { screen: path, want: { rows: true } })
  const seen = async () => {
    const { routes, menu } = await boot(acting)
    return [path in routes, listed(menu).includes(path), (await ask()).code]
  }
  expect(await seen()).toEqual([true, true, 2000])
  await edit('employee', id, { disabledMenus: [{ path }] })
  expect(await seen()).toEqual([false, false, 2002])
  const answers = [await ask(), await suite.teller.call(acting, '/api/screen', { path })]
  expect(answers.map(({ key }) => key)).toEqual(['page_disabled', 'page_disabled'])
  await edit('employee', id, { disabledMenus: [] })
  expect(await seen()).toEqual([true, true, 2000])
})
