// Proves which transitions record an event, whose forms are never narrowed to one field.
import { expect, it } from 'vitest'
import { compiledFixture, fixture } from './sources'

const path = 'lending/book.entity.json'
const text = fixture().find((source) => source.path === path)!.text

it('is what counts up its own field, but not what only writes what was entered', () => {
  const book = JSON.parse(text) as { transitions: Record<string, object> }
  book.transitions.edit = { ...book.transitions.edit, set: { genre: "'novel'" }, form: ['title'] }
  book.transitions.countPage = { ...book.transitions.edit, set: { pages: 'pages + 1' } }
  const { transitions } = compiledFixture([{ path, text: JSON.stringify(book) }]).entities.book!
  expect(transitions.countPage!.recordsEvent).toBe(true)
  expect(transitions.edit!.recordsEvent).toBeFalsy()
})
