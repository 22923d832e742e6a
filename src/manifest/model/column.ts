// Columns and actions of a list.
import type { Audience } from './access'
import type { Text } from './text'
import type { Field, FieldType } from './field'
import type { Rule } from './rule'

export interface Column extends Audience {
  /** A path: `mobile`, `author.name`. */
  readonly field: string
  readonly title: Text
  readonly width?: number
  readonly sum: boolean
  readonly pin?: 'left' | 'right'
  readonly hiddenByDefault: boolean
  /** The field at the end of the path. */
  readonly type: FieldType
  readonly dictionary?: string
  readonly entity?: string
  readonly format?: Field['format']
  readonly drillDown?: string
  /** Lines: the fields that summarize a line. */
  readonly summaryFields?: readonly string[]
  readonly fields?: Readonly<Record<string, Field>>
  /** Whether sorting by the path is allowed (stored, and without a mask that the order would disclose). */
  readonly sortable: boolean
  /** Whether the rows of a list can be grouped by it. */
  readonly groupable?: boolean
}

export interface Action extends Audience {
  readonly entity: string
  readonly transition: string
  readonly title: Text
  /** row: offered on a record; toolbar: creates without one. */
  readonly place: 'row' | 'toolbar'
  /** The reference of the row whose record it runs on; absent: the row's own record. */
  readonly on?: string
  /** field of the form: value taken from the row (scope `record` is the row). */
  readonly values: Readonly<Record<string, Rule>>
  readonly primary: boolean
  /** A step of the records that the manifest does not list: nothing is a task of the list because of it. */
  readonly implied?: true
}
