// Tests saving manifests while people work:
// a new screen without reload, no lost input, errors shown only to administrators, and forms with every field type.
import { errorTexts, formTexts, shellTexts } from '../pageTexts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import type { App } from '../../src/manifest/model/app'
import type { ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { DashboardAnswer, ReportAnswer } from '../../src/protocol/reportCalls'
import { png } from '../story/teller'
import { expectComplaint } from './complaints'
import { nextRun, takeAnswers } from './calls'
import { fillForm, pressMoment } from './form'
import { everyType, everyTypeAnswers, everyTypeScreen } from './everyType'
import { describeProposedChanges } from './proposedChanges'
import { readmeFiles } from './readmeFiles'
import { usePlace } from './usePlace'
import { actionOf, dialog, enter, giveUp, type Language, openScreen, pressAbove, pressOnRow, view } from './visitor'
import { leavePage } from './handedOn'

const files = readmeFiles()
const screenFile = [...files.keys()].find((name) => name.endsWith('.screen.json')) ?? ''
const { path, entity: own } = JSON.parse(files.get(screenFile) ?? '{}') as { path: string; entity: string }
const typing = { form: '/customer/AddCustomer', list: '/customer/CustomerList' }
const link = `.shell-nav a[href="${path}"]`

const place = usePlace({ watch: true })
let guide: Page
let finance: Page
let admin: Page
const app = (): App => place.app

beforeAll(async () => {
  guide = await enter(place, 'guide')
  ;[finance, admin] = [await enter(place, 'finance'), await enter(place, 'admin', 'en')]
})

const save = (file: string, text: string | undefined): void =>
  writeFileSync(join(place.product.schemas, file), text ?? '')

/** Presses, fills in and sends what creates a record, and answers which one it is. */
async function create(
  page: Page,
  screen: string,
  values: Parameters<typeof fillForm>[3],
  language: Language,
): Promise<number> {
  const action = actionOf(app(), screen, `${app().screens[screen]!.entity}.create`)
  await pressAbove(view(page, screen), action.title[language]!)
  const form = dialog(page)
  await fillForm({ page, app: app(), language }, form, app().entities[action.entity]!.transitions.create!, values)
  await takeAnswers(page)
  await form.locator('.ant-modal-footer .ant-btn-primary').click()
  const answer = await nextRun(page)
  expect(answer).toMatchObject({ code: codes.success })
  await form.waitFor({ state: 'hidden' })
  return (answer.data as RunAnswer).id
}

describe('an address that is opened again', () => {
  it('asks for account, screen and records before the scripts of the page are here, each once', async () => {
    const page = await enter(place, 'owner', 'zh', typing.list)
    const rows = page.locator('tr[data-row]')
    await rows.first().waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('firstReads') ?? '')).toContain(typing.list)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(`${pathname} ${request.postData() ?? ''}`)
    })
    const first = ['/api/boot', '/api/screen', '/api/list']
    const missing = () => first.filter((call) => !asked.some((one) => one.startsWith(`${call} `)))
    await page.route('**/assets/page-*.js', async (route) => {
      await expect.poll(missing).toEqual([])
      await route.continue()
    })
    await page.reload()
    await rows.first().waitFor()
    const early = asked.filter((one) => first.some((call) => one.startsWith(`${call} `)))
    expect(early.filter((one, at) => early.indexOf(one) !== at)).toEqual([])
    await leavePage(page)
  })
})

