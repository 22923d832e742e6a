// A reference fixed by the action, shown like an option of a picker.
import { useEffect, useState } from 'react'
import type { RefValue } from '../../../protocol/calls'
import styles from '../base/inputs.module.css'
import type { OptionSource } from '../base/inputContext'

interface FixedReferenceProps {
  readonly value: RefValue
  readonly optionSource: OptionSource
}

/** Draws the label, and the sublabel once it is read; a failed reading changes nothing. */
export function FixedReference({ value, optionSource }: FixedReferenceProps) {
  const [hint, setHint] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    // The name alone is sufficient.
    optionSource.optionOf(value.id, control.signal).then(
      (option) => setHint(option?.hint),
      () => undefined,
    )
    return () => control.abort()
    // Other inputs may change the options, not the record.
  }, [value.id])
  return (
    <>
      {value.label}
      {hint === undefined ? null : <small className={styles.beside}>{hint}</small>}
    </>
  )
}
