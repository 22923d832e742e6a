// Which input belongs to which field type, lines apart? One row each: a type that nobody draws does not compile.
import type { ComponentType } from 'react'
import type { FieldType } from '../../manifest/app'
import { AddressInput } from './AddressInput'
import { BooleanInput } from './BooleanInput'
import { ChoiceInput } from './ChoiceInput'
import { DateInput, MomentInput } from './DateInput'
import { FilesInput } from './FilesInput'
import { LongTextInput } from './LongTextInput'
import { NumberInput } from './NumberInput'
import { RefInput } from './RefInput'
import { TextInput } from './TextInput'
import type { WidgetProps } from './widget'

/** A type of field that may stand in a line. */
export type CellType = Exclude<FieldType, 'lines'>

export const inputs = {
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
  ref: RefInput,
  files: FilesInput,
  address: AddressInput,
} satisfies Record<CellType, unknown>

/** The input of a type for a caller that does not know which one it is. */
export const inputOf = (type: CellType): ComponentType<WidgetProps> => inputs[type] as ComponentType<WidgetProps>
