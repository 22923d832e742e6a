// The model of a laid-out form: its fields and sections.
import type { FormField, Transition } from '../../../manifest/model/transition'
import type { Field } from '../../../manifest/model/field'
import type { Text } from '../../../manifest/model/text'

/** One input of a form with its field. */
export interface FormFieldModel extends Omit<FormField, 'field'> {
  /** The key in the values that are sent. */
  readonly name: string
  readonly field: Field
  /** Other inputs of this form on which the offered options depend. */
  readonly dependsOn: readonly string[]
  /** For lines: the same for each column whose options depend on inputs of the form. */
  readonly columnsDependOn: Readonly<Record<string, readonly string[]>>
}

export interface FormSection {
  readonly title?: Text
  readonly fields: readonly FormFieldModel[]
}

export interface FormOutline {
  readonly sections: readonly FormSection[]
  /** All inputs in display order. */
  readonly fields: readonly FormFieldModel[]
  /** Computed fields of the entity that depend on the inputs, in the entity's order. */
  readonly previews: readonly Field[]
  /** Of the transition. */
  readonly title: Text
  /** About the form as a whole. */
  readonly help?: Text
  readonly note?: 'optional' | 'required'
  readonly schedule?: Transition['calendarScreen']
  readonly earlyCheck: readonly string[]
  /** Sets of inputs whose combined values must be unique. */
  readonly unique: readonly (readonly string[])[]
}
