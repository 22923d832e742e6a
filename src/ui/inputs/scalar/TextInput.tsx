// One line of text: string and mobile.
// A mobile number uses the phone keyboard and drops separators between its digits.
import { Input } from 'antd'
import { plainMobile } from '../../../manifest/fieldTypes/parseInput'
import { PasswordInput } from './PasswordInput'
import { ariaProps, type InputProps } from '../base/inputContext'

/** Draws one line of text, or a password input for a secret; spaces around the text go when it loses the focus. */
export function TextInput(props: InputProps<string>) {
  const { id, field, value, onChange, onBlur, disabled, invalid, describedBy, autoFocus } = props
  if (field.secret)
    return (
      <PasswordInput
        id={id}
        value={value ?? ''}
        onChange={(text) => onChange(text === '' ? null : text)}
        onBlur={onBlur}
        purpose={field.secret}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
      />
    )
  const mobile = field.type === 'mobile'
  const settle = (): void => {
    const text = typeof value === 'string' ? value : ''
    const settled = mobile ? plainMobile(text) : text.trim()
    if (settled !== text) onChange(settled === '' ? null : settled)
    onBlur?.()
  }
  return (
    <Input
      id={id}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={settle}
      disabled={disabled}
      status={invalid ? 'error' : undefined}
      type={mobile ? 'tel' : 'text'}
      inputMode={mobile ? 'tel' : undefined}
      autoComplete="off"
      autoFocus={autoFocus}
      {...ariaProps(props)}
    />
  )
}
