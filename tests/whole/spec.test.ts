// Is every sentence of the specification checked somewhere, and are its constants ours? Each row names a test that exists; the table for people is written from the rows.
import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/manifest/navigation'
import { codes } from '../../src/protocol/envelope'
import { faultTexts } from '../../src/runtime/texts/faults'
import { shellTexts } from '../../src/runtime/texts/shell'
import { nobody } from '../../src/server/identify'
import { createTeller, password } from '../story/teller'
import { startProduct, type Product } from './product'
import { readSchemas } from './schemas'
import { specRows } from './specRows'

const app = readSchemas()

describe('the table of sentences', () => {
  it.each(specRows.map((row) => [`${row[0]} ${row[1]}`, row] as const))('%s', (_name, [, , file, test]) => {
    const text = readFileSync(file, 'utf8')
    expect(text, `${file} has a test "${test}"`).toContain(`'${test}`)
  })

  it('is written for people as it stands', async () => {
    const sections = [...new Set(specRows.map(([section]) => section))].sort((a, b) => a - b)
    const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll("\\'", "'")
    const lines = sections.flatMap((section) => [`## Section ${section}`, '', '| sentence | test |', '|---|---|', ...specRows.filter((row) => row[0] === section).map(([, sentence, file, test]) => `| ${cell(sentence)} | \`${file}\`: ${cell(test)} |`), ''])
    await expect(`# The specification, sentence by sentence\n\nWritten by \`tests/whole/spec.test.ts\` from \`tests/whole/specRows.ts\`.\n\n${lines.join('\n')}`).toMatchFileSnapshot('../spec.md')
  })
})

describe('constants', () => {
  it('the public routes are public, and nothing else is', () => {
    const open = Object.values(app.screens).filter((screen) => screen.permission.includes('public')).map((screen) => screen.path).sort()
    expect(open).toEqual(['/401', '/404', '/authredirect', '/ea/Login', '/login', '/password/reset', '/redirect/*', '/studyFile'])
    expect(Object.keys(routes(app, nobody(0))).sort()).toEqual(open)
  })

  it('the refresh helper leads to whatever stands behind it', () => expect(app.screens['/redirect/*']).toMatchObject({ kind: 'redirect', redirect: '/*' }))

  it('the root leads to the dashboard, which is not kept', () => {
    expect(app.screens['/']).toMatchObject({ redirect: '/dashboard' })
    expect(app.product.home).toBe('/dashboard')
    expect(app.screens['/dashboard']).toMatchObject({ keep: false, hidden: false, title: ['首页', 'Home'] })
  })

  it('the screens of the account are hidden from the menu', () => {
    for (const path of ['/settings', '/addressList', '/message', '/ea/Login']) expect(app.screens[path]?.hidden, path).toBe(true)
  })

  it('the three counters have the names of the specification', () => {
    expect(Object.values(app.product.messages.counters).sort()).toEqual(['information_count', 'order_information_count', 'stores_information_count'])
  })

  it('the codes of an answer', () => expect(codes).toMatchObject({ success: 2000, refused: 2001, forbidden: 2002, signedOut: 2999 }))

  it('cookies, marker and defaults', () => {
    const { cookies, client, languages, theme } = app.product
    expect(cookies).toEqual({ token: 'Token', mobile: '_mobile', auth: '_auth', partner: '_login_zowee', language: 'language', size: 'size', sidebar: 'sidebarStatus' })
    expect({ client, language: languages[0], ...theme }).toEqual({ client: 'dealerPc', language: 'zh', colour: '#409EFF', size: 'small' })
  })

  it('the texts of the catalogue are word for word those of the specification', () => {
    const said = new Set(Object.values({ ...faultTexts, ...shellTexts } as Record<string, readonly [string, string]>).flat())
    for (const text of [
      '登出', '你已被登出，请重新登录！', '确定', '访问异常，请稍后重试！', '服务器遇到错误，无法完成请求', '请求超时，请重试！', '未获取到用户信息，请重试！', '未返回角色权限！', '验证失败，请重新登录.',
      '菜单选项缺少command属性.', 'you browser can not work', '转换语言成功', '切换布局尺寸成功！', '换肤成功', '确认退出', '你确定退出登录么?', '取消',
    ]) expect(said, text).toContain(text)
  })

  it('the numbers of the face are those of the specification', () => {
    const source = (file: string) => readFileSync(`src/ui/shell/${file}`, 'utf8')
    expect(source('Frame.tsx')).toContain('useNarrow(1024)')
    expect(source('SideBar.tsx')).toMatch(/showDelay = 0\.2\b/)
  })
})

describe('answers', () => {
  let product: Product
  beforeAll(async () => { product = await startProduct() }, 120_000)
  afterAll(() => product?.stop())

  it('signing in answers the fields that are read, and never a password', async () => {
    const { body } = await product.transport({ method: 'POST', path: '/pcindex/login/login_check.html', headers: {}, body: { account: '13800000001', password } })
    const { data } = body as { data: Record<string, unknown> }
    expect(Object.keys(data).sort()).toEqual(['mobile', 'result', 'tmes_joinno', 'token', 'zy_password'])
    expect(data).toMatchObject({ mobile: '13800000001', tmes_joinno: 'J10001', zy_password: '', result: 'success' })
  })

  it('the two whitelists are preset and overwritten by the server', async () => {
    const token = await createTeller(product.transport).token('owner')
    const read = async () => ((await product.transport({ method: 'GET', path: '/pcindex/api/userinfo.html', headers: { 'x-token': token } })).body as { data: Record<string, unknown> }).data
    expect(await read()).toMatchObject({ openedDmmsJoinnos: ['J10001'] })
    // Nobody is on the server's list: the preset holds.
    await product.server.dependencies.database.read(sql`update "dealer" set "dmmsOpened" = false`)
    expect(await read()).toMatchObject({ openedDmmsJoinnos: app.settings.dmmsJoinnos?.value })
    // Somebody else is: the server's list overwrites the preset.
    await product.server.dependencies.database.read(sql`update "dealer" set "dmmsOpened" = true where "joinno" = 'J10002'`)
    expect(await read()).toMatchObject({ openedDmmsJoinnos: [] })
  })
})
