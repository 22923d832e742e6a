// Tests printing:
// every document of every entity, opened from a record, on pages of A4 for the printer and as a PDF, and from a row if
// a list offers it.
import { documentTexts, formTexts, shellTexts } from '../pageTexts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { isPrintable } from '../../src/manifest/access/recordRules'
import type { ListAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import { turnOf } from '../turns'
import { readSchemas } from '../whole/schemas'
import { documentsOf, printable } from '../whole/printable'
import { readPdf } from '../server/readPdf'
import { routeOnce } from './calls'
import { usePlace } from './usePlace'
import { dialog, giveToken, newPage, pressOnRow } from './visitor'

const app = readSchemas()
const listed = new Set(Object.values(app.screens).map((screen) => screen.kind === 'list' && screen.entity))
const documents = documentsOf(app).filter(({ entity }) => listed.has(entity.name))
const place = usePlace()
let page: Page

beforeAll(async () => {
  page = await newPage(place)
  await giveToken(page.context(), place, await place.teller.token('owner'))
})

async function firstOpen(paths: readonly string[]): Promise<string> {
  for (const path of paths)
    if ((await place.teller.call('owner', '/api/screen', { path })).code === codes.success) return path
  throw new Error(`None of ${paths.join(', ')} is open.`)
}

it('are written by the server with letters that the page does not bring along', async () => {
  const folder = fileURLToPath(new URL('../../dist/', import.meta.url))
  const files = await readdir(folder, { recursive: true })
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((name) => /\.(otf|ttf|woff2?|eot)\b/i.test(name))).toEqual([])
  const texts = files.filter((name) => /\.(js|css|html)$/.test(name))
  const contents = await Promise.all(texts.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.filter((_, index) => /data:(font|application\/(x-)?font)/.test(contents[index]!))).toEqual([])
})

it('there are some', () => expect(documents.length).toBeGreaterThan(0))

// spec 9.12
it.each(turnOf(documents, documents.length))('$entity.name $document.name', async ({ entity, document }) => {
  const record = await printable(place.product, place.teller, { entity, document })
  const lists = Object.values(app.screens).filter((screen) => screen.kind === 'list' && screen.entity === entity.name)
  const list = await firstOpen(lists.map(({ path }) => path))
  await page.goto(`${place.address}${list}?record=${entity.name}:${record.id}`)
  await page
    .getByRole('button', { name: document.title.zh! })
    .or(page.getByRole('button', { name: documentTexts.choose.zh }))
    .click()
  const choice = page.getByRole('menuitem', { name: document.title.zh!, exact: true })
  if (entity.documents.length > 1) await choice.click()
  const shown = dialog(page)
  const pages = shown.getByRole('region', { name: /第 \d+ \/ \d+ 页/ })
  await pages.first().waitFor()
  const count = await pages.count()
  expect(await pages.first().getByRole('heading', { level: 1 }).innerText()).toBe(document.title.zh!)
  for (const one of await pages.all())
    expect(
      await one.evaluate((node) => node.firstElementChild!.scrollHeight <= node.firstElementChild!.clientHeight),
      'nothing runs over the edge of the paper',
    ).toBe(true)

  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: documentTexts.pictures.zh }).click(),
  ])
  const pdf = (await readFile(await taken.path())).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(count)
  expect(
    pdf
      .match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/)
      ?.slice(1)
      .map((points) => Math.round(Number(points))),
  ).toEqual([595, 842])
  const width = await pages.first().evaluate((node) => (node as HTMLElement).offsetWidth)
  expect(Math.round(Number(/\/Width (\d+)/.exec(pdf)![1]) / width)).toBe(5)
  const [written] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: documentTexts.pdf.zh, exact: true }).click(),
  ])
  expect(written.suggestedFilename()).toContain(document.title.zh)
  const text = (await readPdf(await readFile(await written.path()))).text.replace(/[,，]/g, '')
  const paragraphs = (
    await Promise.all((await pages.all()).map((one) => one.locator('p, dd, h2').allInnerTexts()))
  ).flat()
  expect(paragraphs.filter((one) => one.trim() && !text.includes(one.replace(/[\s,，]/g, '')))).toEqual([])
  // The printer gets the same pages, and nothing of the screen.
  expect((await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(
    count,
  )
})

