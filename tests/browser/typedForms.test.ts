// Tests forms for typing users:
// the focus is where the next word belongs, Tab accepts what was typed, and unmatched words stay and are reported.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { clockAt, daysLater, momentAtClock } from '../../src/manifest/expression/values/calendar'
import type { RecordAnswer, RecordData, RefValue, RunAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import { formTexts, recordTexts, shellTexts } from '../pageTexts'
import { describeMissingRecord } from './missingRecordCases'
import { usePlace } from './usePlace'
import { dialog, enter, findRow, giveUp, pressAbove, pressOnRow, readTerms, view } from './visitor'

const place = usePlace({ environment: { JOBS: 'off' } })
let guide: Page

beforeAll(async () => {
  guide = await enter(place, 'guide')
})

const idIn = (field: string, { values }: RecordData) => (values[field] as { id: number } | null)?.id
async function run(role: string, entity: string, transition: string, rest: object): Promise<RunAnswer> {
  const { code, msg, data } = await place.teller.call<RunAnswer>(role, '/api/run', {
    entity,
    transition,
    key: randomUUID(),
    ...rest,
  })
  expect(code, msg).toBe(codes.success)
  return data
}
/** 15:00 in two days, in the zone of the shops. */
const afternoon = (): string => {
  const { timezone } = place.app.product
  return momentAtClock(`${daysLater(clockAt(new Date(), timezone).slice(0, 10), 2)}T15:00`, timezone)!
}
const titleOf = (entity: string, transition: string) => place.app.entities[entity]!.transitions[transition]!.title.zh!
const asked = (name: string) => dialog(guide).locator(`[data-ask="${name}"]`)
const focusedInput = () =>
  guide.evaluate(() => document.activeElement?.closest('[data-ask]')?.getAttribute('data-ask') ?? null)
const isFocused = (name: string) => expect.poll(focusedInput).toBe(name)

/** What a customer needs besides a name to be one of the visitor's. */
async function followed() {
  const mine = (await place.rowsOf('guide', '/customer/CustomerList')).find(({ state }) => state === 'following')!
  return { source: 'walkIn', intent: 'B', store: idIn('store', mine), guide: idIn('guide', mine) }
}

/** Opens the form of a transition that makes a record, above a list. */
async function openAbove(screen: string, entity: string, transition: string): Promise<void> {
  await guide.goto(place.address + screen)
  await pressAbove(view(guide, screen), titleOf(entity, transition))
  await dialog(guide).waitFor()
}

it('a required attachment is counted at once with all that is missing', async () => {
  const owner = await enter(place, 'owner', 'zh', '/aftermarket/Complaint_list')
  await pressAbove(view(owner, '/aftermarket/Complaint_list'), titleOf('complaint', 'create'))
  await dialog(owner).locator('[data-ask=photos]').waitFor()
  await dialog(owner).locator('.ant-modal-footer .ant-btn-primary').click()
  await dialog(owner).locator('[data-ask=photos] [role=alert]').waitFor()
  const count = await dialog(owner).locator('[data-ask]:has([role=alert])').count()
  expect(count).toBeGreaterThan(1)
  const first = await dialog(owner).locator('[data-ask] [role=alert]').first().innerText()
  const summary = dialog(owner).locator('.ant-alert', { hasText: `有 ${count} 处需要修改` })
  await summary.getByText(first, { exact: true }).waitFor()
})

describe('the focus', () => {
  it('goes on from an input that a later default fills', async () => {
    const [order] = await place.rowsOf('guide', '/order/SignContract')
    await guide.goto(`${place.address}/order/SignContract?record=order:${order!.id}`)
    await guide
      .locator('.ant-drawer')
      .getByRole('button', { name: titleOf('receipt', 'create') })
      .click()
    await dialog(guide).waitFor()
    await isFocused('amount')
    await giveUp(guide)
  })
})

describe('a reference that the action decides', () => {
  it('shows what tells it apart, as its picker does', async () => {
    const [order] = await place.rowsOf('guide', '/order/SignContract')
    const customer = order!.values.customer as RefValue
    await guide.goto(`${place.address}/order/SignContract?record=order:${order!.id}`)
    await guide
      .locator('.ant-drawer')
      .getByRole('button', { name: titleOf('receipt', 'create') })
      .click()
    await asked('order').getByText(order!.label).waitFor()
    await asked('order').getByText(customer.label).waitFor()
    await giveUp(guide)
  })
})

describe('a computed amount', () => {
  it('says what may still be refunded once customer and type are chosen', async () => {
    const customers = await Promise.all(
      (await place.rowsOf('guide', '/customer/CustomerList')).map(
        async ({ id }) =>
          (await place.teller.call<RecordAnswer>('guide', '/api/record', { entity: 'customer', id })).data.record,
      ),
    )
    const { label, values } = customers.find((customer) => Number(customer.values.openEarnest) > 0)!
    const { fields } = place.app.entities.refund!
    await openAbove('/order/Refund', 'refund', 'create')
    await asked('customer').getByRole('combobox').click()
    await guide.keyboard.type(String(values.mobile))
    await guide.keyboard.press('Tab')
    await expect.poll(() => asked('customer').innerText()).toContain(label)
    const result = dialog(guide).getByLabel(formTexts.result.zh).last()
    expect(await result.count()).toBe(0)
    const { title } = place.app.dictionaries.refundType!.items.find(({ code }) => code === 'earnest')!
    await asked('refundType').getByText(title.zh!, { exact: true }).click()
    const open = Number(values.openEarnest).toLocaleString('en', { minimumFractionDigits: 2 })
    await expect.poll(async () => (await readTerms(result))[fields.refundable!.title.zh!]).toContain(open)
    await giveUp(guide)
  })
})

describe('a default', () => {
  it('takes the part of the day from the hour that was booked', async () => {
    const dispatcher = await enter(place, 'dispatcher')
    const path = '/order/AssignRuler'
    const [mine] = await place.rowsOf('guide', '/customer/CustomerList')
    const order = (await place.rowsOf('dispatcher', path)).find(
      (row) => idIn('guide', row) === idIn('guide', mine!) && !row.values.measureVisitAt,
    )!
    await run('guide', 'appointment', 'create', {
      values: {
        customer: idIn('customer', order),
        type: 'measure',
        at: afternoon(),
        store: idIn('store', order),
        address: order.values.address,
      },
    })
    await dispatcher.goto(place.address + path)
    const row = await findRow(view(dispatcher, path), order.id, String(order.values.no))
    await pressOnRow(dispatcher, row, titleOf('order', 'assignRuler'))
    const title = place.app.dictionaries.period!.items.find(({ code }) => code === 'pm')!.title.zh!
    const chosen = dialog(dispatcher).locator('[data-ask="period"] .ant-radio-button-wrapper-checked')
    await expect.poll(() => chosen.innerText()).toBe(title)
  })
})

describe('Tab', () => {
  it('takes each part of an address as it was typed, and moves on', async () => {
    await openAbove('/customer/Subscribe', 'order', 'create')
    await asked('address').locator('input').first().click()
    for (const words of ['浙江', '杭州', '西湖']) {
      await guide.keyboard.type(words)
      await guide.keyboard.press('Tab')
    }
    await guide.keyboard.type('文三路 1 号')
    const parts = asked('address').locator('input')
    await expect
      .poll(async () => Promise.all([0, 1, 2, 3].map((part) => parts.nth(part).inputValue())))
      .toEqual(['浙江省', '杭州市', '西湖区', '文三路 1 号'])
    await giveUp(guide)
  })

  it('takes the record that was typed, shown or not yet', async () => {
    const customer = (await place.rowsOf('guide', '/customer/CustomerList')).find(({ state }) => state === 'following')!
    const mobile = String(customer.values.mobile)
    for (const isShown of [true, false]) {
      await openAbove('/customer/Subscribe', 'order', 'create')
      await asked('customer').getByRole('combobox').click()
      await guide.keyboard.type(mobile)
      if (isShown)
        await guide.locator('.ant-select-dropdown:visible').getByText(customer.label, { exact: true }).first().waitFor()
      await guide.keyboard.press('Tab')
      await expect.poll(() => asked('customer').innerText()).toContain(customer.label)
      expect(await focusedInput()).not.toBe('customer')
      await giveUp(guide)
    }
  })

  it('takes none of several records by itself, and the one that the user has marked', async () => {
    for (const [name, mobile] of [
      ['双木甲', '13900007701'],
      ['双木乙', '13900007702'],
    ])
      await run('manager', 'customer', 'create', { values: { name, mobile, ...(await followed()) } })
    await openAbove('/customer/Subscribe', 'order', 'create')
    const option = guide.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: /^双木[甲乙]/ })
    await asked('customer').getByRole('combobox').click()
    await guide.keyboard.type('双木')
    await expect.poll(() => option.count()).toBe(2)
    await guide.keyboard.press('Tab')
    await asked('customer').getByText(formTexts.wordsAmbiguous.zh.replace('{{words}}', '双木')).waitFor()
    expect(await asked('customer').locator('.ant-select-selection-item').count()).toBe(0)
    // The options of the time before are shown until the list is read again, which takes the mark away.
    const offered = guide.waitForResponse((response) => response.url().includes('/api/options'))
    await asked('customer').getByRole('combobox').click()
    await (await offered).finished()
    await guide.locator('.ant-select-item-option-active').waitFor()
    await guide.keyboard.press('ArrowDown')
    const second = await guide.locator('.ant-select-item-option-active').innerText()
    await guide.keyboard.press('Tab')
    await expect
      .poll(() => asked('customer').locator('.ant-select-selection-item').innerText())
      .toContain(second.split('\n')[0])
    await giveUp(guide)
  })

  it('leaves words that match nothing where they are, says so, and forgets them with the next ones', async () => {
    await openAbove('/customer/Subscribe', 'order', 'create')
    for (const name of ['customer', 'category']) {
      const input = asked(name).getByRole('combobox')
      await input.click()
      await guide.keyboard.type('没有这个')
      // A list without options says what a record must fulfil, and describes the input so.
      if (name === 'customer') {
        const list = guide.locator('.ant-select-dropdown:visible')
        await list.getByText(formTexts.offeredIf.zh).waitFor()
        expect(await input.getAttribute('aria-describedby')).toContain(await list.getByRole('note').getAttribute('id'))
      }
      await guide.keyboard.press('Tab')
      await asked(name).getByText(formTexts.wordsUnmatched.zh.replace('{{words}}', '没有这个')).waitFor()
      expect(await input.inputValue()).toBe('没有这个')
    }
    await asked('category').getByRole('combobox').fill('橱柜')
    await guide.keyboard.press('Tab')
    await expect.poll(() => asked('category').innerText()).toContain('橱柜')
    expect(await asked('category').getByRole('alert').count()).toBe(0)
    await giveUp(guide)
  })
})

