// Table of the form widgets by field type: the inputs, and the table of lines made of them.
import type { ComponentType } from 'react'
import type { FieldType } from '../../../manifest/model/field'
import { inputs } from '../../inputs/scalarInputs'
import { LinesInput } from '../../inputs/lines/LinesInput'
import type { WidgetProps } from '../../inputs/base/widgetContext'

export const widgets = { ...inputs, lines: LinesInput } satisfies Record<FieldType, unknown>

/** The widget of a type for a caller that does not know the type statically. */
export const widgetOf = (type: FieldType): ComponentType<WidgetProps> => widgets[type] as ComponentType<WidgetProps>
