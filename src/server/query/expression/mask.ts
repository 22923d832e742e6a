// Masks values: keeps characters at both ends and replaces the others by stars.
// A value too short to hide anything is all stars. Equal in SQL and in JavaScript.
// Whether a caller sees it whole is decided when a statement is planned: callers of other rights have other plans.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Field, Mask } from '../../../manifest/model/field'
import { numberConstant, textConstant } from '../../database/sql/literal'
import type { ReadRights, RowSource } from './rowSource'

/** The masked form of a text. */
export function maskText(text: string, [start, end]: Mask['unmasked']): string {
  const characters = [...text]
  const hidden = characters.length - start - end
  if (hidden <= 0) return '*'.repeat(characters.length)
  return characters.slice(0, start).join('') + '*'.repeat(hidden) + characters.slice(start + hidden).join('')
}

/** Whether a caller sees the values whole in every state. The system never does: people read what it words. */
export function unmasks({ unmaskPermissions = [] }: Mask, { codes, administrator, system }: ReadRights): boolean {
  return unmaskPermissions.length > 0 && !system && (administrator || unmaskPermissions.some((code) => codes.has(code)))
}

/** A text of a field as a caller may see it of a record in a state. */
export function textFor(caller: ReadRights, { mask }: Pick<Field, 'mask'>, state: unknown, text: string): string {
  const isMasked = mask?.states.includes(String(state)) === true && !unmasks(mask, caller)
  return isMasked ? maskText(text, mask.unmasked) : text
}

/** Whether the rows of a source are certainly shown in full, certainly masked, or by state. */
export function maskOf(source: RowSource, field: Field): 'never' | 'always' | 'byState' {
  const { reader } = source.planning
  if (!field.mask || !source.entity?.fields.state || (reader && unmasks(field.mask, reader))) return 'never'
  const { states } = field.mask
  const possible = source.states ?? Object.keys(source.entity.states)
  if (possible.every((state) => states.includes(state))) return 'always'
  return possible.some((state) => states.includes(state)) ? 'byState' : 'never'
}

/** The masked form of a text expression, whatever the state. */
export function maskSql(value: Sql, [start, end]: Mask['unmasked']): Sql {
  const [keepStart, keepEnd, unmaskedLength] = [start, end, start + end].map((count) => numberConstant(String(count)))
  const length = sql`char_length(${value})`
  return sql`CASE WHEN ${length} <= ${unmaskedLength} THEN repeat('*', ${length})
    ELSE left(${value}, ${keepStart}) || repeat('*', ${length} - ${unmaskedLength}) || right(${value}, ${keepEnd}) END`
}

/** True for rows in a state in which the field is masked. */
function maskedState(source: RowSource, mask: Mask): Sql {
  return sql`${source.column('state')} IN (${join(mask.states.map(textConstant), ', ')})`
}

/** A text expression as the caller may see it: masked where the row's state requires it. */
export function visibleText(source: RowSource, field: Field, value: Sql): Sql {
  const masked = maskOf(source, field)
  if (!field.mask || masked === 'never') return value
  const hidden = maskSql(value, field.mask.unmasked)
  return masked === 'always'
    ? hidden
    : sql`CASE WHEN ${maskedState(source, field.mask)} THEN ${hidden} ELSE ${value} END`
}
