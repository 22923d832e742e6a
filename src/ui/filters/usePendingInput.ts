// A typed value that is not applied yet.
// The address or another control may change the applied one in the meantime.
import { useEffect, useRef, useState } from 'react'
import { createPendingInput, type PendingInput } from './pendingInput'

interface TypedValue<Value> {
  readonly typed: Value
  /** Applies after a pause in typing. */
  readonly type: (value: Value) => void
  readonly apply: (value: Value) => void
}

/** `keyOf`: key for comparing values, since applied ones are received back. */
export function usePendingInput<Value>(
  applied: Value,
  onApply: (value: Value) => void,
  { delayMs, keyOf }: { readonly delayMs: number; readonly keyOf: (value: Value) => string },
): TypedValue<Value> {
  const [typed, setTyped] = useState(applied)
  const latest = useRef(onApply)
  latest.current = onApply
  const pending = useRef<PendingInput<Value>>(undefined)
  pending.current ??= createPendingInput(applied, { delayMs, keyOf, apply: (value) => latest.current(value) })
  const input = pending.current
  // After each render: a value applied and reverted before rendering leaves `applied` unchanged.
  useEffect(() => {
    if (input.receive(applied)) setTyped(applied)
  })
  useEffect(() => input.stop, [input])
  return {
    typed,
    type(value) {
      setTyped(value)
      input.type(value)
    },
    apply(value) {
      setTyped(value)
      input.apply(value)
    },
  }
}
