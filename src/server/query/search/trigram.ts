// Finds parts of texts by trigrams, including parts of one or two characters, frequent in Chinese.
// Texts are indexed a second time with every character tripled, so that each single one is a trigram.
// Without pg_trgm the result is the same, only slower.
import sql, { type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { identifier } from '../../database/sql/identifier'
import { textConstant } from '../../database/sql/literal'
import type { RowSource } from '../expression/rowSource'
import { initialsField, initialsSql, type Pattern } from './recordKeys'

/** The LIKE pattern of a part of a text. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether a part has too few characters for a trigram. */
export function isShort(text: string): boolean {
  return [...text].length < 3
}

/** The stored texts of an entity whose parts are searched; their trigrams are indexed. */
function indexedFields({ fields, labelField: label, sublabelField: hint }: Entity): Field[] {
  return Object.values(fields).filter(
    (field) =>
      field.stored &&
      (field.type === 'mobile' ||
        (['no', label, hint].includes(field.name) && (field.type === 'string' || field.type === 'text'))),
  )
}

/** Whether a text can contain only Latin letters, digits and stars. */
export function isNumberlike({ type, name, system }: Pick<Field, 'type' | 'name' | 'system'>): boolean {
  return type === 'mobile' || (name === 'no' && system)
}

/**
 * The pattern of a part of a number. Numbers contain only capitals, and the prefix of a document number occurs only at
 * its start, unless another prefix contains it: LIKE costs a third of ILIKE, and a start is found in the index of whole
 * numbers.
 */
export function numberPattern(prefixes: readonly string[]): (pattern: unknown) => unknown {
  const starts = prefixes.filter((prefix) => prefixes.every((other) => !other.includes(prefix, 1)))
  return (pattern) => {
    if (typeof pattern !== 'string') return pattern
    const capitals = pattern.replace(/[a-z]/g, (letter) => letter.toUpperCase())
    return starts.some((prefix) => capitals.startsWith(`%${prefix}`)) ? capitals.slice(1) : capitals
  }
}

/** A text with every character three times; the same expression in index and search. */
function tripledSql(value: Sql): Sql {
  return sql`regexp_replace(${value}, '(.)', ${textConstant('\\1\\1\\1')}, 'g')`
}

/** What is indexed of a text: one in several languages as it is stored, with all of them. */
const indexedText = (column: Sql, { localized }: Field): Sql => (localized ? sql`(${column})::text` : column)

/**
 * The condition that a short part occurs in a field, with its indexable form where there is an index; the latter is
 * implied by the former.
 */
export function withTripled(source: RowSource, path: string, condition: Sql, pattern: Pattern): Sql {
  const field = searchedField(source, path)
  if (!field || isNumberlike(field)) return withLanguages(source, path, condition, pattern)
  const tripled = (given: unknown) => tripledPattern(field.localized ? storedPattern(given) : given)
  return sql`(${condition} AND ${tripledSql(indexedText(source.column(field.name), field))} ILIKE ${pattern(tripled)})`
}

/** The condition that a part occurs in a field, with its indexable form where the text is kept in several languages. */
export function withLanguages(source: RowSource, path: string, condition: Sql, pattern: Pattern): Sql {
  const field = searchedField(source, path)
  if (!field?.localized) return condition
  return sql`(${condition} AND ${indexedText(source.column(field.name), field)} ILIKE ${pattern(storedPattern)})`
}

function searchedField({ entity }: RowSource, path: string): Field | undefined {
  const field = entity && Object.hasOwn(entity.fields, path) ? entity.fields[path] : undefined
  return entity && field && indexedFields(entity).includes(field) ? field : undefined
}

/** The pattern of a part as JSON writes it. */
function storedPattern(pattern: unknown): unknown {
  if (typeof pattern !== 'string') return pattern
  const part = pattern.slice(1, -1).replace(/\\(.)/gsu, '$1')
  return likePattern(JSON.stringify(part).slice(1, -1))
}

/** The tripled pattern of a part's pattern; an escaped character stays escaped. */
function tripledPattern(pattern: unknown): unknown {
  return typeof pattern === 'string'
    ? `%${pattern.slice(1, -1).replace(/\\?./gsu, (character) => character.repeat(3))}%`
    : pattern
}

/** The indexes of the searched texts, as key expressions of an unnamed table. */
export function searchKeys(entity: Entity): Sql[] {
  const spoken = initialsField(entity)
  return [
    ...indexedFields(entity).flatMap((field) => {
      const column = identifier(field.name)
      const value = indexedText(column, field)
      const key = field.localized ? sql`(${value})` : column
      return [sql`${key} gin_trgm_ops`, ...(isNumberlike(field) ? [] : [sql`(${tripledSql(value)}) gin_trgm_ops`])]
    }),
    ...(spoken ? [sql`(${initialsSql(identifier(spoken.name))}) gin_trgm_ops`] : []),
  ]
}
