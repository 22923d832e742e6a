// How is a part of a text found quickly? By its trigrams; a part of one or two characters has none, which in Chinese is most of what is searched for.
// So names are indexed a second time with every character tripled, where each single one is a trigram. Without pg_trgm the same is found, only later.
import sql, { type Sql } from 'sql-template-tag'
import type { Entity, Field } from '../../manifest/app'
import { identifier } from '../database/identifier'
import { textConstant } from './constant'
import type { Frame } from './frame'

/** The LIKE pattern of a part of a text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether a part has too few characters to have a trigram. */
export function isShort(text: string): boolean {
  return [...text].length < 3
}

/** The stored texts of an entity by whose parts it is searched; trigrams of them are indexed. */
function searchedFields({ fields, label, hint }: Entity): Field[] {
  return Object.values(fields).filter(
    (field) =>
      field.stored &&
      !field.localized &&
      (field.type === 'mobile' ||
        (['no', label, hint].includes(field.name) && (field.type === 'string' || field.type === 'text'))),
  )
}

/** Whether a text is indexed with tripled characters as well: numbers are not, hardly anybody looks for two digits of one. */
function isTripled(entity: Entity, field: Field): boolean {
  return searchedFields(entity).includes(field) && !isNumberlike(field)
}

/** Texts in which only Latin letters, digits and stars can stand. */
export function isNumberlike({ type, name, system }: Pick<Field, 'type' | 'name' | 'system'>): boolean {
  return type === 'mobile' || (name === 'no' && system)
}

/**
 * The pattern of a part of a number. There are only capitals in numbers, and the prefix of a document number stands nowhere but at its beginning: LIKE costs
 * a third of ILIKE, and a beginning is found in the index of whole numbers.
 */
export function numberPattern(prefix: string | undefined): (pattern: unknown) => unknown {
  return (pattern) => {
    if (typeof pattern !== 'string') return pattern
    const capitals = pattern.replace(/[a-z]/g, (letter) => letter.toUpperCase())
    return prefix !== undefined && capitals.startsWith(`%${prefix}`) ? capitals.slice(1) : capitals
  }
}

/** A text with every character three times; the same expression in index and search. */
function tripledSql(value: Sql): Sql {
  return sql`regexp_replace(${value}, '(.)', ${textConstant('\\1\\1\\1')}, 'g')`
}

/** A condition that a short part stands in a field, with what finds it in the index where there is one; the first implies the second. */
export function withTripled(
  frame: Frame,
  path: string,
  found: Sql,
  pattern: (change?: (given: unknown) => unknown) => Sql,
): Sql {
  const field = frame.entity && Object.hasOwn(frame.entity.fields, path) ? frame.entity.fields[path] : undefined
  if (!field || !isTripled(frame.entity!, field)) return found
  return sql`(${found} AND ${tripledSql(frame.column(field.name))} ILIKE ${pattern(tripledPattern)})`
}

/** The pattern of a tripled part, from that of the part; an escaped character stays escaped. */
function tripledPattern(pattern: unknown): unknown {
  return typeof pattern === 'string'
    ? `%${pattern.slice(1, -1).replace(/\\?./gsu, (character) => character.repeat(3))}%`
    : pattern
}

/** The indexes of what is searched, as key expressions of an unnamed table. */
export function searchKeys(entity: Entity): Sql[] {
  return searchedFields(entity).flatMap((field) => {
    const value = identifier(field.name)
    return [sql`${value} gin_trgm_ops`, ...(isNumberlike(field) ? [] : [sql`(${tripledSql(value)}) gin_trgm_ops`])]
  })
}
