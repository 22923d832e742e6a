// A multi-line text input that grows with the text and counts characters near the limit.
// HTML is edited as rich text; the request of a list is display-only.
import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { requestText } from '../../../client/text/requestText'
import { ariaProps, type InputProps } from '../base/inputContext'

const RichTextInput = lazy(async () => ({ default: (await import('./RichTextInput')).RichTextInput }))

const defaultLength = 2_000

/** Draws the input of the type `text` by its format; in a compact place, such as a cell, HTML is plain text. */
export function LongTextInput(props: InputProps<string>) {
  if (props.field.format === 'request') return <RequestShown {...props} />
  return props.field.format === 'html' && !props.compact ? (
    <Suspense fallback={<Input.TextArea disabled rows={6} />}>
      <RichTextInput {...props} />
    </Suspense>
  ) : (
    <PlainText {...props} />
  )
}

function RequestShown({ id, value, invalid, describedBy, label }: InputProps<string>) {
  const translator = useTranslator()
  return (
    <Input
      id={id}
      readOnly
      variant="filled"
      value={value ? requestText(value, translator) : ''}
      status={invalid ? 'error' : undefined}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  )
}

function PlainText(props: InputProps<string>) {
  const { id, field, value, onChange, onBlur, disabled, invalid, autoFocus } = props
  const text = value ?? ''
  const limit = field.maxLength ?? defaultLength
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
      count={text.length > limit * 0.8 ? { show: true, max: limit } : undefined}
      {...ariaProps(props)}
    />
  )
}
