// How does somebody say who she is? Account and password, then (for one mobile with several accounts) which of them. Native inputs under a Formily form:
// it is drawn before the control library is there.
import { createForm, type Field as FormField } from '@formily/core'
import { connect, Field, FormProvider, mapProps } from '@formily/react'
import { useEffect, useId, useMemo, useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react'
import { CallError } from '../../runtime/faults'
import { useRuntime, useWords } from '../../runtime/runtime'
import type { AccountChoice, SignInOutcome } from '../../runtime/signIn'
import styles from './signIn.module.css'

interface BoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly faults?: readonly string[]
}

function Box({ label, value, onChange, faults = [], type, ...rest }: BoxProps) {
  const { t } = useWords()
  const id = useId()
  const [seen, setSeen] = useState(false)
  const [caps, setCaps] = useState(false)
  const secret = type === 'password'
  const fault = faults[0]
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>{label}</label>
      <div className={fault ? `${styles.box} ${styles.wrong}` : styles.box}>
        <input
          {...rest}
          id={id}
          type={secret && seen ? 'text' : type}
          value={value ?? ''}
          onChange={(event) => onChange?.(event.target.value)}
          onKeyUp={secret ? (event: KeyboardEvent) => setCaps(event.getModifierState?.('CapsLock') ?? false) : undefined}
          aria-invalid={Boolean(fault)}
          aria-describedby={fault ? `${id}-fault` : undefined}
        />
        {secret && (
          <button type="button" className={styles.eye} onClick={() => setSeen(!seen)} aria-label={t(seen ? 'signIn.hide' : 'signIn.show')} aria-pressed={seen}>
            <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" aria-hidden="true">
              <path d="M3 12s3.2-6 9-6 9 6 9 6-3.2 6-9 6-9-6-9-6Z" /><circle cx="12" cy="12" r="2.6" />{!seen && <path d="M5 19 19 5" />}
            </svg>
          </button>
        )}
      </div>
      {fault && <p id={`${id}-fault`} className={styles.fault} role="alert">{fault}</p>}
      {secret && caps && !fault && <p className={styles.hint}>{t('signIn.capsLock')}</p>}
    </div>
  )
}

const FormBox = connect(Box, mapProps((props, field) => ({ ...props, faults: (field as FormField).selfErrors })))

export interface SignInFormProps {
  /** Known already, as when she signs in again. */
  readonly account?: string
  /** The session knows it anyway; for who has to do something more. */
  readonly onIn?: () => void
  /** The first key: whatever comes after may be fetched now. */
  readonly onBegin?: () => void
  readonly inDialog?: boolean
}

export function SignInForm({ account, onIn, onBegin, inDialog }: SignInFormProps) {
  const { signIn, entry } = useRuntime()
  const { t, pick } = useWords()
  const form = useMemo(() => createForm<{ account: string; password: string }>({ initialValues: { account: account ?? '', password: '' } }), [account])
  const [refused, setRefused] = useState<string | null>(null)
  const [choices, setChoices] = useState<readonly AccountChoice[] | null>(null)
  const [busy, setBusy] = useState(false)
  const begun = useRef(false)
  const required = { validator: (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? '' : t('signIn.required')) }

  const go = async (step: () => Promise<SignInOutcome>) => {
    setBusy(true)
    setRefused(null)
    try {
      const outcome = await step()
      if (outcome.step === 'choose') setChoices(outcome.accounts)
      else onIn?.()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefused(error.message)
      // A handle is good once: the choice begins anew with the password.
      setChoices(null)
      for (const [name, message] of Object.entries(error.fields)) form.setFieldState(name, (state) => { (state as FormField).selfErrors = [message] })
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    try {
      await form.validate()
    } catch {
      // The boxes say what is missing.
      return
    }
    const values = form.getFormState().values
    await go(() => signIn.withPassword(values.account.trim(), values.password))
  }
  const begin = () => {
    if (!begun.current) onBegin?.()
    begun.current = true
  }
  useEffect(() => () => form.onUnmount(), [form])

  const panel = inDialog ? `${styles.panel} ${styles.inDialog}` : styles.panel
  if (choices) {
    return (
      <div className={panel}>
        <h1 className={styles.title}>{t('signIn.choose')}</h1>
        <p className={styles.lead}>{t('signIn.chooseLead')}</p>
        <ul className={styles.accounts}>
          {choices.map(({ handle, names: [first, ...rest] }) => (
            <li key={handle}>
              <button type="button" className={styles.account} disabled={busy} onClick={() => void go(() => signIn.choose(handle))}>
                <strong>{first}</strong>
                <span>{rest.join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
        <button type="button" className={styles.text} onClick={() => setChoices(null)}>{t('signIn.other')}</button>
      </div>
    )
  }
  return (
    <FormProvider form={form}>
      <form className={panel} noValidate onInput={begin} onSubmit={(event) => { event.preventDefault(); void submit() }}>
        {!inDialog && <h1 className={styles.title}>{t('signIn.title')}</h1>}
        <p className={styles.lead}>{inDialog ? t('signIn.resume') : pick(entry.product.title)}</p>
        {refused && <p className={styles.refused} role="alert">{refused}</p>}
        <Field name="account" validator={required} component={[FormBox, { label: t('signIn.account'), placeholder: t('signIn.accountHint'), autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, autoFocus: !account }]} />
        <Field name="password" validator={required} component={[FormBox, { label: t('signIn.password'), placeholder: t('signIn.passwordHint'), type: 'password', autoComplete: 'current-password', autoFocus: Boolean(account) }]} />
        <button type="submit" className={styles.submit} disabled={busy}>
          {busy && <span className={styles.turning} aria-hidden="true" />}
          {t(busy ? 'signIn.submitting' : 'signIn.submit')}
        </button>
      </form>
    </FormProvider>
  )
}

/** The picture of the product; kept here so that it is drawn before everything else is loaded. */
export function ProductMark({ title }: { title: string }) {
  return <span className={styles.product}><img src="/icon.svg" alt="" width={28} height={28} />{title}</span>
}

