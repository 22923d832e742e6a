// Tests external systems in the browser:
// success, failure and retry, over the whole product and a partner that can be made to fail.
import { formTexts, integrationTexts, shellTexts } from '../pageTexts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProduct, type Product } from '../whole/product'
import { readSchemas } from '../whole/schemas'
import { startS3StandIn, type S3StandIn } from '../server/files/s3StandIn'
import { png } from '../story/teller'
import { hostileTargets } from '../server/egress/hostileTargets'
import { sampleOf } from '../whole/sample'
import { enter, launchBrowser, type Place, view } from './visitor'
import { leaveBrowser, leavePage } from './handedOn'

const app = readSchemas()
const system = Object.values(app.integrations).find((one) => one.signIn)!
const gated = Object.values(app.screens).find(
  (screen) =>
    screen.signInTo &&
    screen.entity &&
    app.entities[screen.entity]!.sync?.send &&
    screen.states?.includes(
      app.entities[screen.entity]!.transitions[app.entities[screen.entity]!.sync!.statusesByTransition[0]!.transition]!
        .to!,
    ),
)!
const canary = 'canary-in-the-Vault-77'
let mode: 'well' | 'refuses' | 'slow' | 'nonsense' = 'well'
let place: Place
let product: Product
let partner: Server
let store: S3StandIn
/** Whether WeChat takes messages. */
let taken = true
const logged: string[] = []
const heard: string[] = []

beforeAll(async () => {
  partner = createServer((request, reply) => {
    heard.push(request.url ?? '')
    if (mode === 'slow') return
    const path = new URL(request.url!, 'http://partner').pathname
    if (path === '/cgi-bin/token') return void reply.end(JSON.stringify({ access_token: 'token', expires_in: 7_200 }))
    if (path === '/cgi-bin/message/template/send') return void reply.end(JSON.stringify({ errcode: taken ? 0 : -1 }))
    if (path === '/sns/oauth2/access_token') return void reply.end(JSON.stringify({ openid: 'openid-1' }))
    const sound =
      path === system.signIn!.path
        ? system.signIn!.success
        : {
            status: 'success',
            rows: [
              {
                caseNo: '<img src=x onerror=alert(1)>',
                mobile: '13815713441',
                bookedAt: '2030-01-01T02:00:00Z',
                status: 'booked',
                __proto__: { admin: true },
              },
            ],
          }
    reply.setHeader('content-type', 'application/json')
    if (mode === 'nonsense' && path !== system.signIn!.path) return void reply.end('<html>'.repeat(1_000))
    reply.end(JSON.stringify(mode === 'refuses' ? { status: 'fail', msg: '<script>alert(1)</script>' } : sound))
  })
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done))
  store = await startS3StandIn()
  const address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
  const wechat = { WECHAT_URL: address, WECHAT_APP_ID: 'wx1', WECHAT_SECRET: 'secret', WECHAT_TEMPLATE: 'template' }
  const s3 = { S3_URL: store.url, S3_REGION: store.region, S3_KEY_ID: store.keyId, S3_SECRET: store.secret }
  product = await startProduct({
    environment: { OUTSIDE: `${system.name}=${address}`, ...wechat, ...s3 },
    hear: (line) => void logged.push(line),
  })
  const browser = await launchBrowser()
  place = { browser, address: product.address, app }
})
afterAll(async () => {
  await leaveBrowser(place?.browser)
  partner?.closeAllConnections()
  partner?.close()
  await store?.close()
  await product?.stop()
})

