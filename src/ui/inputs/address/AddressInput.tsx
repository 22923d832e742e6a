// An address in four parts: province, city and district from the list, then the detail.
// Regions used before on this device come first; a pasted address is split into its parts.
import { AutoComplete, Input } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ClipboardEvent, FocusEvent, ReactNode } from 'react'
import { neededAddressParts, splitAddress } from '../../../manifest/fieldTypes/parseInput'
import { useTranslator } from '../../../client/context/clientContext'
import type { AddressValue } from '../../../protocol/calls'
import { regionMeant } from './regionMeant'
import { usedRegions, rememberRegion } from './usedRegions'
import { PlaceFinder } from './PlaceFinder'
import { useRegions } from '../../rules/regionList'
import styles from '../base/inputs.module.css'
import type { InputProps } from '../base/inputContext'
import { leaveByTab } from '../../controls/leaveByTab'

const empty: AddressValue = { province: '', city: '', district: '', detail: '' }
const levels = ['province', 'city', 'district'] as const

/** null when every part is blank: an address of blanks is no address. */
function addressValue(parts: AddressValue): AddressValue | null {
  return parts.province || parts.city || parts.district || parts.detail ? parts : null
}

/** Without the coordinates, which belong to the text for which they were found. */
function textPartsOf({ lng: _lng, lat: _lat, ...textParts }: AddressValue): AddressValue {
  return textParts
}

/** The marked parts of an invalid address: the missing ones, else all. */
function marksOf(parts: AddressValue, invalid: boolean | undefined) {
  const missing = neededAddressParts.filter((part) => parts[part].trim() === '')
  return (part: string) =>
    invalid && (missing.length === 0 || missing.some((name) => name === part)) ? 'error' : undefined
}

/** Draws four inputs in a group; null as a value is an address without any text. */
export function AddressInput(props: InputProps<AddressValue>) {
  const { id, field, value, onChange, disabled, invalid, describedBy, label, autoFocus, message } = props
  const { t, pick } = useTranslator()
  const parts = value ?? empty
  const { offered, typing, meant, leave } = useOfferedRegions(parts)
  const set = (part: keyof AddressValue, text: string): void =>
    onChange(addressValue({ ...textPartsOf(parts), [part]: text }))
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = splitAddress(event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    onChange(pasted)
  }
  const names = { province: t('form.province'), city: t('form.city'), district: t('form.district') }
  const title = label ?? pick(field.title)
  const statusOf = marksOf(parts, invalid)
  return (
    <PartsGroup label={title} onPaste={onPaste} onLeave={props.onBlur}>
      {levels.map((level, index) => (
        <AutoComplete
          key={level}
          id={index === 0 ? id : undefined}
          value={parts[level]}
          options={offered[index]}
          onChange={(text: string) => set(level, text ?? '')}
          {...typing}
          onInputKeyDown={leaveByTab}
          onBlur={() => {
            const region = meant(index)
            if (region) set(level, region)
            leave()
          }}
          disabled={disabled}
          status={statusOf(level)}
          autoFocus={autoFocus && index === 0}
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
        status={statusOf('detail')}
        placeholder={t('form.detail')}
        aria-label={`${title} ${t('form.detail')}`}
      />
      <div className={styles.message}>{message}</div>
      <PlaceFinder
        label={title}
        disabled={disabled}
        onFound={(address) => onChange({ ...address, detail: address.detail || parts.detail })}
      />
    </PartsGroup>
  )
}

interface PartsGroupProps {
  readonly label: string
  readonly onPaste: (event: ClipboardEvent) => void
  /** The focus has left all parts: from one to the next the address is still being filled in. */
  readonly onLeave: (() => void) | undefined
  readonly children: ReactNode
}

function PartsGroup({ label, onPaste, onLeave, children }: PartsGroupProps) {
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) onLeave?.()
  }
  return (
    <div className={styles.address} role="group" aria-label={label} onPaste={onPaste} onBlur={onBlur}>
      {children}
    </div>
  )
}

/** The regions to choose from at each level; `leave` remembers those of a complete address. */
function useOfferedRegions(parts: AddressValue) {
  const [used, setUsed] = useState(usedRegions)
  const regions = useRegions()
  const { province, city } = parts
  // Before the list has loaded only regions used on this device are offered.
  const listed = useMemo(
    () => [regions?.provinces ?? [], regions?.cities(province) ?? [], regions?.districts(province, city) ?? []],
    [regions, province, city],
  )
  const offered = useMemo(() => {
    const fitting = (position: number): string[] =>
      used
        .filter((region) => levels.slice(0, position).every((level) => !parts[level] || region[level] === parts[level]))
        .map((region) => region[levels[position]!])
    // Regions used before on this device come first, if the list has them.
    return levels.map((level, index) =>
      [...new Set([...fitting(index).filter((text) => !regions || listed[index]!.includes(text)), ...listed[index]!])]
        .filter((text) => text && text.includes(parts[level]) && text !== parts[level])
        .map((text) => ({ value: text })),
    )
  }, [used, parts, regions, listed])
  const leave = (): void => {
    if (rememberRegion(parts)) setUsed(usedRegions())
  }
  /** Whether the user typed since focusing: a part that was only passed or chosen stays unchanged. */
  const isTyped = useRef(false)
  const typing = { onSearch: () => (isTyped.current = true), onSelect: () => (isTyped.current = false) }
  const meant = (position: number): string | undefined => {
    const region = isTyped.current ? regionMeant(parts[levels[position]!], listed[position]!) : undefined
    isTyped.current = false
    return region
  }
  return { offered, typing, meant, leave }
}
