// Setup file of the browser tests: fails a test file on any unexpected complaint of its pages.
// A failing test shows what its pages show.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { freePort } from '../../scripts/freePort'
import { complaintsNow, forgetComplaints, openPages, pathOf } from './complaints'
import { restingPath } from './handedOn'

// Browser and port outlive a file.
forgetComplaints()
process.env.TEST_PORT ??= String(await freePort())

// A failure on another machine is understood from its log alone: its message tells what every page of it shows.
afterEach(async ({ task }) => {
  const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : []
  if (!error) return
  const inUse = [...openPages].filter((page) => pathOf(page.url()) !== restingPath)
  const shown = (await Promise.all(inUse.map(describePage))).join('\n')
  error.message += `\n${shown}`
  if (error.stack) error.stack = error.stack.replace(/\n/, `\n${shown.replaceAll('$', '$$$$')}\n`)
})

/** Address, dialogs and the beginning of the view of a page, and what it is still waiting for. */
async function describePage(page: Page): Promise<string> {
  const parts = await page
    .evaluate(() => {
      const text = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) => innerText.replace(/\s+/g, ' '))
      return {
        dialogs: text('.ant-modal, .ant-drawer-content'),
        messages: text('.ant-message-notice, [role=alert]'),
        view: text('.shell-view:not([hidden])').join(' ') || text('body').join(' '),
        waiting: (window as Partial<Window>).notedCalls?.open,
        focus: document.activeElement?.outerHTML.slice(0, 150),
      }
    })
    .catch((error: unknown) => ({ gone: String(error) }))
  return `${pathOf(page.url())} shows ${JSON.stringify(parts, (_, value: unknown) =>
    typeof value === 'string' ? value.slice(0, 500) : value,
  )}`
}

afterAll(() => {
  const found = complaintsNow()
  console.log(`Console errors, exceptions and failed requests: ${found.length}`)
  expect(found).toEqual([])
})
