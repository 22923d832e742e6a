// Tests importing lines of a form by hand:
// template, dropped workbook, refused cells with reasons, accepted lines, and an unchanged export.
import { formTexts } from '../pageTexts'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import readWorkbook from 'read-excel-file/universal'
import { bookOf } from '../whole/foreignWorkbook'
import { usePlace } from './usePlace'
import { enter, type Language, view } from './visitor'
import { leavePage } from './handedOn'
import { turnOf } from '../turns'

const path = '/order/Explode'
const languages = turnOf(['zh', 'en'] as const, 2)
const place = usePlace({ environment: { JOBS: 'off' } })

async function drop(page: Page, target: Locator, file: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    transfer.items.add(new File([bytes], 'parts.xlsx'))
    return transfer
  }, file.toString('base64'))
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

/** What the inputs of a table of lines hold. */
const valuesOf = (lines: Locator): Promise<string[]> =>
  lines.locator('tbody input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

async function downloaded(page: Page, button: Locator): Promise<(string | null)[][]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const [sheet] = await readWorkbook(new Uint8Array(readFileSync(await download.path())).buffer)
  return sheet!.data.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
}

it.each(languages)('parts are read from a workbook, in language %s', async (language: Language) => {
  const word = (key: keyof typeof formTexts, facts: Readonly<Record<string, number>> = {}) =>
    Object.entries(facts).reduce(
      (sentence, [name, value]) => sentence.replace(`{{${name}}}`, String(value)),
      formTexts[key][language],
    )
  const page = await enter(place, 'orderclerk', language, path)
  const { explode } = place.app.entities.order!.transitions
  await view(page, path).locator('tbody .table-action', { hasText: explode!.title[language]! }).first().click()
  const parts = page.locator('[data-ask=parts]')
  const importing = page.locator('.ant-modal', { hasText: word('linesDrop') })
  const openImport = () => parts.getByRole('button', { name: word('importLines') }).click()
  await openImport()

  const [head] = await downloaded(page, importing.getByRole('button', { name: word('linesTemplate') }))
  const { fields } = place.app.entities.order!.fields.parts!
  expect(head).toContain(`${fields!.partNo!.title[language]!}*`)

  const of = (dictionary: string) => place.app.dictionaries[dictionary]!.items[0]!.title[language]!
  const valueOf = (name: string, line: number): string => {
    const { type, dictionary } = fields![name]!
    if (type === 'choice') return of(dictionary!)
    if (name === 'partNo') return `P-${line}`
    return type === 'string' ? `板${line}` : type === 'boolean' ? '' : String(line)
  }
  const names = head!.map((title) =>
    Object.keys(fields!).find((name) => fields![name]!.title[language] === title!.replace('*', ''))!,
  )
  const rows = [1, 2, 3].map((line) => names.map((name) => valueOf(name, line)))
  rows[1]![names.indexOf('qty')] = '两'
  await drop(page, importing.getByText(word('linesDrop')), await bookOf([head as string[], ...rows]))
  await importing.getByText(word('importRead', { lines: 3, good: 2, errors: 1 })).waitFor()
  const error = importing.locator('tbody tr', { hasText: '两' })
  expect(await error.innerText()).toContain(fields!.qty!.title[language]!)
  // Nothing is taken before the user says so: the form has its blank line alone.
  expect(await valuesOf(parts)).not.toContain('P-1')
  await importing.getByRole('button', { name: word('importRest', { count: 2 }) }).click()
  await expect.poll(() => parts.locator('tbody tr').count()).toBe(2)
  expect(await valuesOf(parts)).toEqual(expect.arrayContaining(['P-1', 'P-3']))

  // Out and back: the same lines in the place of those that are there.
  await openImport()
  const exported = await downloaded(page, importing.getByRole('button', { name: word('linesExport', { count: 2 }) }))
  expect(exported.slice(1).map((row) => row[names.indexOf('partNo')])).toEqual(['P-1', 'P-3'])
  const texts = exported.map((row) => row.map((cell) => cell ?? ''))
  await drop(page, importing.getByText(word('linesDrop')), await bookOf(texts))
  await importing.getByText(word('importReplace', { count: 2 })).click()
  await importing.getByRole('button', { name: word('importTake', { count: 2 }) }).click()
  await expect.poll(() => parts.locator('tbody tr').count()).toBe(2)
  await leavePage(page)
})

