// Proves which changes of manifests a running server takes over without a look at its tables.
import { expect, it } from 'vitest'
import { haveSameTables } from '../../src/server/boot/reload/sameTables'
import { compiledFixture, fixture } from '../manifest/sources'

const path = 'lending/Loans.screen.json'
const screen = JSON.parse(fixture().find((source) => source.path === path)!.text) as { queue: object }

// Lists, queues, calendars and reports are found by indexes.
it.each([
  ['the rows that a queue marks', { queue: { overdueWhere: 'due <= today()' } }, true],
  ['the order of a list', { sort: '-due' }, false],
  ['the order of a queue', { queue: { ...screen.queue, sort: 'due' } }, false],
])('%s', async (_, change, isSame) => {
  const changed = compiledFixture([{ path, text: JSON.stringify({ ...screen, ...change }) }])
  expect(await haveSameTables(compiledFixture(), changed)).toBe(isSame)
})
