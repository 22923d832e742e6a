// Table of the inputs by field type, except lines: a missing type does not compile.
import type { ComponentType } from 'react'
import type { FieldType } from '../../manifest/model/field'
import { AddressInput } from './address/AddressInput'
import { BooleanInput } from './scalar/BooleanInput'
import { ChoiceInput } from './scalar/ChoiceInput'
import { DateInput, MomentInput } from './scalar/DateInput'
import { FilesInput } from './files/FilesInput'
import { LongTextInput } from './richText/LongTextInput'
import { NumberInput } from './scalar/NumberInput'
import { ReferenceInput } from './scalar/ReferenceInput'
import { TextInput } from './scalar/TextInput'
import type { InputProps } from './base/inputContext'

/** A type of field that a line may have. */
export type CellType = Exclude<FieldType, 'lines'>

export const scalarInputs = {
  string: TextInput,
  text: LongTextInput,
  int: NumberInput,
  money: NumberInput,
  decimal: NumberInput,
  date: DateInput,
  datetime: MomentInput,
  boolean: BooleanInput,
  mobile: TextInput,
  choice: ChoiceInput,
  ref: ReferenceInput,
  files: FilesInput,
  address: AddressInput,
} satisfies Record<CellType, unknown>

/** Inputs with more below what is judged: they place the message themselves. */
export const messageInside: ReadonlySet<FieldType> = new Set<FieldType>(['address'])

/** The input of a type for a caller that does not know the type statically. */
export const scalarInputOf = (type: CellType): ComponentType<InputProps> =>
  scalarInputs[type] as ComponentType<InputProps>
