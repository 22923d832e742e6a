// A typed value that is not applied yet.
// The address or another control may change the applied one in the meantime.
import { useEffect, useRef, useState } from 'react'
import { useInFront } from '../../client/navigation/useInFront'
import { createPendingInput, type PendingInput } from './pendingInput'

interface TypedValue<Value> {
  readonly typed: Value
  /** Applies after a pause in typing; what an input method composes, when it is composed. */
  readonly type: (value: Value) => void
  readonly apply: (value: Value) => void
  /** For the element around the input. */
  readonly composition: { readonly onCompositionStart: () => void; readonly onCompositionEnd: () => void }
}

/** `keyOf`: key for comparing values, since applied ones are received back. */
export function usePendingInput<Value>(
  applied: Value,
  onApply: (value: Value) => void,
  { delayMs, keyOf }: { readonly delayMs: number; readonly keyOf: (value: Value) => string },
): TypedValue<Value> {
  const [typed, setTyped] = useState(applied)
  const isInFront = useInFront()
  const isComposing = useRef(false)
  const latest = useRef({ onApply, isInFront })
  latest.current = { onApply, isInFront }
  const pending = useRef<PendingInput<Value>>(undefined)
  pending.current ??= createPendingInput(applied, {
    delayMs,
    keyOf,
    apply: (value) => latest.current.onApply(value),
    mayApply: () => !isComposing.current && latest.current.isInFront(),
  })
  const input = pending.current
  // After each render: a value applied and reverted before rendering leaves `applied` unchanged.
  useEffect(() => {
    if (input.receive(applied)) setTyped(applied)
  })
  useEffect(() => input.stop, [input])
  useEffect(() => {
    if (isInFront()) input.goOn()
  }, [input, isInFront])
  return {
    typed,
    type(value) {
      setTyped(value)
      input.type(value)
    },
    apply(value) {
      isComposing.current = false
      setTyped(value)
      input.apply(value)
    },
    composition: {
      onCompositionStart() {
        isComposing.current = true
      },
      onCompositionEnd() {
        isComposing.current = false
        input.goOn()
      },
    },
  }
}
