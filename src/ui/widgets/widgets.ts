// Which widget draws which field type in a form? The inputs, and the table of lines which is made of them.
import type { ComponentType } from 'react'
import type { FieldType } from '../../manifest/app'
import { inputs } from './inputs'
import { LinesInput } from './lines/LinesInput'
import type { WidgetProps } from './widget'

export const widgets = { ...inputs, lines: LinesInput } satisfies Record<FieldType, unknown>

/** The widget of a type for a caller that does not know which one it is. */
export const widgetOf = (type: FieldType): ComponentType<WidgetProps> => widgets[type] as ComponentType<WidgetProps>
