// Does a page show at once, wherever it shows it, what has just been done in it? A transition is pressed in a page that
// has been about; then its list, home page, menu, bell and record are held against those of a page that signs in anew.
import { withQuery } from '../../src/protocol/transport'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import type { RunAnswer } from '../../src/protocol/calls'
import { noteName } from '../../src/ui/form/model/formParts'
import { listTexts } from '../pageTexts'
import { eventually } from './eventually'
import { nextRun, takeAnswers, type Answered } from './calls'
import { leavePage } from './handedOn'
import { dialog, enter, followLink, onItsWay, pressAbove, pressOnRow, titled, type Place } from './visitor'
import type { Press, Way } from './ways'

/** What differs, by place: what the page shows, and what a fresh one does. */
export type Differences = Readonly<Record<string, readonly [page: string, fresh: string]>>

export const visible = '.shell-view:not([hidden])'
const home = '/'
/** A queue of the home page with its first records, and what unfolds the counts of all of them. */
const preview = `${visible} section[aria-label] > section:has(> h3 > a)`
const fold = `${visible} section[aria-label] > button[aria-expanded="false"]`
/** Milliseconds for a button to come: one that does not is found at once. */
const patience = 20_000
/** Milliseconds between looks: what another session did comes by an event. */
const pauses = [0, 300, 700, 2000]

/**
 * Without what differs rightly: seconds pass between two looks, the pages below a list come with the controls a little
 * later, unlike its total, and records are worked through in the order in which they were begun.
 */
export const comparable = (text: string): string =>
  text
    .replace(/\d+ ?(秒|分钟)前|现在/g, '')
    .replace(/^(共 [\d,]+\+? 条)(\s+(\d+|•••|\d+ 条\/页))*$/gm, '$1')
    .replace(/^[\d–]+ \/ \d+\n完成后打开下一条$/m, '')
    .replace(/\n{2,}/g, '\n')

/** What stands on a page once nothing is on its way, and nothing has come for a moment. */
export async function settledText(page: Page, part: string): Promise<string> {
  let text = ''
  const isAtRest = async () => {
    const before = text
    text = await page.locator(part).last().innerText()
    return (
      text === before &&
      (await page.evaluate(() => window.notedCalls.open)) === 0 &&
      (await page.locator(onItsWay).count()) === 0
    )
  }
  await eventually(isAtRest, (value) => expect(value).toBe(true), 120)
  return text
}

/** The pages of people, each of which has been about since its first press. */
export class Pages {
  private readonly pages = new Map<string, Page>()

  constructor(private readonly place: Place) {}

  /** @throws when the button does not do what the server took before */
  async differencesAfter(press: Press): Promise<Differences> {
    const { place } = this
    try {
      const page = await this.pageOf(press.role)
      await visitFirst(page, press)
      const done = await pressIt(page, place, press)
      const fresh = await enter(place, press.role)
      try {
        return await compare({ page, fresh, place, press }, done)
      } finally {
        await leavePage(fresh)
      }
    } catch (error) {
      // A dialog may stand there.
      await this.pages.get(press.role)?.context().close()
      this.pages.delete(press.role)
      throw error
    }
  }

  private async pageOf(role: string): Promise<Page> {
    const page = this.pages.get(role) ?? (await enter(this.place, role))
    page.setDefaultTimeout(patience)
    this.pages.set(role, page)
    return page
  }
}

/** The list, and the record that the transition changes, as they are before. */
async function visitFirst(page: Page, { screen, record }: Press): Promise<void> {
  await lead(page, home)
  await settledText(page, visible)
  for (const button of await page.locator(fold).all()) await button.click()
  if (record) await openRecord(page, screen.path, { entity: screen.entity!, id: record.id })
  await lead(page, screen.path)
  await settledText(page, visible)
}

/** It is drawn from the row of the list first, with fewer buttons. */
async function openRecord(page: Page, path: string, record: { entity: string; id: number }): Promise<void> {
  await lead(page, addressOf(path, record))
  await page.locator('.record-body:visible h2').first().waitFor()
  await settledText(page, '.record-body:visible')
}

const addressOf = (path: string, { entity, id }: { entity: string; id: number }): string =>
  withQuery(path, `record=${entity}:${id}`)

