// One code of a dictionary: up to four short ones as radio buttons, more or none as a list.
// A retired code is offered only if it is the present value.
import { Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { DictionaryItem } from '../../../manifest/model/app'
import styles from '../base/inputs.module.css'
import { selectProps } from '../base/selectProps'
import { ariaProps, radioGroup, useInputContext, type InputProps } from '../base/inputContext'
import { useTypedOption } from '../base/useTypedOption'

const maxOpenOptions = 4
/** In widths of one Latin letter; a Chinese character counts as two. */
const maxOpenLetters = 44

const widthOf = (text: string): number =>
  [...text].reduce((sum, mark) => sum + (mark.charCodeAt(0) > 0x2e80 ? 2 : 1), 4)

/** The codes that can be chosen now, including the present value. */
export function offeredItems(
  items: readonly DictionaryItem[],
  value: unknown,
  allowed: (code: string) => boolean = () => true,
): DictionaryItem[] {
  return items.filter((item) => item.code === value || (!item.retired && allowed(item.code)))
}

interface Option {
  readonly value: string
  readonly label: string
}
type ChoiceProps = InputProps<string> & { readonly options: readonly Option[] }

/** Draws the codes in the order of the dictionary; `allowed` restricts them. */
export function ChoiceInput(props: InputProps<string>) {
  const { field, value, compact, allowed } = props
  const { pick } = useTranslator()
  const dictionary = useInputContext().dictionaries[field.dictionary ?? '']
  const items = useMemo(() => offeredItems(dictionary?.items ?? [], value, allowed), [dictionary, value, allowed])
  const options = items.map((item) => ({ value: item.code, label: pick(item.title) }))
  const isOpen =
    !compact &&
    items.length > 0 &&
    items.length <= maxOpenOptions &&
    options.reduce((sum, option) => sum + widthOf(option.label), 0) <= maxOpenLetters
  return isOpen ? <OpenChoice {...props} options={options} /> : <ListedChoice {...props} options={options} />
}

function OpenChoice({ options, ...props }: ChoiceProps) {
  const { id, value, onChange, onBlur, disabled, required, autoFocus } = props
  return (
    <Radio.Group
      {...radioGroup}
      id={id}
      className={styles.choices}
      value={value ?? undefined}
      disabled={disabled}
      {...ariaProps(props)}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value as string)}
      optionType="button"
    >
      {options.map((option, index) => (
        <Radio.Button
          key={option.value}
          value={option.value}
          autoFocus={autoFocus && index === 0}
          // Choosing the present value again clears an optional input.
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

function ListedChoice({ options, ...props }: ChoiceProps) {
  const { value, onChange, onBlur, compact, autoFocus } = props
  const { t } = useTranslator()
  const isSearchable = options.length > 6
  const typed = useTypedOption({
    opensAtOnce: Boolean(compact && autoFocus),
    optionsFor: async (searchText) => options.filter((option) => isMatch(searchText, option)),
    labelOf: (option) => option.label,
    take: (option) => onChange(option.value),
    onBlur,
  })
  return (
    <>
      <Select
        {...selectProps(props, typed.unmatched)}
        value={value ?? undefined}
        onChange={(code: string | undefined) => onChange(code ?? null)}
        onBlur={onBlur}
        onInputKeyDown={(event) => {
          typed.onKey(event, options.filter((option) => isMatch(typed.words, option)).length)
        }}
        options={[...options]}
        showSearch={isSearchable}
        filterOption={(searchText, option) => option !== undefined && isMatch(searchText, option)}
        {...(isSearchable && typed.handlers)}
        placeholder={compact ? undefined : t('form.pick')}
        notFoundContent={t('form.noMatch')}
        popupMatchSelectWidth={compact ? false : undefined}
      />
      {typed.note}
    </>
  )
}

const isMatch = (searchText: string, { label }: Option): boolean =>
  label.toLowerCase().includes(searchText.toLowerCase())