describeMissingRecord(place, () => guide)

describe('words in an optional input', () => {
  const asIs = async () =>
    (await place.rowsOf('guide', '/customer/CustomerList')).find(({ state }) => state === 'following')!
  const designerOf = ({ values }: RecordData) => (values.designer as { label: string } | null)?.label
  const input = () => asked('designer').getByRole('combobox')
  const save = () => dialog(guide).locator('button.ant-btn-primary').last()

  async function edit({ id }: RecordData): Promise<void> {
    await guide.goto(`${place.address}/customer/CustomerList?record=customer:${id}&run=edit`)
    await dialog(guide).waitFor()
    await asked('designer').locator('.ant-select').click()
  }
  const unmatched = () => asked('designer').getByText(formTexts.wordsUnmatched.zh.replace('{{words}}', '没有这个'))

  it('keep the form from being sent until they have led to a record', async () => {
    const customer = await asIs()
    const sent: string[] = []
    guide.on('request', (request) => {
      if (request.url().endsWith('/api/run')) sent.push(request.url())
    })
    await edit(customer)
    await guide.keyboard.type('没有这个')
    await save().click()
    await unmatched().waitFor()
    await isFocused('designer')
    await save().click()
    await isFocused('designer')
    expect(sent).toEqual([])
    await guide.keyboard.press('Control+a')
    await guide.keyboard.press('Delete')
    await expect.poll(() => unmatched().count()).toBe(0)
    const option = guide.locator('.ant-select-dropdown:visible .ant-select-item-option')
    const words = (await option.first().innerText()).split('\n')[0]!
    await guide.keyboard.type(words)
    const remembered = guide.waitForRequest((request) => request.url().endsWith('/api/preference'))
    await save().click()
    await dialog(guide).waitFor({ state: 'hidden' })
    const edited = (await place.rowsOf('guide', '/customer/CustomerList')).find(({ id }) => id === customer.id)!
    expect(designerOf(edited)).toBe(words)
    expect((await remembered).postDataJSON().value).toMatchObject({ employee: [idIn('designer', edited)] })
    expect(sent).toHaveLength(1)
  })

  it('can be deleted and cleared after the list has closed', async () => {
    await edit(await asIs())
    for (const clear of [
      async () => {
        await guide.keyboard.press('Shift+Tab')
        await guide.keyboard.press('Control+a')
        await guide.keyboard.press('Delete')
      },
      async () => {
        await asked('designer').hover()
        await asked('designer').locator('.ant-select-clear').click()
      },
    ]) {
      await asked('designer').locator('.ant-select').click()
      await guide.keyboard.type('没有这个')
      await guide.keyboard.press('Tab')
      await unmatched().waitFor()
      await clear()
      await expect.poll(() => input().inputValue()).toBe('')
      expect(await unmatched().count()).toBe(0)
    }
    await giveUp(guide)
  })
})

