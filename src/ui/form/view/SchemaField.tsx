// Draws the schema of a form: the table of the components that it names.
// Item and layout are those of @formily/antd-v5. Its FormGrid stays out: it places cells by script after the first
// paint. So do its dialogs (antd's statics) and its table (a `div` in a `tbody`).
import { createSchemaField, observer, useFieldSchema } from '@formily/react'
import { lazy, Suspense, useContext, useRef, type ComponentType, type CSSProperties, type ReactNode } from 'react'
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

interface FormSectionProps {
  /** How many slices of the form precede it. */
  readonly late: number
  /** Part of a form so long that only its sections in sight are laid out and painted. */
  readonly windowed: boolean
  readonly children?: ReactNode
}

/** About half the height of a row of two inputs. */
const inputPixels = 38

/** Out of sight it keeps its room, and in sight the rings around its inputs. */
const windowedStyle = (inputs: number): CSSProperties => ({
  contentVisibility: 'auto',
  containIntrinsicBlockSize: `auto ${inputs * inputPixels}px`,
  overflowClipMargin: '8px',
})

/** An error draws it at once, because its input takes the focus. */
const FormSection = observer(function FormSection({ late, windowed, children }: FormSectionProps) {
  const slices = useContext(SlicesContext)
  const { title, properties = {} } = useFieldSchema()
  const { model } = useDrawnForm().form
  const names = Object.keys(properties)
  const isDrawn = useRef(false)
  isDrawn.current ||= late < slices || names.some((name) => model.fieldOf(name).selfErrors.length > 0)
  if (!isDrawn.current) return <div style={{ height: names.length * inputPixels }} />
  return (
    <section className={styles.section} style={windowed ? windowedStyle(names.length) : undefined}>
      {title ? <h3>{title}</h3> : null}
      <div className={styles.grid}>{children}</div>
    </section>
  )
})

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
