// How long does a key take in a table of five hundred parts with computed amounts and sums? Script and CPU time of the
// page for each key by itself.
import type { Browser } from 'playwright-core'
import type { AimedFigure } from '../aims'
import { percentile } from '../figures'
import { nextFrame, pasteText } from './inPage'
import { measured, pastedParts } from './survey'
import { metrics, openAt, openVisit, type Side } from './visit'

/** What is typed: every key makes another amount, and the number stays of a believable size. */
const keys = Array.from({ length: 20 }, (_, at) => [String(1 + (at % 9)), 'Backspace']).flat()

/** One round for one side; `note` takes the figures. */
export async function measureGrid(
  browser: Browser,
  side: Side,
  token: string,
  note: (name: string, ...values: number[]) => void,
): Promise<void> {
  const visit = await openVisit(browser, side, token)
  const { page } = visit
  try {
    await openAt(visit, side, measured.grid, { selector: side.grid, least: 1 })
    await page.evaluate(pasteText, { selector: side.grid, text: pastedParts })
    const cell = page.locator(side.cell).first()
    await cell.click()
    // Once to warm up, and then the measured ones.
    for (const key of keys) await pressed(key)
    const spent: { script: number; task: number }[] = []
    for (const key of keys) spent.push(await pressed(key))
    const idle: number[] = []
    for (const _ of keys) idle.push((await pressed('Shift')).task)
    const [scripts, tasks] = [spent.map(({ script }) => script), spent.map(({ task }) => task)]
    note('a key in 500 lines of 12, script, p50', percentile(scripts, 50))
    note('  p95', percentile(scripts, 95))
    note('  CPU of it with drawing, p50', percentile(tasks, 50))
    note('CPU of a key in 500 lines of 12, p95' satisfies AimedFigure, percentile(tasks, 95))
    note('  of it what a key costs that changes nothing, p50', percentile(idle, 50))
    if (visit.errors.length > 0) throw new Error(`The page reported an error: ${visit.errors[0]}`)
  } finally {
    await visit.close()
  }

  async function pressed(key: string): Promise<{ script: number; task: number }> {
    await page.evaluate(nextFrame)
    const before = await metrics(visit)
    await page.keyboard.press(key)
    await page.evaluate(nextFrame)
    const after = await metrics(visit)
    const part = (name: string) => (after[name]! - before[name]!) * 1_000
    return { script: part('ScriptDuration'), task: part('TaskDuration') }
  }
}