async function pressIt(page: Page, place: Place, press: Press): Promise<RunAnswer> {
  const answer = await fillAndSubmit(page, press, (form) => write(form, place, press))
  expect(answer.msg, `${press.role} ${press.screen.path}`).toBe(answer.code === 2000 ? answer.msg : 'done')
  return answer.data as RunAnswer
}

/** Presses the button where it stands, which the page shows or is led to, and sends the form once it is filled. */
export async function fillAndSubmit(
  page: Page,
  press: Way,
  fill: (form: Locator) => Promise<unknown>,
): Promise<Answered> {
  const form = await openForm(page, press)
  await fill(form)
  await takeAnswers(page)
  await (
    press.button === 'form'
      ? titled(form.locator('button.ant-btn-primary'), press.action.title.zh!)
      : form.locator('.ant-modal-footer .ant-btn-primary')
  ).click()
  return nextRun(page)
}

async function openForm(page: Page, { screen, action, button, entity, record, beside }: Way): Promise<Locator> {
  const title = action.title.zh!
  const opened = page.locator(visible)
  if (button === 'form') {
    await opened.locator('[data-ask]:visible').first().waitFor()
    const tab = opened.getByRole('tab', { name: title, exact: true })
    if ((await tab.count()) === 0) return opened
    await tab.click()
    const panel = opened.getByRole('tabpanel', { name: title, exact: true }).filter({ visible: true })
    await panel.locator('[data-ask]').first().waitFor()
    return panel
  }
  if (button === 'toolbar') await pressAbove(opened, title)
  else if (button === 'row') await pressOnRow(page, opened.locator(`[data-row="${record!.id}"]`).first(), title)
  else {
    await openRecord(page, screen.path, { entity: (entity ?? screen.entity)!, id: record!.id })
    if (beside) await pressInTab(page, beside, title)
    else await pressInRecord(page, title)
  }
  const box = dialog(page)
  await box.locator('.ant-modal-footer .ant-btn-primary').waitFor()
  return box
}

async function pressInRecord(page: Page, title: string): Promise<void> {
  const actions = page.locator('.record-actions').last()
  await actions.waitFor()
  const button = titled(actions.locator('.ant-btn'), title)
  if ((await button.count()) > 0) return button.first().click()
  const more = listTexts.moreActionsOf.zh.split('{{label}}')
  await actions.locator(`button[aria-label^="${more[0]}"][aria-label$="${more[1]}"]`).click()
  const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)')
  await titled(menu.locator('.ant-dropdown-menu-item'), title).click()
}

/** On a row of what refers to the record, in the tab of its kind. */
async function pressInTab(page: Page, { related, record }: NonNullable<Press['beside']>, title: string): Promise<void> {
  const opened = page.locator('.record-body').last()
  const name = related.title.zh!
  const count = new RegExp(`^${name} ?\\d+\\+?$`)
  await opened.getByRole('tab').filter({ hasText: count }).click()
  const row = opened.getByRole('tabpanel', { name, exact: true }).locator(`[data-row="${record.id}"]`)
  await pressOnRow(page, row.first(), title)
}

/** Puts the values into the inputs of a form, all at once, and waits until what they refer to has been read. */
async function write(form: Locator, { app }: Place, { transition, request, begun }: Press): Promise<void> {
  if ((await form.locator('[data-ask]').count()) === 0) return
  await settledText(form.page(), visible)
  const { fields } = app.entities[transition.entity]!
  const values = Object.entries(request.values ?? {})
    .filter(([name]) => !Object.hasOwn(begun, name))
    .map(([name, value]) => [name, inForm(transition.inputs[name] ?? fields[name]!, value)] as const)
  const note = request.note === undefined ? [] : [[noteName, request.note] as const]
  await form
    .locator('[data-ask]')
    .first()
    .evaluate(
      (element, written) => {
        type Fiber = { return?: Fiber; memoizedProps?: { value?: { setValues?: (values: object) => void } } }
        const key = Object.keys(element).find((one) => one.startsWith('__reactFiber$'))!
        let fiber = (element as unknown as Record<string, Fiber>)[key] as Fiber | undefined
        while (fiber && !fiber.memoizedProps?.value?.setValues) fiber = fiber.return
        fiber!.memoizedProps!.value!.setValues!(written)
      },
      Object.fromEntries([...values, ...note]),
    )
  await settledText(form.page(), visible)
}

