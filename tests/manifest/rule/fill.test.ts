// Are placeholders found and filled, and nothing else?
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillText, placeholders } from '../../../src/manifest/rule/fill'

describe('placeholders', () => {
  it('are replaced by what is read, in either language', () => {
    const read = (path: string) => ({ name: '甲', 'customer.name': 'B{name}', 'let.n': 3, none: null })[path]
    expect(fillText(['{name}有{let.n}个', '{customer.name} has {let.n}{none}{gone}'], 0, read)).toBe('甲有3个')
    // What is filled in is no template itself.
    expect(fillText(['{name}有{let.n}个', '{customer.name} has {let.n}{none}{gone}'], 1, read)).toBe('B{name} has 3')
  })

  it('are found once each over both languages', () => {
    expect(placeholders(['{a}{b.c}', '{b.c} { a } {1} {} {d}'])).toEqual(['a', 'b.c', 'd'])
  })

  it('are all read and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (chinese, english) => {
        const asked = new Set<string>()
        for (const index of [0, 1] as const) fillText([chinese, english], index, (path) => asked.add(path) && '')
        expect([...asked]).toEqual(placeholders([chinese, english]))
      }),
    )
  })
})
