// What does a person see of the systems outside? Success, failure and a second try, in a browser, over the whole product and a partner that can be made to fail.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProduct, type Product } from '../whole/product'
import { readSchemas } from '../whole/schemas'
import { hostileTargets } from '../server/outgoing/hostileTargets'
import { launchBrowser, signIn, view, type Place } from './visitor'

const app = readSchemas()
const system = Object.values(app.outside).find((one) => one.signIn)!
const gated = Object.values(app.screens).find((screen) => screen.autoLogin && screen.entity && app.entities[screen.entity]!.sync?.send && screen.states?.includes(app.entities[screen.entity]!.transitions[app.entities[screen.entity]!.sync!.steps[0]!.transition]!.to!))!
const canary = 'canary-in-the-Vault-77'
let mode: 'well' | 'refuses' | 'slow' | 'nonsense' = 'well'
let place: Place
let product: Product
let partner: Server
const heard: string[] = []

beforeAll(async () => {
  partner = createServer((request, reply) => {
    heard.push(request.url ?? '')
    if (mode === 'slow') return
    const path = new URL(request.url!, 'http://partner').pathname
    const sound = path === system.signIn!.path ? system.signIn!.success : { status: 'success', rows: [{ caseNo: '<img src=x onerror=alert(1)>', mobile: '13815713441', bookedAt: '2030-01-01T02:00:00Z', status: 'booked', __proto__: { admin: true } }] }
    reply.setHeader('content-type', 'application/json')
    if (mode === 'nonsense' && path !== system.signIn!.path) return void reply.end('<html>'.repeat(1_000))
    reply.end(JSON.stringify(mode === 'refuses' ? { status: 'fail', msg: '<script>alert(1)</script>' } : sound))
  })
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done))
  product = await startProduct({ environment: { OUTSIDE: `${system.name}=http://127.0.0.1:${(partner.address() as AddressInfo).port}` } })
  const browser = await launchBrowser()
  place = { browser, address: product.address, app }
})
afterAll(async () => {
  await place?.browser.close()
  partner?.closeAllConnections()
  partner?.close()
  await product?.stop()
})

describe('the partner', () => {
  // spec 2.10 2.34 4.15 8.16
  it('asks for its password where none is kept, and lets in after it was given, without showing it anywhere', async () => {
    const page = await signIn(place, 'owner')
    await page.goto(`${place.address}${gated.path}?page=1`)
    await page.locator('#outside-password').waitFor()
    expect(new URL(page.url()).pathname).toBe(system.signIn!.failed)
    expect(new URL(page.url()).searchParams.get('from')).toBe(`${gated.path}?page=1`)
    mode = 'refuses'
    await page.locator('#outside-password').fill(canary)
    await page.locator('#outside-password').press('Enter')
    await expect.poll(() => page.locator('.ant-alert').first().innerText()).toContain('不接受')
    mode = 'well'
    await page.getByRole('button', { name: '重试', exact: true }).click()
    await view(page, gated.path).locator('table').waitFor()
    expect((await page.context().cookies()).find(({ name }) => name === system.signIn!.flag)?.value).toBe('1')
    expect(heard.some((url) => url.includes(canary))).toBe(true)
    const kept = await page.evaluate(() => JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, performance.getEntriesByType('resource').map(({ name }) => name)]))
    expect(kept).not.toContain(canary)
    await page.context().close()
  })

  it('harms only its own page when it talks nonsense, and is brought in again on request', async () => {
    const page = await signIn(place, 'owner')
    await product.server.dependencies.database.read({ text: `update "_synced" set "tried" = '2000-01-01'`, values: [] } as never)
    mode = 'nonsense'
    await page.goto(place.address + gated.path)
    await expect.poll(() => view(page, gated.path).locator('.ant-alert').innerText()).toContain('无法')
    await view(page, gated.path).locator('table').waitFor()
    mode = 'well'
    await product.server.dependencies.database.read({ text: `update "_synced" set "tried" = '2000-01-01'`, values: [] } as never)
    await page.getByRole('button', { name: '立即同步' }).click()
    await expect.poll(() => view(page, gated.path).locator('.ant-alert').count()).toBe(0)
    // What the partner calls its case is shown as the text that it is.
    await expect.poll(() => view(page, gated.path).locator('table').innerText()).toContain('<img src=x')
    await page.context().close()
  })

  it('is never where a strange address leads: 600 of them, none is followed', async () => {
    const page = await signIn(place, 'owner')
    const foreign: string[] = []
    page.on('request', (request) => { if (request.isNavigationRequest() && !request.url().startsWith(place.address)) foreign.push(request.url()) })
    await page.goto(`${place.address}${system.signIn!.failed}?from=${encodeURIComponent(gated.path)}`)
    await page.getByRole('button', { name: '重试', exact: true }).waitFor()
    const followed: string[] = []
    for (const target of hostileTargets()) {
      const address = `${system.signIn!.failed}?${new URLSearchParams({ from: target }).toString()}`
      await page.evaluate((to) => { window.history.pushState(null, '', to); window.dispatchEvent(new PopStateEvent('popstate')) }, address)
      if (await page.waitForFunction((wanted) => new URLSearchParams(location.search).get('from') === wanted && document.querySelectorAll('.shell-view:not([hidden]) #outside-password').length === 0, target, { timeout: 3_000 }).then(() => false, () => true)) followed.push(target)
    }
    expect(followed).toEqual([])
    expect(foreign).toEqual([])
    await page.context().close()
  })
})

