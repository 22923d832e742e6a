// Creates the Formily schema of a form: its sections, inputs and other parts. Pure.
// Behavior is not part of it: rules of the manifest are typed trees, and no text of a manifest is ever run.
import type { ISchema } from '@formily/react'
import type { Translator } from '../../../client/text/translate'
import type { FormFieldModel, FormOutline } from './formField'
import { noteName } from './formParts'

/** A form with more inputs is drawn in slices of `inputsPerSlice`. */
const maxAtOnce = 80
const inputsPerSlice = 40
/** The inputs that are in sight when a form opens on a large window, and how many of the others are drawn at a time. */
const maxInSight = 24
const inputsPerStep = 12

/** How many slices precede an input of a form. */
const sliceOf = (index: number): number =>
  index < maxInSight ? 0 : 1 + Math.floor((index - maxInSight) / inputsPerStep)

/** Passes texts and properties to their components unchanged: Formily would treat `{{ }}` in them as code. */
const verbatim: ISchema = {
  'x-compile-omitted': ['title', 'description', 'x-component-props', 'x-decorator-props'],
}

/** The components of a form that draw no field. */
export const placeNames = {
  section: 'section',
  calendar: 'calendar',
  results: 'results',
  note: 'note',
  item: 'item',
} as const

type FormTexts = Pick<Translator, 'pick' | 't'>
interface Drawing {
  readonly texts: FormTexts
  /** The number of preceding slices. */
  readonly late: number
}

/** The titles are in the language of `texts`; everything else follows from the outline alone. */
export function formSchema(outline: FormOutline, texts: FormTexts): ISchema {
  const isLong = outline.fields.length > maxAtOnce
  const size = isLong ? inputsPerSlice : maxAtOnce
  const properties: Record<string, ISchema> = {}
  let drawn = 0
  for (const [at, { title, fields }] of outline.sections.entries())
    for (let from = 0; from < fields.length; from += size) {
      const late = isLong ? sliceOf(drawn) : 0
      properties[`_section${at}_${from}`] = {
        ...verbatim,
        type: 'void',
        title: title && from === 0 ? texts.pick(title) : undefined,
        'x-component': placeNames.section,
        'x-component-props': { late, windowed: isLong },
        properties: Object.fromEntries(
          fields
            .slice(from, from + size)
            .map((field) => [field.name, inputSchema(field, { texts, late: sliceOf(drawn++) })]),
        ),
      }
    }
  if (outline.schedule) properties._calendar = { type: 'void', 'x-component': placeNames.calendar }
  properties._results = { type: 'void', 'x-component': placeNames.results }
  if (outline.note)
    properties[noteName] = {
      ...verbatim,
      type: 'string',
      title: texts.t('form.note'),
      'x-decorator': placeNames.item,
      'x-component': placeNames.note,
    }
  return { type: 'object', properties }
}

/** Uses no nested Formily type: lines and addresses are one value of one input, not a Formily field for each cell. */
const inputSchema = ({ field, wide }: FormFieldModel, { texts: { pick }, late }: Drawing): ISchema => ({
  ...verbatim,
  type: field.type,
  title: pick(field.title),
  description: field.help ? pick(field.help) : undefined,
  'x-decorator': placeNames.item,
  'x-decorator-props': { wide, late },
  'x-component': field.type,
})
