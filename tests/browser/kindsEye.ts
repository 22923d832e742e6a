// Reads a page: which parts of an expected look are missing, and the texts of its cells.
import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import type { Cell } from './kindsCells'
import type { Look } from './kindsSeen'

const soon = 8_000

/** What of a look is missing in a part of the page, when what is on its way has had its time. */
export async function missingIn(part: Locator, look: Look): Promise<readonly string[]> {
  let missing: readonly string[] = ['everything']
  const settled = async () => (missing = await missingNow(part, look)).length === 0
  await expect
    .poll(settled, { timeout: soon })
    .toBe(true)
    .catch(() => undefined)
  return missing
}

async function missingNow(part: Locator, { texts, drawn = {} }: Look): Promise<readonly string[]> {
  const shown = squeezed((await part.allInnerTexts()).join(' '))
  const missing = texts.filter((text) => !shown.includes(squeezed(text)))
  for (const [selector, least] of Object.entries(drawn)) {
    const count = await part.locator(selector).filter({ visible: true }).count()
    if (count < least) missing.push(`${least} of ${selector}, not ${count}`)
  }
  return missing
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

interface Wanted {
  readonly name: string
  readonly title: string
  readonly selector: string
}

/** The fields of a form that lack their title or what they are filled in with. */
export async function missingInputs(form: Locator, wanted: readonly Wanted[]): Promise<readonly string[]> {
  let missing: readonly string[] = ['everything']
  const look = (element: Element, fields: readonly Wanted[]) =>
    fields.flatMap(({ name, title, selector }) => {
      const row = element.querySelector<HTMLElement>(`[data-ask="${name}"]`)
      return row?.innerText.includes(title) && row.querySelector(selector)
        ? []
        : [`${name}: ${row?.outerHTML.slice(0, 300)}`]
    })
  const settled = async () => (missing = await form.evaluate(look, wanted, { timeout: soon })).length === 0
  await expect
    .poll(settled, { timeout: soon })
    .toBe(true)
    .catch(() => undefined)
  return missing
}

/** The cells of the rows of a table, by the id of the record and the heading of the column; one may stand twice. */
export const cellsIn = (part: Locator): Promise<Readonly<Record<string, Readonly<Record<string, readonly Cell[]>>>>> =>
  part.evaluate((element) => {
    const headings = [...element.querySelectorAll<HTMLElement>('thead th')].map((head) => head.innerText.trim())
    const cellOf = (cell: HTMLElement): Cell => {
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()?.parentElement ?? cell
      const { color, backgroundColor } = getComputedStyle(words)
      return {
        text: cell.innerText.replace(/\s+/g, ' ').trim(),
        bold: [...cell.querySelectorAll('b, strong')].map((one) => one.textContent),
        links: [...cell.querySelectorAll('a')].map((one) => one.getAttribute('href') ?? ''),
        pictures: cell.querySelectorAll('img, canvas, svg').length,
        color: (color.match(/[\d.]+/g) ?? []).map(Number),
        tinted: backgroundColor !== 'rgba(0, 0, 0, 0)',
      }
    }
    const rows = [...element.querySelectorAll<HTMLElement>('tbody tr[data-row]')].map((row) => {
      const cells = [...row.querySelectorAll<HTMLElement>(':scope > td')]
      const byHeading: Record<string, Cell[]> = {}
      for (const [at, cell] of cells.entries()) (byHeading[headings[at] ?? ''] ??= []).push(cellOf(cell))
      return [row.dataset.row!, byHeading]
    })
    return Object.fromEntries(rows)
  })
