// Typed input that is not applied yet; applied after a pause in typing.
// Only a change from outside replaces it.

interface PendingOptions<Value> {
  /** Milliseconds without a key. */
  readonly delayMs: number
  /** Key for comparing values. */
  readonly keyOf: (value: Value) => string
  readonly apply: (value: Value) => void
  /** false: what was typed waits for `goOn`. */
  readonly mayApply?: () => boolean
}

export interface PendingInput<Value> {
  /** Applies a typed value after the pause. */
  type(value: Value): void
  /** Applies a value at once. */
  apply(value: Value): void
  /** Receives the applied value; returns whether it came from outside and replaces the typed one. */
  receive(value: Value): boolean
  /** Applies what was typed in the meantime, if it has waited, after the pause. */
  goOn(): void
  stop(): void
}

/** `applied`: the initially applied value. */
export function createPendingInput<Value>(
  applied: Value,
  { delayMs, keyOf, apply, mayApply = () => true }: PendingOptions<Value>,
): PendingInput<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: { readonly value: Value } | undefined
  let current = keyOf(applied)
  // Values applied here but not received back yet: a slow page may still be rendering one while the next is typed.
  let underWay: string[] = []
  const stop = () => {
    clearTimeout(timer)
    held = undefined
  }
  const applyNow = (value: Value) => {
    stop()
    const key = keyOf(value)
    if (key !== (underWay.at(-1) ?? current)) underWay.push(key)
    apply(value)
  }
  const type = (value: Value) => {
    stop()
    timer = setTimeout(() => {
      if (mayApply()) applyNow(value)
      else held = { value }
    }, delayMs)
  }
  return {
    type,
    apply: applyNow,
    goOn() {
      if (held) type(held.value)
    },
    receive(value) {
      const key = keyOf(value)
      if (key === current) {
        // Back to the former value, so the values in between will not come back; receiving one later is a change from
        // outside.
        if (underWay.at(-1) === key) underWay = []
        return false
      }
      current = key
      const position = underWay.indexOf(key)
      underWay = underWay.slice(position + 1)
      if (position >= 0) return false
      stop()
      underWay = []
      return true
    },
    stop,
  }
}
