// Which records hold the words of a search? Every word in the number, the label or the hint, as far as the caller may read and see them.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, Field } from '../../manifest/app'
import { codes, Fault } from '../../protocol/envelope'
import type { LanguageIndex } from '../context'
import { textConstant } from './constant'
import { textOf } from './field-sql'
import { longestText, visibleContains } from './filter-sql'
import type { Frame } from './frame'
import { parameter } from './name-sql'
import { containing, isNumberlike, isShort, withTripled } from './part-sql'
import { end, readableField, type Reader } from './visible-sql'

const mostWords = 5

/** Codes of choices by field: those that a word of a search means. */
type CodesOf = (word: string) => Readonly<Record<string, readonly string[]>>

/** The words of a search as checked; at most five, more are refused. The shape tells of each word what it may be found in. */
export function checkWords(
  words: string | undefined,
  codesOf: CodesOf = () => ({}),
): { readonly shape: string; readonly values: readonly string[] } {
  if (words === undefined) return { shape: '', values: [] }
  if (typeof words !== 'string' || words.length > longestText || words.includes('\0')) throw tooMany()
  const parts = words.split(/\s+/).filter((word) => word !== '')
  if (parts.length > mostWords) throw tooMany()
  return {
    shape:
      parts.length > 0
        ? JSON.stringify(parts.map((word): WordShape => ({ kind: kindOf(word), codes: codesOf(word) })))
        : '',
    values: parts.map(containing),
  }
}

interface WordShape {
  readonly kind: string
  readonly codes: ReturnType<CodesOf>
}

/**
 * Which codes of the choices among the searched fields a word means: those whose title holds it. Found out beforehand, so that a word that means none
 * leaves the search to the indexes of texts.
 */
export function codesOfWords(app: App, entity: Entity, reader: Reader, language: LanguageIndex): CodesOf {
  const coded = wordFields(app, entity, reader).flatMap((path) =>
    isCoded(entity.fields[path])
      ? [{ path, items: app.dictionaries[entity.fields[path]!.dictionary!]?.items ?? [] }]
      : [],
  )
  return (word) =>
    Object.fromEntries(
      coded.map(({ path, items }) => [
        path,
        items.filter(({ title }) => title[language].toLowerCase().includes(word.toLowerCase())).map(({ code }) => code),
      ]),
    )
}

const isCoded = (field: Field | undefined) =>
  field?.type === 'choice' && field.stored && !field.mask && field.dictionary !== undefined

function tooMany(): Fault {
  return new Fault(codes.refused, [`搜索内容过长，最多 ${mostWords} 个词`, `Search for at most ${mostWords} words`])
}

/** What a word may be found in: `*` in masked texts too, a capital in no number, `s` and `S` with too few characters for a trigram. */
function kindOf(word: string): string {
  if (word.includes('*')) return '*'
  const kind = isShort(word) ? 's' : 'w'
  return /^[\x20-\x7e]*$/.test(word) ? kind : kind.toUpperCase()
}

/** The fields in which words are looked for: number, label and hint, as far as the caller may read them. */
export function wordFields(app: App, entity: Entity, reader: Reader): string[] {
  const names = [entity.fields.no ? 'no' : undefined, entity.label, entity.hint]
  return names.filter(
    (name, at): name is string =>
      name !== undefined && names.indexOf(name) === at && readableField(app, entity, name, reader) !== undefined,
  )
}

/** Every word is in one of the fields. */
export function wordsSql(frame: Frame, fields: readonly string[], shape: string, first: number): Sql | undefined {
  const all = shape === '' ? [] : (JSON.parse(shape) as WordShape[])
  const words = all.map(({ kind, codes: meant }, at) => {
    const pattern = (change = (given: unknown) => given) =>
      parameter('text', (asked) => change(asked.values?.[first + at]))
    const anywhere = fields.flatMap((path) => {
      const { field } = end(frame, path)
      const codes = Object.hasOwn(meant, path) ? meant[path] : undefined
      if (codes) return codes.length > 0 ? [sql`${frame.column(path)} IN (${join(codes.map(textConstant), ', ')})`] : []
      if (field && isNumberlike(field) && (kind === 'W' || kind === 'S')) return []
      const plain = field !== undefined && (field.type === 'string' || field.type === 'text' || field.type === 'mobile')
      if (!plain) return [sql`${textOf(frame, path)} ILIKE ${pattern()}`]
      const visible = visibleContains(frame, path, kind === '*', pattern)
      return [kind === 's' || kind === 'S' ? withTripled(frame, path, visible, pattern) : visible]
    })
    return anywhere.length > 0 ? sql`(${join(anywhere, ' OR ')})` : raw('FALSE')
  })
  return words.length > 0 ? join(words, ' AND ') : undefined
}
