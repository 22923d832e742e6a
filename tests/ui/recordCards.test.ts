// Tests the cards that a narrow window shows instead of a table.
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RecordCards } from '../../src/ui/table/cards/RecordCards'

it('shows the sums of the whole list below the cards', () => {
  const record = { id: 1, version: 1, label: 'first', values: {}, can: [] }
  const markup = renderToString(
    createElement(RecordCards, {
      rows: [record],
      columns: [
        { key: 'paid', title: 'Paid', width: 90, render: () => null },
        { key: 'plain', title: 'Plain', width: 90, render: () => null },
      ],
      head: undefined,
      state: undefined,
      actions: undefined,
      acting: () => false,
      selection: undefined,
      busy: false,
      label: 'list',
      groups: undefined,
      onFold: () => {},
      sums: { paid: '12.00' },
      sumTitle: 'Total',
    }),
  )
  expect(markup.slice(markup.indexOf('data-row="1"'))).toMatch(/Total.*<dt>Paid<\/dt><dd>12\.00<\/dd>/)
  expect(markup).not.toContain('Plain')
})
