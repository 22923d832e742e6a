// Does the first story hold in the hands of people? The steps of the customer module are done in a real browser by each role, with menu, search, row action
// and form; what lies between is told over the API, and states and numbers are read back after every step.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunAnswer } from '../../src/protocol/calls'
import { formTexts } from '../../src/runtime/texts/forms'
import { story1, type Step } from '../story/story1'
import { createTeller, emptyAccount, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { nextRun, takeAnswers } from './calls'
import { fillForm } from './form'
import { answersOf } from './storyAnswers'
import { actionOf, dialog, findRow, giveUp, launchBrowser, openScreen, pressAbove, pressOnRow, signIn, titled, type Place } from './visitor'

const language = 0
const people = new Map<string, Page>()
let product: Product
let browser: Browser
let place: Place
let teller: Teller

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
  place = { browser, address: product.address, app: product.server.dependencies.holder.current }
  teller = createTeller(product.transport)
  await emptyAccount(teller, 'J10001')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

describe('story 1 in the browser', () => {
  let broken = ''
  for (const step of story1) {
    const name = `${step.step} ${step.browser ? 'by hand' : 'over the API'}: ${step.role} ${step.action}`
    it(name, async ({ skip }) => {
      // What follows a broken step tells nothing more.
      skip(broken !== '', `after ${broken}`)
      broken = name
      await (step.browser ? walk(step) : teller.tell(step))
      broken = ''
    })
  }
})

async function person(role: string): Promise<Page> {
  const known = people.get(role)
  if (known) return known
  const page = await signIn(place, role, language)
  people.set(role, page)
  return page
}

async function walk(step: Step): Promise<void> {
  const { app } = place
  const page = await person(step.role)
  const counted = step.refused ? await teller.counted() : undefined
  const opened = await openScreen(page, app, step.screen, language)
  const action = actionOf(app, step.screen, step.action)
  const transition = app.entities[action.entity]!.transitions[action.transition]!
  const title = action.title[language]
  const inPage = app.screens[step.screen]!.kind === 'form'

  // What creates a record of another kind may begin at a row, which it brings along.
  const brought = action.place === 'row' && !step.on ? Object.entries(step.values ?? {}).find(([, value]) => teller.kept.get(String(value).slice(1))?.entity === app.screens[step.screen]!.entity) : undefined
  const row = step.on ?? brought?.[1]?.toString().slice(1)
  const form = inPage ? await formTab(opened, title) : await openDialog(page, opened, row, step.role, title)
  const { [brought?.[0] ?? '']: _, ...answers } = await answersOf(teller, app, transition, step)
  await fillForm({ page, app, language }, form, transition, answers, step.note)
  const button = inPage ? titled(form.locator('button.ant-btn-primary'), title) : form.locator('.ant-modal-footer .ant-btn-primary')
  await takeAnswers(page)
  await button.click()
  const answer = await nextRun(page)

  if (step.refused) {
    expect(answer.code, answer.msg).toBe(step.refused.code)
    await expect.poll(async () => (await form.getByRole('alert').allInnerTexts()).join('\n')).toMatch(step.refused.says)
    if (!inPage) await giveUp(page, language)
    expect(await teller.counted(), 'nothing is written').toEqual(counted)
  } else {
    expect(answer, `step ${step.step}`).toMatchObject({ code: 2000 })
    const { id, message } = answer.data as RunAnswer
    await page.locator('.ant-message-success').filter({ hasText: message }).first().waitFor()
    if (inPage) {
      await form.locator('.outcome-success').waitFor()
      await form.getByRole('button', { name: formTexts.another[language] }).click()
    } else await expect.poll(() => page.locator('.ant-modal:visible').count()).toBe(0)
    if (step.keep) teller.kept.set(step.keep, { entity: action.entity, id })
  }
  await teller.checkAfter(step)
}

/** A screen of kind form has a tab for each of its forms when there are several. */
async function formTab(opened: Locator, title: string): Promise<Locator> {
  const tab = opened.getByRole('tab', { name: title, exact: true })
  await opened.locator('[data-ask]:visible').first().waitFor()
  if (await tab.count() === 0) return opened
  await tab.click()
  return opened.getByRole('tabpanel', { name: title, exact: true }).filter({ visible: true })
}

async function openDialog(page: Page, opened: Locator, on: string | undefined, role: string, title: string): Promise<Locator> {
  if (on !== undefined) {
    const { id } = teller.kept.get(on)!
    const { label, values } = await teller.record(role, on)
    await pressOnRow(page, await findRow(opened, id, String(values.no ?? label)), title)
  } else await pressAbove(opened, title)
  const box = dialog(page)
  await box.locator('.ant-modal-footer .ant-btn-primary').waitFor()
  return box
}
