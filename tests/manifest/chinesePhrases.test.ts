// Proves that every problem reads in Chinese, also one without a folder in problems/. Each English
// phrase of the compiler's sources is translated as the message, argument or hint of a problem.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inChinese } from '../../src/manifest/problems/chinese/chinese'
import type { Problem } from '../../src/manifest/problems/problem'
import { childrenOf, programOf, sourcesIn, type SyntaxNode } from '../walls/syntax'
import { hasEnglish } from './english'

const rooms = '1-read 2-declare 3-resolve 4-check 5-derive 6-warn context expression json problems'.split(' ')

/** Halves of sentences, whose whole the folders of problems show, and what is no problem. */
const parts = [
  '*.integration.json, *.settings.json; beside the modules app.json and access.json.',
  'at least',
  'at most',
  'x1 To create them in a further way: `"creates": true`.',
  'The product signs in to',
  'The product has a map service by',
  'Let its `where` say `field == this.reference` or `field == me.id`, or name in',
  '`lock` the reference whose records are counted.',
  'Leave it out: who may read it can open the record.',
  'Or send the message `toPermissions` alone: x1.',
  '{title} · Last step',
  '{title} · Counted from',
  'Created by',
  'Created at',
  'State since',
  'Permission codes',
  'Record types',
  'known: x1 and the codes of access.json.',
  'write a code of access.json.',
  'The word x1 has no meaning here; x1',
  " A text is written in quotes: 'x1'.",
  '`x1.id`, the record',
  '`x1`, its value',
  'A rule reads lines only with size(…). Write what is asked of them as an `aggregate`',
  'with `every`, `exists`, `count` or `sum`, in a field or in `vars`, and read that.',
  'x1 more x1 from it, x1at x1.',
  'The nearest of x1 x1: x1.',
]

/** The texts of a source as they are filled in; what is thrown is for developers. */
function phrasesIn(node: SyntaxNode): string[] {
  if (node.type === 'ThrowStatement') return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type !== 'TemplateLiteral') return [...childrenOf(node)].flatMap(phrasesIn)
  const values = (node.expressions as SyntaxNode[]).map((value) => (isQuoted(value) ? '"x1"' : 'x1'))
  const fixed = (node.quasis as { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked)
  return [fixed.map((text, index) => `${text}${values[index] ?? ''}`).join('')]
}

const isQuoted = ({ callee }: SyntaxNode): boolean =>
  ((callee as SyntaxNode | undefined)?.property as { readonly name?: string } | undefined)?.name === 'stringify'

function isTranslated(text: string): boolean {
  const at = { file: '', line: 1, column: 1 }
  const ways: readonly Problem[] = [
    { ...at, code: 'conflicting-keys', message: `${text}.` },
    { ...at, code: 'rule-type', message: text },
    { ...at, code: 'rule-type', message: `${text}: text, number.` },
    { ...at, code: 'rule-type', message: 'null is always null.', hint: text },
  ]
  return ways.map(inChinese).some(({ message, hint = '' }) => !hasEnglish(message) && !hasEnglish(hint))
}

it('every phrase of the compiler has a translation', () => {
  const files = rooms
    .flatMap((room) => sourcesIn(`src/manifest/${room}`))
    .filter((path) => path.endsWith('.ts') && !/\/chinese\/|Catalog\.ts|catalog\.ts/.test(path))
  const phrases = files.flatMap((path) => phrasesIn(programOf(path, readFileSync(path, 'utf8'))).filter(hasEnglish))
  expect(phrases.length).toBeGreaterThan(300)
  const untranslated = [...new Set(phrases)].filter((text) => !isTranslated(text))
  expect(untranslated.sort()).toEqual([...parts].sort())
})