describe('a moment', () => {
  const input = () => asked('at').locator('input')

  it('that cannot be read stays as it was typed, says what is expected, and keeps the form from being sent', async () => {
    const sent: string[] = []
    guide.on('request', (request) => {
      if (request.url().endsWith('/api/run')) sent.push(request.url())
    })
    await openAbove('/customer/Subscribe', 'appointment', 'create')
    for (const words of ['下周三下午', '2027-03-01', '2027-02-30 10:00']) {
      await input().fill(words)
      await guide.keyboard.press('Tab')
      await asked('at').getByText(`“${words}”`).waitFor()
      expect(await input().inputValue()).toBe(words)
    }
    await dialog(guide).locator('button.ant-btn-primary').last().click()
    await expect.poll(() => asked('at').getByRole('alert').count()).toBe(1)
    expect([await input().inputValue(), sent.length]).toEqual(['2027-02-30 10:00', 0])
    await input().fill('2027/3/1 9:05')
    await guide.keyboard.press('Tab')
    await expect.poll(() => input().inputValue()).toBe('2027-03-01 09:05')
    await expect.poll(() => asked('at').getByRole('alert').count()).toBe(0)
    for (const leave of [() => guide.keyboard.press('Tab'), () => dialog(guide).locator('.ant-modal-title').click()]) {
      await input().fill('2027/3/1 9:05')
      await leave()
      await expect.poll(() => input().inputValue()).toBe('2027-03-01 09:05')
      await input().fill('')
      await leave()
      await expect.poll(() => input().inputValue()).toBe('')
    }
  })

  it('that is offered says its day', async () => {
    const chips = asked('at').getByRole('group').getByRole('button')
    for (const chip of await chips.all()) {
      const [, month, day] = / · (\d+)\/(\d+)$/.exec(await chip.innerText())!
      await chip.click()
      await expect.poll(() => input().inputValue()).toContain(`-${month!.padStart(2, '0')}-${day!.padStart(2, '0')} `)
      expect(await chip.getAttribute('title')).toBe(await input().inputValue())
    }
    await giveUp(guide)
  })
})

