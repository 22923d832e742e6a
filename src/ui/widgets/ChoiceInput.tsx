// One code of a dictionary: up to four short ones lie open side by side, more of them are a list to search. Retired codes are offered only
// where they are the value already.
import { Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useWords } from '../../runtime/runtime'
import type { DictionaryItem } from '../../manifest/app'
import styles from './widgets.module.css'
import { useSurroundings } from './widget'
import { radioGroup, type WidgetProps } from './widget'

const openAtMost = 4
/** In the width of one Latin letter; a Chinese character counts as two. */
const openWidth = 44

const widthOf = (text: string): number =>
  [...text].reduce((sum, mark) => sum + (mark.charCodeAt(0) > 0x2e80 ? 2 : 1), 4)

/** The codes that may be chosen now, the present value among them. */
export function offeredItems(
  items: readonly DictionaryItem[],
  value: unknown,
  allowed: (code: string) => boolean = () => true,
): DictionaryItem[] {
  return items.filter((item) => item.code === value || (!item.retired && allowed(item.code)))
}

export function ChoiceInput(props: WidgetProps<string>) {
  const {
    id,
    field,
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
    allowed,
  } = props
  const { t, pick } = useWords()
  const dictionary = useSurroundings().dictionaries[field.dictionary ?? '']
  const items = useMemo(() => offeredItems(dictionary?.items ?? [], value, allowed), [dictionary, value, allowed])
  const options = items.map((item) => ({ value: item.code, label: pick(item.title) }))

  if (
    !compact &&
    items.length <= openAtMost &&
    options.reduce((sum, option) => sum + widthOf(option.label), 0) <= openWidth
  ) {
    return (
      <Radio.Group
        {...radioGroup}
        id={id}
        className={styles.choices}
        value={value ?? undefined}
        disabled={disabled}
        aria-label={label}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value as string)}
        optionType="button"
      >
        {options.map((option, at) => (
          <Radio.Button
            key={option.value}
            value={option.value}
            autoFocus={autoFocus && at === 0}
            // What need not be answered can be taken back by choosing it again.
            onClick={() => {
              if (!required && value === option.value) onChange(null)
            }}
          >
            {option.label}
          </Radio.Button>
        ))}
      </Radio.Group>
    )
  }
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(code: string | undefined) => onChange(code ?? null)}
      onBlur={onBlur}
      options={options}
      showSearch={items.length > 6}
      optionFilterProp="label"
      allowClear={!required && !compact}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoFocus={autoFocus}
      defaultOpen={compact && autoFocus}
      variant={compact ? 'borderless' : undefined}
      placeholder={compact ? undefined : t('form.pick')}
      notFoundContent={t('form.noMatch')}
      popupMatchSelectWidth={compact ? false : undefined}
      style={{ width: '100%' }}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  )
}
