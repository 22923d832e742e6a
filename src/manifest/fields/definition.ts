// What does the engine need to know about a field type? One shape, filled once a type in fieldTypes.ts.
import type { Field, Text, ValueType } from '../app'

/** The operators of a search condition. */
export const filterOperators = ['equals', 'contains', 'in', 'between', 'empty'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** What is read of a field to check a value for it. */
export type CheckedField = Pick<Field, 'name' | 'type'> & Partial<Field>

export interface CheckContext {
  /** The codes of a dictionary that may be given; undefined when there is no such dictionary. */
  readonly codes: (dictionary: string) => readonly string[] | undefined
  /** Whether a field of a line is required by a rule, given the raw line; without it only `required` counts. */
  readonly lineRequired?: (field: CheckedField, line: Readonly<Record<string, unknown>>) => boolean
}

/**
 * `value`: the raw value in its one normal form (see context.ts of the server), null when nothing was given.
 * `error`: why it is refused, in both languages; `fields` names the wrong cells of lines as `lineIndex.field`, counted from 0.
 */
export type Checked =
  | { readonly value: unknown }
  | { readonly error: Text; readonly fields?: Readonly<Record<string, Text>> }

export interface FieldTypeDefinition {
  readonly valueType: ValueType
  /** Allowed in a search condition. */
  readonly operators: readonly FilterOperator[]
  /** Of a list's column, in pixels. */
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
  readonly sortable: boolean
  /** May stand in a search form. */
  readonly searchable: boolean
  /** Kept in a column of the entity's table (lines have a table of their own). */
  readonly column: boolean
  /** Checks and normalises what came from outside. Never throws, whatever the value. Whether something is required is asked elsewhere (lines: here). */
  readonly check: (value: unknown, field: CheckedField, context: CheckContext) => Checked
}

export const nothing: Checked = { value: null }

export function refuse(chinese: string, english: string): Checked {
  return { error: [chinese, english] }
}

/** Nothing was given: null, undefined, blanks, an empty array. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** What no column keeps of a text of one line: NUL and other control characters, halves of surrogate pairs. */
export const unfitInLine = /\p{Cc}|\p{Surrogate}/u

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