describe('the partner', () => {
  // spec 2.10 2.34 4.15 8.16 9.9
  it('asks for its password where none is kept, and lets in after it was given, without showing it anywhere', async () => {
    const page = await enter(place, 'owner', 'zh', `${gated.path}?page=1`)
    await page.locator('#integration-password').waitFor()
    expect(new URL(page.url()).pathname).toBe(system.signIn!.failureScreen)
    expect(new URL(page.url()).searchParams.get('from')).toBe(`${gated.path}?page=1`)
    mode = 'refuses'
    await page.locator('#integration-password').fill(canary)
    await page.locator('#integration-password').press('Enter')
    await expect.poll(() => page.locator('.ant-alert').first().innerText()).toContain('不接受')
    mode = 'well'
    await page.getByRole('button', { name: '重试', exact: true }).click()
    const list = view(page, gated.path)
    await list.locator('table').waitFor()
    for (const part of ['p:has(button)', '.list-panel .list-foot']) await list.locator(part).first().waitFor()
    // The line of the platform and a short list fit the window together.
    expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    expect((await page.context().cookies()).find(({ name }) => name === '_login_zowee')?.value).toBe('1')
    expect(heard.some((url) => url.includes(canary))).toBe(true)
    const kept = await page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        location.href,
        performance.getEntriesByType('resource').map(({ name }) => name),
      ]),
    )
    expect(kept).not.toContain(canary)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter((line) => line.includes(canary))).toEqual([])
    await leavePage(page)
  })

  it('harms only its own page when it talks nonsense, and is brought in again on request', async () => {
    const page = await enter(place, 'owner')
    await product.server.dependencies.database.query({
      text: `update "_synced" set "tried" = '2000-01-01'`,
      values: [],
    } as never)
    mode = 'nonsense'
    await page.goto(place.address + gated.path)
    await expect.poll(() => view(page, gated.path).locator('.ant-alert').innerText()).toContain('无法')
    await view(page, gated.path).locator('table').waitFor()
    mode = 'well'
    await product.server.dependencies.database.query({
      text: `update "_synced" set "tried" = '2000-01-01'`,
      values: [],
    } as never)
    await page.getByRole('button', { name: '立即同步' }).click()
    await expect.poll(() => view(page, gated.path).locator('.ant-alert').count()).toBe(0)
    // What the partner calls its case is shown as the text that it is.
    await expect.poll(() => view(page, gated.path).locator('table').innerText()).toContain('<img src=x')
    await leavePage(page)
  })

  it('that is slow holds up its own page only, and one goes in when it answers', async () => {
    const page = await enter(place, 'owner')
    await product.server.dependencies.database.query({ text: 'delete from "_outside"', values: [] } as never)
    mode = 'slow'
    await page.goto(place.address + gated.path)
    await page.getByText(integrationTexts.entersSlowly.zh).waitFor()
    await page.getByRole('button', { name: shellTexts.backHome.zh }).click()
    await view(page, app.product.homeScreen).waitFor()
    mode = 'well'
    partner.closeAllConnections()
    // The attempt that was cut off has failed; the next one goes in.
    await page.goto(`${place.address}${system.signIn!.failureScreen}?from=${encodeURIComponent(gated.path)}`)
    await page.getByRole('button', { name: integrationTexts.retry.zh, exact: true }).click()
    await view(page, gated.path).locator('table').waitFor()
    await leavePage(page)
  })

  it('is never where a strange address leads: of hundreds none is followed', async () => {
    const page = await enter(place, 'owner')
    const foreign: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() && !request.url().startsWith(place.address)) foreign.push(request.url())
    })
    await page.goto(`${place.address}${system.signIn!.failureScreen}?from=${encodeURIComponent(gated.path)}`)
    await page.getByRole('button', { name: '重试', exact: true }).waitFor()
    // Within the page: hundreds of ways to and fro would take longer than what is looked at.
    const followed = await page.evaluate(
      async ({ targets, failed }) => {
        const stayed = (wanted: string) =>
          new URLSearchParams(location.search).get('from') === wanted &&
          document.querySelectorAll('.shell-view:not([hidden]) #integration-password').length === 0
        const frame = () =>
          new Promise((resolve) => {
            requestAnimationFrame(() => setTimeout(resolve))
          })
        const gone: string[] = []
        for (const target of targets) {
          window.history.pushState(null, '', `${failed}?${new URLSearchParams({ from: target }).toString()}`)
          window.dispatchEvent(new PopStateEvent('popstate'))
          // What is to be seen is seen after the page was drawn.
          await frame()
          for (const late = Date.now() + 3_000; !stayed(target) && Date.now() < late;) await frame()
          if (!stayed(target)) gone.push(target)
        }
        return gone
      },
      { targets: [...sampleOf(hostileTargets())], failed: system.signIn!.failureScreen },
    )
    expect(followed).toEqual([])
    expect(foreign).toEqual([])
    await leavePage(page)
  })
})

