// Compiles a text search: each word must occur in number, label, sublabel or a key of a record.
// Only fields that the caller may read take part.
import { declared, lastItem } from '../../../manifest/expression/values/present'
import { isTextType } from '../../../manifest/expression/values/valueTypes'
import { mobilePattern } from '../../../manifest/fieldTypes/definition'
import { plainMobile, withoutInvisible } from '../../../manifest/fieldTypes/parseInput'
import { textIn } from '../../../manifest/model/text'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { RequestError } from '../../../protocol/requestError'
import { textConstant } from '../../database/sql/literal'
import { textSql } from '../expression/fieldSql'
import { maxTextLength, visibleContains } from './filter'
import type { ReadRights, RowSource } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { endOfNumber, keyConditions, keyKindOf, numberConditions, type KeyKind, type Pattern } from './recordKeys'
import { likePattern, isNumberlike, isShort, withLanguages, withTripled } from './trigram'
import { pathEnd, readableField } from '../policy/fieldAccess'

const maxWords = 5

/** Codes of choices by field that match a word of the search. */
type CodesOf = (word: string) => Readonly<Record<string, readonly string[]>>

/**
 * The validated words of a search; more than `maxWords` are refused. The shape lists for each word where it may occur.
 */
export function parseSearchText(
  searchText: string | undefined,
  codesOf: CodesOf = () => ({}),
): { readonly shape: string; readonly values: readonly string[] } {
  if (searchText === undefined) return { shape: '', values: [] }
  if (typeof searchText !== 'string' || searchText.length > maxTextLength || searchText.includes('\0')) throw tooMany()
  const visible = withoutInvisible(searchText)
  const typed = visible.split(/\s+/).filter((word) => word !== '')
  const joined = joinedNumber(visible)
  const isJoined = joined !== undefined && typed.length > maxWords
  if (typed.length > maxWords && !isJoined) throw tooMany()
  const words = isJoined ? [] : typed
  const shapeOf = (word: string): WordShape => ({ kind: kindOf(word), key: keyKindOf(word), codes: codesOf(word) })
  const shapes = [
    ...words.map(shapeOf),
    ...(joined === undefined ? [] : [{ ...shapeOf(joined), isAlternative: words.length > 0 }]),
  ]
  return {
    shape: shapes.length > 0 ? JSON.stringify(shapes) : '',
    values: [...words, ...(joined === undefined ? [] : [joined])].map(likePattern),
  }
}

/** The shape that finds each word that may end a number only where it does end one; undefined: no word may. */
export function endingsShape(shape: string): string | undefined {
  const shapes = shapesOf(shape)
  return shapes.some(({ key }) => key === 'ending')
    ? JSON.stringify(shapes.map((word) => ({ ...word, isEnding: word.key === 'ending' })))
    : undefined
}

/**
 * A number written with blanks or dashes between its groups, without them; a date or a house number looks alike. A
 * mobile number is without its country code, as it is stored.
 */
function joinedNumber(searchText: string): string | undefined {
  const mobile = plainMobile(searchText)
  const digits = mobilePattern.test(mobile) ? mobile : searchText.replace(/[\s-]/g, '')
  return digits !== searchText.trim() && /^\+?\d{7,15}$/.test(digits) ? digits : undefined
}

interface WordShape {
  /** Instead of all words before it. */
  readonly isAlternative?: boolean
  /** Nowhere else than at the end of a number. */
  readonly isEnding?: boolean
  readonly kind: string
  readonly key: KeyKind
  readonly codes: ReturnType<CodesOf>
}

/**
 * The codes of searchable choices whose title contains the word. Computed beforehand, so that a word without codes
 * leaves the search to the indexes of texts.
 */
export function matchingCodes(app: App, entity: Entity, rights: ReadRights, language: string): CodesOf {
  const coded = searchedFields(app, entity, rights).flatMap((path) =>
    isCoded(entity.fields[path])
      ? [{ path, items: app.dictionaries[declared(entity.fields, path).dictionary!]?.items ?? [] }]
      : [],
  )
  return (word) =>
    Object.fromEntries(
      coded.map(({ path, items }) => [
        path,
        items
          .filter(({ title }) => textIn(title, language).toLowerCase().includes(word.toLowerCase()))
          .map(({ code }) => code),
      ]),
    )
}

