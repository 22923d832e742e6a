// Proves that every text is either read or refused at its position, and nothing beyond it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRule } from '../../../src/manifest/expression/parse'

function problemOf(source: string) {
  const parsed = parseRule(source)
  if (!('problem' in parsed)) throw new Error(`${source} was understood.`)
  return { ...parsed.problem, at: source.slice(parsed.problem.start, parsed.problem.end) }
}

describe('reading the text of a rule', () => {
  it('never throws, and marks a place within the text', () => {
    const fragment = fc.constantFrom(
      'let',
      'a',
      '.',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      "'",
      '"',
      "'''",
      '\\',
      '//',
      '\n',
      '1',
      '0x',
      'e9',
      '&&',
      '||',
      '!',
      '-',
      '?',
      ':',
      ',',
      'in',
      'map',
      "b'",
      'u',
      ' ',
      '_',
      '值',
    )
    const source = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(source, (text) => {
        const parsed = parseRule(text)
        if ('problem' in parsed) {
          expect(parsed.problem.start).toBeGreaterThanOrEqual(0)
          expect(parsed.problem.start).toBeLessThanOrEqual(text.length)
          expect(parsed.problem.end).toBeGreaterThan(parsed.problem.start)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('survives texts made to exhaust it', () => {
    for (const source of [
      '!'.repeat(3999),
      '-'.repeat(3999),
      '('.repeat(3999),
      `${'a.'.repeat(1999)}a`,
      '['.repeat(3999),
      'a||'.repeat(1300),
      'x'.repeat(5000),
    ])
      expect(problemOf(source).code).toBe('rule-syntax')
  })

  it('keeps the digits of a number as written', () => {
    expect(parseRule('12345678901234567890.120')).toMatchObject({
      tree: { kind: 'literal', type: 'number', value: '12345678901234567890.120' },
    })
  })

  it('knows names that CEL reserves, and leaves texts alone', () => {
    expect(parseRule("let.package + 'let me'")).toMatchObject({
      tree: {
        left: { kind: 'member', name: 'package', of: { kind: 'name', name: 'let' } },
        right: { value: 'let me' },
      },
    })
    expect(parseRule('package')).toMatchObject({ tree: { kind: 'name', name: 'package' } })
    expect(parseRule('__proto__')).toMatchObject({ tree: { kind: 'name', name: '__proto__' } })
  })

  it.each([
    ['a = 1', '=', '=='],
    ['a and b', 'and', '&&'],
    ['a or b', 'or', '||'],
    ['a & b', '&', '&&'],
    ["a == 'b", "'b", 'quotes'],
    ['a == “b”', '“', 'quotes'],
    ['not a', 'a', '!'],
    ['a.size()', 'a.size()', 'size('],
  ])('%s: marks %s and hints at %s', (source, at, hint) => {
    const problem = problemOf(source)
    expect(problem.at).toBe(at)
    expect(problem.hint).toContain(hint)
  })

  it.each(['{1: 2}', "b'x'", '0x10', '1e3', '5u', '', '   ', 'a +', '(a', 'a b'])('refuses %s', (source) => {
    expect(problemOf(source).code).toBe('rule-syntax')
  })
})
