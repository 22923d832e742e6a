// Tests the first story by hand:
// every step by its role in a real browser, with menu, search, row action and form, every number and every refusal, and
// the final screens.
import { describe, expect, it } from 'vitest'
import { story1 } from '../story/story1'
import { isToday, useStory } from './useStory'
import { findRow, openScreen, readTerms } from './visitor'

describe.runIf(isToday('story 1'))('story 1 by hand', () => {
  const { walk, walker, teller, place } = useStory()
  walk(story1)

  it('the page of the order shows its way and its money', async () => {
    const page = await walker().person('owner')
    const { id, values } = await teller().record('owner', 'DD1')
    const row = await findRow(await openScreen(page, place().app, '/order/Query'), id, String(values.no))
    await row.locator('button.value-link').first().click()
    const record = page.locator('.record-body')
    await record.locator('.record-stages li').first().waitFor()
    expect(await record.locator('.record-stages li').allInnerTexts()).toEqual([
      '待派量尺',
      '待量尺',
      '待出图',
      '待邀约',
      '待方案确认',
      '待签约',
      '待合同审核',
      '待拆单',
      '待下单',
      '下单处理中',
      '生产中',
      '待收货',
      '待派安装',
      '待安装',
      '待评价',
      '已完成',
    ])
    expect(await readTerms(record)).toMatchObject({
      商品合计: '¥24,552.00',
      合同总额: '¥23,480.00',
      净收: '¥23,480.00',
      应收余额: '¥0.00',
      出厂金额: '¥9,924.68',
      毛利: '¥12,955.32',
      部件合计: '¥9,424.68',
      非标部件数: '1',
    })
  })

  it('the account at the factory and the flow of the money of the customer show what is left', async () => {
    const page = await walker().person('finance')
    const factory = await openScreen(page, place().app, '/order/Factory')
    await expect
      .poll(() => readTerms(factory))
      .toMatchObject({ 现金余额: '¥75,075.32', 授信额度: '¥50,000.00', 已用授信: '¥0.00', 可用授信: '¥50,000.00' })
    const flow = await openScreen(page, place().app, '/order/CustomerWater')
    const { values } = await teller().record('finance', 'SK5')
    const search = flow.locator('.list-words input')
    await search.fill(String(values.no))
    await search.press('Enter')
    const row = flow.locator('tr[data-row]').filter({ hasText: '480.00' })
    await expect.poll(() => row.count()).toBe(1)
    expect(await row.innerText()).toContain('23,480.00')
  })
})
