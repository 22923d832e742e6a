// Tests sending a document as a link:
// created in the preview, opened in a browser without a session, and ended.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { codes } from '../../src/protocol/envelope'
import { documentTexts, sentLinkTexts } from '../pageTexts'
import { documentsOf, printable } from '../whole/printable'
import { readPdf, withoutBlanks } from '../server/readPdf'
import { readSchemas } from '../whole/schemas'
import { violationsOf } from './axe'
import { routeOnce } from './calls'
import { expectComplaint } from './complaints'
import { usePlace } from './usePlace'
import { giveToken, newPage } from './visitor'

const app = readSchemas()
const printed = documentsOf(app).find(({ document }) => document.name === 'contract')!
const place = usePlace()
let page: Page

beforeAll(async () => {
  page = await newPage(place)
  await giveToken(page.context(), place, await place.teller.token('owner'))
})

it('opens without a session, and ends at a press', async () => {
  const { entity, document } = printed
  const record = await printable(place.product, place.teller, printed)
  await page.goto(`${place.address}/order/Contract?record=${entity.name}:${record.id}`)
  await page
    .getByRole('button', { name: document.title.zh! })
    .or(page.getByRole('button', { name: documentTexts.choose.zh }))
    .click()
  await page.getByRole('button', { name: sentLinkTexts.send.zh! }).click()
  const sending = page.getByRole('dialog').filter({ hasText: sentLinkTexts.mine.zh! }).last()
  await sending.getByText(sentLinkTexts.none.zh!).waitFor()
  // Letters that the font lacks are named first; then they are printed as marks.
  const lacking = { json: { code: codes.refused, key: 'document_letters_missing', msg: '𠮷', data: null } }
  await routeOnce(page, '**/api/links/create', (route) => route.fulfill(lacking))
  await sending.getByRole('button', { name: sentLinkTexts.create.zh! }).click()
  const question = page.locator('.ant-modal-confirm')
  await question.getByText('𠮷').waitFor()
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/links/create'),
    question.getByRole('button', { name: documentTexts.printMarked.zh }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ marked: true })
  const address = await sending.getByLabel(sentLinkTexts.address.zh!).inputValue()

  const stranger = await place.browser.newContext()
  const visit = await stranger.newPage()
  // The viewer of a PDF looks for an icon of its origin.
  expectComplaint(/favicon\.ico/)
  // A browser without such a viewer saves the file instead of going there.
  const saved = /Download is starting/
  const [reply] = await Promise.all([
    visit.waitForResponse(address),
    visit.goto(address).catch((error: Error) => expect(error.message).toMatch(saved)),
  ])
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const bytes = await (await stranger.request.get(address)).body()
  expect((await readPdf(bytes)).text).toContain(withoutBlanks(record.label))
  expect(await stranger.cookies()).toEqual([])

  const row = sending.getByRole('listitem').filter({ hasText: record.label })
  await row.getByRole('button', { name: sentLinkTexts.end.zh! }).click()
  await sending.getByText(sentLinkTexts.none.zh!).waitFor()
  expectComplaint(/\/shared\?key=[^ ]+: .*410/)
  expect((await visit.goto(address))!.status()).toBe(410)
  for (const words of ['此链接已失效', 'This link has ended'])
    await visit.getByRole('heading', { name: words }).waitFor()
  expect(await visit.title()).toBe('此链接已失效 · This link has ended')
  for (const width of [390, 1024, 1440]) {
    await visit.setViewportSize({ width, height: 844 })
    expect(
      (await violationsOf(visit)).map(({ id }) => id),
      `${width}`,
    ).toEqual([])
    const room = await visit.evaluate('innerWidth - document.documentElement.scrollWidth')
    expect(room, `${width}`).toBeGreaterThanOrEqual(0)
  }
  await stranger.close()
})