/** A value as an input holds it: references with a label. */
function inForm({ type, fields = {} }: Field, value: unknown): unknown {
  if (type === 'ref' && typeof value === 'number') return { id: value, label: String(value) }
  if (type !== 'lines' || !Array.isArray(value)) return value
  return value.map((line: object) =>
    Object.fromEntries(
      Object.entries(line).map(([name, cell]) => [name, fields[name] ? inForm(fields[name], cell) : cell]),
    ),
  )
}

async function lead(page: Page, path: string): Promise<void> {
  await followLink(page, path)
  await page.locator(visible).first().waitFor()
}

const previewsOn = (page: Page): Promise<readonly (readonly [string, string])[]> =>
  page
    .locator(preview)
    .evaluateAll((all) => all.map((one) => [one.getAttribute('aria-label')!, (one as HTMLElement).innerText] as const))

/**
 * The home page beside another one. A queue that it shows stays until it is empty, while a fresh page shows the most
 * urgent ones: the counts are those of all queues, the records those of the queues that both show, in whatever order.
 */
async function homeText(page: Page, other: Page): Promise<string> {
  const text = await settledText(page, visible)
  const [previews, others] = await Promise.all([page, other].map(previewsOn))
  const common = previews!.filter(([title]) => others!.some(([name]) => name === title))
  const rest = previews!.reduce((left, [, shown]) => left.replace(shown, ''), text)
  return comparable([rest, ...common.map(([, shown]) => shown).toSorted()].join('\n'))
}

/** The modules of the menu: a page keeps the last one unfolded. */
const menuOf = async (page: Page): Promise<string> =>
  (await page.locator('.shell-nav > ul > li > div, .shell-nav > ul > li.ant-menu-item').allInnerTexts()).join('\n')

interface Comparison {
  readonly page: Page
  readonly fresh: Page
  readonly place: Place
  readonly press: Press
}

async function compare({ page, fresh, place, press }: Comparison, { id, secret }: RunAnswer): Promise<Differences> {
  const { screen, transition, button } = press
  const differences: Record<string, readonly [string, string]> = {}
  const hold = async (name: string, read: (one: Page) => Promise<string>) => {
    let texts: readonly string[] = []
    for (const pause of pauses) {
      await page.waitForTimeout(pause)
      texts = await Promise.all([page, fresh].map(read))
      if (texts[0] === texts[1]) return
    }
    differences[name] = [texts[0]!, texts[1]!]
  }
  const textOf = (part: string) => async (one: Page) => comparable(await settledText(one, part))
  const goBoth = async (path: string) => {
    await Promise.all([fresh, page].map((one) => lead(one, path)))
  }
  // A secret is shown once.
  const dialogs = page.locator('.ant-modal:visible')
  if (secret !== undefined) await dialogs.locator('.ant-btn:not(.ant-btn-primary)').last().click()
  await expect.poll(() => dialogs.count()).toBe(0)
  if (button !== 'form') {
    await lead(fresh, page.url().slice(place.address.length))
    if (button === 'record') await hold('record', textOf('.record-body:visible'))
    await goBoth(screen.path)
    // Opened plainly, a list chooses the tab of what waits; later it shows what it is led to.
    await settledText(fresh, visible)
    if (fresh.url() !== page.url()) await lead(fresh, page.url().slice(place.address.length))
    await hold('list', textOf(visible))
  }
  await goBoth(home)
  await hold('home', (one) => homeText(one, one === page ? fresh : page))
  await hold('menu', menuOf)
  await hold('top', (one) => one.locator('.shell-top').innerText())
  const owner = screen.entity === transition.entity ? screen.path : home
  await goBoth(addressOf(owner, { entity: transition.entity, id }))
  for (const one of [fresh, page]) await one.locator(`.record-body:visible, ${visible}`).last().waitFor()
  if ((await fresh.locator('.record-body:visible').count()) > 0) await hold('record', textOf('.record-body:visible'))
  return differences
}