describe('two new files', () => {
  it('are a working screen while somebody is typing', async () => {
    expect([...files.keys()], 'the readme names an entity and a screen').toEqual([
      expect.stringMatching(/\.entity\.json$/),
      expect.stringMatching(/\.screen\.json$/),
    ])
    const form = await openScreen(guide, app(), typing.form)
    const name = form.locator('[data-ask] input:visible').first()
    await name.fill('半个名')
    const list = await openScreen(guide, app(), typing.list)
    const search = list.locator('form.search input:visible').first()
    await search.pressSequentially('未完')
    await guide.evaluate(() => {
      ;(window as unknown as { loadedOnce: boolean }).loadedOnce = true
    })
    expect(await guide.locator(link).count()).toBe(0)

    const saved = performance.now()
    for (const [file, text] of files) save(file, text)
    await guide.locator(link).waitFor()
    const inMenu = performance.now()
    expect(await search.inputValue()).toBe('未完')
    expect(
      await search.evaluate((input) => input === document.activeElement),
      'the next key goes where it went before',
    ).toBe(true)
    await guide.locator(link).click()
    const opened = view(guide, path)
    await opened.locator('header .ant-btn-primary').waitFor()
    const working = performance.now()

    const title = app().screens[path]!.title.zh!
    expect(await opened.locator('h1').innerText()).toBe(title)
    const id = await create(guide, path, { name: '周小燕', mobile: '13922220001' }, 'zh')
    const row = opened.locator(`tr[data-row="${id}"]`)
    await row.waitFor()
    const created = performance.now()
    await pressOnRow(guide, row, actionOf(app(), path, `${own}.use`).title.zh!)
    await dialog(guide).locator('.ant-modal-footer .ant-btn-primary').click()
    const used = app().entities[own]!.states.used!.title.zh!
    await row.getByText(used, { exact: true }).waitFor()
    console.log(
      `Saved → in the menu of an open browser ${Math.round(inMenu - saved)} ms → screen ${Math.round(working - saved)} ms → record created by hand ${Math.round(created - saved)} ms`,
    )

    const kept = await place.teller.call<RecordAnswer>('guide', '/api/record', { entity: own, id })
    expect(kept.data.record).toMatchObject({ state: 'used', label: '周小燕' })
    await openScreen(guide, app(), typing.list)
    expect(await search.inputValue()).toBe('未完')
    await openScreen(guide, app(), typing.form)
    expect(await name.inputValue()).toBe('半个名')
    expect(
      await guide.evaluate(() => (window as unknown as { loadedOnce?: boolean }).loadedOnce),
      'the page was never loaded again',
    ).toBe(true)
  })

  it('are nothing to somebody without the permission', async () => {
    // The module of it is unfolded, and the user's page has heard of the new manifests as well.
    await openScreen(finance, app(), '/customer/Examine')
    await finance.waitForFunction(
      () => window.notedCalls.answered.filter((call) => call.path === '/api/boot').length >= 2,
    )
    expect(await finance.locator(link).count()).toBe(0)
    for (const [call, body] of [
      ['/api/screen', { path }],
      ['/api/list', { screen: path }],
      [
        '/api/run',
        { entity: own, transition: 'create', values: { name: '不行', mobile: '13922220002' }, key: 'no-right-to-this' },
      ],
    ] as const) {
      expect(await place.teller.call('finance', call, body), call).toMatchObject({ code: codes.forbidden })
    }
    await finance.goto(place.address + path)
    await finance.getByText(place.app.screens['/401']!.blocks[0]!.title!.zh!, { exact: true }).waitFor()
    expect(new URL(finance.url()).pathname).toBe('/401')
  })

  it('are told to the administrator as a change of rights, until the lock has them', async () => {
    await admin.getByRole('button', { name: /^\d+ warnings?$/ }).click()
    const shown = admin.locator('.shell-problems')
    await shown.getByText(`transition ${own}.create is new`).waitFor()
    expect(await shown.innerText()).toContain('npm run check -- --update')
    expect(await guide.getByText(shellTexts.warnings.zh).count()).toBe(0)
    save('access.lock', accessLock(app()))
    await admin.getByText(shellTexts.warnings.en).waitFor({ state: 'detached' })
  })
})

