// A compiled field: type, mask, rules and presentation.
import type { Text } from './text'
import type { Aggregate, Check, Rule } from './rule'

export type FieldType =
  | 'string'
  | 'text'
  | 'int'
  | 'money'
  | 'decimal'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'mobile'
  | 'choice'
  | 'ref'
  | 'files'
  | 'lines'
  | 'address'

/**
 * The types with a property. Types without it are listed too, so that a new type does not compile until it is decided.
 */
export function typesWith<const With extends FieldType, const Without extends Exclude<FieldType, With>>(
  types: readonly With[],
  { without }: { readonly without: readonly Without[] & Undecided<Exclude<FieldType, With | Without>> },
): ReadonlySet<FieldType> {
  const both = types.filter((type) => (without as readonly FieldType[]).includes(type))
  if (both.length > 0) throw new Error(`The type ${both[0]} has a property and lacks it.`)
  return new Set<FieldType>(types)
}

type Undecided<Left extends FieldType> = [Left] extends [never] ? unknown : { readonly undecided: Left }

export type Tone = 'neutral' | 'blue' | 'cyan' | 'green' | 'gold' | 'orange' | 'red' | 'purple'

export interface Mask {
  readonly states: readonly string[]
  readonly unmasked: readonly [number, number]
  /** Holders of one of these codes see the whole value. */
  readonly unmaskPermissions?: readonly string[]
}

export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly title: Text
  readonly help?: Text
  /** Of a number; the title ends in it. */
  readonly unit?: Text
  /** Alternative column headings in imported files. */
  readonly synonyms?: readonly string[]
  readonly required: boolean
  readonly requiredWhen?: Rule
  readonly dictionary?: string
  readonly entity?: string
  /** Scope `record`: the offered record; `this`: the record being filled. */
  readonly optionsWhere?: Rule
  /** Scope `record`: the offered record. Matching records come first. */
  readonly optionsFirstWhere?: Rule
  /** Scope `record`: the record that a filter offers. */
  readonly filterWhere?: Rule
  /** Lines: the fields of a line. */
  readonly fields?: Readonly<Record<string, Field>>
  /** Lines: no two lines agree in all of these fields. */
  readonly uniqueBy?: readonly string[]
  /** Lines: the fields that summarize a line. */
  readonly summaryFields?: readonly string[]
  /** Lines: can be imported from a spreadsheet. */
  readonly exchange?: boolean
  readonly compute?: Rule
  readonly aggregate?: Aggregate
  /** The list that shows the aggregated records. */
  readonly drillDown?: string
  readonly default?: Rule
  /** A value that every rule of this field accepts. */
  readonly example?: unknown
  readonly min?: number
  readonly max?: number
  readonly scale?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly checks?: readonly Check[]
  readonly accept?: readonly string[]
  /** Entered hidden: the current password, or a new one. */
  readonly secret?: 'current' | 'new'
  readonly format?: 'html' | 'route' | 'percent' | 'alert' | 'balance' | 'request'
  readonly mask?: Mask
  readonly localized?: boolean
  readonly readPermissions?: readonly string[]
  readonly index?: boolean
  /** Derived: an order by it is possible and discloses no value that some reader may not see. */
  readonly sortable?: boolean
  /** Stored in a column (not computed). Lines are stored in a table of their own. */
  readonly stored: boolean
  /** Kept by the steps of a job: shown only where a manifest names it. */
  readonly internal?: true
  /** Added by the engine: id, no, state, the tenant, createdBy, createdAt, stateAt, version. */
  readonly system: boolean
}

/** Whether a field is computed from others instead of entered. */
export const isComputed = (field: Field): boolean => field.compute !== undefined || field.aggregate !== undefined

/** @throws Error when the field refers to no entity: a defect, because the compiler has checked it. */
export function referencedEntity(field: Pick<Field, 'name' | 'entity'> | undefined): string {
  if (field?.entity === undefined) throw new Error(`The field "${field?.name ?? ''}" is no reference.`)
  return field.entity
}
