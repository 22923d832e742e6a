// One cell of a line. Texts and numbers are plain inputs; other types are text until focused.
// A hundred closed lists, calendars and file inputs would be slow.
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import { Popover } from 'antd'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useEscapeToOpener } from '../../controls/menu/useTopmostEscape'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import type { Field, FieldType } from '../../../manifest/model/field'
import { numberValue, plainMobile, typedText } from '../../../manifest/fieldTypes/parseInput'
import { scalarInputOf, type CellType } from '../scalarInputs'
import { groupedNumber } from '../base/numberText'
import { useInputContext, type OptionSource, type UploadProgress } from '../base/inputContext'
import { fieldText } from '../lineModel/lineCellText'
import styles from './lineCell.module.css'

interface LineCellProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly label: string
  readonly disabled?: boolean
  readonly error?: string
  readonly optionSource?: () => OptionSource
}

const cellKinds: Readonly<Record<FieldType, 'typed' | 'ticked' | 'popped' | 'resting'>> = {
  string: 'typed',
  text: 'typed',
  mobile: 'typed',
  int: 'typed',
  money: 'typed',
  decimal: 'typed',
  boolean: 'ticked',
  files: 'popped',
  address: 'popped',
  date: 'resting',
  datetime: 'resting',
  choice: 'resting',
  ref: 'resting',
  lines: 'resting',
}

export function LineCell(props: LineCellProps) {
  const kind = cellKinds[props.field.type]
  if (kind === 'typed') return <TypedCell {...props} />
  if (kind === 'popped') return <PoppedCell {...props} />
  if (kind === 'ticked') {
    return (
      <input
        type="checkbox"
        className={styles.tick}
        checked={props.value === true}
        disabled={props.disabled}
        aria-label={props.label}
        aria-invalid={props.error ? true : undefined}
        onChange={(event) => props.onChange(event.target.checked)}
      />
    )
  }
  return <Resting {...props} />
}

function TypedCell({ field, value, onChange, label, disabled, error }: LineCellProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const number = isNumberType(field.type)
  const plain = typedText(value, field)
  const visible = draft ?? (number ? restingNumber(plain, field) : plain)
  const input = useRef<HTMLInputElement>(null)
  const isTyping = draft !== null
  // Select the text as soon as it is drawn without separators, before the next key: a later selection would include
  // newly typed text.
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])
  const settle = (): void => {
    setDraft(null)
    const settled = field.type === 'mobile' ? plainMobile(plain) : number ? plain : plain.trim()
    if (settled !== plain) onChange(settled === '' ? null : settled)
  }
  return (
    <input
      ref={input}
      className={number ? styles.number : styles.text}
      value={visible}
      disabled={disabled}
      inputMode={number ? (field.type === 'int' ? 'numeric' : 'decimal') : field.type === 'mobile' ? 'tel' : undefined}
      autoComplete="off"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      title={error}
      onFocus={() => setDraft(plain)}
      onBlur={settle}
      onChange={(event) => {
        const text = event.target.value
        setDraft(text)
        onChange(number ? numberValue(text, field) : text === '' ? null : text)
      }}
    />
  )
}

function restingNumber(plain: string, { type, format }: Field): string {
  const grouped = groupedNumber(plain, type === 'money' ? 2 : 0)
  return format === 'percent' && grouped !== '' ? `${grouped}%` : grouped
}

function useCellText(field: Field, value: unknown): string {
  const translator = useTranslator()
  const format = useFormat()
  const { dictionaries } = useInputContext()
  return fieldText(value, field, { dictionaries, translator, format })
}

function Resting({ field, value, onChange, label, disabled, error, optionSource }: LineCellProps) {
  const [busy, setBusy] = useState(false)
  const { t } = useTranslator()
  const text = useCellText(field, value)
  if (!busy) {
    return (
      <button
        type="button"
        className={styles.resting}
        disabled={disabled}
        aria-label={`${label} ${text}`}
        aria-invalid={error ? true : undefined}
        title={error ?? text}
        onFocus={() => setBusy(true)}
        onClick={() => setBusy(true)}
      >
        {text || (field.required && !disabled ? <em>{t('form.pick')}</em> : '')}
      </button>
    )
  }
  const Input = scalarInputOf(field.type as CellType)
  const onKeyDown = (event: KeyboardEvent): void => {
    // The list uses these keys itself, so the table must not move.
    if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') event.stopPropagation()
  }
  return (
    <div className={styles.busy} onKeyDown={onKeyDown}>
      <Input
        id=""
        field={field}
        value={value}
        onChange={onChange}
        onBlur={() => setBusy(false)}
        label={label}
        required={field.required}
        invalid={error !== undefined}
        compact
        autoFocus
        optionSource={optionSource?.()}
      />
    </div>
  )
}

function PoppedCell({ field, value, onChange, label, disabled, error }: LineCellProps) {
  const [open, setOpen] = useState(false)
  const [uploads, setUploads] = useState<UploadProgress>()
  const { t } = useTranslator()
  const anchor = useEscapeToOpener<HTMLButtonElement>(open, () => setOpen(false))
  const text = useCellText(field, value)
  const Input = scalarInputOf(field.type as CellType)
  const note = uploads && t(uploads === 'sending' ? 'form.stillUploading' : 'form.failedUploads')
  return (
    <Popover
      open={open}
      onOpenChange={(next) => !disabled && setOpen(next)}
      trigger="click"
      placement="bottomLeft"
      // Unmounting the input would lose running and failed uploads.
      destroyOnHidden={uploads === undefined}
      fresh
      content={
        <div className={styles.popped} onPaste={(event) => event.stopPropagation()}>
          <Input
            id=""
            field={field}
            value={value}
            onChange={onChange}
            label={label}
            invalid={error !== undefined}
            autoFocus
            onUploads={setUploads}
          />
        </div>
      }
    >
      <button
        ref={anchor}
        type="button"
        className={styles.resting}
        disabled={disabled}
        aria-label={[label, text, note].filter(Boolean).join(' ')}
        aria-invalid={error || uploads === 'failed' ? true : undefined}
        title={error ?? note ?? text}
      >
        {text}
        {note ? <em> {note}</em> : null}
      </button>
    </Popover>
  )
}
