// Tests daily work:
// finding a record by what is known of it, its next step first, and results one click away.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { recordActions } from '../../src/ui/actions/availableActions'
import { listTexts, recordTexts, runTexts, shellTexts } from '../pageTexts'
import { nextRun } from './calls'
import { fillForm } from './form'
import { usePlace } from './usePlace'
import { dialog, enter, noticeLeaves, searchFor, view } from './visitor'
import { leavePage } from './handedOn'

const place = usePlace({ environment: { JOBS: 'off' } })
let guide: Page
const app = () => place.app

beforeAll(async () => {
  guide = await enter(place, 'guide')
})

const { go } = place
const finder = (page: Page) => page.locator('.shell-finder')

describe('the box of the frame', () => {
  it('finds a customer by the whole number and by its last four digits, and opens it with Enter', async () => {
    const customer = (await place.rowsOf('guide', '/customer/CustomerList')).find(({ values }) =>
      /^\d{11}$/.test(String(values.mobile)),
    )!
    const mobile = String(customer.values.mobile)
    for (const words of [mobile, mobile.slice(-4)]) {
      await go(guide, app().product.homeScreen)
      await guide.locator('.shell-find').waitFor()
      await guide.keyboard.press('Control+k')
      await finder(guide).getByRole('combobox').fill(words)
      const option = finder(guide).getByRole('option').filter({ hasText: mobile }).first()
      await option.waitFor()
      await (words === mobile ? guide.keyboard.press('Enter') : option.click())
      await expect.poll(() => new URL(guide.url()).searchParams.get('record')).toBe(`customer:${customer.id}`)
      await expect.poll(() => guide.locator('.record-body h2').innerText()).toContain(customer.label)
    }
  })

  it('leads from a record into one of its records, and back to it', async () => {
    const title = guide.locator('.record-body h2')
    const customer = await title.innerText()
    const back = guide.locator('.record-head').getByRole('button', { name: recordTexts.previous.zh })
    await guide.locator('.record-body').getByRole('tab', { name: '跟进记录' }).click()
    expect(await back.count()).toBe(0)
    await guide.locator('.record-body [role=tabpanel]:visible .value-link:visible').first().click()
    await expect.poll(() => new URL(guide.url()).searchParams.get('record')).toContain('follow:')
    await back.click()
    await expect.poll(() => title.innerText()).toBe(customer)
    await guide.locator('.record-body').getByRole('tab', { name: '跟进记录', selected: true }).waitFor()
    await back.waitFor({ state: 'detached' })
  })

  it('asks once a pause, however fast one types', async () => {
    await go(guide, app().product.homeScreen)
    const asked: string[] = []
    guide.on('request', (request) => {
      if (request.url().endsWith('/api/find')) asked.push((request.postDataJSON() as { words: string }).words)
    })
    await guide.locator('.shell-find').waitFor()
    await guide.keyboard.press('Control+k')
    await finder(guide).getByRole('combobox').pressSequentially('136157192', { delay: 5 })
    await expect.poll(() => asked.at(-1)).toBe('136157192')
    expect(asked.length).toBeLessThan(3)
    // Enter that chooses a word of an input method chooses nothing of the list.
    const words = finder(guide).getByRole('combobox')
    await words.fill('客户')
    await finder(guide).getByRole('option').first().waitFor()
    await words.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    expect(await finder(guide).isVisible()).toBe(true)
    await words.press('Escape')
  })

  it('begins what stands above a list', async () => {
    const screen = Object.values(app().screens).find(
      ({ kind, path, actions }) => path === '/customer/Subscribe' && kind === 'list' && actions.length > 0,
    )!
    const action = screen.actions.find(({ place: where }) => where === 'toolbar')!
    await go(guide, app().product.homeScreen)
    await guide.locator('.shell-find').waitFor()
    await guide.keyboard.press('Control+k')
    await finder(guide).getByRole('combobox').fill(action.title.zh!)
    const option = finder(guide).getByRole('option').filter({ hasText: action.title.zh! })
    await option.first().waitFor()
    await option.first().click()
    await dialog(guide).getByText(action.title.zh!).first().waitFor()
    expect(new URL(guide.url()).searchParams.has('run')).toBe(false)
  })
})

