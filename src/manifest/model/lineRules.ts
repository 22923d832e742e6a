// Compiled rules of lines: copying and changing them, and the column that identifies a line.
import type { Field } from './field'
import type { Rule } from './rule'

/**
 * Lines copied from other lines: those at `path` of the record, or of an input. Scope `record` is the source line,
 * `this` the record. `same`: the fields that are copied unchanged.
 */
export interface CopiedLines {
  readonly path: string
  readonly input: boolean
  readonly where?: Rule
  readonly set: Readonly<Record<string, Rule | null>>
  readonly same: readonly string[]
  readonly keepExisting: boolean
}

/** The lines to change (all without `where`) and their new values; scope `record` is the line, `this` the record. */
export interface ChangedLines {
  readonly where?: Rule
  readonly set: Readonly<Record<string, Rule | null>>
}

/** The choice that identifies a line; undefined if there is none. */
export function keyColumn({ fields, uniqueBy: unique }: Pick<Field, 'fields' | 'uniqueBy'>): Field | undefined {
  const column = unique?.length === 1 ? fields?.[unique[0] ?? ''] : undefined
  return column?.type === 'choice' && column.compute === undefined ? column : undefined
}

/** The whole number that identifies a line; undefined if there is none. */
export function numberColumn({ fields, uniqueBy: unique }: Pick<Field, 'fields' | 'uniqueBy'>): Field | undefined {
  const column = unique?.length === 1 ? fields?.[unique[0] ?? ''] : undefined
  return column?.type === 'int' && column.compute === undefined ? column : undefined
}
