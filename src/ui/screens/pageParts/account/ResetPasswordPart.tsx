// Resets a forgotten password: the number, the code sent to it, the new password, in that order.
import { useId, useState, type FormEvent } from 'react'
import { CallError } from '../../../../client/feedback/callError'
import { builtInPaths } from '../../../../client/navigation/builtInPaths'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import type { TextKey } from '../../../../client/text/pageTexts'
import { SendCodeButton } from '../../../auth/SendCodeButton'
import styles from '../../../auth/signIn.module.css'
import stepStyles from './accountSteps.module.css'
import { SignInField, SubmitButton } from '../../../auth/SignInField'

type Step = 'number' | 'code' | 'password' | 'done'
const steps: readonly Step[] = ['number', 'code', 'password']
const titles: Readonly<Record<Step, TextKey>> = {
  number: 'signIn.stepNumber',
  code: 'signIn.stepCode',
  password: 'signIn.stepPassword',
  done: 'signIn.resetDone',
}

/** The input of each step, and the name by which the server refuses it. */
const inputs = { number: 'account', code: 'code', password: 'newPassword' } as const
type Inputs = Readonly<Record<keyof typeof inputs, string>>

export default function ResetPasswordPart() {
  const { t } = useTranslator()
  const heading = useId()
  const reset = usePasswordReset()
  const { step, refused, busy } = reset
  if (step === 'done') return <ResetDone />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.submit(step)
  }
  return (
    <form className={styles.panel} noValidate aria-labelledby={heading} onSubmit={submit}>
      <h1 className={styles.title} id={heading}>
        {t('signIn.reset')}
      </h1>
      <ol className={stepStyles.steps}>
        {steps.map((item, index) => (
          <li key={item} aria-current={item === step ? 'step' : undefined} data-done={index < steps.indexOf(step)}>
            {t(titles[item])}
          </li>
        ))}
      </ol>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {step === 'number' && <NumberStep reset={reset} />}
      {step === 'code' && <CodeStep reset={reset} />}
      {step === 'password' && <PasswordStep reset={reset} />}
      <SubmitButton busy={busy}>{t(step === 'password' ? 'signIn.resetSubmit' : 'signIn.next')}</SubmitButton>
      <a className={styles.forgot} href={builtInPaths.signIn}>
        {t('signIn.backToSignIn')}
      </a>
    </form>
  )
}

type PasswordReset = ReturnType<typeof usePasswordReset>

/** The values of the steps, and the calls that lead from one step to the next. */
function usePasswordReset() {
  const { signIn } = useRuntime()
  const { t } = useTranslator()
  const [step, setStep] = useState<Step>('number')
  const [values, setValues] = useState<Inputs>({ number: signIn.lastMobile(), code: '', password: '' })
  const [masked, setMasked] = useState('')
  const [ticket, setTicket] = useState('')
  const { busy, refused, setRefused, faults, setFaults, attempt } = useAttempt()
  const account = values.number.trim()
  const next: Readonly<Record<keyof Inputs, () => Promise<void>>> = {
    async number() {
      setMasked(await signIn.maskedMobile(account))
      await signIn.sendCode(account, 'reset')
      setStep('code')
    },
    async code() {
      setTicket(await signIn.resetTicket(account, values.code.trim()))
      setStep('password')
    },
    async password() {
      await signIn.resetPassword(account, ticket, values.password)
      setStep('done')
    },
  }
  return {
    step,
    values,
    account,
    masked,
    busy,
    refused,
    setRefused,
    change: (name: keyof Inputs) => (value: string) => setValues((now) => ({ ...now, [name]: value })),
    faultsOf: (...names: readonly string[]) => names.flatMap((name) => faults[name] ?? []),
    submit(at: keyof Inputs) {
      if (values[at].trim() === '') setFaults({ [inputs[at]]: t('signIn.required') })
      else void attempt(next[at])
    },
  }
}

/** Runs a call, and keeps why it was refused: at its inputs, or as a whole. */
function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefused(null)
    setFaults({})
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (Object.keys(error.fields).length > 0) setFaults(error.fields)
      else setRefused(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, setRefused, faults, setFaults, attempt }
}

function ResetDone() {
  const { t } = useTranslator()
  return (
    <div className={styles.panel} role="status">
      <h1 className={styles.title}>{t('signIn.resetDone')}</h1>
      <p className={styles.lead}>{t('signIn.resetDoneText')}</p>
      <a className={styles.submit} href={builtInPaths.signIn}>
        {t('signIn.submit')}
      </a>
    </div>
  )
}

function NumberStep({ reset }: { reset: PasswordReset }) {
  const { t } = useTranslator()
  return (
    <SignInField
      label={t('signIn.mobile')}
      placeholder={t('signIn.mobileHint')}
      type="tel"
      autoComplete="username"
      maxLength={11}
      autoFocus
      value={reset.values.number}
      onChange={reset.change('number')}
      faults={reset.faultsOf('account', 'mobile')}
    />
  )
}

function CodeStep({ reset }: { reset: PasswordReset }) {
  const { t } = useTranslator()
  const { setRefused } = reset
  return (
    <>
      <p className={styles.good} role="status">
        {t('signIn.codeSentTo', { mobile: reset.masked })}
      </p>
      <SignInField
        label={t('signIn.code')}
        placeholder={t('signIn.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        value={reset.values.code}
        onChange={reset.change('code')}
        faults={reset.faultsOf('code')}
        beside={
          <SendCodeButton
            began
            purpose="reset"
            mobile={() => reset.account}
            onSent={() => setRefused(null)}
            onRefused={setRefused}
          />
        }
      />
    </>
  )
}

function PasswordStep({ reset }: { reset: PasswordReset }) {
  const { t } = useTranslator()
  return (
    <SignInField
      label={t('signIn.newPassword')}
      placeholder={t('signIn.newPasswordHint')}
      type="password"
      autoComplete="new-password"
      autoFocus
      value={reset.values.password}
      onChange={reset.change('password')}
      faults={reset.faultsOf('newPassword')}
    />
  )
}
