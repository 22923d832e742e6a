// Tests scheduling a list from its own page, and stopping it.
import { expect, it } from 'vitest'
import { violationsOf } from './axe'
import { usePlace } from './usePlace'
import { dialog, enter, openScreen, pressOnRow } from './visitor'

const place = usePlace()

it('from the menu of the export, with the filters of the page, by mail every week', async () => {
  const page = await enter(place, 'manager')
  const list = await openScreen(page, place.app, '/customer/CustomerList')
  await list.getByRole('tab', { name: /跟进中/ }).click()
  await list.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('menuitem', { name: '定时发送…' }).click()
  const form = dialog(page)
  await form.getByLabel('名称').waitFor()
  expect(await form.getByLabel('名称').inputValue()).toBe('客户列表')
  const content = form.getByLabel('内容')
  expect(await content.inputValue()).toBe('一个标签页')
  expect(await content.isEditable()).toBe(false)
  await form.getByText('每周', { exact: true }).click()
  await form.getByText('邮件', { exact: true }).click()
  await form.getByRole('button', { name: '定时发送' }).click()
  // What is missing is named at its field.
  await form.locator('.ant-formily-item-help', { hasText: '收件地址' }).waitFor()
  await form.getByLabel('收件地址').fill('boss@shop.example')
  const violations = await violationsOf(page, { within: '[role=dialog]' })
  expect(violations.map(({ id }) => id)).toEqual([])
  await form.getByRole('button', { name: '定时发送' }).click()
  await form.waitFor({ state: 'detached' })

  const own = await openScreen(page, place.app, '/scheduledReports')
  const row = own.getByRole('row', { name: /客户列表/ })
  await row.getByText('每周').waitFor()
  await row.getByText('boss@shop.example').waitFor()
  // The server notes when it is due.
  await row.getByText(/\d{4}-\d\d-\d\d 08:00/).waitFor()
  await row.getByText('客户列表').click()
  await page.getByText('一个标签页').waitFor()
  await page.keyboard.press('Escape')
  await pressOnRow(page, row, '停止')
  await dialog(page).getByRole('button', { name: '停止' }).click()
  await row.getByText('已停止').waitFor()
})
