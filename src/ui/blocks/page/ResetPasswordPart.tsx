// How does somebody get another password who forgot hers? The number, the code that was sent to it, the new password: each step when the one before is done.
import { useId, useState, type FormEvent } from 'react'
import { CallError } from '../../../runtime/faults'
import { places } from '../../../runtime/places'
import { useRuntime, useWords } from '../../../runtime/runtime'
import type { TextKey } from '../../../runtime/text'
import { SendCodeButton } from '../../shell/SendCodeButton'
import styles from '../../shell/signIn.module.css'
import { Box } from '../../shell/SignInBox'

type Step = 'number' | 'code' | 'password' | 'done'
const steps: readonly Step[] = ['number', 'code', 'password']
const titles: Readonly<Record<Step, TextKey>> = {
  number: 'signIn.stepNumber',
  code: 'signIn.stepCode',
  password: 'signIn.stepPassword',
  done: 'signIn.resetDone',
}

export default function ResetPasswordPart() {
  const { signIn } = useRuntime()
  const { t } = useWords()
  const heading = useId()
  const [step, setStep] = useState<Step>('number')
  const [account, setAccount] = useState(signIn.lastMobile())
  const [masked, setMasked] = useState('')
  const [code, setCode] = useState('')
  const [ticket, setTicket] = useState('')
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)

  const act = async (work: () => Promise<void>) => {
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
  const next: Readonly<Record<Step, () => Promise<void>>> = {
    async number() {
      const number = account.trim()
      setMasked(await signIn.maskedMobile(number))
      await signIn.sendCode(number, 'reset')
      setStep('code')
    },
    async code() {
      setTicket(await signIn.resetTicket(account.trim(), code.trim()))
      setStep('password')
    },
    async password() {
      await signIn.resetPassword(account.trim(), ticket, password)
      setStep('done')
    },
    done: async () => undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = { number: account, code, password, done: 'x' }[step].trim() === ''
    const name = { number: 'account', code: 'code', password: 'newPassword', done: '' }[step]
    if (missing) setFaults({ [name]: t('signIn.required') })
    else void act(next[step])
  }
  const faultOf = (...names: readonly string[]) => names.flatMap((name) => (faults[name] ? [faults[name]!] : []))
  if (step === 'done') {
    return (
      <div className={styles.panel} role="status">
        <h1 className={styles.title}>{t('signIn.resetDone')}</h1>
        <p className={styles.lead}>{t('signIn.resetDoneText')}</p>
        <a className={styles.submit} href={places.signIn}>
          {t('signIn.submit')}
        </a>
      </div>
    )
  }
  return (
    <form className={styles.panel} noValidate aria-labelledby={heading} onSubmit={submit}>
      <h1 className={styles.title} id={heading}>
        {t('signIn.reset')}
      </h1>
      <ol className={styles.steps}>
        {steps.map((one, at) => (
          <li key={one} aria-current={one === step ? 'step' : undefined} data-done={at < steps.indexOf(step)}>
            {t(titles[one])}
          </li>
        ))}
      </ol>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {step === 'number' && (
        <Box
          key="number"
          label={t('signIn.mobile')}
          placeholder={t('signIn.mobileHint')}
          type="tel"
          autoComplete="username"
          maxLength={11}
          autoFocus
          value={account}
          onChange={setAccount}
          faults={faultOf('account', 'mobile')}
        />
      )}
      {step === 'code' && (
        <>
          <p className={styles.good} role="status">
            {t('signIn.codeSentTo', { mobile: masked })}
          </p>
          <Box
            key="code"
            label={t('signIn.code')}
            placeholder={t('signIn.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            autoFocus
            value={code}
            onChange={setCode}
            faults={faultOf('code')}
            beside={
              <SendCodeButton
                began
                purpose="reset"
                mobile={() => account.trim()}
                onSent={() => setRefused(null)}
                onRefused={setRefused}
              />
            }
          />
        </>
      )}
      {step === 'password' && (
        <Box
          key="password"
          label={t('signIn.newPassword')}
          placeholder={t('signIn.newPasswordHint')}
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          faults={faultOf('newPassword')}
        />
      )}
      <button type="submit" className={styles.submit} disabled={busy}>
        {busy && <span className={styles.turning} aria-hidden="true" />}
        {t(step === 'password' ? 'signIn.resetSubmit' : 'signIn.next')}
      </button>
      <a className={styles.forgot} href={places.signIn}>
        {t('signIn.backToSignIn')}
      </a>
    </form>
  )
}
