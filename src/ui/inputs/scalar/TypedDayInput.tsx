// The text input within a date picker. It parses typed text itself, and keeps text that is no day.
// The picker would read 31 February as a day of March, and discard what it cannot parse.
import { createContext, forwardRef, useContext, useState, type ComponentPropsWithoutRef } from 'react'

interface TypedDay {
  readonly value: unknown
  /** Earlier typed text that is no day. */
  readonly unread: string
  /** Parses typed text; returns the resulting value. */
  readonly take: (text: string) => unknown
}

export const TypedDayContext = createContext<TypedDay>({ value: null, unread: '', take: () => null })

/** The picker focuses it through its ref. */
export const TypedDayInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<'input'>>((props, ref) => {
  const { value, unread, take } = useContext(TypedDayContext)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null)
  // The typed text, until blur or a click on another day.
  const isTyped = typed !== null && typed.value === value
  const text = isTyped ? typed.text : String(props.value ?? '') || unread
  // On blur the picker restores its former day; the typed text takes precedence.
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
