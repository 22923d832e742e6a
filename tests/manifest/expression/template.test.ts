// Proves that placeholders are found and filled, and nothing else.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillText, formsHint, placeholders, placesIn } from '../../../src/manifest/expression/template'

describe('placeholders', () => {
  it('are replaced by what is read, in either language', () => {
    const read = (path: string) => ({ name: '甲', 'customer.name': 'B{name}', 'vars.n': 3, none: null })[path]
    const text = { zh: '{name}有{vars.n}个', en: '{customer.name} has {vars.n}{none}{gone}' }
    expect(fillText(text, 'zh', read)).toBe('甲有3个')
    // What is filled in is no template itself.
    expect(fillText(text, 'en', read)).toBe('B{name} has 3')
  })

  it('choose the word for a number as it is written, with a form for each plural of the language', () => {
    const text = {
      en: '{n} {n|place is|places are} free{n||s}',
      zh: '还有 {n} 个',
      pl: '{n} {n|plik|pliki|plików|pliku}',
    }
    const filled = (n: unknown, language: string) => fillText(text, language, () => n)
    expect([0, 1, '1.00', '1,001', null].map((n) => filled(n, 'en'))).toEqual([
      '0 places are frees',
      '1 place is free',
      '1.00 place is free',
      '1,001 places are frees',
      ' places are frees',
    ])
    expect([1, 2, 5, 1.5].map((n) => filled(n, 'pl'))).toEqual(['1 plik', '2 pliki', '5 plików', '1.5 pliku'])
    expect(filled(1, 'zh')).toBe('还有 1 个')
    // Read in a language that the text lacks, it keeps the last form.
    expect(fillText({ en: text.en }, 'zh', () => 1)).toBe('1 places are frees')
    expect(placeholders(text)).toEqual(['n'])
  })

  it('with forms are not judged by what has the form of a language only', () => {
    const [placeholder] = placesIn('{n|a|b}')
    expect(formsHint(placeholder!, 'zh')).toContain('the same for every number')
    for (const code of ['zh-cmn', '((((', '', '中文']) {
      expect(formsHint(placeholder!, code)).toBeUndefined()
      expect(fillText({ [code]: '{n|a|b}' }, code, () => 1)).toBe('b')
    }
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
