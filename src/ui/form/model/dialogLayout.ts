// Derives the width and grouping of a form's dialog from its inputs.
import type { Entity } from '../../../manifest/model/entity'
import type { Section } from '../../../manifest/model/detail'
import type { Transition } from '../../../manifest/model/transition'
import type { Translator } from '../../../client/text/translate'
import { tableWidth } from '../../inputs/lineModel/lineCellText'
import { lineColumns } from '../../inputs/lineModel/lineColumns'
import type { FormOutline } from './formField'

/** Number of inputs from which the sections of the entity's detail view group them. */
const minGroupedInputs = 12

const defaultPixels = 760
/** A narrower window narrows the dialog further. */
const maxPixels = 1680
/** Seven days side by side, and the column of rows. */
const calendarPixels = 980
/** Margins left and right of a table. */
const marginPixels = 54

/** Of a dialog that shows files beside its form. */
const filesPixels = 1080

/** Whether lines are filled in, whose table needs more room than the files beside it. */
export const hasTable = ({ fields }: FormOutline): boolean => fields.some(({ field }) => field.type === 'lines')

/** Pixels. @param besideFiles whether files are drawn beside the form */
export function dialogWidth(outline: FormOutline, pick: Translator['pick'], besideFiles = false): number {
  const width = formWidth(outline, pick)
  if (!besideFiles) return width
  return hasTable(outline) ? Math.min(maxPixels, Math.max(filesPixels, Math.round((width * 5) / 3))) : filesPixels
}

function formWidth({ fields, schedule }: FormOutline, pick: Translator['pick']): number {
  const tables = fields
    .filter(({ field }) => field.type === 'lines')
    .map(({ field }) => tableWidth(lineColumns(field), pick) + marginPixels)
  if (tables.length > 0) return Math.min(maxPixels, Math.max(defaultPixels, ...tables))
  if (schedule) return calendarPixels
  if (fields.length <= 2 && !fields.some(({ field }) => field.type === 'address' || field.type === 'files')) return 520
  return defaultPixels
}

/** The sections of the entity's detail view, by which a long form is grouped; none for a short form. */
export function sectionsOf(entity: Entity, transition: Transition): readonly Section[] {
  return transition.form.length >= minGroupedInputs ? entity.detail.sections : []
}

/** true: the form only changes fields of the record; its button reads Save instead of the title. */
export const isPlainEdit = (transition: Transition): boolean =>
  !transition.creates &&
  transition.to === undefined &&
  transition.note === undefined &&
  !transition.form.some((formField) => formField.input)
