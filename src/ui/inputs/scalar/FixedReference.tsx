// A reference that the action has decided, with what a picker would show beside its name.
import { useEffect, useState } from 'react'
import type { RefValue } from '../../../protocol/calls'
import styles from '../base/inputs.module.css'
import type { OptionSource } from '../base/widgetContext'

interface FixedReferenceProps {
  readonly value: RefValue
  readonly offer: OptionSource
}

export function FixedReference({ value, offer }: FixedReferenceProps) {
  const [hint, setHint] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    // The name alone is enough to go on with.
    offer.hintOf(value.id, control.signal).then(setHint, () => undefined)
    return () => control.abort()
    // Another input may change what is offered, not what the record is.
  }, [value.id])
  return (
    <>
      {value.label}
      {hint === undefined ? null : <small className={styles.beside}>{hint}</small>}
    </>
  )
}
