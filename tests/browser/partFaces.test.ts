// Tests the parts of a page that no address opens: import, sent links, second factor, first steps.
// Each while its answer is late, refused or lost, and with it, in both themes and languages, on three widths, and used
// by keyboard alone. A case has its turn each day (LOOPS_DAY); LOOPS=all (`npm run loops`) opens all.
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { DashboardAnswer } from '../../src/protocol/reportCalls'
import type { BeginFactorAnswer, ConfirmFactorAnswer } from '../../src/protocol/signIn/signInCalls'
import * as texts from '../pageTexts'
import { accounts, password } from '../story/teller'
import { documentsOf, printable } from '../whole/printable'
import { turnOf } from '../turns'
import { expectSound } from './axe'
import { beyondEdge, widths } from './beyondEdge'
import { expectComplaint } from './complaints'
import { leavePage } from './handedOn'
import { pressByKey, tabTo } from './keyboard'
import { usePlace } from './usePlace'
import { dialog, giveToken, newPage, view, wear, type Language } from './visitor'

const { checklistTexts, documentTexts, errorTexts, exchangeTexts, factorTexts, formTexts, sentLinkTexts, shellTexts } =
  texts
const place = usePlace({ environment: { JOBS: 'off' } })
const customers = '/customer/CustomerList'
const shown = '.shell-view:not([hidden])'
let recoveryCodes: string[] = []

/** The second factor of an account, whose session from before goes on. */
beforeAll(async () => {
  const call = <T>(path: string, body: object) => place.teller.call<T>('finance', path, body)
  const { data: begun } = await call<BeginFactorAnswer>('/api/factors/begin', { kind: 'totp' })
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret!) }).generate()
  const confirmed = { pending: begun.pending, name: 'Phone', code }
  const { data } = await call<ConfirmFactorAnswer>('/api/factors/confirm', confirmed)
  recoveryCodes = [...data.recoveryCodes!]
})

interface Visit {
  readonly page: Page
  readonly language: Language
  /** Of the case, for what may be there once only. */
  readonly number: number
}
interface Part {
  /** The address of what it reads. */
  readonly call: string
  readonly within?: string
  /** Opens it by keyboard. */
  readonly open: (visit: Visit) => Promise<unknown>
  readonly waiting: (visit: Visit) => Locator
  /** The button that reads again. */
  readonly again?: Readonly<Record<Language, string>>
  /** What stands there with the answer. */
  readonly there: (visit: Visit) => Locator
  /** Uses it by keyboard. */
  readonly use: (visit: Visit) => Promise<unknown>
  readonly answer?: (route: Route) => Promise<void>
}

async function enter({ page }: Visit, role: string, path: string): Promise<void> {
  await giveToken(page.context(), place, await place.teller.token(role))
  await page.goto(place.address + path)
}
const expectFocus = (target: Locator) =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)

const menuOf = ({ page, language }: Visit) =>
  view(page, customers).getByRole('button', { name: exchangeTexts.menu[language] })
const rowOf = ({ page }: Visit) => dialog(page).locator('[data-state=create]')

async function openImport(visit: Visit): Promise<void> {
  const { page, language, number } = visit
  await enter(visit, 'guide', customers)
  await menuOf(visit).press('Enter')
  await page.getByRole('menuitem', { name: exchangeTexts.bring[language] }).press('Enter')
  await dialog(page).getByText(exchangeTexts.dropHere[language]).waitFor()
  await soundAtEach(visit, 'nothing chosen', '.ant-modal')
  const { name, mobile, source } = place.app.entities.customer!.fields
  const heads = [name, mobile, source].map((field) => field!.title[language]!)
  const origin = place.app.dictionaries[source!.dictionary!]!.items[0]!.title[language]!
  const cells = [`Face ${number}`, `137000066${number + 10}`, origin]
  const buffer = Buffer.from(`${heads.join()}\n${cells.join()}\n`)
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
}

/** In front of the paper, which has a language of its own. */
const sending = '.ant-modal:not(:has([lang]))'
const contract = { screen: '/order/Contract', document: 'contract' }
const sendButton = ({ page, language }: Visit) => page.getByRole('button', { name: sentLinkTexts.send[language] })

