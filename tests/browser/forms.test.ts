// Does a form come in time, and does what was typed into it outlive its tab? The page in dist, over the fixture.
import { formTexts } from '../pageTexts'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createFixture, envelope } from '../ui/fixture'
import { lists, rows, useStage } from './stage'
import { dialog } from './visitor'

const stage = useStage(join(import.meta.dirname, '../../dist'))
const { app, open } = stage

/** A list above which a form with a plain text input opens. */
const [screen, action, asked] = lists
  .flatMap((list) =>
    list.actions
      .filter(({ place }) => place === 'toolbar')
      .map((found) => {
        const transition = app.entities[found.entity]!.transitions[found.transition]!
        const input = transition.form.find(
          ({ field, input: extra, readOnly, visibleWhen }) =>
            !extra && !readOnly && !visibleWhen && app.entities[found.entity]!.fields[field]?.type === 'string',
        )
        return [list, found, input?.field] as const
      }),
  )
  .find(([, , field]) => field !== undefined)!

async function openForm(page: Page) {
  await page.waitForSelector(rows)
  await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true }).click()
  await dialog(page).waitFor()
  return dialog(page).locator(`[data-ask="${asked!}"] input`)
}
const offered = (page: Page) => dialog(page).getByText(formTexts.restored.zh)

describe('a form that was half filled in when its tab was closed', () => {
  it('is offered in the next tab with what was typed, and is gone once it was given up', async () => {
    const page = await open(screen.path)
    const input = await openForm(page)
    expect(await offered(page).count()).toBe(0)
    // In one go, as from the clipboard: there is no second key that would store the first.
    await input.fill('半途之名')
    await page.close()

    const next = await page.context().newPage()
    await next.goto(stage.served.address + screen.path)
    const again = await openForm(next)
    await offered(next).waitFor()
    expect(await again.inputValue()).toBe('半途之名')
    const stored = await next.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(stored).toContain('sealed:')
    expect(stored).not.toContain('半途之名')
    await dialog(next).getByRole('button', { name: formTexts.startAnew.zh }).click()
    await expect.poll(() => again.inputValue()).toBe('')
    await expect.poll(() => next.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sealed:')
    expect(stage.errors).toEqual([])
  })

  it('is not there any more when the rights of the account have changed, in the same tab neither', async () => {
    const page = await open(screen.path)
    await (await openForm(page)).fill('半途之名')
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('sealed:')
    stage.fixture.once('/api/boot', async (call) => {
      const { data } = (await createFixture(app, 1).transport(call)).body as { data: object }
      return envelope({ ...data, draftKey: 'cd'.repeat(32) })
    })
    page.on('dialog', (asking) => void asking.accept())
    await page.reload()
    expect(await (await openForm(page)).inputValue()).toBe('')
    const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(left).not.toMatch(/sealed:draft|半途之名/)
  })
})

describe('what makes a form', () => {
  it('is asked for when the pointer or the focus reaches a button that opens one', async () => {
    // Never at rest: nothing comes by itself.
    const before = (opened: Page) => opened.addInitScript(() => void (window.requestIdleCallback = () => 0))
    for (const reach of ['hover', 'focus'] as const) {
      const page = await open(screen.path, { before })
      await page.waitForSelector(rows)
      const loaded = () =>
        page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => /PendingAction.*\.js/.test(name)),
        )
      expect(await loaded()).toBe(false)
      await page.locator('header').getByRole('button', { name: action.title.zh!, exact: true })[reach]()
      await expect.poll(loaded).toBe(true)
    }
  })
})
