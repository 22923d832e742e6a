// Setup file of the browser tests:
// observes every page of every browser and fails the test file on any unexpected complaint.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'

interface Complaint {
  readonly page: string
  readonly kind: 'console' | 'exception' | 'request' | 'answer'
  readonly text: string
}

const failed = /^Failed to load resource/
const complaints: Complaint[] = []
const expected: RegExp[] = []
const openPages = new Set<Page>()
let pages = 0

/** Complaints so far that nobody expects, as text. */
export function complaintsNow(): readonly string[] {
  return complaints
    .map(({ page, kind, text }) => `${kind} at ${page}: ${text}`)
    .filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
}

/** A complaint that this file provokes on purpose, as `kind at address: text`: name address and text together. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern)
}

// The package outlives a file: what the file before put in its place is not what launches.
const { launch } = Object.getPrototypeOf(chromium) as typeof chromium
chromium.launch = async (options) => listenTo(await launch.call(chromium, options))

function listenTo(browser: Browser): Browser {
  browser.on('context', (context) => listenIn(context))
  return browser
}

function listenIn(context: BrowserContext): void {
  const note = (kind: Complaint['kind'], url: string | undefined, text: string) =>
    complaints.push({ page: placeOf(url), kind, text })
  context.on('page', (page) => {
    pages += 1
    openPages.add(page)
    page.once('close', () => openPages.delete(page))
  })
  context.on('console', (message) => {
    // A resource that failed is named by its own address, anything else by that of the page.
    if (message.type() === 'error')
      note('console', failed.test(message.text()) ? message.location().url : message.page()?.url(), message.text())
  })
  context.on('weberror', (error) =>
    note('exception', error.page()?.url(), error.error().stack ?? error.error().message),
  )
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that goes on gives up what it was reading.
    if (reason !== 'net::ERR_ABORTED') note('request', request.url(), reason)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) note('answer', response.url(), String(response.status()))
  })
}

function placeOf(url: string | undefined): string {
  if (!url) return 'nowhere'
  const { pathname, search } = new URL(url)
  return pathname + search
}

// A failure on another machine is understood from its log alone: its message tells what every open page shows.
afterEach(async ({ task }) => {
  const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : []
  if (!error) return
  const shown = (await Promise.all([...openPages].map(describePage))).join('\n')
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
  return `${placeOf(page.url())} shows ${JSON.stringify(parts, (_, value: unknown) =>
    typeof value === 'string' ? value.slice(0, 500) : value,
  )}`
}

afterAll(() => {
  const found = complaintsNow()
  console.log(`Console errors, exceptions and failed requests in ${pages} pages: ${found.length}`)
  expect(found).toEqual([])
})
