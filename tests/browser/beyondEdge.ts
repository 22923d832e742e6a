// Finds what a page shows beyond its right edge, where one would have to move it sideways.
// Tables and rows of tabs that scroll in themselves are within it.
import type { Page } from 'playwright-core'

/** The widths of a desktop, a tablet and a phone. */
export const widths = [1440, 1024, 390]

/** Empty, or how far something lies beyond the edge of the page, its screen or a dialog once it has settled. */
export const beyondEdge = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const boxes = '.shell-view:not([hidden]), .shell-full, .shell-empty, .ant-modal-wrap'
    const find = (): string => {
      for (const box of [document.documentElement, ...document.querySelectorAll(boxes)]) {
        const edge = box.getBoundingClientRect().left + box.clientLeft + box.clientWidth
        const pixels = box.scrollWidth - box.clientWidth
        // Half a pixel is rounded up.
        if (pixels <= 1 || box.clientWidth === 0) continue
        const beyond = [...box.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge + 1)
        const names = beyond.slice(0, 3).map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class')}`)
        return `${box.className || 'page'}: ${pixels} px, ${names.join(', ')}`
      }
      return ''
    }
    // After a change of the width the page draws anew.
    const late = Date.now() + 5_000
    while (find() !== '' && Date.now() < late) await new Promise((resolve) => requestAnimationFrame(resolve))
    return find()
  })
