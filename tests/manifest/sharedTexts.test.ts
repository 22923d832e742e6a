// Proves the small helpers that many folders share: JSON in texts, counts, cuts and markup.
import { describe, expect, it } from 'vitest'
import { withoutZeros } from '../../src/manifest/expression/values/decimal'
import { escapedMarkup } from '../../src/manifest/fieldTypes/formattedText'
import { jsonIn, jsonObjectIn, sortedJson } from '../../src/manifest/json/jsonText'
import { cutText, textStart } from '../../src/manifest/model/text'
import { counted } from '../../src/manifest/problems/counted'

describe('JSON in a text', () => {
  it('is its value, or undefined where there is none', () => {
    expect([jsonIn('[1]'), jsonIn('null'), jsonIn('{"a"'), jsonIn('')]).toEqual([[1], null, undefined, undefined])
  })

  it('is an object or nothing where an object is meant', () => {
    expect(jsonObjectIn('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['[1]', 'null', '"a"', '1', '{', '']) expect(jsonObjectIn(text)).toBeUndefined()
  })

  it('is the same text for the same value, whatever the order of its keys', () => {
    const text = '{"a":[{"c":null,"d":"x"},2],"b":{"e":1,"f":2}}'
    expect(sortedJson({ b: { f: 2, e: 1 }, a: [{ d: 'x', c: null }, 2] })).toBe(text)
    expect(sortedJson(JSON.parse(text))).toBe(text)
  })
})

describe('texts for people', () => {
  it('count things', () => {
    expect([counted(1, 'record'), counted(0, 'record'), counted(2, 'entry', 'entries')]).toEqual([
      '1 record',
      '0 records',
      '2 entries',
    ])
  })

  it('are cut between characters, never within one', () => {
    expect([cutText('𠮷𠮷𠮷', 3), cutText('𠮷𠮷𠮷', 2), cutText('', 2)]).toEqual(['𠮷𠮷𠮷', '𠮷…', ''])
    expect([4, 3, 2, 1, 0].map((units) => textStart('𠮷𠮷', units))).toEqual(['𠮷𠮷', '𠮷', '𠮷', '', ''])
  })

  it('cannot become an element or leave an attribute', () => {
    expect(escapedMarkup(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    )
  })

  it('show a decimal without the zeros at its end', () => {
    expect(['200.00', '0.50', '100', '1.05'].map(withoutZeros)).toEqual(['200', '0.5', '100', '1.05'])
  })
})
