// Proves that placeholders are found and filled, and nothing else.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillText, placeholders } from '../../../src/manifest/expression/template'

describe('placeholders', () => {
  it('are replaced by what is read, in either language', () => {
    const read = (path: string) => ({ name: '甲', 'customer.name': 'B{name}', 'vars.n': 3, none: null })[path]
    const text = { zh: '{name}有{vars.n}个', en: '{customer.name} has {vars.n}{none}{gone}' }
    expect(fillText(text, 'zh', read)).toBe('甲有3个')
    // What is filled in is no template itself.
    expect(fillText(text, 'en', read)).toBe('B{name} has 3')
  })

  it('are found once each over both languages', () => {
    expect(placeholders({ zh: '{a}{b.c}', en: '{b.c} { a } {1} {} {d}' })).toEqual(['a', 'b.c', 'd'])
  })

  it('are all read and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (zh, en) => {
        const asked = new Set<string>()
        for (const language of ['zh', 'en']) fillText({ zh, en }, language, (path) => asked.add(path) && '')
        expect([...asked]).toEqual(placeholders({ zh, en }))
      }),
    )
  })
})
