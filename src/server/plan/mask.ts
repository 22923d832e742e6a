// What is seen of a masked value? The characters kept at both ends, the rest as stars; a value too short to hide anything is all stars.
// The same in SQL and in JavaScript.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Field, Mask } from '../../manifest/app'
import { numberConstant, textConstant } from './constant'
import type { Frame } from './frame'

/** The masked form of a text. */
export function maskText(text: string, [start, end]: Mask['keep']): string {
  const characters = [...text]
  const hidden = characters.length - start - end
  if (hidden <= 0) return '*'.repeat(characters.length)
  return characters.slice(0, start).join('') + '*'.repeat(hidden) + characters.slice(start + hidden).join('')
}

/** Whether the rows of a frame are certainly shown in full, certainly masked, or each by its state. */
export function maskOf(frame: Frame, field: Field): 'never' | 'always' | 'byState' {
  if (!field.mask || !frame.entity?.fields.state) return 'never'
  const { states } = field.mask
  const possible = frame.states ?? Object.keys(frame.entity.states)
  if (possible.every((state) => states.includes(state))) return 'always'
  return possible.some((state) => states.includes(state)) ? 'byState' : 'never'
}

/** The masked form of a text expression, whatever the state. */
export function maskSql(value: Sql, [start, end]: Mask['keep']): Sql {
  const [keepStart, keepEnd, kept] = [start, end, start + end].map((count) => numberConstant(String(count)))
  const length = sql`char_length(${value})`
  return sql`CASE WHEN ${length} <= ${kept} THEN repeat('*', ${length}) ELSE left(${value}, ${keepStart}) || repeat('*', ${length} - ${kept}) || right(${value}, ${keepEnd}) END`
}

/** True for rows in a state in which the field is masked. */
function maskedState(frame: Frame, mask: Mask): Sql {
  return sql`${frame.column('state')} IN (${join(mask.states.map(textConstant), ', ')})`
}

/** A text expression as the caller may see it: masked where the row's state says so. */
export function visibleText(frame: Frame, field: Field, value: Sql): Sql {
  const masked = maskOf(frame, field)
  if (!field.mask || masked === 'never') return value
  const hidden = maskSql(value, field.mask.keep)
  return masked === 'always'
    ? hidden
    : sql`CASE WHEN ${maskedState(frame, field.mask)} THEN ${hidden} ELSE ${value} END`
}
