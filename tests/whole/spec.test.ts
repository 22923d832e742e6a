// Tests that constants, texts and the session user equal those of the specification.
import { errorTexts, shellTexts } from '../pageTexts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menu, routes } from '../../src/manifest/access/navigation'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { anonymousCaller } from '../../src/server/context/context'
import { sizes } from '../../src/ui/theme/theme'
import { createTeller, password } from '../story/teller'
import { startProduct, type Product } from './product'
import { readSchemas } from './schemas'

const app = readSchemas()

describe('constants', () => {
  // spec 2.1 6.5
  it('the public routes are public, and nothing else is', () => {
    const open = Object.values(app.screens)
      .filter((screen) => screen.permissions.includes('public'))
      .map((screen) => screen.path)
      .sort()
    expect(open).toEqual([
      '/401',
      '/404',
      '/authredirect',
      '/ea/Login',
      '/login',
      '/password/reset',
      '/redirect/*',
      '/studyFile',
    ])
    expect(Object.keys(routes(app, anonymousCaller('zh'))).sort()).toEqual(open)
  })

  // spec 2.2
  it('the refresh helper leads to whatever stands behind it', () =>
    expect(app.screens['/redirect/*']).toMatchObject({ kind: 'redirect', redirect: '/*' }))

  // spec 2.4 2.5
  it('the root leads to the dashboard, which is not kept', () => {
    expect(app.screens['/']).toMatchObject({ redirect: '/dashboard' })
    expect(app.product.homeScreen).toBe('/dashboard')
    expect(app.screens['/dashboard']).toMatchObject({
      keepAlive: false,
      hideInMenu: false,
      title: { zh: '首页', en: 'Home' },
    })
  })

  // spec 2.7
  it('the screens of the account are hidden from the menu', () => {
    for (const path of ['/settings', '/addressList', '/message', '/ea/Login', '/zowee', '/zoweeNotice'])
      expect(app.screens[path]?.hideInMenu, path).toBe(true)
  })

  // spec 2.10 2.11
  it('the partner has a page of its failed sign-in and one of its announcements', () => {
    const system = Object.values(app.integrations).find(({ signIn }) => signIn)!
    expect(app.screens[system.signIn!.failureScreen]).toMatchObject({ path: '/zowee', permissions: ['signed-in'] })
    const { entity, signInTo: autoLogin } = app.screens['/zoweeNotice']!
    expect([autoLogin, app.entities[entity!]!.sync?.integration]).toEqual([system.name, system.name])
  })

  // spec 2.16
  it('receipt is confirmed on the screen of that name, by who holds its code', () => {
    const receiving = Object.values(app.screens)
      .filter(({ entity }) => entity === 'shipment')
      .flatMap(({ path, actions }) =>
        actions.filter(({ implied }) => !implied).map(({ transition }) => [path, transition] as const),
      )
      .filter(([path, transition]) => path === '/order/Receipt' || transition === 'receive')
    expect(receiving).toEqual([['/order/Receipt', 'receive']])
    const { permissions } = app.entities.shipment!.transitions.receive!
    expect(permissions.map(({ permission }) => permission)).toEqual(['p_pc_ConfirmReceipt', 'system'])
  })

  // spec 2.28
  it('the designer and its variant for supplements stand alone on an empty page', () => {
    for (const path of ['/designEditor', '/designEditor/supplement'])
      expect(app.screens[path], path).toMatchObject({ layout: 'empty', hideInMenu: true })
  })

  // spec 2.29 2.43 6.2
  it('the menu has a title for every subject of the specification', () => {
    const entries = menu(app, { ...anonymousCaller('zh'), administrator: true, me: { id: 1 } })
    const titles = entries.flatMap((entry) => [entry, ...(entry.children ?? [])]).map(({ title }) => title.zh!)
    for (const subject of [
      '首页',
      '客户',
      '订单',
      '合同',
      '财务',
      '统计分析',
      '售后',
      '门店',
      '员工',
      '角色',
      '注册',
      '案例',
      '话术',
      '新闻',
      '学习资料',
      '需求管理',
    ])
      expect(
        titles.filter((title) => title.includes(subject)),
        subject,
      ).not.toEqual([])
  })

  // spec 3.13
  it('the three counters have the names of the specification', () => {
    expect(Object.values(app.product.messages.counters).sort()).toEqual([
      'information_count',
      'order_information_count',
      'stores_information_count',
    ])
  })

  // spec 9.5 9.6 9.7 9.9 9.10
  it('cookies, marker and defaults', () => {
    const { cookies, clientName: client, languages, theme } = app.product
    expect(cookies).toEqual({
      token: 'Token',
      lastAccount: '_mobile',
      signedIn: '_auth',
      integration: '_login_zowee',
      language: 'language',
      size: 'size',
      sidebar: 'sidebarStatus',
    })
    expect(Object.keys(sizes)).toEqual(['default', 'medium', 'small', 'mini'])
    expect({ client, language: languages[0], ...theme }).toEqual({
      client: 'dealerPc',
      language: 'zh',
      primaryColor: '#409EFF',
      size: 'small',
    })
  })

  // spec 5.5 8.4 8.7 8.8 8.9 8.12 8.13 8.14 8.15 8.17 8.18 8.19 8.20
  it('the texts of the catalogue are word for word those of the specification', () => {
    const said = new Set(Object.values({ ...errorTexts, ...shellTexts }).flatMap(({ zh, en }) => [zh, en]))
    for (const text of [
      '登出',
      '你已被登出，请重新登录！',
      '确定',
      '访问异常，请稍后重试！',
      '服务器遇到错误，无法完成请求',
      '请求超时，请重试！',
      '未获取到用户信息，请重试！',
      '未返回角色权限！',
      '验证失败，请重新登录.',
      '菜单选项缺少command属性.',
      'you browser can not work',
      '转换语言成功',
      '切换布局尺寸成功！',
      '换肤成功',
      '确认退出',
      '你确定退出登录么?',
      '取消',
    ])
      expect(said, text).toContain(text)
  })
})

