// A reference: found on the server by words (number, name, pinyin), shown by its label with a hint beside it.
// What may be chosen depends on the rest of the form, so it is asked anew whenever the list opens.
import { Select, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../runtime/runtime'
import type { OptionsAnswer, RefValue } from '../../protocol/calls'
import styles from './widgets.module.css'
import type { WidgetProps } from './widget'

/** Milliseconds of rest after the last key before the server is asked. */
const pause = 250

interface Found {
  readonly key: string
  readonly words: string
  readonly opening: number
  readonly answer: OptionsAnswer
}

export function RefInput({
  id,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  required,
  describedBy,
  label,
  compact,
  autoFocus,
  offer,
}: WidgetProps<RefValue>) {
  const { t } = useWords()
  // In a cell of a line the list opens with the input, which tells nobody.
  const [open, setOpen] = useState(Boolean(compact && autoFocus))
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [failed, setFailed] = useState(false)
  // Every opening asks anew, and shows what it found before until the answer is there.
  const [opening, setOpening] = useState(0)
  const asked = useRef<AbortController | null>(null)

  const key = offer?.key ?? ''
  const fresh = found !== null && found.key === key && found.words === words && found.opening === opening
  useEffect(() => {
    if (!open || !offer || fresh || failed) return
    const wait = setTimeout(
      () => {
        asked.current?.abort()
        const control = new AbortController()
        asked.current = control
        offer.find(words, control.signal).then(
          (answer) => {
            if (!control.signal.aborted) setFound({ key, words, opening, answer })
          },
          // The client has told the person why; the list only says that it is not there.
          () => {
            if (!control.signal.aborted) setFailed(true)
          },
        )
      },
      words === '' ? 0 : pause,
    )
    return () => clearTimeout(wait)
  }, [open, offer, key, words, opening, fresh, failed])
  useEffect(() => () => asked.current?.abort(), [])

  const options = (found !== null && found.key === key ? found.answer.options : []).map((option) => ({
    value: option.id,
    label: option.label,
    hint: option.hint,
  }))
  const notFound = failed ? (
    t('form.optionsFailed')
  ) : fresh ? (
    t('form.noMatch')
  ) : (
    <span className={styles.searching}>
      <Spin size="small" /> {t('form.searching')}
    </span>
  )
  return (
    <Select
      id={id}
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
          {fresh && found?.answer.more ? <div className={styles.moreOptions}>{t('form.moreMatches')}</div> : null}
        </>
      )}
      showSearch
      filterOption={false}
      searchValue={words}
      onSearch={(next) => {
        setWords(next)
        setFailed(false)
      }}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setOpening((count) => count + 1)
        setFailed(false)
        if (!next) setWords('')
      }}
      defaultOpen={compact && autoFocus}
      onBlur={onBlur}
      allowClear={!required && !compact}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoFocus={autoFocus}
      variant={compact ? 'borderless' : undefined}
      placeholder={compact ? undefined : t('form.pickSearch')}
      notFoundContent={notFound}
      popupMatchSelectWidth={compact ? 240 : true}
      style={{ width: '100%' }}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  )
}