describe('a page of an outside system in a frame', () => {
  const framed = Object.values(app.screens).flatMap((screen) => screen.blocks.filter(({ block }) => block === 'frame').map((block) => ({ screen, block })))[0]!
  const [[name, [transition]]] = Object.entries(framed.block.takes!) as [[string, [string]]]
  const entity = app.entities[framed.block.entity!]!

  it('hands over values that a person sees and saves, and can do nothing else', async () => {
    const { database } = product.server.dependencies
    const [from] = entity.transitions[transition]!.from
    const [row] = await database.read<{ id: number }>({ text: `select "id" from "${entity.name}" where "state" = $1 and "dealer" = (select "dealer" from "employee" where "mobile" = '13800000001') order by "id" limit 1`, values: [from] } as never)
    const lines = () => database.read({ text: `select * from "${entity.name}.parts" where "parent" = $1`, values: [row!.id] } as never)
    const before = await lines()
    const page = await signIn(place, 'owner')
    await page.goto(`${place.address}${framed.screen.path}?id=${row!.id}`)
    const inside = page.frameLocator('iframe')
    await inside.getByRole('button', { name: new RegExp(name) }).waitFor()
    const box = page.frames().find((frame) => frame !== page.mainFrame())!
    expect(await box.evaluate(() => { try { return parent.document.title } catch (error) { return (error as Error).name } })).toBe('SecurityError')
    expect(await box.evaluate(() => { try { return document.cookie } catch (error) { return (error as Error).name } })).toBe('SecurityError')

    // Whatever else is said is no message: another protocol, unknown names, values that no field takes, a message of the page to itself.
    await box.evaluate((what) => {
      const protocol = 'back-office-frame/1'
      for (const message of [null, 'export', { protocol: 'other', type: 'export', name: what, values: {} }, { protocol, type: 'export', name: '__proto__', values: { a: 1 } }, { protocol, type: 'export', name: what, values: { parts: [{ qty: -1 }] } }, { protocol, type: 'export', name: what, values: { remark: 'x' } }, { protocol, type: 'run', name: what }]) parent.postMessage(message, '*')
    }, name)
    await page.evaluate((what) => window.postMessage({ protocol: 'back-office-frame/1', type: 'export', name: what, values: { parts: [] } }, '*'), name)
    // Messages are answered one after the other: when this one is, those before it were judged.
    await inside.getByRole('button', { name: '保存方案' }).click()
    await page.getByText('方案已保存').first().waitFor()
    expect(await page.locator('.ant-modal:visible').count()).toBe(0)

    await inside.getByRole('button', { name: new RegExp(name) }).click()
    const dialog = page.locator('.ant-modal:visible').last()
    await dialog.waitFor()
    expect(await lines()).toEqual(before)
    await dialog.locator('button.ant-btn-primary').last().click()
    await expect.poll(() => inside.locator('#state').innerText()).toBe(`已导入：${name}`)
    expect((await lines()).length).toBe(3)
    await page.context().close()
  })
})
