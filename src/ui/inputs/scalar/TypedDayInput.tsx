// The text input within a date picker. It reads what is typed itself, and keeps what is no day.
// The picker would take 31 February for a day of March, and forget what it cannot read.
import { createContext, useContext, useState, type ComponentProps } from 'react'

interface TypedDay {
  readonly value: unknown
  /** What was typed earlier and is no day. */
  readonly unread: string
  /** Takes typed text; returns the value that it has become. */
  readonly take: (text: string) => unknown
}

export const TypedDayContext = createContext<TypedDay>({ value: null, unread: '', take: () => null })

export function TypedDayInput(props: ComponentProps<'input'>) {
  const { value, unread, take } = useContext(TypedDayContext)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null)
  // As it was typed, until the input is left or another day is pressed.
  const text = typed !== null && typed.value === value ? typed.text : String(props.value ?? '') || unread
  return (
    <input
      {...props}
      value={text}
      onChange={(event) => setTyped({ text: event.target.value, value: take(event.target.value) })}
      onBlur={(event) => {
        setTyped(null)
        props.onBlur?.(event)
      }}
    />
  )
}
