// What did the pages of a test file complain about? Every page of every browser that the file opens is listened to, and
// one complaint fails the file.
// It is a setup file of the browser tests, so that no test can forget it.
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { afterAll, expect } from 'vitest'

interface Complaint {
  readonly page: string
  readonly kind: 'console' | 'exception' | 'request' | 'answer'
  readonly text: string
}

const failed = /^Failed to load resource/
const complaints: Complaint[] = []
const expected: RegExp[] = []
let pages = 0

/** Complaints so far that nobody expects, as text. */
export function complaintsNow(): readonly string[] {
  return complaints
    .map(({ page, kind, text }) => `${kind} at ${page}: ${text}`)
    .filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
}

/** A complaint that this file provokes on purpose, as `kind at address: text`: name the address and the text together. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern)
}

const launch = chromium.launch.bind(chromium)
chromium.launch = async (options) => listenTo(await launch(options))

function listenTo(browser: Browser): Browser {
  browser.on('context', (context) => listenIn(context))
  return browser
}

function listenIn(context: BrowserContext): void {
  const note = (kind: Complaint['kind'], url: string | undefined, text: string) =>
    complaints.push({ page: placeOf(url), kind, text })
  context.on('page', () => {
    pages += 1
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

afterAll(() => {
  const found = complaintsNow()
  console.log(`Console errors, exceptions and failed requests in ${pages} pages: ${found.length}`)
  expect(found).toEqual([])
})
