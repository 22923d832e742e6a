// Values that one press takes over, as buttons beneath an input.
// They follow the form; one whose rule gives no value now is left out.
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

export const Suggestions = observer(function OfferedValues({ facts, suggestions }: SuggestionsProps) {
  const { form, node, formField, value, title } = facts
  const { pick } = useTranslator()
  const { world } = form.model
  const { zone } = form.surroundings
  const valueOf = ({ value: rule, time }: Suggestion): unknown => {
    if (time === undefined) return world.rawValue(rule, formField!.field)
    const day = world.decide(rule)
    return typeof day === 'string' ? momentAtClock(`${day}T${time}`, zone) : null
  }
  return (
    <div className={styles.suggestions} role="group" aria-label={title}>
      {suggestions.map((suggestion) => {
        const offered = valueOf(suggestion)
        if (offered === undefined || offered === null) return null
        return (
          <Button
            key={pick(suggestion.title)}
            size="small"
            shape="round"
            aria-pressed={offered === value}
            type={offered === value ? 'primary' : 'default'}
            ghost={offered === value}
            onClick={() => void node.onInput(offered)}
          >
            {pick(suggestion.title)}
          </Button>
        )
      })}
    </div>
  )
})
