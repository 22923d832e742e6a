// A password, hidden unless its owner reveals it.
// Shows the state of Caps Lock.
import { Input } from 'antd'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import styles from '../base/inputs.module.css'

interface PasswordInputProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** current: the present password, which a password manager may fill in; new: one that is being chosen. */
  readonly purpose: 'current' | 'new'
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
}

export function PasswordInput({
  id,
  value,
  onChange,
  onBlur,
  purpose,
  disabled,
  invalid,
  describedBy,
}: PasswordInputProps) {
  const { t } = useTranslator()
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <Input.Password
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          setCapsLock(false)
          onBlur?.()
        }}
        onKeyDown={watch}
        onKeyUp={watch}
        autoComplete={purpose === 'current' ? 'current-password' : 'new-password'}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      />
      {capsLock ? (
        <div className={styles.hint} role="status">
          {t('form.capsLock')}
        </div>
      ) : null}
    </>
  )
}
