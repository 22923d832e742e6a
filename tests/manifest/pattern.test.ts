// Proves that patterns mean what RegExp means, in linear time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../src/manifest/fieldTypes/pattern'

function test(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern)
  if ('problem' in compiled) throw new Error(`${pattern}: ${compiled.problem}`)
  return compiled.test(text)
}

describe('patterns', () => {
  it.each([
    '[A-Z]{2}-\\d+',
    '^\\d{4}(-\\d{2})?$',
    '(?:a|b)*c',
    '[^a-c\\]]+',
    '.',
    'a{2,}b{0,2}',
    'x?y+?z*',
    '\\p{Script=Han}{2,4}',
    '\\u0041|\\u{1F600}',
    '|a',
    '\\$\\.\\\\',
    '[\\w.-]+@[\\w-]+(\\.[a-z]{2,})+',
    '(ab|a)(bc|c)?',
    '(a*)*b',
    '(|a)+',
  ])('%s means what RegExp means', (pattern) => {
    const character = fc.constantFrom(
      'a',
      'b',
      'c',
      'x',
      'y',
      'z',
      'A',
      'Z',
      '0',
      '9',
      '-',
      '.',
      '@',
      '$',
      '\\',
      ']',
      '{',
      '汉',
      '字',
      '😀',
      '\n',
    )
    // Short texts: the native machine is the one that does not come back from some of these.
    const native = new RegExp(
      `^(?:${pattern.replace(/^\^/, '').replace(/\$$/, (end, at: number) => (pattern[at - 1] === '\\' ? end : ''))})$`,
      'u',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(character, { maxLength: 8 }).map((all) => all.join('')),
          fc.stringMatching(native).map((text) => text.slice(0, 12)),
        ),
        (text) => {
          expect(test(pattern, text)).toBe(native.test(text))
        },
      ),
    )
  })

  it.each([
    '(a',
    'a)',
    'a{x',
    '[a',
    '*a',
    'a**',
    'a{3,2}',
    'a{2000}',
    '(?=a)',
    '(?<n>a)',
    '(a)\\1',
    '\\bq',
    'a^b',
    '\\',
    '[z-a]',
    '(((((a{99}){99}){99}){99}){99})',
    'x'.repeat(301),
    '\\p{Nothing}',
  ])('%s is refused with a reason', (pattern) => {
    expect(compilePattern(pattern)).toMatchObject({ problem: expect.stringMatching(/\w/) })
  })

  it('answers at once where a backtracking machine would not come back', () => {
    for (const pattern of ['(a+)+b', '(a|a)*b', 'a*a*a*a*a*a*a*a*a*b', '(a?){30}a{30}b'])
      expect(test(pattern, 'a'.repeat(2000))).toBe(false)
  }, 5000)

  it('never throws, whatever it is given', () => {
    const part = fc.constantFrom(
      'a',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '*',
      '+',
      '?',
      '|',
      '\\',
      '^',
      '$',
      '1',
      ',',
      '-',
      ':',
      'p',
      'u',
      '.',
      '😀',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.string(), (parts, text) => {
        const compiled = compilePattern(parts.join(''))
        if (!('problem' in compiled)) expect(typeof compiled.test(text)).toBe('boolean')
      }),
      { numRuns: 3000 },
    )
  })
})
