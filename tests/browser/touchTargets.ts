// What a finger cannot hit alone: targets less than 40 px high or 32 px wide with another one within 40 px.
// The criterion is "target size" of WCAG 2.2 (2.5.8), with 40 px in place of 24.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const pressable = [
  'a[href], button, summary, input, textarea, label:has(input[type=checkbox], input[type=radio])',
  '[role=button], [role=tab], [role=option], [role=menuitem], [role=switch], [role=combobox]',
  '.ant-select-item, .ant-picker-cell-in-view, .ant-picker-time-panel-cell-inner, .ant-dropdown-menu-item',
].join(', ')

/** Fails for targets in sight that a finger of 40 px cannot hit alone, and where fewer than `least` are in sight. */
export async function expectRoomForFingers(page: Page, least: number): Promise<void> {
  const { count, cramped } = await targetsInSight(page)
  expect(cramped, 'targets that a finger cannot hit alone').toEqual([])
  expect(count, 'targets in sight').toBeGreaterThanOrEqual(least)
}

/** The number of targets in sight, and those that a finger cannot hit alone, each with its size and neighbor. */
const targetsInSight = (page: Page): Promise<{ readonly count: number; readonly cramped: readonly string[] }> =>
  page.evaluate((selector) => {
    const finger = 40
    const nameOf = (element: Element) =>
      `${element.className} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 20)}"`
    const scrolls = (element: Element) =>
      element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)
    const scrollerOf = (element: Element | null): Element | null =>
      element && !scrolls(element) ? scrollerOf(element.parentElement) : element
    const isHit = (element: Element, left: number, top: number) => {
      const hit = document.elementFromPoint(left, top)
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
    }
    const targetsNow = () =>
      [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
        const box = element.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        // What is covered, or cut by an edge, is not pressed where it is.
        if (![y, box.top + 1, box.bottom - 1].every((top) => isHit(element, x, top))) return []
        const reach = (dx: number, dy: number) => {
          let pixels = 0
          while (pixels < finger / 2 && isHit(element, x + dx * (pixels + 1), y + dy * (pixels + 1))) pixels++
          return pixels
        }
        const width = Math.max(box.width, reach(1, 0) + reach(-1, 0))
        const height = Math.max(box.height, reach(0, 1) + reach(0, -1))
        return [{ element, box, x, y, width, height, isSmall: height < finger - 1 || width < 32 }]
      })
    type Target = ReturnType<typeof targetsNow>[number]
    const neighborOf = (target: Target, among: readonly Target[]) =>
      among.find((other) => {
        if (other.element.contains(target.element) || target.element.contains(other.element)) return false
        if (other.isSmall && Math.hypot(other.x - target.x, other.y - target.y) < finger) return true
        const dx = Math.max(other.box.left - target.x, 0, target.x - other.box.right)
        const dy = Math.max(other.box.top - target.y, 0, target.y - other.box.bottom)
        return Math.hypot(dx, dy) < finger / 2 - 1
      })
    /** The neighbor that is left when a finger has moved the target to the middle of what scrolls. */
    const neighborInTheMiddle = (target: Target, scroller: Element, near: Target) => {
      const { scrollTop } = scroller
      target.element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const among = targetsNow()
      const moved = among.find(({ element }) => element === target.element)
      scroller.scrollTop = scrollTop
      return moved ? neighborOf(moved, among) : near
    }
    const targets = targetsNow()
    const cramped = targets.flatMap((target) => {
      const beside = target.isSmall ? neighborOf(target, targets) : undefined
      const scroller = scrollerOf(target.element)
      const near =
        beside && scroller?.contains(beside.element) === false ? neighborInTheMiddle(target, scroller, beside) : beside
      const size = `${Math.round(target.width)} x ${Math.round(target.height)}`
      return near ? [`${nameOf(target.element)}: ${size}, beside ${nameOf(near.element)}`] : []
    })
    return { count: targets.length, cramped }
  }, pressable)
