// How is one page visited and measured? In a fresh browser context each time: nothing is cached, nobody else's work is
// counted.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { awaitPainted, keyTimes, watchKeys, type Wish } from './inPage'

export interface Side {
  readonly name: string
  readonly url: string
  /** A row of the list that holds a record. */
  readonly row: string
  /** What every field of the form has once. */
  readonly field: string
  /** The input of one text field of the form, which no other screen has. */
  readonly input: string
  /** What takes the pasted lines of the table of parts, and the input of one number in it. */
  readonly grid: string
  readonly cell: string
  /** The link of the menu to an address. */
  readonly link: (path: string) => string
  /** The cookies and the like of a user who was here before; nothing of it is a cache of files. */
  readonly storage?: BrowserContextOptions['storageState']
}

export interface Script {
  readonly name: string
  readonly url: string
}
export interface Visit {
  readonly page: Page
  readonly devtools: CDPSession
  /** Scripts in the order of their requests, so far. */
  readonly scripts: readonly Script[]
  /** Style sheets likewise. */
  readonly sheets: readonly Script[]
  readonly errors: readonly string[]
  close(): Promise<void>
}

/** The network that the slow cold loads have. */
export const slow = { megabits: 10, latency: 40 } as const

export async function openVisit(
  browser: Browser,
  side: Side,
  token: string | undefined,
  shaped = false,
): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...(token && { storageState: side.storage }),
  })
  // The functions that are handed into the page carry a call that tsx puts in to keep their names.
  await context.addInitScript('globalThis.__name = (value) => value')
  if (token) await context.addCookies([{ name: 'Token', value: token, url: side.url }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // Processor time of the page's thread: what other programs do meanwhile is not counted.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (shaped) {
    const bytes = (slow.megabits * 1_000_000) / 8
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }
  const scripts: Script[] = []
  const sheets: Script[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const entry = { name: url.pathname.split('/').at(-1)!, url: request.url() }
    if (/\.m?js$/.test(url.pathname) && !scripts.some((known) => known.url === entry.url)) scripts.push(entry)
    if (url.pathname.endsWith('.css') && !sheets.some((known) => known.url === entry.url)) sheets.push(entry)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, devtools, scripts, sheets, errors, close: () => context.close() }
}

/** Opens an address and answers when the wish was painted, in milliseconds from the start of the navigation. */
export async function openAt({ page }: Visit, side: Side, path: string, wish: Wish): Promise<number> {
  await page.goto(side.url + path, { waitUntil: 'commit' })
  return page.evaluate(awaitPainted, wish)
}

/** Clicks and answers how many milliseconds later the wish was painted. */
export function clickTo({ page }: Visit, wish: Wish & { readonly click: string }): Promise<number> {
  return page.evaluate(awaitPainted, wish)
}

/** Types into an input; CPU milliseconds a key, and the latencies until each was painted. */
export async function typeKeys(
  visit: Visit,
  selector: string,
  text: string,
): Promise<{ readonly cpu: number; readonly script: number; readonly latencies: readonly number[] }> {
  const { page } = visit
  await page.evaluate(watchKeys)
  await page.locator(selector).first().click()
  // Once to warm up, and then the measured ones.
  await page.keyboard.type(text, { delay: 60 })
  await page.evaluate(() => {
    ;(window as unknown as { benchKeys: number[] }).benchKeys.length = 0
  })
  const before = await metrics(visit)
  await page.keyboard.type(text, { delay: 60 })
  const after = await metrics(visit)
  const part = (name: string) => ((after[name]! - before[name]!) * 1_000) / text.length
  return { cpu: part('TaskDuration'), script: part('ScriptDuration'), latencies: await page.evaluate(keyTimes) }
}

/** The bytes that the page's scripts hold, after a collection. */
export async function heapOf(visit: Visit): Promise<number> {
  await visit.devtools.send('HeapProfiler.collectGarbage')
  return (await metrics(visit)).JSHeapUsedSize!
}

/** Seconds of CPU and so on, as the browser counts them. */
export async function metrics({ devtools }: Visit): Promise<Record<string, number>> {
  const { metrics: found } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}