describe('the quick search of a list', () => {
  const screen = '/customer/AuditEarnest'

  it('finds by the name that a column shows and by the end of the number behind it, and says so', async () => {
    const owner = await enter(place, 'owner')
    const receipts = await place.rowsOf('owner', screen)
    const { customer, 'customer.mobile': mobile } = receipts.at(-1)!.values
    const { id, label: name } = customer as { id: number; label: string }
    const rows = view(owner, screen).locator('tbody tr[data-row]')
    await go(owner, screen)
    await rows.first().waitFor()
    const search = view(owner, screen).locator('.list-words input')
    expect(await search.getAttribute('placeholder')).toContain(app().entities.receipt!.fields.customer!.title.zh!)
    for (const words of [name, String(mobile).slice(-4)]) {
      await searchFor(owner, view(owner, screen), words)
      const expected = receipts.filter(({ values }) => (values.customer as { id: number }).id === id).length
      await expect.poll(() => rows.count(), { message: words }).toBe(expected)
      for (const text of await rows.allInnerTexts()) expect(text).toContain(name)
    }
    await leavePage(owner)
  })
})

describe('the record', () => {
  it('has its next step in color, and nothing that does harm in sight', async () => {
    const screens = ['/customer/CustomerList', '/order/SignContract']
    for (const screen of screens) {
      const { entity } = app().screens[screen]!
      const [row] = await place.rowsOf('guide', screen)
      const { data } = await place.teller.call<RecordAnswer>('guide', '/api/record', { entity, id: row!.id })
      const [next] = recordActions(data.record, entity!, app().entities)
      await go(guide, `${screen}?record=${entity}:${row!.id}`)
      const buttons = guide.locator('.record-actions > button')
      await buttons.first().waitFor()
      expect(await guide.locator('.record-actions > .ant-btn-primary').allInnerTexts()).toEqual([next!.title.zh!])
      expect(await guide.locator('.record-actions > .ant-btn-dangerous').count()).toBe(0)
    }
  })

  /** Writes a follow-up at the first customer, by the form that its record offers. */
  async function writeFollow(content: string): Promise<{ customer: RecordData; id: number; label: string }> {
    const [customer] = await place.rowsOf('guide', '/customer/CustomerList')
    await go(guide, `/customer/CustomerList?record=customer:${customer!.id}`)
    const { fields, transitions } = app().entities.follow!
    await guide.locator('.record-actions').getByRole('button', { name: transitions.create!.title.zh! }).click()
    await dialog(guide).locator('[data-ask]').first().waitFor()
    const method = app().dictionaries[fields.method!.dictionary!]!.items[0]!.code
    await fillForm({ page: guide, app: app(), language: 'zh' }, dialog(guide), transitions.create!, { method, content })
    const run = nextRun(guide)
    await dialog(guide).locator('.ant-modal-footer .ant-btn-primary').click()
    const { id, no, label } = (await run).data as { id: number; no?: string; label: string }
    return { customer: customer!, id, label: no ?? label }
  }

  it('that was made is named by its number, which leads to it', async () => {
    const { id, label } = await writeFollow('已电话沟通')
    await guide.locator('.ant-message').getByRole('button', { name: label }).click()
    await expect.poll(() => new URL(guide.url()).searchParams.get('record')).toBe(`follow:${id}`)
    await view(guide, '/customer/CustomerList').waitFor()
  })

  it('that was wrong is taken back with one press, and nothing of it is left', async () => {
    const { customer, id } = await writeFollow('写错了客户')
    await dialog(guide).waitFor({ state: 'hidden' })
    await guide.locator('.record-tabs').getByRole('tab', { name: app().entities.follow!.title.zh! }).click()
    const written = guide.locator('.record-body').getByText('写错了客户')
    await written.first().waitFor()
    await noticeLeaves(guide, app().entities.follow!.transitions.create!.title.zh!)
    await guide.locator('.messages-corner').getByRole('button', { name: runTexts.undo.zh }).click()
    await expect.poll(() => written.count()).toBe(0)
    expect((await place.teller.call('guide', '/api/record', { entity: 'follow', id })).code).not.toBe(codes.success)
    const { version: _before, ...values } = customer.values
    expect((await place.rowsOf('guide', '/customer/CustomerList'))[0]!.values).toMatchObject(values)
    expect(await guide.locator('.messages-corner').getByRole('button', { name: runTexts.undo.zh }).count()).toBe(0)
  })
})

