// A number (int, money, decimal), shown as typed while focused and with separators otherwise.
// The value is exact decimal text (int: a number). Text that is no number is passed on unchanged for validation.
import { Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFormat } from '../../../client/context/clientContext'
import { numberValue, typedText } from '../../../manifest/fieldTypes/parseInput'
import { groupedNumber } from '../base/numberText'
import styles from '../base/inputs.module.css'
import { ariaProps, type InputProps } from '../base/inputContext'

/** Draws a text input; an amount has the sign of the product's currency, a percentage its sign. */
export function NumberInput(props: InputProps<string | number>) {
  const { id, field, value, onChange, onBlur, disabled, invalid, autoFocus } = props
  const [typed, setTyped] = useState<string | null>(null)
  const format = useFormat()
  const plain = typedText(value, field)
  const input = useRef<InputRef>(null)
  const isTyping = typed !== null
  // Select the text as soon as it is drawn without separators, before the next key: typing replaces the whole number.
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])
  const visible = typed ?? groupedNumber(plain, field.type === 'money' ? 2 : 0)
  return (
    <Input
      id={id}
      className={styles.number}
      value={visible}
      prefix={field.type === 'money' ? <span className={styles.sign}>{format.currencySign()}</span> : undefined}
      suffix={field.format === 'percent' ? <span className={styles.sign}>%</span> : undefined}
      ref={input}
      onFocus={() => setTyped(plain)}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberValue(event.target.value, field))
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
      {...ariaProps(props)}
    />
  )
}
