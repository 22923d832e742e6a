// Counts the presses that a task takes:
// of the pointer and of single keys, a chord as one. Typed characters and dialogs of the operating system do not count.
import { expect } from 'vitest'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { formTexts } from '../pageTexts'

export interface Bar {
  readonly task: string
  readonly bar: number
  /** What it took before there was help for it. */
  readonly before: string
}

export class Hand {
  presses = 0

  constructor(readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    await target.first().click()
    this.presses += 1
  }

  async key(name: string): Promise<void> {
    await this.page.keyboard.press(name)
    this.presses += 1
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Opens the box of the frame, types and takes the entry with these texts. */
  async find(words: string, ...texts: readonly string[]): Promise<void> {
    const box = this.page.locator('.shell-finder')
    await this.key('Control+k')
    const input = box.getByRole('combobox')
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
    await this.type(words)
    let entry = box.getByRole('option')
    for (const text of texts) entry = entry.filter({ hasText: text })
    await entry.first().waitFor()
    await expect.poll(() => box.locator('p').innerText()).not.toContain('…')
    if ((await entry.first().getAttribute('aria-selected')) === 'true') await this.key('Enter')
    else await this.press(entry)
  }

  async upload(button: Locator, name: string): Promise<void> {
    const chooser: Promise<FileChooser> = this.page.waitForEvent('filechooser')
    await this.press(button)
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: picture })
    // Sent: it can be looked at. Until then the form refuses to go on.
    await this.page
      .getByRole('button', { name: formTexts.previewFile.zh.replace('{{name}}', name) })
      .first()
      .waitFor()
  }
}

/** A picture of one point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The tasks with their presses beside their bars. */
export function pressTable(rows: readonly (Bar & { readonly presses: number | undefined })[]): string {
  const cells = rows.map(({ task, bar, before, presses }) => [
    task,
    presses === undefined ? 'not done' : String(presses),
    String(bar),
    before,
  ])
  const head = ['presses from the home page', 'now', 'bar', 'before']
  const widths = head.map((title, column) =>
    Math.max(...[head, ...cells].map((row) => row[column]!.length), title.length),
  )
  return [head, ...cells].map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n')
}
