// How much of the window moves while a page is loaded, without what a press of its reader moves?
import type { Page } from 'playwright-core'

/** From its next address on the page sums up in `window.shift` what moves. */
export function measureShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shift: number }).shift)
