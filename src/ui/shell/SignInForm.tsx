// How does somebody say who she is? Account and password, or the code that was sent to her telephone; then (for one mobile with several accounts) which of them.
// Native inputs under a Formily form: it is drawn before the control library is there.
import { createForm, type Field as FormField } from '@formily/core'
import { Field, FormProvider } from '@formily/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { endpointOf } from '../../runtime/endpoints'
import { CallError } from '../../runtime/faults'
import { useRuntime, useWords } from '../../runtime/runtime'
import type { AccountChoice, SignInOutcome } from '../../runtime/signIn'
import { ChooseAccount } from './ChooseAccount'
import { SendCodeButton } from './SendCodeButton'
import styles from './signIn.module.css'
import { FormBox } from './SignInBox'

export interface SignInFormProps {
  /** Known already, as when she signs in again. */
  readonly account?: string
  /** The session knows it anyway; for who has to do something more. */
  readonly onIn?: () => void
  /** The first key: whatever comes after may be fetched now. */
  readonly onBegin?: () => void
  readonly inDialog?: boolean
}

type Way = 'password' | 'code'
interface Typed {
  readonly account: string
  readonly password: string
  readonly mobile: string
  readonly code: string
}

const mobilePattern = /^1[3-9]\d{9}$/

export function SignInForm({ account, onIn, onBegin, inDialog }: SignInFormProps) {
  const { signIn, entry, session } = useRuntime()
  const { t, pick } = useWords()
  const form = useMemo(() => {
    const known = account ?? signIn.lastMobile()
    return createForm<Typed>({
      initialValues: { account: known, password: '', mobile: mobilePattern.test(known) ? known : '', code: '' },
    })
  }, [account, signIn])
  const [way, setWay] = useState<Way>('password')
  const [said, setSaid] = useState<{ readonly text: string; readonly good?: boolean } | null>(() =>
    whyTurnedAway(session.getState().failure),
  )
  const [choices, setChoices] = useState<readonly AccountChoice[] | null>(null)
  const [busy, setBusy] = useState(false)
  const begun = useRef(false)
  const byCode = endpointOf(entry, 'signInByCode') !== undefined && endpointOf(entry, 'sendCode') !== undefined
  const required = {
    validator: (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? '' : t('signIn.required')),
  }
  const telephone = {
    validator: (value: unknown) => (mobilePattern.test(String(value ?? '').trim()) ? '' : t('signIn.mobileWrong')),
  }

  const go = async (step: () => Promise<SignInOutcome>) => {
    setBusy(true)
    setSaid(null)
    try {
      const outcome = await step()
      if (outcome.step === 'choose') setChoices(outcome.accounts)
      else onIn?.()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setSaid({ text: error.message })
      // A handle is good once: the choice begins anew with the proof.
      setChoices(null)
      for (const [name, message] of Object.entries(error.fields))
        form.setFieldState(name, (state) => {
          ;(state as FormField).selfErrors = [message]
        })
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    // What the server refused before is nothing that the boxes can judge.
    form.clearErrors('*')
    try {
      // The boxes of the other way are not on the screen.
      await form.validate(way === 'password' ? '*(account,password)' : '*(mobile,code)')
    } catch {
      // The boxes say what is missing.
      return
    }
    const values = form.getFormState().values
    await go(() =>
      way === 'password'
        ? signIn.withPassword(values.account.trim(), values.password)
        : signIn.withCode(values.mobile.trim(), values.code.trim()),
    )
  }
  const numberToSend = () => {
    const number = form.getFormState().values.mobile.trim()
    if (mobilePattern.test(number)) return number
    // The box says what is wrong with it, until it is put right.
    form.validate('mobile').catch(() => undefined)
    return null
  }
  const begin = () => {
    if (!begun.current) onBegin?.()
    begun.current = true
  }
  useEffect(() => () => form.onUnmount(), [form])

  const panel = inDialog ? `${styles.panel} ${styles.inDialog}` : styles.panel
  if (choices)
    return (
      <div className={panel}>
        <ChooseAccount
          choices={choices}
          busy={busy}
          onChoose={(handle) => void go(() => signIn.choose(handle))}
          onBack={() => setChoices(null)}
        />
      </div>
    )
  return (
    <FormProvider form={form}>
      <form
        className={panel}
        noValidate
        onInput={begin}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {!inDialog && <h1 className={styles.title}>{t('signIn.title')}</h1>}
        <p className={styles.lead}>{inDialog ? t('signIn.resume') : pick(entry.product.title)}</p>
        {byCode && (
          <Ways
            way={way}
            onChange={(next) => {
              setWay(next)
              setSaid(null)
            }}
          />
        )}
        {said && (
          <p className={said.good ? styles.good : styles.refused} role={said.good ? 'status' : 'alert'}>
            {said.text}
          </p>
        )}
        {way === 'password' ? (
          <div
            id="way-password"
            role={byCode ? 'tabpanel' : undefined}
            aria-labelledby={byCode ? 'tab-password' : undefined}
          >
            <Field
              key="account"
              name="account"
              validator={required}
              component={[
                FormBox,
                {
                  label: t('signIn.account'),
                  placeholder: t('signIn.accountHint'),
                  autoComplete: 'username',
                  autoCapitalize: 'none',
                  spellCheck: false,
                  autoFocus: !account,
                },
              ]}
            />
            <Field
              key="password"
              name="password"
              validator={required}
              component={[
                FormBox,
                {
                  label: t('signIn.password'),
                  placeholder: t('signIn.passwordHint'),
                  type: 'password',
                  autoComplete: 'current-password',
                  autoFocus: Boolean(account),
                },
              ]}
            />
          </div>
        ) : (
          <div id="way-code" role="tabpanel" aria-labelledby="tab-code">
            <Field
              key="mobile"
              name="mobile"
              validator={telephone}
              component={[
                FormBox,
                {
                  label: t('signIn.mobile'),
                  placeholder: t('signIn.mobileHint'),
                  type: 'tel',
                  autoComplete: 'tel',
                  maxLength: 11,
                },
              ]}
            />
            <Field
              key="code"
              name="code"
              validator={required}
              component={[
                FormBox,
                {
                  label: t('signIn.code'),
                  placeholder: t('signIn.codeHint'),
                  inputMode: 'numeric',
                  autoComplete: 'one-time-code',
                  maxLength: 6,
                  beside: (
                    <SendCodeButton
                      purpose="signIn"
                      mobile={numberToSend}
                      onSent={() => setSaid({ text: t('signIn.codeSent'), good: true })}
                      onRefused={(text) => setSaid({ text })}
                    />
                  ),
                },
              ]}
            />
          </div>
        )}
        <button type="submit" className={styles.submit} disabled={busy}>
          {busy && <span className={styles.turning} aria-hidden="true" />}
          {t(busy ? 'signIn.submitting' : 'signIn.submit')}
        </button>
        {!inDialog && entry.product.forgotten && (
          <a className={styles.forgot} href={entry.product.forgotten}>
            {t('signIn.forgot')}
          </a>
        )}
      </form>
    </FormProvider>
  )
}

const whyTurnedAway = (text: string | null) => (text === null ? null : { text })

const ways = ['password', 'code'] as const

function Ways({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const { t } = useWords()
  return (
    <div className={styles.ways} role="tablist">
      {ways.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === way}
          aria-controls={one === way ? `way-${one}` : undefined}
          tabIndex={one === way ? 0 : -1}
          onClick={() => onChange(one)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            const other = one === 'password' ? 'code' : 'password'
            onChange(other)
            document.getElementById(`tab-${other}`)?.focus()
          }}
        >
          {t(one === 'password' ? 'signIn.byPassword' : 'signIn.byCode')}
        </button>
      ))}
    </div>
  )
}
