// Does the page of the design editor keep to what is agreed, and do what it hands over become records? The stand-in or,
// with CONTRACT_EDITOR=https://…, the editor
// that stands there, which has to say that it is ready and to take a record; handing over is for a person then.
import { integrationTexts } from '../../pageTexts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, launchBrowser, signIn, type Place } from '../../browser/visitor'
import { startProduct, type Product } from '../../whole/product'
import { turnOf } from '../../turns'
import { readSchemas } from '../../whole/schemas'
import { keepToItself, leaveBrowser, leavePage } from '../../browser/handedOn'

const app = readSchemas()
const real = process.env.CONTRACT_EDITOR
const frames = Object.values(app.screens).flatMap((screen) =>
  screen.blocks.filter(({ kind: block }) => block === 'frame').map((block) => ({ screen, block })),
)
let browser: Browser
let place: Place
let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: real ? { INTEGRATIONS: `${frames[0]!.block.integration}=${real}` } : {} })
  browser = await launchBrowser()
  place = { browser, address: product.address, app }
}, 180_000)
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
})

/** A record on which what the page hands over may be saved now. */
async function recordFor({ block }: (typeof frames)[number]): Promise<number> {
  const entity = app.entities[block.entity!]!
  const [[, names]] = Object.entries(block.imports!) as [[string, readonly string[]]]
  const [row] = await product.server.dependencies.database.query<{ id: number }>({
    text: `select "id" from "${entity.name}" where "state" = $1 and "dealer" = (select "dealer" from "employee" where "mobile" = '13800000001') order by "id" limit 1`,
    values: [entity.transitions[names[0]!]!.from[0]],
  } as never)
  return row!.id
}

describe('a page of an outside system in a frame', () => {
  const framed = frames[0]!
  const [[name]] = Object.entries(framed.block.imports!) as [[string, readonly string[]]]
  const entity = app.entities[framed.block.entity!]!

  it.each((real ? frames : turnOf(frames, 2)).map((one) => [one.screen.path, one] as const))(
    '%s says that it is ready, and is told the record',
    async (path, one) => {
      const page = await enter(place, 'owner', 'zh', `${path}?id=${await recordFor(one)}`)
      const frame = page.locator('iframe')
      await frame.waitFor()
      expect(await frame.getAttribute('sandbox')).toBe(
        real ? 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads' : 'allow-scripts',
      )
      if (!real) await page.frameLocator('iframe').getByRole('button').first().waitFor()
      // Longer than the product waits for the first word.
      if (real)
        await expect
          .poll(() => page.getByText(integrationTexts.frameSilent.zh).count(), { timeout: 15_000, interval: 13_000 })
          .toBe(0)
      await leavePage(page)
    },
  )

  it.skipIf(real)('that stays silent is told, and opened again on request', async () => {
    const page = keepToItself(await signIn(place, 'owner'))
    await page.clock.install()
    await page.route('**/stand-in/**', (route) => route.fulfill({ contentType: 'text/html', body: 'nothing' }))
    await page.goto(`${place.address}${framed.screen.path}?id=${await recordFor(framed)}`)
    await page.frameLocator('iframe').getByText('nothing').waitFor()
    // The product waits twelve seconds for the first word; the page's clock also runs on by itself, on a slow machine
    // for seconds, so the look before the end keeps its distance.
    const silent = page.getByText(integrationTexts.frameSilent.zh)
    await page.clock.fastForward(4_000)
    expect(await silent.count()).toBe(0)
    await page.clock.fastForward(9_000)
    await silent.waitFor()
    await page.unroute('**/stand-in/**')
    await page.getByRole('button', { name: integrationTexts.retry.zh, exact: true }).click()
    await page
      .frameLocator('iframe')
      .getByRole('button', { name: new RegExp(name) })
      .waitFor()
    expect(await page.getByText(integrationTexts.frameSilent.zh).count()).toBe(0)
    await leavePage(page)
  })

  it.skipIf(real)('hands over values that a person sees and saves, and can do nothing else', async () => {
    const { database } = product.server.dependencies
    const id = await recordFor(framed)
    const lines = () =>
      database.query({ text: `select * from "${entity.name}.parts" where "parent" = $1`, values: [id] } as never)
    const before = await lines()
    const page = await enter(place, 'owner', 'zh', `${framed.screen.path}?id=${id}`)
    const inside = page.frameLocator('iframe')
    await inside.getByRole('button', { name: new RegExp(name) }).waitFor()
    const box = page.frames().find((frame) => frame !== page.mainFrame())!
    expect(
      await box.evaluate(() => {
        try {
          return parent.document.title
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')
    expect(
      await box.evaluate(() => {
        try {
          return document.cookie
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')

    // Whatever else is said is no message: another protocol, unknown names, values that no field takes, a message of
    // the page to itself.
    await box.evaluate((what) => {
      const protocol = 'back-office-frame/1'
      for (const message of [
        null,
        'export',
        { protocol: 'other', type: 'export', name: what, values: {} },
        { protocol, type: 'export', name: '__proto__', values: { a: 1 } },
        { protocol, type: 'export', name: what, values: { parts: [{ qty: -1 }] } },
        { protocol, type: 'export', name: what, values: { remark: 'x' } },
        { protocol, type: 'run', name: what },
      ])
        parent.postMessage(message, '*')
    }, name)
    await page.evaluate(
      (what) =>
        window.postMessage({ protocol: 'back-office-frame/1', type: 'export', name: what, values: { parts: [] } }, '*'),
      name,
    )
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
    await leavePage(page)
  })
})