async function openLinks(visit: Visit): Promise<void> {
  const { page, language } = visit
  const printed = documentsOf(place.app).find(({ document }) => document.name === contract.document)!
  const { id } = await printable(place.product, place.teller, printed)
  await enter(visit, 'owner', `${contract.screen}?record=${printed.entity.name}:${id}`)
  const title = printed.document.title[language]!
  const named = page.getByRole('button', { name: title })
  await named.or(page.getByRole('button', { name: documentTexts.choose[language] })).press('Enter')
  await pressByKey(sendButton(visit))
}

async function useLinks(visit: Visit): Promise<void> {
  const { page, language } = visit
  await pressByKey(dialog(page).getByRole('button', { name: sentLinkTexts.create[language] }))
  await expectFocus(dialog(page).getByLabel(sentLinkTexts.address[language]))
  await soundAtEach(visit, 'sent', sending)
  await pressByKey(dialog(page).getByRole('listitem').getByRole('button'))
  await dialog(page).getByText(sentLinkTexts.none[language]).waitFor()
  const keepsFocus = () =>
    dialog(page).evaluate((box) => box.closest('.ant-modal-wrap')!.contains(document.activeElement))
  await expect.poll(keepsFocus, { message: 'the focus stays' }).toBe(true)
  await page.keyboard.press('Escape')
  await expectFocus(sendButton(visit))
}