describe('a mistake', () => {
  it('leaves everything as it was, is told to the administrator, and goes away when it is mended', async () => {
    const sound = files.get(screenFile)!
    const { revision } = app()
    const banner = (page: Page, language: Language) => page.getByText(shellTexts.problems[language])
    save(screenFile, sound.replace('"mobile", "createdAt"', '"mobil", "createdAt"'))
    await banner(admin, 'en').waitFor()
    await admin.getByRole('button', { name: '1 problem' }).click()
    const told = await admin.locator('.shell-problems').innerText()
    expect(told).toContain(screenFile)
    expect(told).toContain('Did you mean "mobile"?')
    await admin.getByRole('button', { name: 'Look up: unknown-field' }).click()
    const entry = admin.getByRole('article', { name: 'unknown-field' })
    await entry.getByText('Mend the name, or add the field to the entity.').waitFor()

    expect(app().revision, 'the last sound one stays').toBe(revision)
    const opened = await openScreen(guide, app(), path)
    await create(guide, path, { name: '吴大勇', mobile: '13922220003' }, 'zh')
    await opened.getByText('吴大勇', { exact: true }).first().waitFor()
    for (const page of [guide, finance]) expect(await banner(page, 'zh').count()).toBe(0)
    await guide.reload()
    await opened.locator('tr[data-row]').first().waitFor()
    expect(await banner(guide, 'zh').count(), 'after a reload neither').toBe(0)

    save(screenFile, sound)
    await banner(admin, 'en').waitFor({ state: 'detached' })
  })

  it('that is only doubtful is taken over, and the administrator is warned of it', async () => {
    const sound = files.get(screenFile)!
    save(screenFile, sound.replace('"kind":', '"waive": { "same-text": "Nothing is the same." }, "kind":'))
    await admin.getByRole('button', { name: /^\d+ warnings?$/ }).click()
    expect(await admin.locator('.shell-problems').innerText()).toContain('`same-text` waives nothing here.')
    expect(await guide.getByText(shellTexts.warnings.zh).count()).toBe(0)
    save(screenFile, sound)
    await admin.getByText(shellTexts.warnings.en).waitFor({ state: 'detached' })
  })
})

describe('a field of every type', () => {
  it('is filled in by hand and kept as it was meant', async () => {
    const screen = everyTypeScreen.path
    save('customer/everyType.entity.json', JSON.stringify(everyType))
    save('customer/EveryType.screen.json', JSON.stringify(everyTypeScreen))
    await expect.poll(() => Object.keys(app().screens)).toContain(screen)
    const { data } = await place.teller.call<ListAnswer>('admin', '/api/list', { screen: typing.list, size: 1 })
    const customer = data.rows![0]!
    const { answers, kept } = everyTypeAnswers(
      { id: customer.id, label: customer.label, words: String(customer.values.no) },
      png,
    )
    await openScreen(admin, app(), screen, 'en')
    await pressAbove(view(admin, screen), everyType.transitions.create.title[1]!)
    const moment = dialog(admin).locator('td[data-line="0"][data-field="datetime"]')
    await moment.locator(':scope > button').click()
    await pressMoment(moment.locator('input'), '14')
    await dialog(admin).locator('.ant-modal-title').click()
    // It rests as text again.
    await moment
      .locator(':scope > button')
      .getByText(/ 14:\d\d/)
      .waitFor()
    await giveUp(admin, 'en')
    const id = await create(admin, screen, answers, 'en')
    const {
      data: { record },
    } = await place.teller.call<RecordAnswer>('admin', '/api/record', { entity: 'everyType', id })
    expect(record.values).toMatchObject(kept)
  })
})

