// Words typed into a list of options, kept on blur until they resolve to an option.
import type { RefSelectProps } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { isComposing } from '../../controls/menu/composing'
import { leaveByTab, takeByTab } from '../../controls/leaveByTab'
import styles from './inputs.module.css'
import { useInputContext } from './inputContext'

interface TypedOption<Option> {
  /** Changes with the offered options: an answer about former ones is discarded. */
  readonly key?: string
  /** The options that match. */
  readonly optionsFor: (searchText: string) => Promise<readonly Option[]>
  readonly labelOf: (option: Option) => string
  readonly take: (option: Option) => void
  readonly onBlur: (() => void) | undefined
  /** The list opens on mount, without an open event. */
  readonly opensAtOnce: boolean
}

/** The options that match the words on blur. */
type Mismatch = 'none' | 'several'

/** On blur selects the only match or an exact one; otherwise the words stay with an error, and the form is not sent. */
export function useTypedOption<Option>(options: TypedOption<Option>) {
  const { t } = useTranslator()
  const { words: searchText, mismatch, type, leave } = useDecision(options)
  const select = useUnsettled(searchText, leave)
  const isOpen = useRef(options.opensAtOnce)
  const isClosing = useRef(false)
  /** Whether the user has moved the highlight away from its default, the first option. */
  const isMarked = useRef(false)

  const search = (text: string): void => {
    // A closing list clears its words as if the user had deleted them.
    const clearedByClosing = text === '' && isClosing.current
    isClosing.current = false
    if (clearedByClosing) return
    isMarked.current = false
    type(text)
  }
  const note: ReactNode = mismatch ? (
    <div role="alert" className={styles.unmatched}>
      {t(mismatch === 'none' ? 'form.wordsUnmatched' : 'form.wordsAmbiguous', { words: searchText })}
    </div>
  ) : null
  return {
    words: searchText,
    unmatched: mismatch !== null,
    note,
    /** The words of before, without opening the list. */
    giveBack: type,
    focus: () => select.current?.focus(),
    /**
     * For the input of the Select.
     * @param count the options shown for the words; undefined before the answer, and where Tab must take none
     */
    onKey: (event: KeyboardEvent<HTMLElement>, count: number | undefined): void => {
      if (isComposing(event.nativeEvent)) return
      if (event.key === 'Escape') type('')
      if (event.key.startsWith('Arrow') && isOpen.current && count !== undefined) isMarked.current = true
      // The highlighted option is the intended one if it is the only one or was highlighted by the user. Otherwise blur
      // decides.
      if (event.key === 'Tab' && searchText !== '' && count !== undefined && (count === 1 || isMarked.current))
        takeByTab(event)
      else leaveByTab(event)
    },
    /** For the Select. */
    handlers: {
      ref: select,
      searchValue: searchText,
      onSearch: search,
      onSelect: () => type(''),
      onClear: () => type(''),
      onOpenChange: (open: boolean) => {
        isOpen.current = open
        isClosing.current = !open
        isMarked.current = false
      },
      onBlur: () => void leave(),
    },
  }
}

/** The words, and their resolution on blur. */
function useDecision<Option>(options: TypedOption<Option>) {
  const [searchText, setSearchText] = useState('')
  const [mismatch, setMismatch] = useState<Mismatch | null>(null)
  const typed = useRef('')
  /** Counts user actions, so that answers for former words are dropped. */
  const steps = useRef(0)
  // Use the state as of the answer: a line may have moved, or the options changed.
  const latest = useRef(options)
  latest.current = options
  const deciding = useRef<{ readonly step: number; readonly key?: string; readonly end: Promise<boolean> } | null>(null)

  const type = (text: string): void => {
    steps.current += 1
    typed.current = text
    setSearchText(text)
    setMismatch(null)
  }
  const decide = async (step: number): Promise<boolean> => {
    const { key, optionsFor, labelOf } = latest.current
    const text = typed.current.trim()
    const options = await optionsFor(text)
    if (steps.current !== step) return typed.current.trim() === ''
    if (latest.current.key !== key) return decide(step)
    const bears = (option: Option): boolean => labelOf(option).toLowerCase() === text.toLowerCase()
    const [only, ...others] = options.length > 1 ? options.filter(bears) : options
    if (only === undefined || others.length > 0) {
      setMismatch(options.length === 0 ? 'none' : 'several')
      return false
    }
    type('')
    latest.current.take(only)
    latest.current.onBlur?.()
    return true
  }
  /** Whether the words are resolved; a call while resolving joins it. */
  const leave = (): Promise<boolean> => {
    if (typed.current.trim() === '') {
      latest.current.onBlur?.()
      return Promise.resolve(true)
    }
    const { key } = latest.current
    if (deciding.current?.step !== steps.current || deciding.current.key !== key) {
      const end = decide(steps.current).catch(() => {
        // Without an answer the words stay, and the list shows the failure when reopened.
        deciding.current = null
        return false
      })
      deciding.current = { step: steps.current, key, end }
    }
    return deciding.current.end
  }
  useEffect(
    () => () => {
      steps.current += 1
      typed.current = ''
    },
    [],
  )
  return { words: searchText, mismatch, type, leave }
}

/** Registers unresolved words with the form. */
function useUnsettled(searchText: string, settle: () => Promise<boolean>) {
  const { unsettled } = useInputContext()
  const select = useRef<RefSelectProps>(null)
  const isUnsettled = searchText.trim() !== ''
  useEffect(() => {
    if (!isUnsettled) return
    const input = { settle, focus: () => select.current?.focus() }
    unsettled.add(input)
    return () => void unsettled.delete(input)
  }, [unsettled, isUnsettled])
  return select
}
