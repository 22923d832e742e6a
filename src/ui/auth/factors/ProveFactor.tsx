// Proves a second factor: a code of the app, a passkey, or a recovery code.
// Native inputs, as the sign-in page is drawn before the control library is loaded.
import { useEffect, useState, type FormEvent } from 'react'
import type { ChallengeAnswer, ProveAnswer } from '../../../protocol/signIn/signInCalls'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { SignInField, SubmitButton } from '../panel/SignInField'
import styles from '../signIn.module.css'
import factorStyles from './factors.module.css'
import { canUsePasskeys, signWithPasskey } from './passkey'
import { useRefusableCall } from '../../controls/hooks/useRefusableCall'

interface ProveFactorProps {
  /** Of a sign-in; absent: the account of the session. */
  readonly ticket?: string
  readonly onProven: (answer: ProveAnswer) => void | Promise<void>
}

export function ProveFactor(props: ProveFactorProps) {
  const { t } = useTranslator()
  const proof = useProof(props)
  const { challenge, busy, refused, setRefused } = proof
  const [recovering, setRecovering] = useState(false)
  if (!challenge) return <Unready proof={proof} />
  const asksCode = challenge.kinds.includes('totp') || recovering
  return (
    <>
      <Refused text={refused} />
      {challenge.passkey && canUsePasskeys() && (
        <button
          type="button"
          className={asksCode ? factorStyles.other : styles.submit}
          disabled={busy}
          onClick={() => void proof.byPasskey()}
        >
          {t('factor.usePasskey')}
        </button>
      )}
      {asksCode && <CodeForm key={String(recovering)} recovering={recovering} proof={proof} />}
      <button
        type="button"
        className={`${styles.text} ${factorStyles.switch}`}
        onClick={() => {
          setRecovering(!recovering)
          setRefused(null)
        }}
      >
        {t(recovering ? 'factor.back' : 'factor.useRecovery')}
      </button>
    </>
  )
}

/** Until it is known which factors the account can use. */
function Unready({ proof: { refused, load } }: { readonly proof: ReturnType<typeof useProof> }) {
  const { t } = useTranslator()
  if (refused === null)
    return (
      <p className={styles.lead} role="status">
        {t('factor.waiting')}
      </p>
    )
  return (
    <>
      <Refused text={refused} />
      <button type="button" className={factorStyles.other} onClick={() => void load()}>
        {t('form.retry')}
      </button>
    </>
  )
}

const Refused = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <p className={styles.refused} role="alert">
      {text}
    </p>
  )

/** The factors that the account can use, and their calls. */
function useProof({ ticket, onProven }: ProveFactorProps) {
  const { factors, errors } = useRuntime()
  const { t } = useTranslator()
  const { busy, refused, setRefused, runCall } = useRefusableCall()
  const [challenge, setChallenge] = useState<ChallengeAnswer | null>(null)
  const load = () => runCall(async () => setChallenge(await factors.challenge(ticket)))
  useEffect(() => {
    void load()
  }, [ticket])
  const prove = async (answer: { readonly code?: string; readonly passkey?: object }) => {
    await onProven(await factors.prove({ ...answer, ...(ticket !== undefined && { ticket }) }))
  }
  return {
    challenge,
    load,
    busy,
    refused,
    setRefused,
    byCode: (code: string) => runCall(() => prove({ code })),
    async byPasskey() {
      const passkey = await signWithPasskey(challenge!.passkey!).catch((error: unknown) => {
        errors.add(error)
        return 'failed' as const
      })
      if (passkey === 'failed') return setRefused(t('factor.passkeyFailed'))
      if (!passkey) return setRefused(t('factor.passkeyCancelled'))
      await runCall(async () => {
        try {
          await prove({ passkey })
        } catch (error) {
          // A challenge is signed once.
          setChallenge(await factors.challenge(ticket))
          throw error
        }
      })
    },
  }
}

interface CodeFormProps {
  readonly recovering: boolean
  readonly proof: ReturnType<typeof useProof>
}

function CodeForm({ recovering, proof: { busy, byCode, setRefused } }: CodeFormProps) {
  const { t } = useTranslator()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') setRefused(t('signIn.required'))
    else void byCode(code.trim())
  }
  return (
    <form noValidate onSubmit={submit}>
      <SignInField
        label={t(recovering ? 'factor.recoveryCode' : 'factor.code')}
        placeholder={recovering ? 'xxxx-xxxx-xxxx-xxxx' : t('factor.codeHint')}
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recovering ? 30 : 24}
        autoFocus
        value={code}
        onChange={setCode}
      />
      <SubmitButton busy={busy}>{t('factor.verify')}</SubmitButton>
    </form>
  )
}