describe('the bell', () => {
  it('shows unread messages first, leads to the record of one, and marks it and then all as read', async () => {
    const [customer] = await place.rowsOf('guide', '/customer/CustomerList')
    const { id } = await place.teller.account('guide')
    const write = (text: string) =>
      place.teller.call('owner', '/api/notes/write', {
        entity: 'customer',
        id: customer!.id,
        text,
        mentions: [id],
        key: randomUUID(),
      })
    const bell = guide.locator('.shell-counted')
    const panel = guide.locator('.message-panel')
    await go(guide, app().product.homeScreen)
    await bell.getByRole('button').click()
    await panel.waitFor()
    for (const text of ['第一条', '第二条']) await write(text)
    await panel.locator('.message-unread', { hasText: '第二条' }).waitFor()
    await panel
      .locator('.message-unread')
      .getByRole('button', { name: /第一条/ })
      .click()
    await expect.poll(() => new URL(guide.url()).searchParams.get('record')).toBe(`customer:${customer!.id}`)
    await panel.waitFor({ state: 'hidden' })
    await go(guide, app().product.homeScreen)
    await bell.getByRole('button').click()
    await panel.locator('li:not(.message-unread)', { hasText: '第一条' }).waitFor()
    await panel.getByRole('button', { name: shellTexts.markAllRead.zh }).click()
    await expect.poll(() => panel.locator('.message-unread').count()).toBe(0)
    await expect.poll(() => bell.locator('sup').count()).toBe(0)
    await panel.getByRole('button', { name: shellTexts.messageChoices.zh }).click()
    await expect.poll(() => guide.locator(':focus').getAttribute('aria-label')).toBe('消息提醒')
  })
})

describe('records one after the other', () => {
  it('are reached by keys in the order of the list, and open by themselves when one is done', async () => {
    const screen = '/customer/Examine'
    const { data } = await place.teller.call<ListAnswer>('finance', '/api/list', { screen, size: 20 })
    const can = (row: RecordData | undefined) => row?.can.includes('approve')
    const first = data.rows!.findIndex((row, index) => can(row) && can(data.rows![index + 1]))
    const ids = data.rows!.map(({ id }) => id)
    const finance = await enter(place, 'finance')
    const opened = () => new URL(finance.url()).searchParams.get('record')
    await go(finance, `${screen}?record=receipt:${ids[first]}`)
    const sequence = finance.locator('.record-sequence')
    await sequence.waitFor()
    await finance.keyboard.press('j')
    await expect.poll(opened).toBe(`receipt:${ids[first + 1]}`)
    await sequence.getByText(`${first + 2} / ${ids.length}`).waitFor()
    await finance.keyboard.press('k')
    await expect.poll(opened).toBe(`receipt:${ids[first]}`)
    await finance.locator('.record').getByText(data.rows![first]!.label, { exact: true }).first().waitFor()
    await sequence.getByRole('checkbox').check()
    const { zh: name } = app().entities.receipt!.transitions.approve!.title
    await finance.locator('.record-actions').getByRole('button', { name }).click()
    await dialog(finance).locator('.ant-modal-footer .ant-btn-primary').click()
    await expect.poll(opened).toBe(`receipt:${ids[first + 1]}`)
    await sequence.getByText(`${first + 1} / ${ids.length - 1}`).waitFor()
  })
})

