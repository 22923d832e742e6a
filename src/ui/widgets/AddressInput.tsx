// An address in four parts on one line and a half. The parts a person has used before are offered again on this device,
// and a whole address that is pasted is taken apart.
import { AutoComplete, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { splitAddress } from '../../manifest/fields/typedText'
import { useWords } from '../../runtime/runtime'
import type { AddressValue } from '../../protocol/calls'
import { usedRegions, rememberRegion } from './regions'
import { PlaceFinder } from './PlaceFinder'
import styles from './widgets.module.css'
import type { WidgetProps } from './widget'

const empty: AddressValue = { province: '', city: '', district: '', detail: '' }
const levels = ['province', 'city', 'district'] as const

/** null when nothing is written in any part: an address of blanks is no address. */
function addressValue(parts: AddressValue): AddressValue | null {
  return parts.province || parts.city || parts.district || parts.detail ? parts : null
}

export function AddressInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  label,
  autoFocus,
}: WidgetProps<AddressValue>) {
  const { t, pick } = useWords()
  const [used, setUsed] = useState(usedRegions)
  const parts = value ?? empty
  const set = (part: keyof AddressValue, text: string): void => {
    // Coordinates belong to the words they were found by.
    const { lng: _lng, lat: _lat, ...words } = parts
    onChange(addressValue({ ...words, [part]: text }))
  }
  const onPaste = (event: ClipboardEvent): void => {
    const whole = splitAddress(event.clipboardData.getData('text'))
    if (!whole) return
    event.preventDefault()
    onChange(whole)
  }
  const leave = (): void => {
    if (rememberRegion(parts)) setUsed(usedRegions())
    onBlur?.()
  }
  const offered = useMemo(() => {
    const fitting = (at: number): string[] =>
      used
        .filter((region) => levels.slice(0, at).every((level) => !parts[level] || region[level] === parts[level]))
        .map((region) => region[levels[at]!])
    return levels.map((level, at) =>
      [...new Set(fitting(at))]
        .filter((text) => text && text.startsWith(parts[level]) && text !== parts[level])
        .map((text) => ({ value: text })),
    )
  }, [used, parts])
  const names = { province: t('form.province'), city: t('form.city'), district: t('form.district') }
  const title = label ?? pick(field.title)
  return (
    <div className={styles.address} role="group" aria-label={title} onPaste={onPaste}>
      {levels.map((level, at) => (
        <AutoComplete
          key={level}
          id={at === 0 ? id : undefined}
          value={parts[level]}
          options={offered[at]}
          onChange={(text: string) => set(level, text ?? '')}
          onBlur={leave}
          disabled={disabled}
          status={invalid ? 'error' : undefined}
          autoFocus={autoFocus && at === 0}
          placeholder={names[level]}
          aria-label={`${title} ${names[level]}`}
          aria-describedby={describedBy}
        />
      ))}
      <Input
        className={styles.detail}
        value={parts.detail}
        onChange={(event) => set('detail', event.target.value)}
        onBlur={leave}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        placeholder={t('form.detail')}
        aria-label={`${title} ${t('form.detail')}`}
      />
      <PlaceFinder
        label={title}
        disabled={disabled}
        onFound={(found) => onChange({ ...found, detail: found.detail || parts.detail })}
      />
    </div>
  )
}
