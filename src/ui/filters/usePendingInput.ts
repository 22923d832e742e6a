// A typed value ahead of the one that applies.
// The address or another control may change that one meanwhile.
import { useEffect, useRef, useState } from 'react'
import { createPendingInput, type PendingInput } from './pendingInput'

interface TypedValue<Value> {
  readonly typed: Value
  /** Applies after a pause of the keys. */
  readonly type: (value: Value) => void
  readonly apply: (value: Value) => void
}

/** `keyOf`: text by which two values are the same, as they come back after they apply. */
export function usePendingInput<Value>(
  applied: Value,
  onApply: (value: Value) => void,
  { pause, keyOf }: { readonly pause: number; readonly keyOf: (value: Value) => string },
): TypedValue<Value> {
  const [typed, setTyped] = useState(applied)
  const latest = useRef(onApply)
  latest.current = onApply
  const pending = useRef<PendingInput<Value>>(undefined)
  pending.current ??= createPendingInput(applied, { pause, keyOf, apply: (value) => latest.current(value) })
  const input = pending.current
  // After each drawing: a value that was applied and taken back before it was drawn leaves `applied` as it was.
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
