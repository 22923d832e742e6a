// Tests that records are a table, and cards where a table would cut their texts.
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { RecordTable } from '../../src/ui/table/cards/RecordTable'
import { actionsKey } from '../../src/ui/table/tableColumn'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

const view = vi.hoisted(() => ({ narrow: false }))
vi.mock('../../src/ui/controls/hooks/useMedia', () => ({ useMedia: () => view.narrow, useNarrow: () => view.narrow }))

const column = (key: string, text: (row: RecordData) => string) => ({ key, title: key, width: 90, render: text })
const rows: RecordData[] = [1, 2].map((id) => ({
  id,
  version: 1,
  label: `visit ${id}`,
  state: 'booked',
  values: { no: `V-${id}`, remark: 'bring the samples' },
  can: [],
}))
const draw = async () =>
  drawOn(await signedIn(createFixture(compiledBindery(), 1)), () =>
    createElement(RecordTable, {
      label: 'Visits',
      rows,
      head: 'no',
      actions: actionsKey,
      acting: ({ id }) => id === 1,
      columns: [
        column('no', ({ values }) => String(values.no)),
        column('state', () => 'Booked'),
        column('remark', ({ values }) => String(values.remark)),
        column(actionsKey, () => 'Cancel'),
      ],
    }),
  )

it('is a table where there is room', async () => {
  view.narrow = false
  expect(await draw()).toMatch(/<table.*<th[^>]*>.*remark/)
})

it('is a card for each record in a narrow window: name and state, values, and actions of those that have any', async () => {
  view.narrow = true
  const markup = await draw()
  expect(markup).not.toContain('<table')
  const cards = markup.split('<li').slice(1)
  expect(cards).toHaveLength(2)
  expect(cards[0]).toMatch(/<header><strong>V-1<\/strong>Booked<\/header>.*<dt>remark<\/dt><dd>bring the samples<\/dd>/)
  expect(cards.map((card) => card.includes('<footer>Cancel'))).toEqual([true, false])
})
