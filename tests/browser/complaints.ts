// What pages of browser tests complain about: console errors, exceptions, failed requests, answers of 400 and more.
import type { Browser, BrowserContext, Page } from 'playwright-core'

interface Complaint {
  readonly page: string
  readonly kind: 'console' | 'exception' | 'request' | 'answer'
  readonly text: string
}

const failed = /^Failed to load resource/
const complaints: Complaint[] = []
const expected: RegExp[] = []
/** All of the browser, those included that wait for a test. */
export const openPages = new Set<Page>()

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

/** Before the first file and between two. */
export function forgetComplaints(): void {
  complaints.length = 0
  expected.length = 0
}

export function listenTo(browser: Browser): Browser {
  browser.on('context', (context) => listenIn(context))
  return browser
}

function listenIn(context: BrowserContext): void {
  const note = (kind: Complaint['kind'], url: string | undefined, text: string) =>
    complaints.push({ page: pathOf(url), kind, text })
  context.on('page', (page) => {
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

export function pathOf(url: string | undefined): string {
  if (!url) return 'nowhere'
  const { pathname, search } = new URL(url)
  return pathname + search
}
