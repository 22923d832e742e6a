// A switch in the bar of a list: between its displays, or between the lists of one address.
// Until it has loaded, its room is reserved, so that the bar does not wrap later.
import { lazy, Suspense } from 'react'

// Loaded on demand, since few screens have a choice.
const Segmented = lazy(() => import('antd/es/segmented'))

interface ListSwitchProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Draws the options as segments of a switch; check before that there is more than one. */
export function ListSwitch({ label, options, value, onChange }: ListSwitchProps) {
  const reserved = (
    <span className="list-switch list-switch-reserved" aria-hidden="true">
      {options.map((option) => (
        <span key={option.value}>{option.label}</span>
      ))}
    </span>
  )
  return (
    <Suspense fallback={reserved}>
      <Segmented
        className="list-switch"
        aria-label={label}
        options={[...options]}
        value={value}
        onChange={(next) => onChange(String(next))}
      />
    </Suspense>
  )
}
