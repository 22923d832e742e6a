// Shared by the components of a form's schema: the form, and one of its inputs.
import type { Field as FormilyField } from '@formily/core'
import { useField, useFieldSchema } from '@formily/react'
import { createContext, useContext } from 'react'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import { useTranslator } from '../../../client/context/clientContext'
import type { FormFieldModel } from '../model/formField'
import { fieldStatus, plain } from '../model/formParts'
import type { FormSession } from '../model/useFormModel'

export interface DrawnForm {
  readonly form: FormSession
  /** Prefix of the ids of its elements. */
  readonly id: string
  readonly fields: ReadonlyMap<string, FormFieldModel>
  /** The name of the input that takes the focus. */
  readonly focused?: string
  /** Summed columns by the name of their lines. */
  readonly sums: Readonly<Record<string, ReadonlySet<string>>>
  /** The results are shown between inputs and note; otherwise the surroundings show them. */
  readonly results: boolean
}

/** The number of slices drawn so far. */
export const SlicesContext = createContext(1)

export const DrawnFormContext = createContext<DrawnForm | null>(null)

/** @throws without a surrounding form */
export function useDrawnForm(): DrawnForm {
  const drawn = useContext(DrawnFormContext)
  if (!drawn) throw new Error('An input of a form needs the form.')
  return drawn
}

/** The surrounding input with its value; use it in observers, which track what it reads from the form. */
export function useFormInput() {
  const row = useFormRow()
  const value: unknown = plain(row.node.value)
  return { ...row, value }
}

/** The row of the surrounding input: without the value, so that a key draws the row of its input no more. */
export function useFormRow() {
  const form = useDrawnForm()
  const { t } = useTranslator()
  const node = useField<FormilyField>()
  const { title, description } = useFieldSchema()
  const { model } = form.form
  const name = String(node.path)
  /** undefined: the note, which is no field. */
  const formField = form.fields.get(name)
  const required = formField ? model.required(formField) : model.outline.note === 'required'
  const { latest, cells, errorAt } = fieldStatus(node)
  const id = `${form.id}${name}`
  const error = node.selfErrors[0] as string | undefined
  const byDefault = required && formField !== undefined && model.leftToServer(formField) && isEmpty(plain(node.value))
  const help = byDefault ? t('form.byDefault') : (description as string | undefined)
  return {
    ...form,
    id,
    node,
    name,
    formField,
    title: title as string,
    required,
    latest,
    cells,
    error,
    help,
    helpId: help ? `${id}-help` : undefined,
    /** Errors of cells are shown there. */
    errorId: error && !cells ? (errorAt ?? `${id}-error`) : undefined,
    errorAt,
  }
}
