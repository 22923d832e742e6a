// What is typed ahead of what applies: applied after a pause of the keys.
// Only a change from outside replaces it.

interface PendingOptions<Value> {
  /** Milliseconds without a key. */
  readonly pause: number
  /** Text by which two values are the same. */
  readonly keyOf: (value: Value) => string
  readonly apply: (value: Value) => void
}

export interface PendingInput<Value> {
  /** Applies a typed value after the pause. */
  type(value: Value): void
  /** Applies a value at once. */
  apply(value: Value): void
  /** Takes what applies now; answers whether it came from outside and replaces what is typed. */
  receive(value: Value): boolean
  stop(): void
}

/** `applied`: the value that applies when it begins. */
export function createPendingInput<Value>(
  applied: Value,
  { pause, keyOf, apply }: PendingOptions<Value>,
): PendingInput<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = keyOf(applied)
  // Applied here and not received yet: while a slow page draws one of them, the next is being typed.
  let underWay: string[] = []
  const applyNow = (value: Value) => {
    clearTimeout(timer)
    const key = keyOf(value)
    if (key !== (underWay.at(-1) ?? current)) underWay.push(key)
    apply(value)
  }
  return {
    type(value) {
      clearTimeout(timer)
      timer = setTimeout(() => applyNow(value), pause)
    },
    apply: applyNow,
    receive(value) {
      const key = keyOf(value)
      if (key === current) {
        // Back where it was, and what came between is never drawn: to receive that later is a change from outside.
        if (underWay.at(-1) === key) underWay = []
        return false
      }
      current = key
      const position = underWay.indexOf(key)
      underWay = underWay.slice(position + 1)
      if (position >= 0) return false
      clearTimeout(timer)
      underWay = []
      return true
    },
    stop: () => clearTimeout(timer),
  }
}