describe('a list', () => {
  it('is worked through by keyboard alone, and single keys can be turned off', async () => {
    const [path, entity] = ['/customer/ChangeGuide', 'customer']
    const owner = await enter(place, 'owner', 'zh', path)
    const row = (index: number) => view(owner, path).locator('tbody tr[data-row]').nth(index)
    await row(3).waitFor()
    const ids = await view(owner, path)
      .locator('tbody tr[data-row]')
      .evaluateAll((found) => found.map((element) => (element as HTMLElement).dataset.row))
    const focused = () => owner.evaluate(() => (document.activeElement as HTMLElement).dataset.row)
    const record = () => new URL(owner.url()).searchParams.get('record')
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await owner.keyboard.press(key)
    }
    await press('j', 'j', 'ArrowDown', 'k')
    expect(await focused()).toBe(ids[1])
    await press('x')
    await expect.poll(() => row(1).locator('input[type=checkbox]').isChecked()).toBe(true)
    expect(await view(owner, path).locator('.list-panel > [role=status]').textContent()).toContain(' 1 ')

    await press('Enter')
    await expect.poll(record).toBe(`${entity}:${ids[1]}`)
    await owner.getByRole('article').waitFor()
    await press('j')
    await expect.poll(record).toBe(`${entity}:${ids[2]}`)
    await owner.goBack()
    await expect.poll(() => owner.getByRole('article').isVisible()).toBe(false)

    await press('/', 'j')
    expect(await view(owner, path).locator('.list-words input').inputValue()).toBe('j')
    await press('Backspace')
    await expect.poll(() => row(1).getAttribute('data-row')).toBe(ids[1])
    await row(0).focus()
    await press('?')
    const sheet = owner.getByRole('dialog', { name: shellTexts.shortcuts.zh })
    await sheet.getByRole('switch').click()
    await press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await row(0).focus()
    await press('j')
    expect(await focused()).toBe(ids[0])
    await press('ArrowDown')
    expect(await focused()).toBe(ids[1])
    await leavePage(owner)
  })

  it('loses no letter that is typed more slowly than it searches, nor one typed before a record is opened', async () => {
    const path = '/customer/CustomerList'
    await go(guide, path)
    const list = view(guide, path)
    await list.locator('tr[data-row]').first().waitFor()
    const words = list.locator('.list-words input')
    await words.pressSequentially('abcdef', { delay: 412 })
    await expect.poll(() => new URL(guide.url()).searchParams.get('words')).toBe('abcdef')
    expect(await words.inputValue()).toBe('abcdef')
    await words.fill('')
    await list.locator('tr[data-row]').first().waitFor()
    const [customer] = await place.rowsOf('guide', path)
    await list.locator('form.search input[type=text]').first().fill(String(customer!.values.name).slice(0, 1))
    await list.locator('tr[data-row]').first().press('Enter')
    await expect.poll(() => new URL(guide.url()).searchParams.get('f.name')).toContain('contains:')
    expect(new URL(guide.url()).searchParams.get('record')).toContain('customer:')
  })

  it('that holds nothing says whether that is for what it is narrowed by, and leads back', async () => {
    const path = '/customer/CustomerList'
    const list = guide.locator('.shell-view:not([hidden])')
    await go(guide, `${path}?page=99`)
    await list.locator('tr[data-row]').first().waitFor()
    const conditions = encodeURIComponent(JSON.stringify(['all', ['name', 'contains', 'zzzz']]))
    await go(guide, `${path}?where=${conditions}`)
    await list.getByText(listTexts.emptyFiltered.zh!).waitFor()
    await list.getByRole('button', { name: listTexts.clearFilters.zh! }).click()
    await list.locator('tr[data-row]').first().waitFor()
    expect(new URL(guide.url()).search).toBe('')
  })
})

describe('the page', () => {
  it('goes on where the storage of its tab is full', async () => {
    await go(guide, app().product.homeScreen)
    await guide.evaluate(() => {
      for (let length = 4_000_000; length > 0; length = Math.floor(length / 2))
        try {
          for (let part = 0; ; part += 1) sessionStorage.setItem(`full ${length} ${part}`, 'x'.repeat(length))
        } catch {
          // Full of parts of this length.
        }
    })
    await go(guide, '/order/SignContract')
    expect(await guide.locator('.shell-nav').count()).toBe(1)
    await guide.evaluate(() => {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith('full ')) sessionStorage.removeItem(name)
    })
  })
})

