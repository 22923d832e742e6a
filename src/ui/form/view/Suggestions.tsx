// Suggested values as buttons below an input, accepted with one click.
// They follow the form; leaves out suggestions without a value, duplicates, and times in the past.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { clockAt, momentAtClock } from '../../../manifest/expression/values/calendar'
import type { Suggestion } from '../../../manifest/model/transition'
import { isDayType } from '../../../manifest/expression/values/valueTypes'
import type { RecordData } from '../../../protocol/calls'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { fieldText } from '../../inputs/lineModel/lineCellText'
import { textOfValue } from '../../values/renderValue'
import { isDay } from '../../../manifest/expression/values/days'
import type { useFormInput } from './drawnForm'
import styles from './form.module.css'

interface SuggestionsProps {
  readonly input: Pick<ReturnType<typeof useFormInput>, 'form' | 'node' | 'formField' | 'value' | 'title'>
  readonly suggestions: readonly Suggestion[]
}

export const Suggestions = observer(function Suggestions({ input, suggestions }: SuggestionsProps) {
  const { form, node, formField, value } = input
  const translator = useTranslator()
  const { pick } = translator
  const format = useFormat()
  const { formScope } = form.model
  const { zone, dictionaries } = form.inputContext
  const { field } = formField!
  const valueOf = ({ value: rule, time }: Suggestion): unknown => {
    if (time === undefined) return formScope.rawValue(rule, field)
    const day = formScope.decide(rule)
    const moment = typeof day === 'string' ? momentAtClock(`${day}T${time}`, zone) : null
    return moment !== null && Date.parse(moment) > Date.now() ? moment : null
  }
  /** "Saturday" alone may be today or in a week. */
  const dayIn = (one: unknown): string | null => {
    if (!isDayType(field.type) || typeof one !== 'string') return null
    return format.shortDay(isDay(one) ? one : clockAt(new Date(one), zone))
  }
  const offered = suggestions
    .map((suggestion) => ({ title: suggestion.title, value: valueOf(suggestion) }))
    .filter(({ value: one }, index, all) => one != null && all.findIndex((other) => other.value === one) === index)
  return (
    <div className={styles.suggestions} role="group" aria-label={input.title}>
      {offered.map(({ title, value: one }) => (
        <Button
          key={pick(title)}
          size="small"
          shape="round"
          aria-pressed={one === value}
          type={one === value ? 'primary' : 'default'}
          ghost={one === value}
          title={fieldText(one, field, { dictionaries, translator, format })}
          onClick={() => void node.onInput(one)}
        >
          {[pick(title), dayIn(one)].filter(Boolean).join(' · ')}
        </Button>
      ))}
    </div>
  )
})

/** A button below lines that takes over what their template gives now; nothing while they agree with it. */
export const RefitLines = observer(function RefitLines({ input }: Pick<SuggestionsProps, 'input'>) {
  const { form, node, formField, title } = input
  const translator = useTranslator()
  const format = useFormat()
  const lines = formField && !node.readOnly ? form.model.refitted(formField) : undefined
  if (!lines || !formField) return null
  const { field } = formField
  const text = field.summaryFields
    ? textOfValue({ ...field, field: field.name }, lines as RecordData['values'][string], {
        entities: {},
        canOpen: () => false,
        dictionaries: form.inputContext.dictionaries,
        translator,
        format,
      })
    : ''
  return (
    <div className={styles.suggestions} role="group" aria-label={title}>
      <Button size="small" shape="round" onClick={() => void node.onInput(lines)}>
        {translator.t('form.refitLines')}
      </Button>
      {text ? <span className={styles.help}>{text}</span> : null}
    </div>
  )
})
