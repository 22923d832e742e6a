// What may a transition do to the lines of its record? The compiled form of copying and changing them, and what tells lines apart.
import type { Field } from './app'
import type { Rule } from './ruleTree'

/**
 * Lines taken from other lines: those at `path` of the record, or of an input. Scope `record` is the line that is copied, `this` the record.
 * `same`: the fields that are taken as they are.
 */
export interface CopiedLines {
  readonly path: string
  readonly input: boolean
  readonly where?: Rule
  readonly set: Readonly<Record<string, Rule | null>>
  readonly same: readonly string[]
  readonly keep: boolean
}

/** Which lines change (all without `where`) and to what; scope `record` is the line, `this` the record. */
export interface ChangedLines {
  readonly where?: Rule
  readonly set: Readonly<Record<string, Rule | null>>
}

/** The one choice in which no two lines agree; undefined where there is none. */
export function keyColumn({ fields, unique }: Pick<Field, 'fields' | 'unique'>): Field | undefined {
  const column = unique?.length === 1 ? fields?.[unique[0]!] : undefined
  return column?.type === 'choice' && column.compute === undefined ? column : undefined
}
