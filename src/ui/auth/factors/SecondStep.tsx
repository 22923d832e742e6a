// The second step of a sign-in: proves the second factor, or adds the one that the account needs.
import type { SignInOutcome } from '../../../client/session/signIn'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import styles from '../signIn.module.css'
import { AddFactor } from './AddFactor'
import { ProveFactor } from './ProveFactor'

interface SecondStepProps {
  readonly step: Extract<SignInOutcome, { readonly ticket: string }>
  readonly onIn: (() => void) | undefined
  readonly onBack: () => void
}

/** Draws the form of the step, and signs in with the token that it yields before it calls `onIn`. */
export function SecondStep({ step: { step, ticket }, onIn, onBack }: SecondStepProps) {
  const { signIn } = useRuntime()
  const { t } = useTranslator()
  const enter = async ({ token }: { readonly token?: string }) => {
    await signIn.withToken(token!)
    onIn?.()
  }
  return (
    <>
      <h1 className={styles.title}>{t('factor.title')}</h1>
      <p className={styles.lead}>{t(step === 'prove' ? 'factor.proveText' : 'factor.requiredText')}</p>
      {step === 'prove' ? (
        <ProveFactor ticket={ticket} onProven={enter} />
      ) : (
        <AddFactor ticket={ticket} onAdded={enter} />
      )}
      <button type="button" className={styles.text} onClick={onBack}>
        {t('signIn.backToSignIn')}
      </button>
    </>
  )
}
