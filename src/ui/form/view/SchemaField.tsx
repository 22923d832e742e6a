// Draws the schema of a form: the table of the components that it names.
// Item and layout are those of @formily/antd-v5. Its FormGrid stays out: it places cells by script after the first
// paint. So do its dialogs (antd's statics) and its table (a `div` in a `tbody`).
import { createSchemaField, useFieldSchema } from '@formily/react'
import { lazy, Suspense, useContext, type ComponentType, type ReactNode } from 'react'
import { useSession } from '../../../client/context/clientContext'
import { placeNames } from '../model/formSchema'
import { SlicesContext, useDrawnForm } from './drawnForm'
import { fieldInputOf, fieldInputs } from './fieldInputs'
import { FormItem } from './FormItem'
import { boundInput, NoteInput } from './FormInput'
import { Results } from './Results'
import type { FieldType } from '../../../manifest/model/field'
import styles from './form.module.css'

const ScheduleBoard = lazy(() => import('./FormCalendar'))

/** `late`: how many slices of the form precede it. */
function FormSection({ late, children }: { late: number; children?: ReactNode }) {
  const slices = useContext(SlicesContext)
  const { title } = useFieldSchema()
  if (late >= slices) return null
  return (
    <section className={styles.section}>
      {title ? <h3>{title}</h3> : null}
      <div className={styles.grid}>{children}</div>
    </section>
  )
}

function FormCalendar() {
  const { form } = useDrawnForm()
  const mayOpen = useSession((state) => state.boot?.routes) ?? {}
  const { schedule } = form.model.outline
  if (!schedule || !mayOpen[schedule.screen]) return null
  return (
    <Suspense fallback={null}>
      <ScheduleBoard form={form} schedule={schedule} />
    </Suspense>
  )
}

function FormResults() {
  const { form, results } = useDrawnForm()
  return results ? <Results form={form} /> : null
}

const inputs: Record<string, ComponentType> = Object.fromEntries(
  Object.keys(fieldInputs).map((type) => [type, boundInput(fieldInputOf(type as FieldType))]),
)

export const SchemaField = createSchemaField({
  components: {
    ...inputs,
    [placeNames.item]: FormItem,
    [placeNames.section]: FormSection,
    [placeNames.calendar]: FormCalendar,
    [placeNames.results]: FormResults,
    [placeNames.note]: NoteInput,
  },
})
