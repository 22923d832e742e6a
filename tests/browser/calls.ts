// Records the calls of a page, their answers and its messages.
// Recorded inside the page, because a browser drops streamed bodies, and messages disappear after seconds.
import type { BrowserContext, Page, Route } from 'playwright-core'

export interface Answered {
  readonly path: string
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly hint?: string
  readonly data?: unknown
}
interface Noted {
  open: number
  answered: Answered[]
  /** The texts of the messages of success. */
  successes: string[]
}
declare global {
  interface Window {
    notedCalls: Noted
  }
}

/** Before the first page of the context. */
export async function noteCalls(context: BrowserContext): Promise<void> {
  // The functions that are handed into the page carry a call that the compiler puts in to keep their names.
  await context.addInitScript('globalThis.__name = (value) => value')
  await context.addInitScript(() => {
    const noted: Noted = { open: 0, answered: [], successes: [] }
    window.notedCalls = noted
    const lasting = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const message of document.querySelectorAll('.ant-message-success')) {
        const { textContent } = message
        if (!textContent || noted.successes.includes(textContent)) continue
        // One that can be undone stands for half a minute: it is a report once only.
        if (message.closest('.messages-corner') && lasting.has(message)) continue
        lasting.add(message)
        noted.successes.push(textContent)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
    const { fetch } = window
    window.fetch = async (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input, window.location.href).pathname
      // Live events never end.
      if (path === '/api/events') return fetch(input, init)
      noted.open += 1
      try {
        const response = await fetch(input, init)
        // Only envelopes: a document that is not one has no code.
        if (response.status === 304 || !response.headers.get('content-type')?.includes('application/json'))
          return response
        noted.open += 1
        response
          .clone()
          .json()
          .then(
            ({ code, msg, hint, data }: Answered) =>
              noted.answered.push({
                path,
                status: response.status,
                code,
                msg,
                ...(hint && { hint }),
                ...(path === '/api/run' && { data }),
              }),
            // Given up half-way, as when another screen is opened.
            () => undefined,
          )
          .finally(() => {
            noted.open -= 1
          })
        return response
      } finally {
        noted.open -= 1
      }
    }
  })
}

/** What was answered since the last time this was asked. */
export const takeAnswers = (page: Page): Promise<Answered[]> =>
  page.evaluate(() => {
    window.notedCalls.successes.length = 0
    return window.notedCalls.answered.splice(0)
  })

/** Waits until the page has reported a success in these words, whether or not the message still stands. */
export async function reported(page: Page, message: string): Promise<void> {
  await page.waitForFunction((text) => window.notedCalls.successes.some((one) => one.includes(text)), message)
}

/** The transitions that were answered and not taken yet. */
export const answeredRuns = (page: Page): Promise<Answered[]> =>
  page.evaluate(() => window.notedCalls.answered.filter(({ path }) => path === '/api/run'))

/**
 * The answer to the next transition that is run, after the ones that were taken.
 * @throws with what the page says instead
 */
export async function nextRun(page: Page): Promise<Answered> {
  const found = await page
    .waitForFunction(() => window.notedCalls.answered.find(({ path }) => path === '/api/run'))
    .catch(async (error: unknown) => {
      const said = await page.getByRole('alert').allInnerTexts()
      throw new Error(`Nothing was run; the page says: ${said.join(' / ') || 'nothing'}`, { cause: error })
    })
  return (await found.jsonValue()) as Answered
}

/**
 * Handles the next request of this address only.
 * The route stays: a request that is sent while Playwright takes its last one away may never be answered.
 */
export async function routeOnce(
  page: Page,
  address: string,
  handle: (route: Route) => Promise<unknown>,
): Promise<void> {
  let waiting = true
  await page.route(address, (route) => {
    if (!waiting) return route.fallback()
    waiting = false
    return handle(route)
  })
}
