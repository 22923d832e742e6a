// A number: int, money, decimal. While it is typed it stays as typed; left alone it shows its separators. The value is exact decimal text
// (int: a number), and text that is no number is handed on as it is, so that the check can say so.
import { Input } from 'antd'
import { useState } from 'react'
import { plainNumber } from '../../manifest/fields/typedText'
import { useWords } from '../../runtime/runtime'
import { groupedNumber } from './numberText'
import styles from './widgets.module.css'
import { useSurroundings } from './widget'
import type { WidgetProps } from './widget'

/** What typed text means as a value. */
export function numberValue(typed: string, type: 'int' | 'money' | 'decimal' | (string & {})): string | number | null {
  const plain = plainNumber(typed)
  if (plain === '') return null
  if (type === 'int' && /^-?\d{1,15}$/.test(plain)) return Number(plain)
  return plain
}

function currencySign(currency: string, language: string): string {
  const parts = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? currency
}

export function NumberInput({
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
  autoFocus,
}: WidgetProps<string | number>) {
  const [typed, setTyped] = useState<string | null>(null)
  const { currency } = useSurroundings()
  const { language } = useWords()
  const plain = value === null || value === undefined ? '' : String(value)
  const shown = typed ?? groupedNumber(plain, field.type === 'money' ? 2 : 0)
  return (
    <Input
      id={id}
      className={styles.number}
      value={shown}
      prefix={
        field.type === 'money' ? <span className={styles.sign}>{currencySign(currency, language)}</span> : undefined
      }
      onFocus={(event) => {
        setTyped(plain)
        const input = event.target
        // After the text without separators is drawn, so that typing replaces the whole number.
        // Selecting focuses: whoever has gone on meanwhile must not be taken back.
        requestAnimationFrame(() => {
          if (document.activeElement === input) input.select()
        })
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberValue(event.target.value, field.type))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      inputMode={field.type === 'int' ? 'numeric' : 'decimal'}
      autoComplete="off"
      autoFocus={autoFocus}
      aria-label={label}
      aria-required={required}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  )
}
