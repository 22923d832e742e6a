// Native parts of the sign-in page's forms, drawn before the control library has loaded:
// an input with label, error and a toggle for secret values, and the submit button.
import { useId, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import styles from '../signIn.module.css'

export interface BoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly errors?: readonly string[]
  /** After the input, within its frame. */
  readonly beside?: ReactNode
}

/**
 * Draws a labelled native input with the first of its errors; a password also gets a toggle and a notice while Caps
 * Lock is on.
 */
export function SignInField({ label, value, onChange, errors = [], type, beside, ...rest }: BoxProps) {
  const { t } = useTranslator()
  const id = useId()
  const [isVisible, setIsVisible] = useState(false)
  const [caps, setCaps] = useState(false)
  const secret = type === 'password'
  const error = errors[0]
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={error ? `${styles.box} ${styles.wrong}` : styles.box}>
        <input
          {...rest}
          id={id}
          type={secret && isVisible ? 'text' : type}
          value={value ?? ''}
          onChange={(event) => onChange?.(event.target.value)}
          onKeyUp={
            secret ? (event: KeyboardEvent) => setCaps(event.getModifierState?.('CapsLock') ?? false) : undefined
          }
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {beside}
        {secret && (
          <button
            type="button"
            className={styles.eye}
            onClick={() => setIsVisible(!isVisible)}
            aria-label={t(isVisible ? 'signIn.hide' : 'signIn.show')}
            aria-pressed={isVisible}
          >
            <svg
              width="18"
              height="18"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <path d="M3 12s3.2-6 9-6 9 6 9 6-3.2 6-9 6-9-6-9-6Z" />
              <circle cx="12" cy="12" r="2.6" />
              {!isVisible && <path d="M5 19 19 5" />}
            </svg>
          </button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {secret && caps && !error && <p className={styles.hint}>{t('signIn.capsLock')}</p>}
    </div>
  )
}

/** Spins while the call of its form is running. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={styles.submit} disabled={busy}>
      {busy && <span className={styles.turning} aria-hidden="true" />}
      {children}
    </button>
  )
}
