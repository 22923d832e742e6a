// The body of a form, drawn from its schema: sections, live results, then the note.
// Sections are grids of two columns, or one in a narrow form. The help of the form itself precedes them.
import { FormLayout } from '@formily/antd-v5'
import { FormContext, Schema } from '@formily/react'
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslator } from '../../../client/context/clientContext'
import { InputContext } from '../../inputs/base/inputContext'
import type { Entity } from '../../../manifest/model/entity'
import type { FormOutline } from '../model/formField'
import { formSchema } from '../model/formSchema'
import { noteName } from '../model/formParts'
import type { FormSession } from '../model/useFormModel'
import { DrawnFormContext, SlicesContext, type DrawnForm } from './drawnForm'
import { SchemaField } from './SchemaField'
import styles from './form.module.css'

/** Draws the inputs of the form without buttons and dialog, for what surrounds them to submit. */
export function FormFields({
  form,
  entity,
  autoFocus = true,
  results = true,
}: {
  form: FormSession
  entity: Entity
  autoFocus?: boolean
  /** Shows the results below the inputs; otherwise what surrounds them does. */
  results?: boolean
}) {
  const translator = useTranslator()
  const { model } = form
  const { outline } = model
  const id = useId()
  const sums = useMemo(() => summedColumns(entity), [entity])
  const schema = useMemo(() => new Schema(formSchema(outline, translator)), [outline, translator])
  const slices = useSlices(schema)
  const drawn = useMemo((): DrawnForm => {
    const first = outline.fields.find((field) => !field.readOnly && !model.fixed(field))?.name ?? noteName
    const fields = new Map(outline.fields.map((field) => [field.name, field]))
    return { form, id, fields, focused: autoFocus ? first : undefined, sums, results }
  }, [form, model, outline, id, autoFocus, sums, results])
  // FormProvider would destroy the inputs when the form is not visible for a moment, and with them the draft.
  return (
    <InputContext.Provider value={form.inputContext}>
      <FormContext.Provider value={model.form}>
        <DrawnFormContext.Provider value={drawn}>
          <SlicesContext.Provider value={slices}>
            <ExplainedForm outline={outline} id={`${id}-help`}>
              <FormLayout layout="vertical" className={styles.form}>
                <SchemaField schema={schema} />
              </FormLayout>
            </ExplainedForm>
          </SlicesContext.Provider>
        </DrawnFormContext.Provider>
      </FormContext.Provider>
    </InputContext.Provider>
  )
}

/** The inputs after the help of the form. Screen readers read the description of a group only where it has a name. */
function ExplainedForm({
  outline: { title, help },
  id,
  children,
}: {
  readonly outline: FormOutline
  readonly id: string
  readonly children: ReactNode
}) {
  const { pick } = useTranslator()
  if (!help) return children
  return (
    <div role="group" aria-label={pick(title)} aria-describedby={id}>
      <p id={id} className={styles.sentence}>
        {pick(help)}
      </p>
      {children}
    </div>
  )
}

/** Maximum milliseconds to wait for an idle browser before drawing a slice. */
const maxRestLength = 200

/** Whether a key moves the focus or searches the page, for which every input must be there. */
const needsAll = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Tab' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')

/** The number of drawn slices: one at once, each other when the browser is idle, all before a key that needs them. */
function useSlices({ properties = {} }: Schema): number {
  const [slices, setSlices] = useState(1)
  const all = useMemo(() => 1 + Math.max(0, ...Object.values(properties).flatMap(lateOf)), [properties])
  useEffect(() => {
    if (slices >= all) return
    const draw = () => setSlices(slices + 1)
    // Not every browser has requestIdleCallback.
    if (!globalThis.requestIdleCallback) {
      const next = setTimeout(draw)
      return () => clearTimeout(next)
    }
    const next = requestIdleCallback(draw, { timeout: maxRestLength })
    return () => cancelIdleCallback(next)
  }, [slices, all])
  const isDrawn = slices >= all
  useEffect(() => {
    if (isDrawn) return
    // The browser moves the focus after its listeners.
    const drawAll = (event: KeyboardEvent) => needsAll(event) && flushSync(() => setSlices(all))
    window.addEventListener('keydown', drawAll, true)
    return () => window.removeEventListener('keydown', drawAll, true)
  }, [isDrawn, all])
  return slices
}

const lateOf = ({ properties = {} }: Schema): number[] =>
  Object.values(properties).map((input) => Number(input['x-decorator-props']?.late ?? 0))

/** Columns of lines that the entity sums up, and computed money: sums of other columns are meaningless. */
function summedColumns(entity: Entity): Record<string, ReadonlySet<string>> {
  const sums: Record<string, Set<string>> = {}
  for (const field of Object.values(entity.fields)) {
    if (field.aggregate?.lines && field.aggregate.operator === 'sum' && field.aggregate.field)
      (sums[field.aggregate.lines] ??= new Set()).add(field.aggregate.field)
    for (const column of Object.values(field.fields ?? {}))
      if (column.compute && column.type === 'money') (sums[field.name] ??= new Set()).add(column.name)
  }
  return sums
}
