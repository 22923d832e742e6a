// Table of the inputs of a form by field type: those of cells, and the table of lines made of them.
import type { ComponentType } from 'react'
import type { FieldType } from '../../../manifest/model/field'
import { scalarInputs } from '../../inputs/scalarInputs'
import { LinesInput } from '../../inputs/lines/LinesInput'
import type { InputProps } from '../../inputs/base/inputContext'

export const fieldInputs = { ...scalarInputs, lines: LinesInput } satisfies Record<FieldType, unknown>

/** The input of a type for a caller that does not know the type statically. */
export const fieldInputOf = (type: FieldType): ComponentType<InputProps> =>
  fieldInputs[type] as ComponentType<InputProps>
