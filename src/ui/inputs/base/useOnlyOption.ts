// Takes the only record that a required reference offers, once another input has narrowed them.
import { useEffect, useRef, useState } from 'react'
import type { RefValue } from '../../../protocol/calls'
import type { InputProps } from './inputContext'

/** Whether the value was taken so. Once for the same options: who clears it wants none, or another. */
export function useOnlyOption(props: InputProps<RefValue>): boolean {
  const { value, required, compact, disabled, optionSource, onChange } = props
  const key = optionSource?.key
  const taken = useRef<string>()
  const [only, setOnly] = useState<number>()
  const asks = optionSource?.narrowed === true && required === true && !value && !compact && !disabled
  useEffect(() => {
    if (!asks || !optionSource || taken.current === key) return
    const control = new AbortController()
    optionSource.find('', control.signal).then(
      ({ options, recent = [], more }) => {
        if (control.signal.aborted) return
        taken.current = key
        const [record, ...others] = new Map([...options, ...recent].map((option) => [option.id, option])).values()
        if (!record || others.length > 0 || more) return
        setOnly(record.id)
        onChange({ id: record.id, label: record.label })
      },
      // The list reads them again when it is opened, and shows what fails.
      () => undefined,
    )
    return () => control.abort()
    // A rerendering parent passes equal options as a new object.
  }, [asks, key])
  return only !== undefined && value?.id === only
}