const isCoded = (field: Field | undefined) =>
  field?.type === 'choice' && field.stored && !field.mask && field.dictionary !== undefined

function tooMany(): RequestError {
  return new RequestError('search_too_long', { count: maxWords })
}

/**
 * Codes of where a word may occur: `*` includes masked texts, a capital letter excludes numbers, `s` and `S` have too
 * few characters for a trigram.
 */
function kindOf(word: string): string {
  if (word.includes('*')) return '*'
  const kind = isShort(word) ? 's' : 'w'
  return /^[\x20-\x7e]*$/.test(word) ? kind : kind.toUpperCase()
}

/** The searched fields: number, label and sublabel, as far as the caller may read them. */
export function searchedFields(app: App, entity: Entity, rights: ReadRights): string[] {
  const names = [entity.fields.no ? 'no' : undefined, entity.labelField, entity.sublabelField]
  return names.filter(
    (name, index): name is string =>
      name !== undefined && names.indexOf(name) === index && readableField(app, entity, name, rights) !== undefined,
  )
}

/** Every word is in one of the fields that the caller may read, or one of the keys of the record. */
export function textSearchSql(source: RowSource, rights: ReadRights, shape: string, first: number): Sql | undefined {
  const fields = source.entity ? searchedFields(source.planning.app, source.entity, rights) : []
  return wordsSql(source, searchedWords(shape, first), fields, (key, pattern) =>
    keyConditions(source, rights, key, pattern),
  )
}

/**
 * Every word is in the name of the record, as far as the caller may read it, or is a key of one of the `fields`, which
 * are shown with it; the values are bound from the first position on.
 */
export function shownSearchSql(
  source: RowSource,
  rights: ReadRights,
  shape: string,
  fields: readonly string[],
): Sql | undefined {
  const { entity, planning } = source
  const names = entity ? searchedFields(planning.app, entity, rights).filter((name) => name === entity.labelField) : []
  return wordsSql(source, searchedWords(shape, 0), names, (kind, pattern) =>
    numberConditions(source, fields, kind, pattern),
  )
}

interface SearchedWord extends WordShape {
  /** The parameter of the word. */
  readonly pattern: Pattern
}

const shapesOf = (shape: string) => (shape === '' ? [] : (JSON.parse(shape) as WordShape[]))

/** The words of a shape, whose values are bound from the position `first` on. */
function searchedWords(shape: string, first: number): SearchedWord[] {
  return shapesOf(shape).map((word, index) => ({
    ...word,
    pattern: (change = (input) => input) => parameter('text', (bindings) => change(bindings.values?.[first + index])),
  }))
}

function wordsSql(
  source: RowSource,
  searched: readonly SearchedWord[],
  fields: readonly string[],
  keys: (kind: KeyKind, pattern: Pattern) => Sql[],
): Sql | undefined {
  const wordConditions = searched.map(({ kind, key, codes: meant, isEnding, pattern }) => {
    const endings = isEnding ? endOfNumber(source, fields, pattern) : undefined
    const places =
      endings ??
      fields.flatMap((path) => {
        const { field } = pathEnd(source, path)
        const codes = Object.hasOwn(meant, path) ? meant[path] : undefined
        if (codes)
          return codes.length > 0 ? [sql`${source.column(path)} IN (${join(codes.map(textConstant), ', ')})`] : []
        if (field && isNumberlike(field) && (kind === 'W' || kind === 'S')) return []
        const plain = field !== undefined && isTextType(field.type)
        if (!plain) return [sql`${textSql(source, path)} ILIKE ${pattern()}`]
        const visible = visibleContains(source, path, kind === '*', pattern)
        const withIndex = kind === 's' || kind === 'S' ? withTripled : withLanguages
        return [withIndex(source, path, visible, pattern)]
      })
    places.push(...keys(key, pattern))
    return places.length > 0 ? sql`(${join(places, ' OR ')})` : raw('FALSE')
  })
  if (wordConditions.length === 0) return undefined
  const isAlternative = searched.at(-1)?.isAlternative
  if (!isAlternative) return join(wordConditions, ' AND ')
  return sql`(${join(wordConditions.slice(0, -1), ' AND ')} OR ${lastItem(wordConditions)})`
}
