// Tests that the top bar offers what may be created, as the bottom bar of a phone does.
import { expect, it } from 'vitest'
import { shellTexts } from '../pageTexts'
import { lists, rows, useSite } from './site'

const site = useSite('dist')
const { app, open, addressOf } = site

it('offers each thing once, and leads to its form', async () => {
  const page = await open(lists[0]!.path)
  await page.waitForSelector(rows)
  await page.locator('.shell-top').getByRole('button', { name: shellTexts.create.zh, exact: true }).click()
  const choices = page.locator('.create-choices button')
  await choices.first().waitFor()
  const titles = await choices.allInnerTexts()
  expect(new Set(titles).size).toBe(titles.length)
  const form = Object.values(app.screens).find(({ kind, hideInMenu }) => kind === 'form' && !hideInMenu)!
  await choices.getByText(form.title.zh!, { exact: true }).click()
  await expect.poll(() => addressOf(page)).toBe(form.path)
  expect(await choices.count()).toBe(0)
  expect(site.errors).toEqual([])
})
