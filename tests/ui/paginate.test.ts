// Proves that documents are cut into pages: headings keep what follows, rows repeat the head of
// their table, nothing is lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paginate, type Piece } from '../../src/ui/screens/print/paginate'

const piece = (height: number, more: Partial<Piece> = {}): Piece => ({ height, ...more })

describe('pages', () => {
  it('are filled in order', () => expect(paginate([piece(40), piece(40), piece(40)], 100)).toEqual([[0, 1], [2]]))
  it('never end with a heading', () =>
    expect(paginate([piece(60), piece(30, { leads: true }), piece(40)], 100)).toEqual([[0], [1, 2]]))
  it('repeat the head of a table that goes on', () => {
    const rows = Array.from({ length: 5 }, () => piece(30, { head: 0 }))
    expect(paginate([piece(20, { leads: true }), ...rows], 100)).toEqual([
      [0, 1, 2],
      [0, 3, 4],
      [0, 5],
    ])
  })
  it('give what is higher than a page one of its own', () =>
    expect(paginate([piece(10), piece(300), piece(10)], 100)).toEqual([[0], [1], [2]]))
  it('of nothing are none', () => expect(paginate([], 100)).toEqual([]))
  it('hold every piece once, heads of tables aside', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ height: fc.integer({ min: 1, max: 90 }), leads: fc.boolean() }), { maxLength: 40 }),
        (pieces) => {
          expect(paginate(pieces, 100).flat()).toEqual(pieces.map((_, at) => at))
        },
      ),
    )
  })
})
