// Several lines of text. It grows with what is written and counts the characters when they run short.
import { Input } from 'antd'
import type { WidgetProps } from './widget'

const defaultLength = 2_000

export function LongTextInput({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy, label, autoFocus }: WidgetProps<string>) {
  const text = value ?? ''
  const most = field.length ?? defaultLength
  return (
    <Input.TextArea
      id={id}
      value={text}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      autoSize={{ minRows: 2, maxRows: 10 }}
      autoFocus={autoFocus}
      count={text.length > most * 0.8 ? { show: true, max: most } : undefined}
      aria-label={label}
      aria-required={required}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  )
}
