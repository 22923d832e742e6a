// Computed results of a form, updated during input.
import { observer } from '@formily/react'
import type { Field } from '../../../manifest/model/field'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { fieldText } from '../../inputs/lineModel/lineCellText'
import type { FormSession } from '../model/useFormModel'
import styles from './form.module.css'

export const Results = observer(function Results({ form }: { form: FormSession }) {
  const translator = useTranslator()
  const format = useFormat()
  const { dictionaries } = form.inputContext
  const visible = form.model.outline.previews.flatMap((field) => {
    const value = form.model.formScope.computed(field)
    // Hide a warning that does not apply.
    return value === undefined || value === null || value === false || isSettled(field, value)
      ? []
      : [
          {
            field,
            text:
              field.type === 'money'
                ? format.money(String(value))
                : fieldText(value, field, { dictionaries, translator, format }),
          },
        ]
  })
  if (visible.length === 0) return null
  return (
    <dl className={styles.results} aria-live="polite" aria-label={translator.t('form.result')}>
      {visible.map(({ field, text }) => (
        <div key={field.name} className={field.format === 'balance' ? styles.unsettled : undefined}>
          <dt>{translator.pick(field.title)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
})

/** A balance of zero needs no display. */
const isSettled = ({ format }: Field, value: unknown): boolean => format === 'balance' && Number(value) === 0
