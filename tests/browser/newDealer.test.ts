// Tests a new dealer's first day:
// created by the headquarters, password by SMS, and the steps of the home page, ticked when done.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '../../src/manifest/model/block'
import { arrangeTexts, checklistTexts } from '../pageTexts'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { DashboardAnswer } from '../../src/protocol/reportCalls'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { violationsOf } from './axe'
import { fillForm } from './form'
import { usePlace } from './usePlace'
import { dialog, enter, newPage, pressOnRow, signIn, view, wear } from './visitor'
import { leavePage } from './handedOn'

const mobile = '13911110001'
const place = usePlace({ environment: { JOBS: 'off' } })
let checklist: Block
beforeAll(async () => {
  checklist = place.app.screens[place.app.product.homeScreen]!.blocks.find(({ kind }) => kind === 'checklist')!
})

const card = (page: Page) => page.getByRole('region', { name: checklist.title!.zh!, exact: true })
const step = (page: Page, name: string) => card(page).locator(`li[data-step="${name}"]`)
/** Of the first step after that of the customers which has a button, in a circle. */
const afterCustomers = () => {
  const names = checklist.steps.map(({ name }) => name)
  return names[(names.indexOf('customers') + 1) % names.length]
}
const state = (page: Page, name: string) => step(page, name).getAttribute('data-done')

/** What the headquarters enters: a dealer that sends no one to measure on site, and schedules those who do. */
const dealer = {
  joinno: 'J20001',
  realname: '钱新店',
  mobile,
  name: '宁波新居定制',
  city: '宁波市',
  address: { province: '浙江省', city: '宁波市', district: '鄞州区', detail: '天童南路 1 号' },
  isPiper: true,
  isScale: true,
}
/** A call with the session of a page. */
async function callOf<T>(page: Page, path: string, data?: object): Promise<Envelope<T>> {
  const token = (await page.context().cookies()).find(({ name }) => name === place.app.product.cookies.token)!.value
  const request = { headers: { 'X-Token': decodeURIComponent(token) }, ...(data && { data }) }
  const reply = await page.request.fetch(`${place.address}${path}`, { method: data ? 'POST' : 'GET', ...request })
  return (await reply.json()) as Envelope<T>
}

/** The owner sets the first password by the code that comes by SMS, and signs in. */
async function firstSignIn(): Promise<Page> {
  const page = await newPage(place)
  await page.goto(`${place.address}/login`)
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '下一步' }).click()
  const sent = () =>
    /^\D*(\d{6})\D*/.exec(place.product.server.sent.sms!.findLast((one) => one.address === mobile)?.text ?? '')
  await expect.poll(() => sent()?.[1]).toBeDefined()
  await page.getByLabel('验证码', { exact: true }).fill(sent()![1]!)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('新密码').fill('Another#2025')
  await page.getByRole('button', { name: '重置密码' }).click()
  // The link of the result: “返回登录” is there before, and would leave the page during the reset.
  await page.getByRole('link', { name: '登录', exact: true }).click()
  await page.locator('input[autocomplete=username]').fill(mobile)
  await page.locator('input[type=password]').fill('Another#2025')
  await page.locator('button[type=submit]').click()
  await page.locator('.shell-nav').waitFor()
  return page
}

