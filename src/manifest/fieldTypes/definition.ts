// Definition of a field type: one shape, filled once per type in fieldTypes.ts.
import type { Field } from '../model/field'
import type { LocalizableText } from '../expression/message'

/** The operators of a search condition. */
export const filterOperators = ['equals', 'contains', 'in', 'between', 'empty'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** The keys of a field that validation reads. */
export type CheckedField = Pick<Field, 'name' | 'type'> & Partial<Field>

export interface CheckContext {
  /** Of the product, in the order in which localized values are stored. */
  readonly languages: readonly string[]
  /** The accepted codes of a dictionary; undefined for an unknown dictionary. */
  readonly codes: (dictionary: string) => readonly string[] | undefined
  /** Whether the region exists; absent: any region is accepted. */
  readonly isRegion?: (province: string, city: string, district: string) => boolean
  /** Whether a rule requires a field of a line, given the raw line; absent: only `required` counts. */
  readonly lineRequired?: (field: CheckedField, line: Readonly<Record<string, unknown>>) => boolean
}

/**
 * `value`: the raw value in normal form, null for no input. `error`: the reason of the refusal;
 * `fields` names the wrong cells of lines as `lineIndex.field`, counted from 0.
 */
export type Checked =
  | { readonly value: unknown }
  | { readonly error: LocalizableText; readonly fields?: Readonly<Record<string, LocalizableText>> }

export interface FieldTypeDefinition {
  /** Allowed in a search condition. */
  readonly operators: readonly FilterOperator[]
  /** Of a column in a sheet or a document, in pixels; the screen has widths of its own (ui/values/typeWidths.ts). */
  readonly sheetWidth: number
  readonly sortable: boolean
  /** Allowed in a search form. */
  readonly searchable: boolean
  /**
   * Validates and normalizes input. Never throws, whatever the value. `required` is validated elsewhere, except within
   * lines.
   */
  readonly check: (value: unknown, field: CheckedField, context: CheckContext) => Checked
}

/** The eleven digits of a mainland mobile number. */
export const mobilePattern = /^1[3-9]\d{9}$/

export const noValue: Checked = { value: null }

export function invalid(error: LocalizableText): Checked {
  return { error }
}

/** Whether a value is empty: null, undefined, blanks, an empty array. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** Characters that a single-line text must not contain: control characters and unpaired surrogates. */
export const unfitInLine = /\p{Cc}|\p{Surrogate}/u
