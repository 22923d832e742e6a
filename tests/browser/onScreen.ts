// Reads what a user sees at an address:
// navigates within the page, waits until everything has loaded, and records it at once.
import type { Page } from 'playwright-core'
import type { Answered } from './calls'
import { onItsWay } from './visitor'

export interface Seen {
  /** Where one has ended up, after redirects. */
  readonly path: string
  readonly documentTitle: string
  readonly heading: string
  /** The last step of the trail. */
  readonly trail: string
  /** What stands under the heading of a page that says why nothing is there. */
  readonly reason: string
  /** Titles of what can be done above the records, or of the forms of a form screen. */
  readonly actions: readonly string[]
  /** What looks like trouble: alerts, broken screens, warnings. */
  readonly troubles: readonly string[]
  readonly answered: readonly Answered[]
}

/**
 * @param path absent: where the page is already, as after typing an address
 * @throws after 20 s with what it was still waiting for
 */
export function lookAt(page: Page, path?: string): Promise<Seen> {
  return page.evaluate(
    async ({ path: wanted, waiting }): Promise<Seen> => {
      if (wanted !== undefined) {
        window.notedCalls.answered.length = 0
        window.history.pushState(null, '', wanted)
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
      }
      const content = () => document.querySelector<HTMLElement>('.shell-full, [data-view]:not([hidden])')
      const text = (selector: string, inside: ParentNode | null = document) =>
        inside?.querySelector<HTMLElement>(selector)?.innerText.trim() ?? ''
      const unsettled = (): string => {
        const here = content()
        if (window.notedCalls.open > 0) return `${window.notedCalls.open} calls`
        if (!here) return 'a screen'
        // The page that said no to the address before may still stand there for a moment.
        if (here.matches('.shell-full') && `/${text('.shell-full-code', here)}` !== window.location.pathname)
          return `the screen of ${window.location.pathname}`
        if (here.matches('[data-view]') && here.dataset.view?.split('?')[0] !== window.location.pathname)
          return `the screen of ${window.location.pathname}`
        if (here.querySelector(waiting)) return `data: ${here.querySelector(waiting)!.outerHTML.slice(0, 200)}`
        // The frame around a screen, which not every screen has, is drawn a moment after it.
        if (
          document.querySelector('.shell-trail') &&
          here.matches('[data-view]') &&
          !` - ${document.title}`.includes(` - ${text('.shell-trail [aria-current="page"]')} - `)
        )
          return `its name, but “${document.title}”`
        const framed = document.querySelector('.shell-trail') !== null
        return here.querySelector('h1, h2') || (!framed && here.innerText.trim() !== '')
          ? ''
          : framed
            ? 'a heading'
            : 'a word'
      }
      const late = Date.now() + 20_000
      // Twice in a row: an effect of the first may ask for something more.
      for (let calm = 0; calm < 2;) {
        await new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve))
        })
        const missing = unsettled()
        calm = missing === '' ? calm + 1 : 0
        if (Date.now() > late)
          throw new Error(`${wanted ?? window.location.pathname}: after 20 s there is still no ${missing}`)
      }
      const here = content()
      const tabs = [...(here?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].filter(
        () => !here?.querySelector('.list-bar'),
      )
      const buttons = here?.querySelectorAll<HTMLElement>('header .ant-btn:not(.shell-icon-button)') ?? []
      const sends =
        tabs.length > 0
          ? tabs
          : here?.querySelector('[data-ask]')
            ? [...here.querySelectorAll<HTMLElement>('.ant-btn-primary')].slice(-1)
            : [...buttons]
      return {
        path: window.location.pathname,
        documentTitle: document.title,
        heading: text('h1, .outcome h2', here),
        trail: text('.shell-trail [aria-current="page"]'),
        reason: here?.matches('.shell-full') ? text('h1 + p', here) : '',
        actions: sends.map((one) => one.innerText.trim()),
        troubles: [
          ...document.querySelectorAll<HTMLElement>(
            '[role="alert"], .ant-alert, .ant-message-error, .ant-message-warning',
          ),
        ]
          .filter((one) => !one.closest('[hidden]'))
          .map((one) => one.innerText.trim()),
        answered: [...window.notedCalls.answered],
      }
    },
    { path, waiting: onItsWay },
  )
}
