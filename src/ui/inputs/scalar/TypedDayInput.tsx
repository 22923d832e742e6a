// The text input within a date picker. It reads what is typed itself, and keeps what is no day.
// The picker would take 31 February for a day of March, and forget what it cannot read.
import { createContext, forwardRef, useContext, useState, type ComponentPropsWithoutRef } from 'react'

interface TypedDay {
  readonly value: unknown
  /** What was typed earlier and is no day. */
  readonly unread: string
  /** Takes typed text; returns the value that it has become. */
  readonly take: (text: string) => unknown
}

export const TypedDayContext = createContext<TypedDay>({ value: null, unread: '', take: () => null })

/** The picker focuses it through its ref. */
export const TypedDayInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<'input'>>((props, ref) => {
  const { value, unread, take } = useContext(TypedDayContext)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null)
  // As it was typed, until the input is left or another day is pressed.
  const isTyped = typed !== null && typed.value === value
  const text = isTyped ? typed.text : String(props.value ?? '') || unread
  // At leaving, the picker takes the day that it held before: what was typed is the later word.
  const takeAgain = () => isTyped && take(typed.text)
  return (
    <input
      {...props}
      ref={ref}
      value={text}
      onChange={(event) => setTyped({ text: event.target.value, value: take(event.target.value) })}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        if (event.key === 'Tab') takeAgain()
      }}
      onBlur={(event) => {
        props.onBlur?.(event)
        takeAgain()
        setTyped(null)
      }}
    />
  )
})
