// Does all of the language open in a browser? One product uses every key and every word of it: the shipped one, whose
// screens are opened elsewhere, with a showroom of what it has no use for, such as boards, pages of one record and a
// field of every type.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '../../src/manifest/compile'
import type { App } from '../../src/manifest/model/app'
import { printProblem } from '../../src/manifest/problems/print'
import type { RunAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import { migrate } from '../../src/server/migration/migrate'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { languageSources, unused } from './language/product'
import { lookAt } from './onScreen'
import { giveToken, launchBrowser, newPage } from './visitor'

const sources = languageSources()
const app = compiledApp()
const { specimen } = app.entities
const screens = Object.values(app.screens).filter(({ module }) => ['showcase', 'backstage'].includes(module))
const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 9 号' }
const values = {
  name: '橡木样门',
  story: '从旧展厅搬来',
  count: 3,
  price: '1234.50',
  area: '2.125',
  madeOn: '2026-01-02',
  seenAt: '2026-03-04T02:30:00.000Z',
  agreed: true,
  phone: '13800001111',
  finish: 'lacquer',
  kind: 'measure',
  place: address,
  parts: [{ label: '样门门板', count: 2, price: '30.25', finish: 'oak', place: address }],
}
/** What a person reads of the values. */
const read = [
  '橡木样门',
  '从旧展厅搬来',
  '1,234.50',
  '2.125',
  '2026-01-02',
  '2026-03-04 10:30',
  '13800001111',
  '烤漆',
  '文三路 9 号',
  '样门门板',
  '30.25',
  '橡木',
]

let product: Product
let browser: Browser
let teller: Teller
let page: Page
let id: number

function compiledApp(): App {
  const compiled = compile(sources)
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n'))
  return compiled.app
}

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ environment: { JOBS: 'off' } }), launchBrowser()])
  const { holder, database, callers } = product.server.dependencies
  await migrate(database, app)
  holder.swap(app, [])
  callers.forget()
  teller = createTeller(product.transport)
  id = await create(values)
  await create({ name: '里层样件', within: id })
  const place = { browser, address: product.address, app }
  page = await newPage(place)
  await giveToken(page.context(), place, await teller.token('owner'))
  await page.goto(place.address)
  await page.locator('.shell-nav').waitFor()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function create(given: object): Promise<number> {
  const request = { entity: 'specimen', transition: 'create', values: given, key: randomUUID() }
  const answer = await teller.call<RunAnswer>('owner', '/api/run', request)
  expect(answer).toMatchObject({ code: codes.success })
  return answer.data.id
}
const shown = (): Promise<string> => page.locator('.shell-view:not([hidden])').innerText()

it('is used whole, each key and each word', () => {
  // A product has one size at first; the others are chosen by its users.
  const sizes = ['default', 'medium', 'mini'].map((size) => `Theme.size = ${size}`)
  expect(unused(sources)).toEqual(sizes)
})

it('has a screen of every kind that stands in the frame', () => {
  const kinds = new Set(Object.values(app.screens).map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(
    ['board', 'calendar', 'dashboard', 'detail', 'external', 'form', 'list', 'page', 'redirect', 'report'].sort(),
  )
})

it.each(screens)('$path opens as its manifest says', async ({ path, kind, title }) => {
  const seen = await lookAt(page, kind === 'detail' ? `${path}?id=${id}` : path)
  const refused = seen.answered.filter(({ code }) => code !== codes.success)
  expect({ path: seen.path, troubles: seen.troubles, refused }).toEqual({ path, troubles: [], refused: [] })
  if (kind !== 'detail') expect(seen.heading).toBe(title.zh)
})

it.each(['/showcase/Specimens?record=specimen:', '/showcase/Specimen?id='])(
  'every field type is shown in the record at %s',
  async (way) => {
    await lookAt(page, `${way}${id}`)
    const record = page.getByRole('article')
    await record.locator('.ant-skeleton').waitFor({ state: 'detached' })
    const titles = specimen!.detail.sections!.flatMap(({ fields }) =>
      fields.map((name) => specimen!.fields[name]!.title.zh!),
    )
    await expect.poll(() => record.innerText()).toContain('样门门板')
    const text = await record.innerText()
    expect([...titles, ...read].filter((one) => !text.includes(one))).toEqual([])
  },
)

it('every field type has an input in the form, in the sections of its screen', async () => {
  await lookAt(page, '/showcase/AddSpecimen')
  const asked = specimen!.transitions.create!.form.map(({ field }) => field)
  const drawn = await page
    .locator('.shell-view:not([hidden]) [data-ask]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-ask')))
  expect(asked.filter((field) => !drawn.includes(field))).toEqual([])
  const text = await shown()
  for (const section of ['这是什么', '属于谁']) expect(text).toContain(section)
})

it('a board has a lane for each state, with the cards that are in it', async () => {
  await lookAt(page, '/backstage/Board')
  const text = await shown()
  const lanes = Object.values(specimen!.states).map(({ title }) => title.zh!)
  expect([...lanes, '橡木样门', '烤漆'].filter((one) => !text.includes(one))).toEqual([])
})