describe('answers', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  }, 120_000)
  afterAll(() => product?.stop())

  // spec 8.1 9.4
  it('success, a refusal, a missing right and an ended session have the codes of the specification', async () => {
    const teller = createTeller(product.transport)
    const codeOf = async (path: string, headers: Record<string, string>, body: object) =>
      ((await product.transport({ method: 'POST', path, headers, body })).body as { code: number }).code
    const own = { 'x-token': await teller.token('guide') }
    const list = { screen: '/customer/CustomerList', want: { rows: true } }
    expect(await codeOf('/api/list', own, list)).toBe(2000)
    expect(await codeOf('/pcindex/login/login_check.html', {}, { account: '13800000001', password: 'x' })).toBe(2001)
    expect(await codeOf('/api/list', own, { ...list, screen: '/order/Factory' })).toBe(2002)
    expect(await codeOf('/api/list', { 'x-token': 'ended' }, list)).toBe(2999)
  })

  it('a dealer without site measurement has no column of its moment', async () => {
    const teller = createTeller(product.transport)
    const columns = async (role: string) =>
      (await teller.call<ScreenAnswer>(role, '/api/screen', { path: '/order/Draw' })).data.screen.columns
    for (const [role, measures] of [
      ['owner', true],
      ['admin', true],
      ['restricted', false],
    ] as const)
      expect([role, (await columns(role)).some(({ field }) => field === 'measuredAt')]).toEqual([role, measures])
  })

  // spec 3.7 3.8 7.8
  it('signing in answers the fields that are read, and never a password', async () => {
    const { body } = await product.transport({
      method: 'POST',
      path: '/pcindex/login/login_check.html',
      headers: {},
      body: { account: '13800000001', password },
    })
    const { data } = body as { data: Record<string, unknown> }
    expect(Object.keys(data).sort()).toEqual(['mobile', 'result', 'tmes_joinno', 'token', 'zy_password'])
    expect(data).toMatchObject({ mobile: '13800000001', tmes_joinno: 'J10001', zy_password: '', result: 'success' })
  })

  // spec 3.1 3.2 3.3 3.4 3.5 6.1
  it('the session user is made of the account, its store, its dealer and the codes of the server', async () => {
    const token = await createTeller(product.transport).token('restricted')
    const { data } = (
      await product.transport({ method: 'GET', path: '/pcindex/api/userinfo.html', headers: { 'x-token': token } })
    ).body as { data: Record<string, Record<string, unknown>> }
    const {
      userinfo,
      join,
      store,
      new_userinfo: effective,
    } = data as {
      userinfo: Record<string, unknown>
      join: Record<string, unknown>
      store: Record<string, unknown>
      new_userinfo: { roles: string[] }
    }
    expect(userinfo).toMatchObject({
      name: '郑宏伟',
      mobile: '13800000011',
      tmes_joinno: 'J10002',
      employee_type_id: 1,
      is_installation: 1,
      is_invite: 0,
      is_picture: 0,
      is_piper: 0,
      is_programme: 1,
      is_receipt_confirmat: 1,
      is_scale: 1,
      disabled_menus: [],
    })
    expect(join).toMatchObject({ realname: '郑宏伟', tmes_joinno: 'J10002', status: 2 })
    expect(store).toMatchObject({ id: userinfo.store_id, name: userinfo.store_name })
    expect([typeof userinfo.id, typeof join.id, typeof store.name]).toEqual(['number', 'number', 'string'])
    // What the role names, and what is left of it.
    expect(userinfo.auth).toEqual(expect.arrayContaining(['p_pc_contractPload', 'p_pc_order']))
    expect(effective.roles).toContain('p_pc_order')
    expect(effective.roles).not.toContain('p_pc_contractPload')
    expect([...(userinfo.auth as string[]), ...effective.roles].every((code) => code in app.access.permissions)).toBe(
      true,
    )
  })

  // spec 3.6 3.13 7.24 7.29
  it('a call answers the three message counts, which are those of the session', async () => {
    const { database } = product.server.dependencies
    await database.query(
      sql`update "message" set "state" = 'unread' where "to" = (select "id" from "employee"
        where "mobile" = '13800000001')`,
    )
    const token = await createTeller(product.transport).token('owner')
    const post = async (path: string) =>
      (
        (await product.transport({ method: 'POST', path, headers: { 'x-token': token }, body: {} })).body as {
          data: Record<string, number>
        }
      ).data
    const counts = await post('/pcindex4/user_centor/msg_remind.html')
    expect(Object.keys(counts).sort()).toEqual([
      'information_count',
      'order_information_count',
      'stores_information_count',
    ])
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    const boot = (
      (await product.transport({ method: 'GET', path: '/api/boot', headers: { 'x-token': token } })).body as {
        data: { counters: object }
      }
    ).data
    expect(boot.counters).toEqual(counts)
  })

  // spec 6.15
  it('the two whitelists are preset and overwritten by the server', async () => {
    const token = await createTeller(product.transport).token('owner')
    const read = async () =>
      (
        (await product.transport({ method: 'GET', path: '/pcindex/api/userinfo.html', headers: { 'x-token': token } }))
          .body as { data: Record<string, unknown> }
      ).data
    expect(await read()).toMatchObject({ openedDmmsJoinnos: ['J10001'] })
    // Nobody is on the server's list: the preset holds.
    await product.server.dependencies.database.query(sql`update "dealer" set "dmmsOpened" = false`)
    expect(await read()).toMatchObject({ openedDmmsJoinnos: app.settings.dmmsJoinnos?.value })
    // Another account is: the server's list overwrites the preset.
    await product.server.dependencies.database.query(
      sql`update "dealer" set "dmmsOpened" = true where "joinno" = 'J10002'`,
    )
    expect(await read()).toMatchObject({ openedDmmsJoinnos: [] })
  })
})