const offers = Object.values(app.screens).flatMap((screen) =>
  screen.printActions.map(({ document: name }) => ({
    screen,
    document: app.entities[screen.entity!]!.documents.find((one) => one.name === name)!,
  })),
)
/** One is pressed a day; the server prints each in printedDocuments.test.ts. */
const pressed = turnOf(offers, offers.length)
it.each(pressed)('$document.name is printed from a row of $screen.path', async ({ screen, document }) => {
  const { data } = await place.teller.call<ListAnswer>('owner', '/api/list', {
    screen: screen.path,
    want: { rows: true },
  })
  const row = data.rows!.find((one) => isPrintable(document, one, app.product.timezone))!
  await page.goto(place.address + screen.path)
  const shownRow = page.locator(`tr[data-row="${row.id}"]`)
  await shownRow.waitFor()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await routeOnce(page, '**/api/record', (route) => released.then(() => route.continue()))
  // What cannot be read stays open to be tried again; the route that was set last answers first.
  const busy = { json: { code: codes.refused, msg: 'busy', data: null } }
  await routeOnce(page, '**/api/record', (route) => route.fulfill(busy))
  await pressOnRow(page, shownRow, documentTexts.print.zh!)
  await dialog(page).getByRole('alert').getByText('busy').waitFor()
  await dialog(page).getByRole('button', { name: formTexts.retry.zh }).click()
  await dialog(page).getByRole('alert').waitFor({ state: 'detached' })
  await dialog(page).getByRole('status', { name: shellTexts.loading.zh }).waitFor()
  release()
  await dialog(page)
    .getByRole('region', { name: /第 1 \/ \d+ 页/ })
    .waitFor()
  expect(await dialog(page).getByRole('heading', { level: 1 }).innerText()).toBe(document.title.zh!)
  expect(await dialog(page).innerText()).toContain(String(row.values.no))
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const others = data.rows!.filter((one) => !isPrintable(document, one, app.product.timezone))
  for (const { id } of others)
    expect(await page.locator(`tr[data-row="${id}"]`).getByText(documentTexts.print.zh!).count()).toBe(0)
})

it.each(pressed)('$document.name of chosen rows of $screen.path is one file', async ({ screen, document }) => {
  const { data } = await place.teller.call<ListAnswer>('owner', '/api/list', {
    screen: screen.path,
    want: { rows: true },
  })
  const rows = data.rows!.filter((one) => isPrintable(document, one, app.product.timezone)).slice(0, 2)
  expect(rows.length).toBeGreaterThan(0)
  await page.goto(place.address + screen.path)
  for (const { id } of rows) await page.locator(`tr[data-row="${id}"] input[type=checkbox]`).check()
  const bar = page.getByRole('toolbar', { name: `已选 ${rows.length} 条` })
  // Letters that the font lacks are named first; then they are printed as marks.
  const lacking = { json: { code: codes.refused, key: 'document_letters_missing', msg: '𠮷', data: null } }
  await routeOnce(page, '**/api/documents', (route) => route.fulfill(lacking))
  await bar.getByRole('button', { name: document.title.zh! }).click()
  await page.locator('.ant-modal-confirm').getByText('𠮷').waitFor()
  const sent = page.waitForRequest('**/api/documents')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.ant-modal-confirm').getByRole('button', { name: documentTexts.printMarked.zh }).click(),
  ])
  expect((await sent).postDataJSON()).toMatchObject({ marked: true })
  const { text } = await readPdf(await readFile(await file.path()))
  for (const { label } of rows) expect(text).toContain(label)
})
