// Tests viewing the pictures of a record by keyboard and touch: next, previous and zoom.
import { randomUUID } from 'node:crypto'
import type { Browser, Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import { recordTexts, shellTexts } from '../pageTexts'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { uploadFile } from '../whole/uploadFile'
import { giveToken, launchBrowser, newPage, type Place } from './visitor'
import { leaveBrowser, leavePage } from './handedOn'

let product: Product
let browser: Browser
let place: Place
let teller: Teller
let address: string

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
  place = { browser, address: product.address, app: product.server.dependencies.liveApp.current }
  teller = createTeller(product.transport)
  const token = await teller.token('owner')
  const picture = (hue: number) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: { r: hue, g: 90, b: 120 } } })
      .png()
      .toBuffer()
  const vouchers = []
  for (const name of ['one.png', 'two.png', 'three.png'])
    vouchers.push(await uploadFile({ address: product.address, token }, name, await picture(name.length * 20)))
  const values = { costType: 'freight', amount: '120', vouchers }
  const { code, msg, data } = await teller.call<RunAnswer>('owner', '/api/run', {
    entity: 'storeCost',
    transition: 'create',
    key: randomUUID(),
    values,
  })
  expect(code, msg).toBe(codes.success)
  address = `${product.address}/order/StoreCost?record=storeCost:${data.id}`
})
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
})

const named = (dialog: Locator, name: string) => dialog.getByRole('img', { name, exact: true })
const transformOf = (picture: Locator) => picture.evaluate(({ style }: HTMLElement) => style.transform)
/** How far a picture is enlarged: 1 is whole. */
const zoomOf = async (picture: Locator) => Number(/scale\(([\d.]+)\)/.exec(await transformOf(picture))![1])

it('by keyboard: the next and the one before, and back to the whole picture', async () => {
  const page = await newPage(place)
  await giveToken(page.context(), place, await teller.token('owner'))
  await page.goto(address)
  await page.locator('.record-body .value-files').first().press('Enter')
  const dialog = page.getByRole('dialog').filter({ has: page.locator('.files-viewer') })
  await named(dialog, 'one.png').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  await expect.poll(() => zoomOf(named(dialog, 'one.png'))).toBe(1.5)
  await page.keyboard.press('+')
  await page.keyboard.press('-')
  await expect.poll(() => zoomOf(named(dialog, 'one.png'))).toBeCloseTo(1.5)
  await page.keyboard.press('ArrowRight')
  expect(await zoomOf(named(dialog, 'two.png')), 'another picture begins whole').toBe(1)
  await page.keyboard.press('=')
  await dialog.getByRole('button', { name: recordTexts.rotate.zh }).click()
  await page.keyboard.press('0')
  await expect.poll(() => transformOf(named(dialog, 'two.png'))).toBe('translate(0px, 0px) rotate(90deg) scale(1)')
  await page.keyboard.press('ArrowRight')
  await named(dialog, 'three.png').waitFor()
  await page.keyboard.press('ArrowLeft')
  await named(dialog, 'two.png').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  // Of all fields, and of all lines in them.
  const projects = (
    await teller.call<ListAnswer>('owner', '/api/list', { screen: '/buildStore/planConfirm', want: { rows: true } })
  ).data.rows!
  const opened = projects.find(({ state }) => state === 'opened')
  await page.goto(`${product.address}/buildStore/planConfirm?record=storeProject:${opened!.id}`)
  const buttons = page.locator('.record-body .value-files')
  await buttons.nth(2).press('Enter')
  await named(dialog, '施工图.png').waitFor()
  await dialog.getByRole('button', { name: recordTexts.fileNext.zh }).click()
  await named(dialog, '样品柜图.png').waitFor()
  const names = await dialog.locator('.files-list .value-files').allInnerTexts()
  expect(names).toHaveLength(7)
  expect(names.slice(0, 5)).toEqual((await buttons.allInnerTexts()).slice(0, 5))
  for (const name of names.slice(4)) {
    await page.keyboard.press('ArrowRight')
    await named(dialog, name).waitFor()
  }
  expect(await dialog.getByRole('button', { name: recordTexts.fileNext.zh }).isDisabled()).toBe(true)
  await dialog.getByText('7 / 7', { exact: true }).waitFor()
  await leavePage(page)
})

it('by two fingers, and moved by one', async () => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await giveToken(context, place, await teller.token('owner'))
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('.record-body .value-files').first().tap()
  const picture = named(page.getByRole('dialog'), 'one.png')
  await picture.waitFor()
  const { x, y, width, height } = (await picture.boundingBox())!
  const [middle, level] = [x + width / 2, y + height / 2]
  const hand = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: number[]) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((at, id) => ({ x: middle + at, y: level, id })),
    })
  await touch('touchStart', -20)
  await touch('touchStart', -20, 20)
  await touch('touchMove', -30, 30)
  await touch('touchMove', -50, 50)
  await touch('touchEnd')
  await expect.poll(() => zoomOf(picture)).toBeCloseTo(2.5)
  await touch('touchStart', 0)
  await touch('touchMove', 10)
  await touch('touchMove', 30)
  await touch('touchEnd')
  await expect.poll(() => transformOf(picture)).toMatch(/^translate\(\d{2}px, 0px\)/)
  await context.close()
})

it('the sheet of keys names them', async () => {
  const page = await newPage(place)
  await giveToken(page.context(), place, await teller.token('owner'))
  await page.goto(`${product.address}/order/StoreCost`)
  await page.locator('.list-words input').waitFor()
  await page.keyboard.press('?')
  const sheet = page.locator('.shortcut-sheet')
  for (const text of [shellTexts.shortcutPictures, shellTexts.shortcutZoom, shellTexts.shortcutWhole])
    await sheet.getByText(text.zh, { exact: true }).waitFor()
  await leavePage(page)
})
