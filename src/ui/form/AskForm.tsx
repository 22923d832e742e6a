// The body of a form: sections in a grid of two columns (one where it is narrow), live results below, the remark last.
import { observer } from '@formily/react'
import { Input } from 'antd'
import { lazy, Suspense, useId, useMemo } from 'react'
import { useFormat, useSession, useWords } from '../../runtime/runtime'
import { cellText } from '../widgets/lines/cellText'
import { SurroundingsContext, useSurroundings } from '../widgets/widget'
import type { Entity, Field } from '../../manifest/app'
import { isEmpty } from '../../manifest/fields/definition'
import { AskRow } from './AskRow'
import { noteName } from './formModel'
import type { LivingForm } from './useFormModel'
import styles from './form.module.css'

const ScheduleBoard = lazy(() => import('./ScheduleBoard'))

export function AskForm({
  living,
  entity,
  autoFocus = true,
}: {
  living: LivingForm
  entity: Entity
  autoFocus?: boolean
}) {
  const { pick } = useWords()
  const { asked } = living.model
  const mayOpen = useSession((state) => state.boot?.routes) ?? {}
  const first = asked.fields.find((field) => !field.readOnly && !living.model.fixed(field))?.name
  const sums = useMemo(() => summedColumns(entity), [entity])
  return (
    <SurroundingsContext.Provider value={living.surroundings}>
      <div className={styles.form}>
        {asked.sections.map((section, at) => (
          <section key={section.fields[0]?.name ?? at} className={styles.section}>
            {section.title ? <h3>{pick(section.title)}</h3> : null}
            <div className={styles.grid}>
              {section.fields.map((field) => (
                <AskRow
                  key={field.name}
                  living={living}
                  asked={field}
                  sums={sums[field.name] ?? noColumns}
                  autoFocus={autoFocus && field.name === first}
                />
              ))}
            </div>
          </section>
        ))}
        {asked.schedule && mayOpen[asked.schedule.screen] ? (
          <Suspense fallback={null}>
            <ScheduleBoard living={living} schedule={asked.schedule} />
          </Suspense>
        ) : null}
        {asked.previews.length > 0 ? <Results living={living} fields={asked.previews} /> : null}
        {asked.note ? (
          <Note living={living} required={asked.note === 'required'} autoFocus={autoFocus && first === undefined} />
        ) : null}
      </div>
    </SurroundingsContext.Provider>
  )
}

const noColumns: ReadonlySet<string> = new Set()

/** Columns of lines that the entity itself adds up, and computed money: other columns have no sum that means anything. */
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

/** What follows from what is typed, while it is typed. */
const Results = observer(function Results({ living, fields }: { living: LivingForm; fields: readonly Field[] }) {
  const words = useWords()
  const format = useFormat()
  const { dictionaries } = useSurroundings()
  const shown = fields.flatMap((field) => {
    const value = living.model.world.computed(field)
    // A warning that does not apply says nothing.
    return value === undefined || value === null || value === false
      ? []
      : [
          {
            field,
            text:
              field.type === 'money'
                ? format.money(String(value))
                : cellText(value, field, dictionaries, words, format),
          },
        ]
  })
  if (shown.length === 0) return null
  return (
    <dl className={styles.results} aria-live="polite" aria-label={words.t('form.result')}>
      {shown.map(({ field, text }) => (
        <div key={field.name}>
          <dt>{words.pick(field.title)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
})

const Note = observer(function Note({
  living,
  required,
  autoFocus,
}: {
  living: LivingForm
  required: boolean
  autoFocus: boolean
}) {
  const { t } = useWords()
  const id = useId()
  const node = living.model.fieldOf(noteName)
  const fault = node.selfErrors[0] as string | undefined
  const text: unknown = node.value
  return (
    <div className={styles.wide} data-ask={noteName}>
      <label htmlFor={id} className={styles.label}>
        {required ? (
          <span className={styles.star} aria-hidden>
            *
          </span>
        ) : null}
        {t('form.note')}
      </label>
      <Input.TextArea
        id={id}
        value={isEmpty(text) ? '' : String(text)}
        onChange={(event) => void node.onInput(event.target.value)}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={2_000}
        placeholder={t('form.noteHint')}
        autoFocus={autoFocus}
        status={fault ? 'error' : undefined}
        aria-required={required}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
      />
      {fault ? (
        <div id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </div>
      ) : null}
    </div>
  )
})