describe('a moment in English', () => {
  it('is shown and read as English writes a day', async () => {
    const screen = '/customer/Subscribe'
    const page = await enter(place, 'guide', 'en', screen)
    const { create } = place.app.entities.appointment!.transitions
    await pressAbove(view(page, screen), create!.title.en!)
    const input = dialog(page).locator('[data-ask="at"] input')
    for (const [typed, shown] of [
      ['2027-03-01 09:05', '1 Mar 2027, 09:05'],
      ['12 march 2027, 10:00', '12 Mar 2027, 10:00'],
    ] as const) {
      await input.fill(typed)
      await page.keyboard.press('Tab')
      await expect.poll(() => input.inputValue()).toBe(shown)
    }
    await page.context().close()
  })
})

describe('Escape', () => {
  it('closes a panel of the frame and gives the focus back to its button', async () => {
    await guide.goto(place.address + place.app.product.homeScreen)
    const button = guide.getByRole('button', { name: shellTexts.theme.zh, exact: true })
    await button.click()
    const panel = guide.locator('.ant-popover:visible')
    await panel.waitFor()
    await guide.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('an open record', () => {
  const mobile = '13900007777'

  /** A customer of the visitor, opened, and how a colleague takes it over. */
  async function opened(name: string, mobile: string): Promise<() => Promise<unknown>> {
    const values = await followed()
    const other = (await place.rowsOf('manager', '/customer/CustomerList')).find(
      (row) => idIn('store', row) === values.store && ![undefined, values.guide].includes(idIn('guide', row)),
    )!
    const { id, version } = await run('manager', 'customer', 'create', { values: { name, mobile, ...values } })
    await guide.goto(`${place.address}/customer/CustomerList?record=customer:${id}`)
    await guide.locator('.record-body h2').waitFor()
    return () => run('manager', 'customer', 'changeGuide', { id, version, values: { guide: idIn('guide', other) } })
  }

  it('says so when it goes out of reach', async () => {
    const takeOver = await opened('何去', mobile)
    await takeOver()
    await guide.getByText(recordTexts.gone.zh).waitFor()
    expect(await guide.locator('.record-body').count()).toBe(0)
  })
})
