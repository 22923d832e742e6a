// Values that one press takes over, as buttons beneath an input.
// They follow the form; one whose rule gives no value now, or that of one before it, is left out.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { momentAtClock } from '../../../manifest/expression/values/calendar'
import type { Suggestion } from '../../../manifest/model/transition'
import { useTranslator } from '../../../client/context/clientContext'
import type { useInputFacts } from './drawnForm'
import styles from './form.module.css'

interface SuggestionsProps {
  readonly facts: Pick<ReturnType<typeof useInputFacts>, 'form' | 'node' | 'formField' | 'value' | 'title'>
  readonly suggestions: readonly Suggestion[]
}

export const Suggestions = observer(function Suggestions({ facts, suggestions }: SuggestionsProps) {
  const { form, node, formField, value, title } = facts
  const { pick } = useTranslator()
  const { world } = form.model
  const { zone } = form.surroundings
  const valueOf = ({ value: rule, time }: Suggestion): unknown => {
    if (time === undefined) return world.rawValue(rule, formField!.field)
    const day = world.decide(rule)
    return typeof day === 'string' ? momentAtClock(`${day}T${time}`, zone) : null
  }
  const offered = suggestions
    .map((suggestion) => ({ title: suggestion.title, value: valueOf(suggestion) }))
    .filter(({ value: one }, index, all) => one != null && all.findIndex((other) => other.value === one) === index)
  return (
    <div className={styles.suggestions} role="group" aria-label={title}>
      {offered.map(({ title: words, value: one }) => (
        <Button
          key={pick(words)}
          size="small"
          shape="round"
          aria-pressed={one === value}
          type={one === value ? 'primary' : 'default'}
          ghost={one === value}
          onClick={() => void node.onInput(one)}
        >
          {pick(words)}
        </Button>
      ))}
    </div>
  )
})
