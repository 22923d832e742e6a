// Proves that the Markdown of the manual is read as written, and that an entry is found by its name
// first.
import { expect, it } from 'vitest'
import { markdownBlocks, markdownSpans } from '../../src/ui/screens/pageParts/manual/markdown'
import { searchManual } from '../../src/ui/screens/pageParts/manual/searchManual'

it('has paragraphs, fences, indented lines, lists and tables, each of them', () => {
  const text = [
    ...['One', 'line.', '', '```json', '"a": 1', '', '"b": 2', '```', ''],
    ...['- first', '  of two', '- second', '', '    indented', '', '| a | b |', '| - | - |', '| `x \\| y` | z |'],
  ]
  expect(markdownBlocks(text.join('\n'))).toEqual([
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'code', text: '"a": 1\n\n"b": 2' },
    { kind: 'list', items: ['first of two', 'second'] },
    { kind: 'code', text: 'indented' },
    { kind: 'table', head: ['a', 'b'], rows: [['`x | y`', 'z']] },
  ])
})

it('has code, emphasis and links within a line', () =>
  expect(markdownSpans('An `a` of **b** [`c`](#d) ![book](icon).')).toEqual([
    { kind: 'text', text: 'An ' },
    { kind: 'code', text: 'a' },
    { kind: 'text', text: ' of ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'c', target: '#d' },
    { kind: 'text', text: ' ' },
    { kind: 'icon', text: 'book' },
    { kind: 'text', text: '.' },
  ]))

it('finds by name before text, in both languages', () => {
  const entry = (title: string, text: string, name?: string) => ({
    id: title,
    chapter: 0,
    title,
    text,
    ...(name !== undefined && { name }),
  })
  const entries = [
    entry('Check.rule', 'See mask.'),
    entry('怎样打印', '…', 'How do I print?'),
    entry('Field.mask', '…'),
  ]
  expect(searchManual(entries, 'mask').map(({ id }) => id)).toEqual(['Field.mask', 'Check.rule'])
  expect(searchManual(entries, 'print').map(({ id }) => id)).toEqual(['怎样打印'])
  const answers = [
    entry('Job.steps', 'A reminder.'),
    entry('Remind', 'Reminders.'),
    entry('怎样提醒？', 'x', 'Reminder'),
  ]
  expect(searchManual(answers, 'reminder').map(({ id }) => id)).toEqual(['怎样提醒？', 'Remind', 'Job.steps'])
})
