// The Formily schema of a form: its sections, inputs and the places between them. Pure.
// Behavior is not part of it: rules of the manifest are typed trees, and no text of a manifest is ever run.
import type { ISchema } from '@formily/react'
import type { Translator } from '../../../client/text/translate'
import type { FormFieldModel, FormOutline } from './formField'
import { noteName } from './formParts'

/** A form with more inputs is drawn in slices of this many. */
const mostAtOnce = 80
const slice = 40

/** Texts and properties reach their components as they are: Formily would take `{{ }}` in them for code. */
const verbatim: ISchema = {
  'x-compile-omitted': ['title', 'description', 'x-component-props', 'x-decorator-props'],
}

/** The components of a form that are no input. */
export const placeNames = {
  section: 'section',
  calendar: 'calendar',
  results: 'results',
  note: 'note',
  item: 'item',
} as const

type Words = Pick<Translator, 'pick' | 't'>

/** The titles are in the language of `words`; everything else follows from the outline alone. */
export function formSchema(outline: FormOutline, words: Words): ISchema {
  const isLong = outline.fields.length > mostAtOnce
  const size = isLong ? slice : mostAtOnce
  const properties: Record<string, ISchema> = {}
  for (const [at, { title, fields }] of outline.sections.entries())
    for (let from = 0; from < fields.length; from += size)
      properties[`_section${at}_${from}`] = {
        ...verbatim,
        type: 'void',
        title: title && from === 0 ? words.pick(title) : undefined,
        'x-component': placeNames.section,
        'x-component-props': { late: isLong ? Object.keys(properties).length : 0 },
        properties: Object.fromEntries(
          fields.slice(from, from + size).map((field) => [field.name, inputSchema(field, words)]),
        ),
      }
  if (outline.schedule) properties._calendar = { type: 'void', 'x-component': placeNames.calendar }
  properties._results = { type: 'void', 'x-component': placeNames.results }
  if (outline.note)
    properties[noteName] = {
      ...verbatim,
      type: 'string',
      title: words.t('form.note'),
      'x-decorator': placeNames.item,
      'x-component': placeNames.note,
    }
  return { type: 'object', properties }
}

/**
 * The type is that of the field, which is none of Formily's nested ones: lines and addresses are one value of one
 * widget, not a Formily field for each cell.
 */
const inputSchema = ({ field, wide }: FormFieldModel, { pick }: Words): ISchema => ({
  ...verbatim,
  type: field.type,
  title: pick(field.title),
  description: field.help ? pick(field.help) : undefined,
  'x-decorator': placeNames.item,
  'x-decorator-props': { wide },
  'x-component': field.type,
})