describe('WeChat', () => {
  it('that takes nothing is shown to the administrator, who sends the message again', async () => {
    const {
      transport,
      server: { dependencies },
    } = product
    const token = (page: Page) =>
      page
        .context()
        .cookies()
        .then((all) => all.find(({ name }) => name === app.product.cookies.token)!.value)
    const manager = await enter(place, 'manager')
    const bound = await transport({
      method: 'POST',
      path: '/pcindex/api/bindWeixin',
      headers: { 'x-token': await token(manager) },
      body: { code: 'agreed' },
    })
    expect(bound.body).toMatchObject({ code: 2000 })
    await leavePage(manager)
    taken = false
    const owner = await enter(place, 'owner')
    const [{ store: unit } = { store: 0 }] = await dependencies.database.query<{ store: number }>({
      text: `select "store" from "employee" where "mobile" = '13800000002' and "state" = 'active'`,
      values: [],
    } as never)
    const run = await transport({
      method: 'POST',
      path: '/api/run',
      headers: { 'x-token': await token(owner) },
      body: {
        entity: 'employee',
        transition: 'register',
        values: { name: '新同事', mobile: '13900001001', store: Number(unit), employeeType: '3' },
        key: 'wechat-is-told',
      },
    })
    expect(run.body).toMatchObject({ code: 2000 })
    await leavePage(owner)

    const page = await enter(place, 'admin', 'zh', '/outbox')
    const row = view(page, '/outbox').locator('tr[data-row]').first()
    await expect.poll(() => row.innerText()).toMatch(/发送失败/)
    expect(await row.innerText()).toMatch(/服务方拒绝[^]*errcode -1/)
    taken = true
    await row.locator('.table-action').first().click()
    await page.locator('.ant-modal:visible button.ant-btn-primary').last().click()
    // Told by the server: nobody presses anything.
    await expect.poll(() => row.innerText()).toMatch(/已发送/)
    await leavePage(page)
  })
})

describe('the store of files', () => {
  it('that is down is told at the file, which is sent again, has a small picture and is looked at in the page', async () => {
    const page = await enter(place, 'owner', 'zh', '/settings')
    const settings = view(page, '/settings')
    await settings.locator('input[type=file]').waitFor({ state: 'attached' })
    const before = store.kept.size
    store.mode = 'down'
    await settings.locator('input[type=file]').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: png })
    await settings.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
    expect(store.kept.size).toBe(before)
    store.mode = 'well'
    await settings.getByRole('button', { name: new RegExp(formTexts.retryFile.zh.split('{')[0]!) }).click()
    const tile = settings.getByRole('button', { name: formTexts.previewFile.zh.replace('{{name}}', '头像.png') })
    await tile.locator('img').waitFor()
    expect(store.kept.size, 'the picture and the small one').toBe(before + 2)
    await tile.click()
    await page.locator('.files-picture img').waitFor()
    await leavePage(page)
  })
})

describe('a page of another system', () => {
  it('opens in a tab of its own, and never within the product', async () => {
    const external = Object.values(app.screens).find(
      ({ linkTo: href }) => href !== undefined && Object.hasOwn(app.integrations, href),
    )!
    const page = await enter(place, 'owner', 'zh', external.path)
    const opening = page.context().waitForEvent('page')
    await view(page, external.path).locator('a[target="_blank"]').click()
    const opened = await opening
    await expect
      .poll(() => opened.locator('#title').innerText())
      .toBe(Object.values(app.integrations[external.linkTo!]!.title).join(' · '))
    expect(new URL(page.url()).pathname).toBe(external.path)
    expect(await opened.evaluate(() => window.opener === null)).toBe(true)
    await leavePage(page)
  })
})
