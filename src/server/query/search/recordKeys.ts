// Finds records by the pinyin initials of the name and by mobile numbers.
// A masked number matches as a whole only, since a part would reveal it.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { identifier } from '../../database/sql/identifier'
import { maskOf } from '../expression/mask'
import type { ReadRights, RowSource } from '../expression/rowSource'
import { readableField, visibleSql } from '../policy/fieldAccess'

/**
 * The function of the database that gives the initials of a text. Its name carries the version of the readings:
 * with other readings it is another function, and the indexes made by it are other indexes.
 */
export const initialsFunction = '_initials1'

/** The parameter of a LIKE pattern, changed on the way. */
export type Pattern = (change?: (given: unknown) => unknown) => Sql

/**
 * The kinds of key that a word may be: initials of a name, the end of a number, its beginning or end, or a whole
 * number.
 */
export type KeyKind = 'initials' | 'ending' | 'edge' | ''

export function keyKindOf(word: string): KeyKind {
  if (/^[a-z]{2,12}$/i.test(word)) return 'initials'
  if (/^\d{4,6}$/.test(word)) return 'ending'
  return /^\+?\d{7,15}$/.test(word) ? 'edge' : ''
}

/** The initials of a field, in index and search alike: readings are separated by blanks, one precedes the first. */
export function initialsSql(value: Sql): Sql {
  return sql`${identifier(initialsFunction)}(${value})`
}

/** The name by whose initials records are found. A masked name, or one in several languages, has none. */
export function initialsField({ fields, labelField }: Entity): Field | undefined {
  const field = Object.hasOwn(fields, labelField) ? fields[labelField] : undefined
  return field?.type === 'string' && field.stored && !field.mask && !field.localized && !field.system
    ? field
    : undefined
}

/** Alternative conditions besides those on texts; `pattern` returns the word's LIKE pattern, modified. */
export function keyConditions(source: RowSource, rights: ReadRights, kind: KeyKind, pattern: Pattern): Sql[] {
  const { entity, planning } = source
  if (!entity || kind === '') return []
  const isReadable = ({ name }: Field) => readableField(planning.app, entity, name, rights) !== undefined
  if (kind === 'initials') {
    const field = initialsField(entity)
    return field && isReadable(field)
      ? [sql`${initialsSql(source.column(field.name))} LIKE ${pattern(initialsPattern)}`]
      : []
  }
  const readable = Object.values(entity.fields).filter(isReadable)
  return numberConditions(
    source,
    readable.map(({ name }) => name),
    kind,
    pattern,
  )
}

/** The conditions on telephone number fields, all of which the caller may read. */
export function numberConditions(source: RowSource, names: readonly string[], kind: KeyKind, pattern: Pattern): Sql[] {
  if (kind === '' || kind === 'initials') return []
  return names.flatMap((name) => {
    const field = source.entity?.fields[name]
    return field?.type === 'mobile' && field.stored ? [mobileCondition(source, field, kind, pattern)] : []
  })
}

function mobileCondition(source: RowSource, field: Field, kind: KeyKind, pattern: Pattern): Sql {
  const number = source.column(field.name)
  const mask = maskOf(source, field)
  const edges =
    kind === 'edge'
      ? sql`(${number} LIKE ${pattern(beginPattern)} OR ${number} LIKE ${pattern(endPattern)})`
      : sql`${number} LIKE ${pattern(endPattern)}`
  const open = mask === 'byState' ? sql`(${edges} AND ${visibleSql(source, field.name)} = ${number})` : edges
  if (mask === 'never') return open
  const exact = kind === 'edge' ? sql`${number} LIKE ${pattern(wholePattern)}` : raw('FALSE')
  return mask === 'always' ? exact : sql`(${exact} OR ${open})`
}

/** Whether records have numbers, of whatever kind, by whose end the caller may find them. */
export const hasNumbers = (app: App, entity: Entity, rights: ReadRights): boolean =>
  Object.values(entity.fields).some(
    ({ name, type, stored, system }) =>
      stored &&
      (type === 'mobile' || (system && name === 'no')) &&
      readableField(app, entity, name, rights) !== undefined,
  )

/** The condition that a document number ends so, where it is among the searched fields. */
export function endOfNumber(source: RowSource, searchedFields: readonly string[], pattern: Pattern): Sql[] {
  const number = source.entity?.fields.no
  return number?.system && searchedFields.includes(number.name)
    ? [sql`${source.column(number.name)} LIKE ${pattern(endPattern)}`]
    : []
}

const inner = (pattern: unknown) => (typeof pattern === 'string' ? pattern.slice(1, -1) : '')
const initialsPattern = (pattern: unknown) => `% ${inner(pattern).toLowerCase()}%`
const withoutCountry = (pattern: unknown) => inner(pattern).replace(/^\+(86)?/, '')
const wholePattern = (pattern: unknown) => withoutCountry(pattern)
const beginPattern = (pattern: unknown) => `${withoutCountry(pattern)}%`
const endPattern = (pattern: unknown) => `%${withoutCountry(pattern)}`