describe('the first day of a dealer', () => {
  let page: Page

  it('is begun by the headquarters from the search, with roles named in its language', async () => {
    const office = await enter(place, 'admin', 'en')
    const finder = office.locator('.shell-finder')
    await office.keyboard.press('Control+k')
    await finder.getByRole('combobox').fill('create dealer')
    await finder.getByRole('option', { name: 'Create dealer' }).click()
    const { create } = place.app.entities.dealer!.transitions
    // Typed, since the list draws only the options in view.
    await dialog(office).locator('[data-ask="template"]').getByRole('combobox').fill('Owner')
    await office.locator('.ant-select-item-option', { hasText: 'Owner' }).first().click()
    await fillForm({ page: office, app: place.app, language: 'en' }, dialog(office), create!, dealer)
    await dialog(office).locator('.ant-modal-footer .ant-btn-primary').click()
    await office.getByText(create!.successMessage!.en!).waitFor()
    await leavePage(office)
  })

  it('is opened by its owner with a first password by SMS, and works as the headquarters set it', async () => {
    page = await firstSignIn()
    await card(page).waitFor()
    const { routes } = (await callOf<BootAnswer>(page, '/api/boot')).data
    expect(Object.keys(routes)).toContain('/order/AssignRuler')
    expect(Object.keys(routes)).not.toContain('/order/Measure')
    const { data } = await callOf<{ userinfo: object }>(page, '/pcindex/api/userinfo.html')
    expect(data.userinfo).toMatchObject({ is_scale: 1, is_piper: 1, is_installation: 0, is_programme: 0 })
  })

  it('begins with the steps on the home page, the first with the main button', async () => {
    const titles = await card(page).locator('li[data-step] a').allInnerTexts()
    expect(titles).toEqual(checklist.steps.map(({ title }) => title.zh!))
    // The usual roles came with the dealer.
    expect(await state(page, 'roles')).toBe('true')
    expect(await card(page).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1')
    expect(await card(page).locator('.ant-btn-primary').count()).toBe(1)
    const [first] = checklist.steps
    const main = step(page, first!.name).locator('.ant-btn-primary')
    expect(await main.getAttribute('aria-label')).toBe(`${checklistTexts.open.zh}：${first!.title.zh!}`)
    for (const [tone, width] of [
      ['dark', 390],
      ['light', 1440],
    ] as const) {
      await wear(page, place, tone)
      await page.reload()
      await card(page).waitFor()
      await page.setViewportSize({ width, height: 900 })
      expect((await violationsOf(page)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => innerWidth - document.documentElement.scrollWidth)).toBeGreaterThanOrEqual(0)
    }
  })

  it('ticks a step that is done from here, without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { stays: true }))
    const { create } = place.app.entities.customer!.transitions
    await step(page, 'customers').getByRole('button', { name: create!.title.zh! }).click()
    await dialog(page).locator('[data-ask]').first().waitFor()
    const values = { name: '林女士', mobile: '13911110002', source: 'walkIn' }
    await fillForm({ page, app: place.app, language: 'zh' }, dialog(page), create!, values)
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click()
    await expect.poll(() => state(page, 'customers')).toBe('true')
    expect(await card(page).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2')
    expect(await step(page, 'customers').getByRole('button').count()).toBe(0)
    // The button that was pressed is gone: the focus is at the next one, not lost.
    await dialog(page).waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('data-step'))
    await expect.poll(focused).toBe(afterCustomers())
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
  })

  it('opens the import of a list over the page', async () => {
    for (const name of ['orders', 'staff']) {
      const { screen, title } = checklist.steps.find((one) => one.name === name)!
      await step(page, name).getByRole('button', { name: checklistTexts.import.zh }).click()
      const heading = place.app.screens[screen]?.title ?? title
      await dialog(page).getByText(heading.zh!).first().waitFor()
      // A key that comes before the focus is in the dialog goes to the page beneath.
      await expect.poll(() => page.evaluate(() => !!document.activeElement?.closest('.ant-modal-wrap'))).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
    }
  })

  it('leads to the screen where a step is done', async () => {
    const letterhead = checklist.steps.find(({ name }) => name === 'letterhead')!
    await step(page, 'letterhead').getByRole('button').click()
    await view(page, letterhead.screen).locator('tbody tr[data-row]').first().waitFor()
    await page.goBack()
    await card(page).waitFor()
  })

  it('finds the usual roles there, and makes another of one by its name', async () => {
    const { path } = place.app.screens['/store/Category']!
    await step(page, 'roles').getByRole('link').click()
    const list = view(page, path)
    const rowOf = (name: string) => list.locator('tbody tr[data-row]').filter({ hasText: name })
    for (const name of ['店长', '导购', '设计师', '财务', '安装调度', '售后专员', '建店专员', '拆单下单员'])
      await rowOf(name).first().waitFor()
    const { copy } = place.app.entities.role!.transitions
    await pressOnRow(page, rowOf('店长').first(), copy!.title.zh!)
    await dialog(page).locator('[data-ask="newName"] input').fill('副店长')
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click()
    await rowOf('副店长').waitFor()
    const codesIn = async (name: string) => (await rowOf(name).last().locator('td').allInnerTexts())[2]
    expect(await codesIn('副店长')).toBe(await codesIn('店长'))
    await page.goBack()
    await card(page).waitFor()
  })

  it('stays with what did its last step, until the page is opened anew', async () => {
    const address = '**/api/dashboard'
    await page.route(address, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as Envelope<DashboardAnswer>
      for (const block of json.data.blocks)
        if (block.block === 'checklist') for (const counted of block.steps) Object.assign(counted, { done: true })
      await route.fulfill({ response, json })
    })
    await step(page, 'staff').getByRole('button', { name: checklistTexts.import.zh }).click()
    await dialog(page).waitFor()
    const values = { name: '周先生', mobile: '13911110003', source: 'walkIn' }
    const request = { entity: 'customer', transition: 'create', values, key: 'second-customer' }
    expect(await callOf(page, '/api/run', request)).toMatchObject({ code: codes.success })
    await card(page).getByText(checklistTexts.complete.zh, { exact: true }).waitFor()
    expect(await dialog(page).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.locator('h2').first().waitFor()
    await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0)
    expect(await card(page).count()).toBe(0)
    await page.unroute(address)
    await page.reload()
    await card(page).waitFor()
  })

  it('stays folded, and hidden until it is fetched back', async () => {
    await card(page).getByRole('button', { name: checklistTexts.fold.zh }).click()
    await expect.poll(() => card(page).locator('li[data-step]').count()).toBe(0)
    await page.waitForResponse((answer) => answer.url().endsWith('/api/preference'))
    await page.reload()
    await card(page).waitFor()
    expect(await card(page).locator('li[data-step]').count()).toBe(0)
    await card(page).getByRole('button', { name: checklistTexts.hide.zh }).click()
    await expect.poll(() => card(page).count()).toBe(0)
    // The focus is where the card can be fetched back.
    const arrange = page.getByRole('button', { name: arrangeTexts.begin.zh })
    expect(await arrange.evaluate((button) => button === document.activeElement)).toBe(true)
    await arrange.press('Enter')
    const name = arrangeTexts.show.zh.replace('{{title}}', checklist.title!.zh!)
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: arrangeTexts.done.zh, exact: true }).click()
    await card(page).waitFor()
  })
})

it('is not there for a dealer that has everything, nor for the headquarters', async () => {
  for (const role of ['owner', 'admin']) {
    const page = await signIn(place, role)
    await page.locator('h2').first().waitFor()
    await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0)
    expect(await card(page).count(), role).toBe(0)
  }
})
