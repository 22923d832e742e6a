// What does a person see at a place? Everything that is drawn, as lines that are the same each time the same is drawn.
import type { Page } from 'playwright-core'
import type { App } from '../../../src/manifest/model/app'
import { dialog, onItsWay, pressOnRow, titled } from '../visitor'
import type { Place } from './places'

/** Opens a place anew and takes down what is drawn. */
export async function look(page: Page, address: string, app: App, { address: path, press }: Place): Promise<string[]> {
  await page.goto(address + path)
  await settle(page)
  if (press === 'print')
    await page
      .getByRole('button', { name: /打印|Print/ })
      .first()
      .click()
  else if (press) await openAction(page, app, path, press)
  if (press) await settle(page)
  const lines = await page.evaluate(takeDown)
  if (process.env.SHOT) {
    await page.screenshot({ path: `${process.env.SHOT}/${path.replace(/\W/g, '_')}.png` })
    ;(await import('node:fs')).writeFileSync(`${process.env.SHOT}/${path.replace(/\W/g, '_')}.txt`, lines.join('\n'))
  }
  return lines
}

async function openAction(page: Page, app: App, path: string, name: string): Promise<void> {
  const action = app.screens[path]!.actions.find((one) => `${one.entity}.${one.transition}` === name)
  if (!action) return
  const view = page.locator('.shell-view:not([hidden])')
  if (action.place === 'toolbar')
    await titled(view.locator('header button'), action.title.zh!).click({ timeout: 3_000 })
  else await pressOnRow(page, view.locator('tr[data-row]').first(), action.title.zh!)
  await dialog(page).waitFor()
}

/** Waits until nothing that was asked is on its way, twice in a row. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async (waiting) => {
    const late = Date.now() + 60_000
    for (let calm = 0; calm < 2;) {
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 20))
      })
      const { notedCalls, location } = window
      const drawn = document.querySelector('.shell-full, [data-view]:not([hidden]), main, h1')
      const busy = notedCalls.open > 0 || !drawn || document.querySelector(waiting) !== null
      calm = busy ? 0 : calm + 1
      if (Date.now() > late) throw new Error(`${location.pathname} is still not there`)
    }
  }, onItsWay)

/** Runs in the page. */
function takeDown(): string[] {
  const named = [
    'role',
    'aria-label',
    'aria-selected',
    'aria-current',
    'aria-required',
    'aria-disabled',
    'title',
    'placeholder',
    'href',
    'src',
    'type',
    'disabled',
    'checked',
    'accept',
    'maxlength',
    'target',
    'inputmode',
    'autocomplete',
    'data-tone',
    'data-side',
    'data-size',
    'lang',
  ]
  // Names that are made anew each time, and how long ago something was.
  const changing = /blob:\S+|css-[\w-]+|rc_\w+|:r\w+:|«\w+»|\bid=\S+/g
  const lines = [
    `at ${window.location.pathname}${window.location.search}`,
    `title ${document.title}`,
    `cookies ${document.cookie.replace(/=[^;]*/g, '')}`,
  ]
  const walk = (element: Element, depth: number) => {
    if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) return
    if (element instanceof HTMLElement && element.hidden) return
    const attributes = named.flatMap((name) =>
      element.hasAttribute(name) ? [`${name}=${element.getAttribute(name)}`] : [],
    )
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent!.trim())
      .join(' ')
    const value =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? ` value=${element.value}` : ''
    const names = typeof element.className === 'string' ? element.className : ''
    const { width } =
      element.tagName === 'COL' ||
      element.tagName === 'TH' ||
      element.getAttribute('role') === 'columnheader' ||
      element.tagName === 'IFRAME'
        ? getComputedStyle(element)
        : { width: '' }
    const color = getComputedStyle(element).color
    lines.push(
      `${'.'.repeat(Math.min(depth, 3))}${element.tagName} ${names} ${attributes.join(' ')}${value} ${width} ${own === '' ? '' : color} ${own}`
        .replace(changing, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    for (const child of element.children) walk(child, depth + 1)
  }
  lines.push(
    `in ${document.documentElement.lang} ${document.documentElement.dataset.tone} ${document.documentElement.dataset.size}`,
  )
  walk(document.body, 0)
  return lines
}

/** Lines of one that the other has not, and the other way round; what differs between two looks at the same is left out. */
export function differs(before: readonly string[], again: readonly string[], after: readonly string[]): string[] {
  const unsteady = new Set(difference(before, again))
  return difference(before, after).filter((line) => !unsteady.has(line))
}

function difference(one: readonly string[], other: readonly string[]): string[] {
  const count = (lines: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
    return counts
  }
  const [a, b] = [count(one), count(other)]
  return [
    ...[...a].filter(([line, times]) => (b.get(line) ?? 0) !== times).map(([line]) => `- ${line}`),
    ...[...b].filter(([line, times]) => (a.get(line) ?? 0) !== times).map(([line]) => `+ ${line}`),
  ]
}
