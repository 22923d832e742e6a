// Words typed into a list of options: they stay on leaving, until they have led to an option.
import { useRef, useState, type ReactNode } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import styles from './inputs.module.css'

interface TypedWords<Option> {
  /** The options that match. */
  readonly match: (words: string) => Promise<readonly Option[]>
  readonly labelOf: (option: Option) => string
  readonly take: (option: Option) => void
  readonly onBlur: (() => void) | undefined
}

/** What the words of a user who has left match. */
type Outcome = 'none' | 'several'

/**
 * Takes on leaving the only option that matches, or the one that bears just these words; otherwise the words stay with
 * the reason.
 */
export function useTypedWords<Option>({ match, labelOf, take, onBlur }: TypedWords<Option>) {
  const { t } = useTranslator()
  const [words, setWords] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isOpen = useRef(false)
  /** Counts what the user does, so that an answer to the words before is dropped. */
  const steps = useRef(0)

  const type = (text: string): void => {
    steps.current += 1
    setWords(text)
    setOutcome(null)
  }
  const leave = async (): Promise<void> => {
    const step = steps.current
    if (words.trim() === '') return onBlur?.()
    const matches = await match(words)
    if (steps.current !== step) return
    const [only, ...others] = matches.length > 1 ? matches.filter((option) => labelOf(option) === words) : matches
    if (only === undefined || others.length > 0) return setOutcome(matches.length === 0 ? 'none' : 'several')
    type('')
    take(only)
    onBlur?.()
  }
  const note: ReactNode = outcome ? (
    <div role="alert" className={styles.unmatched}>
      {t(outcome === 'none' ? 'form.wordsUnmatched' : 'form.wordsAmbiguous', { words })}
    </div>
  ) : null
  return {
    words,
    unmatched: outcome !== null,
    note,
    /** For the Select. */
    handlers: {
      searchValue: words,
      // A list that closes empties its words, as if the user had deleted them.
      onSearch: (text: string) => (isOpen.current || text !== '') && type(text),
      onSelect: () => type(''),
      onOpenChange: (open: boolean) => void (isOpen.current = open),
      // Without an answer the words stay, and the list shows the failure when it opens again.
      onBlur: () => void leave().catch(() => undefined),
    },
    forget: () => type(''),
  }
}
