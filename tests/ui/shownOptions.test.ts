// Tests the order of the options of a reference: what is nearly always meant comes before what was
// chosen last, each record once.
import { expect, it } from 'vitest'
import { shownOptions } from '../../src/ui/controls/menu/shownOptions'

const option = (id: number, first = false) => ({ id, label: `#${id}`, ...(first && { first }) })
const headed = (answer: Parameters<typeof shownOptions>[1]) =>
  shownOptions((key) => key, answer, undefined).map(({ label, options }) =>
    options ? `${label}: ${options.map(({ value }) => value).join(' ')}` : label,
  )

it('puts the kind that is meant before the recent ones', () => {
  const options = [option(1, true), option(2, true), option(3), option(4)]
  expect(headed({ options, recent: [option(4), option(2, true)] })).toEqual([
    'form.firstOptions: 2 1',
    'form.recentOptions: 4',
    'form.otherOptions: 3',
  ])
  expect(headed({ options })).toEqual(['form.firstOptions: 1 2', 'form.otherOptions: 3 4'])
})

it('has headings only where there is something to tell apart', () => {
  expect(headed({ options: [option(3), option(4)] })).toEqual(['#3', '#4'])
  expect(headed({ options: [option(3), option(4)], recent: [option(4)] })).toEqual([
    'form.recentOptions: 4',
    'form.otherOptions: 3',
  ])
})
