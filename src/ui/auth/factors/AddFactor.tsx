// Adds a second factor: an app that scans a code, or a passkey of this device.
import { lazy, Suspense, useState, type FormEvent } from 'react'
import type { BeginFactorAnswer, ConfirmFactorAnswer, FactorKind } from '../../../protocol/signIn/signInCalls'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { SignInField, SubmitButton } from '../panel/SignInField'
import styles from '../signIn.module.css'
import factorStyles from './factors.module.css'
import { canUsePasskeys, createPasskey } from './passkey'
import { RecoveryCodes } from './RecoveryCodes'
import { useRefusableCall } from '../../controls/hooks/useRefusableCall'

const FactorQrCode = lazy(() => import('./FactorQrCode'))

export interface AddFactorProps {
  /** Of a sign-in that requires a factor. */
  readonly ticket?: string
  /** Requests the proof that the account's present factors need; undefined: canceled. */
  readonly proof?: () => Promise<string | undefined>
  /** Called after the recovery codes were shown, if there are any. */
  readonly onAdded: (answer: ConfirmFactorAnswer) => void | Promise<void>
}

/**
 * Draws the choice of a kind, then its confirmation, then the recovery codes if it is the first factor. Takes a
 * `ticket` during a sign-in, a `proof` within a session.
 */
export function AddFactor({ ticket, proof, onAdded }: AddFactorProps) {
  const { factors } = useRuntime()
  const { t } = useTranslator()
  const refusable = useRefusableCall()
  const [begun, setBegun] = useState<(BeginFactorAnswer & { readonly kind: FactorKind }) | null>(null)
  const [added, setAdded] = useState<ConfirmFactorAnswer | null>(null)
  const begin = (kind: FactorKind) =>
    refusable.runCall(async () => {
      const given = proof ? await proof() : undefined
      if (proof && given === undefined) return
      const by = { ...(ticket !== undefined && { ticket }), ...(given !== undefined && { proof: given }) }
      setBegun({ kind, ...(await factors.begin(kind, by)) })
    })
  const confirm = (name: string, answer: { readonly code?: string; readonly passkey?: object }) =>
    refusable.runCall(async () => {
      const { pending } = begun!
      const done = await factors.confirm({ pending, name, ...answer, ...(ticket !== undefined && { ticket }) })
      if (done.recoveryCodes) setAdded(done)
      else await onAdded(done)
    })
  if (added?.recoveryCodes) return <RecoveryCodes codes={added.recoveryCodes} onKept={() => void onAdded(added)} />
  return (
    <>
      {refusable.refused && (
        <p className={styles.refused} role="alert">
          {refusable.refused}
        </p>
      )}
      {begun ? (
        <ConfirmForm
          begun={begun}
          busy={refusable.busy}
          onConfirm={(name, answer) => void confirm(name, answer)}
          onRefused={refusable.setRefused}
          onBack={() => setBegun(null)}
        />
      ) : (
        <div className={factorStyles.kinds}>
          <KindButton kind="totp" busy={refusable.busy} onChoose={begin} />
          {canUsePasskeys() && <KindButton kind="passkey" busy={refusable.busy} onChoose={begin} />}
        </div>
      )}
      {begun && <p className={factorStyles.note}>{t('factor.keepSafe')}</p>}
    </>
  )
}

interface KindButtonProps {
  readonly kind: FactorKind
  readonly busy: boolean
  readonly onChoose: (kind: FactorKind) => Promise<void>
}

function KindButton({ kind, busy, onChoose }: KindButtonProps) {
  const { t } = useTranslator()
  return (
    <button type="button" className={styles.account} disabled={busy} onClick={() => void onChoose(kind)}>
      <strong>{t(kind === 'totp' ? 'factor.addApp' : 'factor.addPasskey')}</strong>
      <span>{t(kind === 'totp' ? 'factor.addAppText' : 'factor.addPasskeyText')}</span>
    </button>
  )
}

interface ConfirmFormProps {
  readonly begun: BeginFactorAnswer & { readonly kind: FactorKind }
  readonly busy: boolean
  readonly onConfirm: (name: string, answer: { readonly code?: string; readonly passkey?: object }) => void
  readonly onRefused: (text: string) => void
  readonly onBack: () => void
}

function ConfirmForm({ begun, busy, onConfirm, onRefused, onBack }: ConfirmFormProps) {
  const { t } = useTranslator()
  const { errors } = useRuntime()
  const isApp = begun.kind === 'totp'
  const [name, setName] = useState(t(isApp ? 'factor.appName' : 'factor.passkeyName'))
  const [code, setCode] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || (isApp && code.trim() === '')) return onRefused(t('signIn.required'))
    if (isApp) return onConfirm(name.trim(), { code: code.trim() })
    const passkey = await createPasskey(begun.passkey!).catch((error: unknown) => {
      errors.add(error)
      return 'failed' as const
    })
    if (passkey === 'failed') onRefused(t('factor.passkeyFailed'))
    else if (passkey === 'registered') onRefused(t('factor.passkeyRegistered'))
    else if (passkey) onConfirm(name.trim(), { passkey })
    else onRefused(t('factor.passkeyCancelled'))
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {isApp && (
        <div className={factorStyles.scan}>
          <p className={factorStyles.note}>{t('factor.scan')}</p>
          <Suspense fallback={<div className={factorStyles.blank} />}>
            <FactorQrCode address={begun.address!} />
          </Suspense>
          <p className={factorStyles.note}>{t('factor.typeSecret')}</p>
          <code className={factorStyles.secret}>{begun.secret!.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      )}
      <SignInField label={t('factor.name')} maxLength={100} value={name} onChange={setName} />
      {isApp && (
        <SignInField
          label={t('factor.code')}
          placeholder={t('factor.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={24}
          autoFocus
          value={code}
          onChange={setCode}
        />
      )}
      <SubmitButton busy={busy}>{t(isApp ? 'factor.confirm' : 'factor.makePasskey')}</SubmitButton>
      <button type="button" className={`${styles.text} ${factorStyles.switch}`} onClick={onBack}>
        {t('factor.otherKind')}
      </button>
    </form>
  )
}
