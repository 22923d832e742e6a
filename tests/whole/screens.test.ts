// Does each list and each report answer the columns and the filters that the table of screens names? What the page
// draws is what the server answers, so that is asked, and not the manifest.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { useProduct } from './useProduct'

const use = useProduct({ environment: { JOBS: 'off' } })

const table = readFileSync(new URL('./screens.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([path = '', , columns = '', filters = '']) => ({ path, columns: listed(columns), filters: listed(filters) }))

function listed(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

/** The same under another name, or told by the record that a row opens. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  '/studyFile': ['body'],
  '/zoweeNotice': ['body'],
  // The contract adds up its own balance.
  '/order/Contract': ['order.balanceDue'],
  // The dimension that is shown is the one that is chosen; months are the span of the report.
  '/statistics/BusinessAnalyse': ['month'],
  '/statistics/CustomerAnalyse': ['dimension', 'groupBy'],
  '/statistics/OrderAnalyse': ['dimension', 'groupBy'],
}

it.each(table)('$path', async ({ path, columns, filters }) => {
  const { code, data } = await use.teller.call<ScreenAnswer>('admin', '/api/screen', { path })
  expect(code).toBe(2000)
  const { screen } = data
  const shown = screen.report
    ? [...Object.keys(screen.report.dimensions), ...screen.report.measures.map(({ name }) => name)]
    : screen.columns.map(({ field }) => field)
  const narrowed = [...(screen.report?.period ? ['period'] : []), ...screen.filters.map(({ field }) => field)]
  const told = (names: readonly string[], answered: readonly string[]) =>
    names.filter((name) => !answered.includes(name) && !elsewhere[path]?.includes(name))
  expect({ columns: told(columns, shown), filters: told(filters, narrowed) }).toEqual({ columns: [], filters: [] })
})