async function openSecondStep({ page }: Visit): Promise<void> {
  await page.goto(`${place.address}/login`)
  await tabTo(page.locator('input[autocomplete=username]'))
  await page.keyboard.type(accounts.finance!)
  await tabTo(page.locator('input[type=password]'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

const factor = {
  call: '**/api/factors/challenge',
  waiting: ({ page, language }: Visit) => page.getByRole('status').filter({ hasText: factorTexts.waiting[language] }),
  there: ({ page, language }: Visit) => page.getByLabel(factorTexts.code[language]),
}
const removal = ({ page, language }: Visit) =>
  page.getByRole('button', { name: `${factorTexts.remove[language]} Phone` })

const checklist = () =>
  place.app.screens[place.app.product.homeScreen]!.blocks.find(({ kind }) => kind === 'checklist')!
const imported = 'customers'

/** Answers as to a dealer that has none of what the steps lead to. */
async function withSteps(route: Route): Promise<void> {
  const response = await route.fetch()
  const json = (await response.json()) as Envelope<DashboardAnswer>
  for (const block of json.data.blocks)
    if (block.block === 'checklist') for (const step of block.steps) Object.assign(step, { done: false })
  await route.fulfill({ response, json })
}

const parts: Readonly<Record<string, Part>> = {
  import: {
    call: '**/api/exchange/step',
    within: '.ant-modal',
    open: openImport,
    waiting: ({ page, language }) =>
      dialog(page)
        .getByRole('status')
        .filter({ hasText: exchangeTexts.checking[language].replace('{{done}}', '0').replace('{{total}}', '1') }),
    again: exchangeTexts.goOn,
    there: rowOf,
    async use(visit) {
      const { page, language } = visit
      const confirm = exchangeTexts.confirm[language].replace('{{count}}', '1')
      await pressByKey(dialog(page).getByRole('button', { name: confirm }))
      await dialog(page).locator('[data-state=created]').waitFor()
      await page.keyboard.press('Escape')
      await expectFocus(menuOf(visit))
    },
  },
  'rows of an import': {
    call: '**/api/exchange/rows',
    within: '.ant-modal',
    open: openImport,
    waiting: ({ page, language }) => dialog(page).getByRole('status', { name: shellTexts.loading[language] }),
    there: rowOf,
    async use({ page, language }) {
      await pressByKey(dialog(page).getByRole('button', { name: exchangeTexts.discard[language] }))
      await dialog(page).getByText(exchangeTexts.dropHere[language]).waitFor()
    },
  },
  'sent links': {
    call: '**/api/links',
    within: sending,
    open: openLinks,
    waiting: ({ page, language }) => dialog(page).getByRole('status', { name: shellTexts.loading[language] }),
    there: ({ page, language }) => dialog(page).getByText(sentLinkTexts.none[language]),
    use: useLinks,
  },
  'second step': {
    ...factor,
    open: openSecondStep,
    async use({ page, language }) {
      await pressByKey(page.getByRole('button', { name: factorTexts.useRecovery[language] }))
      await tabTo(page.getByLabel(factorTexts.recoveryCode[language]))
      await page.keyboard.type(recoveryCodes.pop()!)
      await page.keyboard.press('Enter')
      await page.locator('.shell-nav').waitFor()
    },
  },
  'proof of a second factor': {
    ...factor,
    within: '.ant-modal',
    async open(visit) {
      await enter(visit, 'finance', '/settings')
      await removal(visit).press('Enter')
    },
    async use(visit) {
      await visit.page.keyboard.press('Escape')
      await expectFocus(removal(visit))
    },
  },
  'first steps': {
    call: '**/api/dashboard*',
    within: shown,
    open: (visit) => enter(visit, 'owner', '/'),
    waiting: ({ page }) => page.locator(`${shown} [data-waiting] [role="status"]`),
    there: ({ page, language }) => page.getByRole('region', { name: checklist().title![language]!, exact: true }),
    async use({ page, language }) {
      const name = checklistTexts.import[language]
      const button = page.locator(`[data-step="${imported}"]`).getByRole('button', { name })
      await pressByKey(button)
      await dialog(page).getByText(exchangeTexts.dropHere[language]).waitFor()
      await page.keyboard.press('Escape')
      await expectFocus(button)
    },
    answer: withSteps,
  },
}

const situations = ['nothing chosen', 'late', 'refused', 'lost', 'there', 'sent'] as const

/** At every width nothing is cut off. Axe looks at one by turns: the cases of a part come to each situation at all. */
async function soundAtEach(
  { page, number }: Visit,
  situation: (typeof situations)[number],
  within?: string,
): Promise<void> {
  const turn = (number + situations.indexOf(situation)) % widths.length
  for (const [at, width] of widths.toReversed().entries()) {
    await page.setViewportSize({ width, height: 844 })
    if (at === turn) await expectSound(page, `${situation} at ${width}`, within)
    else expect(await beyondEdge(page), `${situation} at ${width}`).toBe('')
  }
}

// The connection is lost on purpose.
expectComplaint(
  /(request|console) at \/api\/(exchange\/(step|rows)|links|factors\/challenge|dashboard)(\?\S*)?: (Failed to load resource: )?net::ERR_CONNECTION_RESET/,
)

const cases = Object.keys(parts)
  .flatMap((name) =>
    (['zh', 'en'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((tone) => ({ name, language, tone })),
    ),
  )
  .map((one, number) => ({ ...one, number }))

it.each(turnOf(cases, cases.length))(
  '$name in $language, $tone',
  async ({ name, language, tone, number }) => {
    const part = parts[name]!
    const visit = { page: await newPage(place, language), language, number }
    const { page } = visit
    await wear(page, place, tone)
    const msg = language === 'zh' ? '数据库正忙' : 'The database is busy'
    let situation: 'late' | 'refused' | 'lost' | 'well' = 'late'
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(part.call, async (route) => {
      if (situation === 'late') await released
      if (situation === 'refused') return route.fulfill({ json: { code: codes.refused, msg, data: null } })
      if (situation === 'lost') return route.abort('connectionreset')
      return part.answer ? part.answer(route) : route.fallback()
    })
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).filter({ visible: true })
    const again = page
      .getByRole('button', { name: (part.again ?? formTexts.retry)[language], exact: true })
      .filter({ visible: true })

    await part.open(visit)
    await part.waiting(visit).first().waitFor()
    expect(await page.locator('html').getAttribute('data-tone')).toBe(tone)
    await soundAtEach(visit, 'late', part.within)
    situation = 'refused'
    release()
    // On a slow machine the page has given up by now.
    const late = alert(errorTexts.timeout[language])
    await alert(msg).or(late).waitFor()
    if ((await late.count()) > 0) await pressByKey(again)
    await alert(msg).waitFor()
    await soundAtEach(visit, 'refused', part.within)
    situation = 'lost'
    await pressByKey(again)
    await alert(errorTexts.offline[language]).waitFor()
    await soundAtEach(visit, 'lost', part.within)
    situation = 'well'
    await pressByKey(again)
    await part.there(visit).waitFor()
    expect(await alert('').count()).toBe(0)
    await soundAtEach(visit, 'there', part.within)
    await part.use(visit)
    await leavePage(page)
  },
  300_000,
)