describe('an answer that is lost', () => {
  expectComplaint(/net::ERR_(FAILED|CONNECTION_RESET)/)
  const count = async (words: string) =>
    (
      await place.teller.call<ListAnswer>('owner', '/api/list', {
        screen: typing.list,
        words,
        want: { total: 'exact' },
      })
    ).data.total!.count
  const title = () => app().entities.customer!.transitions.create!.title.zh!
  const form = () => view(guide, typing.form).getByRole('tabpanel', { name: title(), exact: true })
  const fill = (answers: Parameters<typeof fillForm>[3]) =>
    fillForm({ page: guide, app: app(), language: 'zh' }, form(), app().entities.customer!.transitions.create!, answers)
  const submit = () => form().getByRole('button', { name: title(), exact: true }).click()
  /** Sends what is filled in; the server writes it, and its answer never arrives. */
  const submitAndLose = async () => {
    await guide.route('**/api/run', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await submit()
    await form().getByRole('alert').getByText(errorTexts.offline.zh).waitFor()
    await guide.unroute('**/api/run')
  }

  it('leads to one record, although the page was loaded anew in between', async () => {
    const mobile = '13977771001'
    await guide.goto(place.address + typing.form)
    await fill({ name: '未知的回音', mobile, source: 'walkIn' })
    await submitAndLose()
    await guide.reload()
    await form().getByText(formTexts.restored.zh).waitFor()
    await submit()
    await form().getByText(app().entities.customer!.transitions.create!.successMessage!.zh!).waitFor()
    expect(await count(mobile)).toBe(1)
  })

  it('is told to a user who changed the form meanwhile, and only the next press makes another record', async () => {
    const [former, changed] = ['13977771002', '13977771003']
    await guide.goto(place.address + typing.form)
    await fill({ name: '改过的名字', mobile: former, source: 'walkIn' })
    await submitAndLose()
    await fill({ mobile: changed })
    await submit()
    await form().getByText('上次提交其实已保存为').waitFor()
    expect([await count(former), await count(changed)]).toEqual([1, 0])
    await submit()
    await form().getByText(app().entities.customer!.transitions.create!.successMessage!.zh!).waitFor()
    expect([await count(former), await count(changed)]).toEqual([1, 1])
  })
})

describeProposedChanges(place, () => ({ admin, guide }))

it('a report says which of its numbers the caller may not have counted', async () => {
  const path = '/customer/CustomerStatis'
  const measure = app().screens[path]!.report!.measures.find(({ name }) => name === 'orderCount')!
  const owner = await enter(place, 'owner')
  await owner.route('**/api/report', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Envelope<ReportAnswer>
    // Early in a month nothing may be counted yet.
    const rows = answer.data.rows.map((row) => ({
      ...row,
      measures: Object.fromEntries(Object.keys(row.measures).map((name) => [name, '7'])),
    }))
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, rows, withheld: [measure.name] } } })
  })
  await owner.goto(place.address + path)
  const note = view(owner, path).getByRole('note')
  await expect
    .poll(() => note.innerText())
    .toBe(formTexts.withheldFigures.zh.replace('{{measures}}', measure.title.zh!))

  // The legend hides a series from the drawing, its scale and the tip, and shows it again.
  const chart = view(owner, path).locator('figure').first()
  const bars = chart.locator('svg rect[fill]')
  const scale = () => chart.locator('svg text[text-anchor=end]').allInnerTexts()
  const names = await chart.locator('figcaption button').allInnerTexts()
  const [drawn, whole] = [await bars.count(), await scale()]
  for (const name of names) await chart.getByRole('button', { name, pressed: true }).click()
  expect(await bars.count()).toBe(0)
  expect(await scale()).not.toEqual(whole)
  await chart.getByRole('button', { name: names[0]!, pressed: false }).click()
  await chart
    .locator('svg g > rect:not([fill])')
    .first()
    .hover({ position: { x: 4, y: 4 } })
  await expect.poll(() => chart.locator('div:has(> b)').allInnerTexts()).toHaveLength(1)
  for (const name of names.slice(1)) await chart.getByRole('button', { name, pressed: false }).click()
  expect([await bars.count(), await scale()]).toEqual([drawn, whole])
  await leavePage(owner)
})

it('a figure says how much of its target is reached, and shows all of it only at the target', async () => {
  const home = app().product.homeScreen
  const figures = app().screens[home]!.blocks.flatMap((block) => block.figures)
  const title = figures.find(({ target }) => target)!.title.zh!
  const page = await enter(place, 'owner')
  let reached = '0'
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const { data, ...answer } = (await response.json()) as Envelope<DashboardAnswer>
    const blocks = data.blocks.map((one) =>
      one.block === 'figures' && one.targets?.some((target) => target !== null)
        ? { ...one, values: one.values.map(() => reached), targets: one.values.map(() => '100.00') }
        : one,
    )
    await route.fulfill({ response, json: { ...answer, data: { ...data, blocks } } })
  })
  const figure = view(page, home).locator('dl > div').filter({ hasText: title })
  const bar = figure.locator('[aria-hidden]:has(> i[style*=width])')
  const drawn = () => bar.evaluate((one) => [one.dataset.reached, one.querySelector('i')!.style.width])
  for (const [value, percent, seen] of [
    // By binary fractions (29 / 100) * 100 is less than 29.
    ['29.00', 29, [undefined, '29%']],
    ['99.99', 99, [undefined, '99%']],
    ['100.00', 100, ['true', '100%']],
    ['250.50', 250, ['true', '100%']],
  ] as const) {
    reached = value
    await page.goto(place.address + home)
    const words = formTexts.targetReached.zh.replace('{{percent}}', String(percent)).split('{{value}}')
    for (const part of words) await figure.getByText(part).waitFor()
    await expect.poll(drawn).toEqual(seen)
  }
  await leavePage(page)
})