/** Whether the middle of a cell is what is drawn there. */
const isInSight = (cell: Locator): Promise<boolean> =>
  cell.evaluate((drawn) => {
    const { x, y, width, height } = drawn.getBoundingClientRect()
    return drawn.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

it.each(languages)('prices of lines that are there are filled in, in language %s', async (language) => {
  const word = (key: keyof typeof formTexts, facts: Readonly<Record<string, number>> = {}) =>
    Object.entries(facts).reduce(
      (sentence, [name, value]) => sentence.replace(`{{${name}}}`, String(value)),
      formTexts[key][language],
    )
  const list = '/aftermarket/PriceList'
  const page = await enter(place, 'admin', language, list)
  const { transitions, fields: of } = place.app.entities.supplyOrder!
  if (language === 'en') await page.setViewportSize({ width: 1024, height: 900 })
  await view(page, list)
    .locator('tbody .table-action', { hasText: transitions.quote!.title[language]! })
    .first()
    .click()
  const lines = page.locator('[data-ask=lines]')
  expect(await lines.getByRole('button', { name: word('addLine') }).count()).toBe(0)
  await lines.locator('tbody input').first().waitFor()
  // A price is typed beside what it is the price of, and beside the sheet that requests it.
  for (const cell of ['[data-field=quotePrice]', '[data-name]'])
    await expect.poll(() => isInSight(lines.locator(`tbody td${cell}`).first()), { message: cell }).toBe(true)
  await page.locator('.files-caption', { hasText: of.priceFiles!.title[language]! }).waitFor()
  const count = await lines.locator('tbody tr').count()
  await lines.getByRole('button', { name: word('importLines') }).click()
  const importing = page.locator('.ant-modal', { hasText: word('linesDrop') })
  expect(await importing.getByRole('button', { name: word('linesTemplate') }).count()).toBe(0)
  const [head, ...rows] = await downloaded(
    page,
    importing.getByRole('button', { name: word('linesExport', { count }) }),
  )
  expect(rows).toHaveLength(count)
  const price = head!.indexOf(`${of.lines!.fields!.quotePrice!.title[language]!}*`)
  const texts = [head!, ...rows].map((row) => row.map((cell) => cell ?? ''))
  for (const [index, row] of texts.slice(1).entries()) row[price] = `${31 + index}.5`
  await drop(page, importing.getByText(word('linesDrop')), await bookOf(texts))
  await importing.getByText(word('importRead', { lines: count, good: count, errors: 0 })).waitFor()
  await importing.getByRole('button', { name: word('importTake', { count }) }).click()
  await expect.poll(() => lines.locator('tbody tr').count()).toBe(count)
  const values = await valuesOf(lines)
  for (let index = 0; index < count; index += 1) expect(values).toContain(`${31 + index}.50`)
  await leavePage(page)
})

it.each(languages)('what lines add up to is in sight where the table scrolls, in language %s', async (language) => {
  const list = '/order/CaseConfirm'
  const page = await enter(place, 'admin', language, list)
  if (language === 'en') await page.setViewportSize({ width: 1280, height: 900 })
  const { confirmCase } = place.app.entities.order!.transitions
  await view(page, list).locator('tbody .table-action', { hasText: confirmCase!.title[language]! }).first().click()
  const items = page.locator('[data-ask=items]')
  await items.locator('tbody input').first().waitFor()
  const frame = items.getByRole('region')
  await items.locator('tfoot').scrollIntoViewIfNeeded()
  const hidden = () => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await hidden()).toBeGreaterThan(0)
  for (const scrolled of [0, await hidden()]) {
    await frame.evaluate((table, left) => table.scrollTo({ left }), scrolled)
    for (const part of ['thead th', 'tbody td', 'tfoot td'])
      await expect.poll(() => isInSight(items.locator(`${part}[data-total]`).first()), { message: part }).toBe(true)
  }
  expect(await items.locator('tfoot [data-total]').innerText()).toMatch(/\d/)
  await leavePage(page)
})