describe('a saved view', () => {
  const screen = '/customer/CustomerList'
  const button = (page: Page, name: string | RegExp) => view(page, screen).getByRole('button', { name })
  const heads = (page: Page) => view(page, screen).locator('.table thead th[title]')
  const boot = async (role: string) => {
    const headers = { 'x-token': await place.teller.token(role) }
    const { body } = await place.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
    return (body as Envelope<BootAnswer>).data
  }

  it('keeps its tab and columns under a name, opens with it, and shares it', async () => {
    const owner = await enter(place, 'owner', 'zh', screen)
    await view(owner, screen).locator('tr[data-row]').first().waitFor()
    const all = await heads(owner).count()
    await view(owner, screen).getByRole('tab').nth(1).click()
    await button(owner, '视图').click()
    const panel = owner.locator('.list-views')
    await panel.getByPlaceholder('视图名称').fill('重点')
    await panel.getByRole('button', { name: '保存当前视图' }).click()
    await button(owner, '列设置').click()
    await owner.locator('.list-columns').getByRole('checkbox').nth(2).uncheck()
    await expect.poll(() => heads(owner).count()).toBe(all - 1)
    await button(owner, '视图：重点（有未保存的更改）').click()
    await panel.getByRole('button', { name: '保存更改' }).click()
    await panel.getByRole('button', { name: '编辑视图“重点”' }).click()
    await panel.locator('.ant-select').first().click()
    const dealer = (await boot('owner')).account.tenant.label
    await owner.locator('.ant-select-item').getByText(dealer).click()
    await panel.getByRole('button', { name: '保存', exact: true }).click()
    await panel.getByRole('heading', { name: `共享 · ${dealer}` }).waitFor()
    const kept = owner.waitForResponse((response) => !!response.request().postData()?.includes('default view:'))
    await panel.getByRole('button', { name: '设为默认视图“重点”' }).click()
    await kept

    await owner.goto(place.address + screen)
    await button(owner, '视图：重点').waitFor()
    await expect.poll(() => heads(owner).count()).toBe(all - 1)
    await leavePage(owner)

    await guide.goto(place.address + screen)
    const chip = view(guide, screen).locator('.list-chips button')
    await expect.poll(() => chip.innerText()).toMatch(/^重点\s*\d+$/)
    await chip.click()
    await button(guide, '视图：重点').click()
    expect(await view(guide, screen).getByRole('tab', { selected: true }).innerText()).not.toContain('全部')
    const [count] = /\d+/.exec(await chip.innerText())!
    await view(guide, screen).getByText(`共 ${count} 条`, { exact: true }).waitFor()
    await guide.locator('.list-views').getByRole('button').first().waitFor()
    expect(await guide.locator('.list-views').getByRole('button', { name: '编辑视图“重点”' }).count()).toBe(0)
  })

  it('shares views by those with the right, within their dealer, and up to a limit', async () => {
    const keep = (role: string, name: string, value: unknown) =>
      place.teller.call(role, '/api/preference', { name, value, sharedWith: 'tenant' })
    expect(await keep('guide', 'view:x', 1)).toMatchObject({ code: codes.forbidden })
    const { sharedPreferences } = await boot('guide')
    const names = Object.keys(sharedPreferences.tenant ?? {})
    expect(names.length).toBeGreaterThan(0)
    expect((await boot('admin')).sharedPreferences.tenant).toBeUndefined()
    for (let count = names.length; count < 200; count++)
      expect(await keep('owner', `view:${count}`, 1)).toMatchObject({ code: codes.success })
    expect((await keep('owner', 'view:more', 1)).msg).toContain('200')
    expect(await keep('owner', 'view:150', null)).toMatchObject({ code: codes.success })
    expect(await keep('owner', 'view:more', 1)).toMatchObject({ code: codes.success })
  })
})
