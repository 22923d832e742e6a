// Tests what screens show at a glance:
// sums during input, links to errors, readable dates and addresses, and no lost input on closing a tab.
import { formTexts, listTexts } from '../pageTexts'
import { randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { ListRequest } from '../../src/protocol/calls'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { withheldBlock } from '../../src/server/endpoints/contract/narrowScreen'
import { png } from '../story/teller'
import { arrangementCases } from './arrangementCases'
import { nextRun } from './calls'
import { fillForm, pressMoment } from './form'
import { sortByHeads } from './sortByHeads'
import { usePlace } from './usePlace'
import { dialog, enter, pressOnRow, readTerms, view } from './visitor'
import { leavePage } from './handedOn'

const place = usePlace({ environment: { JOBS: 'off' } })
let owner: Page
const app = () => place.app

let guideName: string

beforeAll(async () => {
  // On the first of a month nobody has come in it yet.
  const guide = await place.teller.account('guide')
  guideName = guide.name
  const values = {
    name: '今日客',
    mobile: '13900007711',
    source: 'walkIn',
    intent: 'B',
    store: guide.store,
    guide: guide.id,
  }
  const reply = await place.teller.call('owner', '/api/run', {
    entity: 'customer',
    transition: 'create',
    key: randomUUID(),
    values,
  })
  expect(reply).toMatchObject({ code: codes.success })
  owner = await enter(place, 'owner')
})

const { go } = place
const submit = (page: Page) => dialog(page).locator('.ant-modal-footer .ant-btn-primary').click()

describe('a contract whose plan does not add up', () => {
  it('says so while it is typed, counts what is wrong, and its refusal leads to the form that mends it', async () => {
    const order = (await place.rowsOf('owner', '/order/SignContract')).find(({ can }) =>
      can.includes('contract.create'),
    )!
    await go(owner, '/order/SignContract')
    const { contract } = app().entities
    const row = view(owner, '/order/SignContract').locator(`tr[data-row="${order.id}"]`)
    await pressOnRow(owner, row, contract!.transitions.create!.title.zh!)
    await dialog(owner).locator('[data-ask=plan] td[data-line]').first().waitFor()
    expect(await dialog(owner).locator('.ant-modal-title').innerText()).toContain(String(order.values.no))
    const focused = () => owner.evaluate(() => document.activeElement?.closest('[data-ask]')?.getAttribute('data-ask'))
    const scrolled = () =>
      dialog(owner)
        .locator('.ant-modal-body')
        .evaluate(({ scrollTop }) => scrollTop)
    await expect.poll(async () => [await focused(), await scrolled()]).toEqual(['deliverOn', 0])
    await submit(owner)
    const errors = dialog(owner).locator('[data-ask]:has([role=alert])')
    // Type, way and plan are proposed, and the scan comes when it is submitted.
    await expect.poll(() => errors.count()).toBe(1)
    await dialog(owner).getByText(formTexts.errors.zh.replace('{{count}}', '1')).waitFor()
    await dialog(owner).getByRole('button', { name: formTexts.firstError.zh }).click()
    await expect.poll(focused).toBe('deliverOn')

    await fillForm({ page: owner, app: app(), language: 'zh' }, dialog(owner), contract!.transitions.create!, {
      contractType: app().dictionaries.contractType!.items[0]!.code,
      signMethod: app().dictionaries.signMethod!.items[0]!.code,
      deliverOn: '2030-05-01',
      plan: [{ stage: 'sign', amount: '1' }],
      files: [{ name: 'scan.png', mimeType: 'image/png', bytes: png }],
    })
    const footer = dialog(owner).locator('.ant-modal-footer')
    const title = contract!.fields.unplanned!.title.zh!
    const left = Number(order.values.listAmount) - 1
    await expect.poll(async () => (await readTerms(footer))[title]?.replace(/[¥,]/g, '')).toBe(left.toFixed(2))
    const bodyBox = (await dialog(owner).locator('.ant-modal-body').boundingBox())!
    const tops = await footer.locator('dt').evaluateAll((all) => all.map((term) => term.getBoundingClientRect().top))
    expect(new Set(tops).size, 'all sums on one line').toBe(1)
    expect(bodyBox.y + bodyBox.height, 'nothing scrolls below the sums').toBeLessThanOrEqual(tops[0]!)
    await submit(owner)
    const { id } = (await nextRun(owner)).data as { id: number }

    await go(owner, `/order/Contract?record=contract:${id}`)
    await owner.locator('.record-body').getByRole('button', { name: contract!.transitions.submit!.title.zh! }).click()
    await dialog(owner).locator('dt').first().waitFor()
    const terms = await dialog(owner).locator('dt').allInnerTexts()
    expect(new Set(terms).size, 'nothing is said twice').toBe(terms.length)
    expect(terms).toEqual(expect.arrayContaining([contract!.fields.amount!.title.zh!, title]))
    expect((await readTerms(dialog(owner)))[contract!.fields.plan!.title.zh!]).toContain('1.00')
    const mend = formTexts.mendFirst.zh.replace('{{action}}', contract!.transitions.edit!.title.zh!)
    const mending = dialog(owner).getByRole('button', { name: mend })
    expect(await mending.count(), 'told before it is submitted').toBe(1)
    await submit(owner)
    await dialog(owner).locator('[role=alert]').getByRole('button', { name: mend }).click()
    await dialog(owner).locator('[data-ask=plan]').waitFor()
  })
})

it('a record that is opened by its address has no frame around the window', async () => {
  const [customer] = await place.rowsOf('owner', '/customer/CustomerList')
  await go(owner, `/customer/CustomerList?record=customer:${customer!.id}`)
  await owner.locator('.record-body').waitFor()
  const drawer = owner.locator('.ant-drawer').first()
  await drawer.focus()
  expect(await drawer.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none')
})

it('a province, city or district that does not exist there is refused', async () => {
  await go(owner, '/customer/AddCustomer')
  const parts = owner.locator('[data-ask=address] input')
  for (const [at, text] of ['浙江省', '不存在市', '西湖区', '文三路 1 号'].entries()) await parts.nth(at).fill(text)
  await parts.nth(3).blur()
  const refused = owner.locator('[data-ask=address] [role=alert]')
  await refused.filter({ hasText: '不存在市' }).waitFor()
  for (const [at, wrong, right] of [
    [0, '不存在省', '浙江省'],
    [2, '不存在区', '西湖区'],
    // There is one of this name, in another city.
    [2, '鼓楼区', '西湖区'],
  ] as const) {
    await parts.nth(1).fill('杭州市')
    await parts.nth(at).fill(wrong)
    await parts.nth(3).focus()
    await parts.nth(3).blur()
    await refused.filter({ hasText: wrong }).waitFor()
    await parts.nth(at).fill(right)
  }
  await parts.nth(1).fill('')
  await parts.nth(1).click()
  const offered = owner.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect.poll(() => offered.allInnerTexts()).toContain('杭州市')
  await offered.filter({ hasText: '杭州市' }).first().click()
  await expect.poll(() => owner.locator('[data-ask=address] [role=alert]').count()).toBe(0)
})

it('home and report count the same new customers', async () => {
  const { aggregate } = app()
    .screens['/dashboard']!.blocks.flatMap(({ figures }) => figures)
    .find(({ title }) => title.zh! === '本月新增客户')!
  expect(aggregate).toBeDefined()
  await go(owner, '/customer/CustomerStatis')
  const total = owner.locator('table tfoot, table').getByRole('row', { name: /^合计/ }).locator('td, th').nth(2)
  const counted = (await total.innerText()).trim()
  await go(owner, '/dashboard')
  await owner.getByText('本月新增客户').waitFor()
  const figure = owner.locator('dl > div').filter({ hasText: '本月新增客户' }).locator('dd > a')
  await expect.poll(async () => (await figure.innerText()).replace(/\D/g, '')).toBe(counted)
})

it('a sum below one of several pages is marked as one of all records', async () => {
  await go(owner, '/order/Query')
  const sums = view(owner, '/order/Query').locator('tfoot')
  await sums.getByText('合计').first().waitFor()
  await expect.poll(() => sums.getByText('合计（全部）', { exact: true }).count()).toBe(1)
})

describe('the arrangement of the home page', () => arrangementCases(place))

it('the table of parts fits a window of 1440 pixels, its heads on one line and its tools off the border', async () => {
  const clerk = await enter(place, 'orderclerk', 'zh', '/order/Explode')
  const { explode } = app().entities.order!.transitions
  await view(clerk, '/order/Explode').locator('tbody .table-action', { hasText: explode!.title.zh! }).first().click()
  const parts = dialog(clerk).locator('[data-ask=parts]')
  await parts.getByRole('button', { name: formTexts.addLine.zh }).click()
  await parts.locator('tbody td').first().waitFor()
  const looks = await parts.getByRole('region').evaluate((frame) => {
    const text = document.createRange()
    const heads = [...frame.querySelectorAll('thead th')].filter((head) => {
      text.selectNodeContents(head)
      return text.getBoundingClientRect().height >= 24
    })
    const last = frame.querySelector('tbody td:last-child button:last-child')!.getBoundingClientRect()
    return {
      twoLines: heads.map(({ textContent }) => textContent),
      slides: frame.scrollWidth > frame.clientWidth,
      room: frame.getBoundingClientRect().right - last.right > 4,
    }
  })
  expect(looks).toEqual({ twoLines: [], slides: false, room: true })
  await submit(clerk)
  // Each empty cell counts, as each is to be filled.
  const red = dialog(clerk).locator('[data-ask=parts] tbody td:has([aria-invalid=true])')
  await expect.poll(() => red.count()).toBeGreaterThan(5)
  const count = String(await red.count())
  await dialog(clerk).getByText(formTexts.errors.zh.replace('{{count}}', count)).waitFor()
  await leavePage(clerk)
})

it('a low window shows rows below the blocks of a list, and a press beside the words of a head sorts', async () => {
  const page = await enter(place, 'owner')
  await page.setViewportSize({ width: 1024, height: 768 })
  await go(page, '/order/Factory')
  const list = view(page, '/order/Factory')
  for (const part of ['.list-blocks section', 'tbody tr[data-row]']) await list.locator(part).first().waitFor()
  const { all, visible } = await list.locator('.list-panel .table-box').evaluate((box) => {
    const low = box.getBoundingClientRect().bottom - (box.querySelector('tfoot')?.getBoundingClientRect().height ?? 0)
    const rows = [...box.querySelectorAll('tbody tr[data-row]')]
    return { all: rows.length, visible: rows.filter((row) => row.getBoundingClientRect().bottom <= low + 1).length }
  })
  expect(visible).toBe(Math.min(all, 7))
  const nameOffset = await list.locator('.list-panel .table-box').evaluate((box) => {
    box.scrollLeft = box.scrollWidth
    const name = box.querySelector('tbody tr[data-row] .table-pin-last')
    return name ? name.getBoundingClientRect().left - box.getBoundingClientRect().left : undefined
  })
  expect(nameOffset, 'the name of a record stays while the table scrolls sideways').toBeGreaterThanOrEqual(0)
  await sortByHeads(page, list)
  await leavePage(page)
})

it('orders are seen as a board whose cards say whose they are', async () => {
  await go(owner, '/order/Query?v.view=board')
  const card = owner.locator('li[draggable=true]').first()
  await card.waitFor()
  const [order] = await place.rowsOf('owner', '/order/Query')
  const found = owner.locator('li[draggable=true]').filter({ hasText: String(order!.values.no) })
  await expect.poll(() => found.innerText()).toContain((order!.values.customer as { label: string }).label)
})

const widthOf = (image: HTMLElement | SVGElement) => (image as HTMLImageElement).naturalWidth

it('what is recognized by its look is seen as pictures, opened from there, and as a table on request', async () => {
  const others = Object.values(app().screens).filter(({ gallery }) => gallery && !gallery.isDefault)
  expect(others.length).toBeGreaterThan(0)
  for (const { path } of others) {
    await go(owner, path)
    await view(owner, path).getByText(listTexts.asGallery.zh, { exact: true }).click()
    await expect
      .poll(() => view(owner, path).locator('li[data-row] img').first().evaluate(widthOf), { message: path })
      .toBeGreaterThan(100)
  }
  await go(owner, '/content/Case')
  const screen = view(owner, '/content/Case')
  const cards = screen.getByRole('list', { name: app().screens['/content/Case']!.title.zh! }).getByRole('listitem')
  await cards.first().waitFor()
  const rows = await place.rowsOf('owner', '/content/Case')
  expect(await cards.count()).toBe(rows.length)
  const pictured = rows.find(({ values }) => (values.cover as readonly object[]).length > 0)!
  const card = screen.locator(`li[data-row="${pictured.id}"]`)
  await expect.poll(() => card.locator('img').evaluate(widthOf)).toBeGreaterThan(100)
  await card.getByRole('button', { name: pictured.label }).click()
  await owner.getByRole('article').waitFor()
  await owner.goBack()
  await screen.getByText(listTexts.asList.zh, { exact: true }).click()
  await screen.locator(`tr[data-row="${pictured.id}"]`).waitFor()
})

it('a drilled list says the group and the month', async () => {
  await go(owner, '/customer/CustomerStatis')
  const row = view(owner, '/customer/CustomerStatis').getByRole('row').filter({ hasText: guideName }).first()
  await row.getByRole('button').or(row.getByRole('link')).first().click()
  const note = owner.locator('.list-drill-down')
  await expect.poll(() => note.innerText()).toMatch(/\d{4}-\d\d · 门店 \S+ · 导购 \S+/)
})

it('a list opens on what waits, and on all where these were chosen', async () => {
  const { path, queue } = app().screens['/customer/Subscribe']!
  const isRead = (request: Request) =>
    request.url().endsWith('/api/list') && /Subscribe.*"rows":true/.test(request.postData() ?? '')
  const requests: string[] = []
  owner.on('request', (request) => request.url().endsWith('/api/list') && requests.push(request.postData() ?? ''))
  const [read] = await Promise.all([owner.waitForRequest(isRead), go(owner, path)])
  expect((read.postDataJSON() as ListRequest).tab, 'the first that is read').toBe(queue!.tab)
  const tabs = view(owner, path).getByRole('tab', { selected: true })
  await expect.poll(() => tabs.innerText()).toContain(app().entities.appointment!.states[queue!.tab!]!.title.zh!)
  await view(owner, path).locator('tr[data-row]').first().waitFor()
  expect(
    requests.filter((body) => body.includes(`"${path}"`)),
    'the counts and the rows',
  ).toHaveLength(2)
  await view(owner, path).getByRole('tab', { name: listTexts.all.zh }).click()
  await owner.reload()
  await expect.poll(() => tabs.innerText()).toContain(listTexts.all.zh)
})

it('a moment that was pressed is taken', async () => {
  await go(owner, '/customer/Subscribe')
  const create = app().entities.appointment!.transitions.create!
  await view(owner, '/customer/Subscribe').getByRole('button', { name: create.title.zh! }).click()
  const input = dialog(owner).locator('[data-ask=at] input')
  await submit(owner)
  const missing = await dialog(owner).locator('[data-ask=at] [role=alert]').innerText()
  await input.click()
  await owner.locator('.ant-picker-dropdown:visible').getByText(missing).waitFor()
  const panel = await pressMoment(input, '14')
  await panel.locator('.ant-picker-time-panel-column').first().locator('li', { hasText: '16' }).hover()
  expect(await input.inputValue(), 'what was pressed, not what is pointed at').toMatch(/ 14:\d\d$/)
  await submit(owner)
  await dialog(owner).locator('[data-ask] [role=alert]').first().waitFor()
  expect(await dialog(owner).locator('[data-ask=at] [role=alert]').count()).toBe(0)
  const size = owner.viewportSize()!
  await owner.setViewportSize({ width: 360, height: 740 })
  try {
    await input.click()
    // The panel is placed once more when the page has become narrow.
    const fits = async () => {
      const { x, width } = (await panel.boundingBox())!
      return x >= 0 && x + width <= 360
    }
    await expect.poll(fits, { message: 'the panel fits the narrowest phone' }).toBe(true)
  } finally {
    await owner.setViewportSize(size)
  }
})

describe('a part that is for some', () => {
  const heads = async (page: Page, path: string) => {
    await go(page, path)
    const opened = view(page, path)
    await opened.locator('tbody tr[data-row]').first().waitFor()
    return opened.locator('thead th').allInnerTexts()
  }
  const dealer = () => app().entities.store!.fields.dealer!.title.zh!
  const newest = async (screen: string) => (await place.rowsOf('owner', screen))[0]!.id

  it('a column, a section and a table beside a record stand there for headquarters alone', async () => {
    const admin = await enter(place, 'admin')
    expect(await heads(admin, '/store/StoreStore')).toContain(dealer())
    expect(await heads(owner, '/store/StoreStore')).not.toContain(dealer())
    const news = `/content/News?record=article:${await newest('/content/News')}`
    const publication = app().entities.article!.detail.sections.find(({ permissions }) => permissions)!.title.zh!
    const body = (page: Page) => page.locator('.record-body')
    await go(admin, news)
    await body(admin).getByRole('heading', { name: publication, exact: true }).waitFor()
    await go(owner, news)
    await body(owner).getByRole('heading').first().waitFor()
    await expect.poll(() => body(owner).locator('.record-sections').count()).toBe(1)
    expect(await body(owner).getByRole('heading', { name: publication, exact: true }).count()).toBe(0)
    await leavePage(admin)
  })

  it('a record that does not open is a name, a number of the home page is missing', async () => {
    const manager = await enter(place, 'manager')
    const roleOf = (page: Page) =>
      view(page, '/store/Staff').locator('tbody tr[data-row]').filter({ hasText: '店长' }).last()
    await heads(manager, '/store/Staff')
    await heads(owner, '/store/Staff')
    await roleOf(owner).getByRole('button', { name: '店长' }).waitFor()
    await roleOf(manager).waitFor()
    expect(await roleOf(manager).getByRole('button', { name: '店长' }).count()).toBe(0)
    await leavePage(manager)
    const finance = await enter(place, 'finance')
    await finance.getByText('本月合同').waitFor()
    expect(await finance.getByText('本月新增客户').count()).toBe(0)
    await finance.getByRole('img', { name: /^本月收款，近 30 天/ }).waitFor()
    // Where one of the two months has nothing, the other number is named alone.
    expect(await finance.getByText(/较上月同期|上月同期 /).count()).toBeGreaterThan(0)
    await leavePage(finance)
  })

  it('a block of a page that the server withholds leaves nothing behind', async () => {
    const page = await enter(place, 'owner')
    const [kept, withheld] = app().screens['/settings']!.blocks.filter(({ kind }) => kind === 'call')
    await page.route('**/api/screen', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as Envelope<ScreenAnswer>
      const blocks = answer.data?.screen.blocks.map((block) =>
        block.endpoint === withheld!.endpoint ? withheldBlock(block) : block,
      )
      const screen = { ...answer.data?.screen, blocks }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, screen } } })
    })
    await go(page, '/settings')
    await page.getByRole('heading', { name: kept!.title!.zh!, exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: withheld!.title!.zh!, exact: true }).count()).toBe(0)
    await leavePage(page)
  })
})
