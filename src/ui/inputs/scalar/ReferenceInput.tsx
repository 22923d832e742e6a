// A reference, found on the server by text (number, name, pinyin) and shown by label and sublabel.
// The options depend on the rest of the form, so they are reread whenever the list opens.
import { Select, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { useDebounced } from '../../controls/hooks/useDebounced'
import type { OptionsAnswer, RefValue } from '../../../protocol/calls'
import { isComposing } from '../../controls/menu/composing'
import styles from '../base/inputs.module.css'
import { hasOptionNotes, OptionNotes } from '../base/OptionNotes'
import { selectProps } from '../base/selectProps'
import type { InputProps } from '../base/inputContext'
import { useTypedOption } from '../base/useTypedOption'

/** Debounce in milliseconds after the last key. */
const searchDelayMs = 250

interface Found {
  readonly key: string
  readonly searchText: string
  readonly opening: number
  readonly answer: OptionsAnswer
}

/** Draws a searchable select with notes on what is not offered; the value is id and label. */
export function ReferenceInput(props: InputProps<RefValue>) {
  const { value, onChange, compact } = props
  const { t } = useTranslator()
  const { typed, options, hasMore, notes, fresh, failed, changeOpen } = useReferenceOptions(props)
  return (
    <>
      <Select
        {...selectProps(props, typed.unmatched)}
        labelInValue
        value={value ? { value: value.id, label: value.label } : undefined}
        onChange={(choice: { value: number; label: string } | undefined) =>
          onChange(choice ? { id: choice.value, label: String(choice.label) } : null)
        }
        options={options}
        optionRender={(option) => (
          <span className={styles.option}>
            <span>{option.data.label}</span>
            {option.data.hint ? <small>{option.data.hint}</small> : null}
          </span>
        )}
        popupRender={(menu) => (
          <>
            {menu}
            {hasMore ? <div className={styles.moreOptions}>{t('form.moreMatches')}</div> : null}
            {notes ? <OptionNotes answer={notes} /> : null}
          </>
        )}
        showSearch
        filterOption={false}
        {...typed.handlers}
        onOpenChange={changeOpen}
        onInputKeyDown={(event) => {
          typed.onKey(event, fresh ? options.length : undefined)
          // The highlighted option belongs to the former words: Enter waits for the answer.
          if (fresh || isComposing(event.nativeEvent) || event.key !== 'Enter' || typed.words === '') return
          event.stopPropagation()
          event.preventDefault()
        }}
        placeholder={compact ? undefined : t('form.pickSearch')}
        notFoundContent={<NoOptions failed={failed} fresh={fresh} />}
        popupMatchSelectWidth={compact ? 240 : true}
      />
      {typed.note}
    </>
  )
}

/** The records that the server offers for the typed text; `fresh`: as of this opening of the list. */
function useReferenceOptions({ optionSource, compact, autoFocus, onChange, onBlur }: InputProps<RefValue>) {
  // In a cell of a line the list opens on mount, without an open event.
  const opensAtOnce = Boolean(compact && autoFocus)
  const [open, setOpen] = useState(opensAtOnce)
  const key = optionSource?.key ?? ''
  const typed = useTypedOption({
    key,
    opensAtOnce,
    optionsFor: async (searchText) =>
      (await optionSource?.find(searchText, new AbortController().signal))?.options ?? [],
    labelOf: ({ label }) => label,
    take: ({ id, label }) => onChange({ id, label }),
    onBlur,
  })
  const { words: searchText } = typed
  const searched = useDebounced(searchText, searchText === '' ? 0 : searchDelayMs)
  const [answered, setAnswered] = useState<Found | null>(null)
  const [failed, setFailed] = useState(false)
  // Every opening rereads, and shows the previous result until the answer has arrived.
  const [opening, setOpening] = useState(0)
  const pendingSearch = useRef<AbortController | null>(null)

  // A rerendering parent passes an equal offer as a new object: do not search again.
  const isOffered = optionSource !== undefined
  const fresh =
    answered !== null && answered.key === key && answered.searchText === searchText && answered.opening === opening
  useEffect(() => {
    if (!open || !optionSource || fresh || failed || searched !== searchText) return
    pendingSearch.current?.abort()
    const control = new AbortController()
    pendingSearch.current = control
    optionSource.find(searchText, control.signal).then(
      (answer) => {
        if (!control.signal.aborted) setAnswered({ key, searchText, opening, answer })
      },
      // The list shows the failure; the call itself is quiet.
      () => {
        if (!control.signal.aborted) setFailed(true)
      },
    )
  }, [open, isOffered, key, searchText, searched, opening, fresh, failed])
  useEffect(() => () => pendingSearch.current?.abort(), [])

  useEffect(() => setFailed(false), [searchText])

  const changeOpen = (next: boolean): void => {
    typed.handlers.onOpenChange(next)
    setOpen(next)
    if (next) setOpening((count) => count + 1)
    setFailed(false)
  }
  const offered = answered !== null && answered.key === key ? answered.answer.options : []
  const options = offered.map((option) => ({ value: option.id, label: option.label, hint: option.hint }))
  const notes = fresh && hasOptionNotes(answered.answer) ? answered.answer : undefined
  return { typed, options, hasMore: fresh && answered.answer.more, notes, fresh, failed, changeOpen }
}

function NoOptions({ failed, fresh }: { failed: boolean; fresh: boolean }) {
  const { t } = useTranslator()
  if (failed) return t('form.optionsFailed')
  if (fresh) return t('form.noMatch')
  return (
    <span className={styles.searching}>
      <Spin size="small" /> {t('form.searching')}
    </span>
  )
}
