// Sends a code to a phone, and allows to resend it after a minute.
import { useEffect, useState } from 'react'
import { CallError } from '../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import type { CodePurpose } from '../../../client/session/signIn'
import styles from '../signIn.module.css'

const pause = 60

export interface SendCodeButtonProps {
  readonly purpose: CodePurpose
  /** The valid number, or null after showing its error. */
  readonly mobile: () => string | null
  readonly onSent: () => void
  readonly onRefused: (message: string) => void
  /** A code has just been sent. */
  readonly began?: boolean
}

export function SendCodeButton({ purpose, mobile, onSent, onRefused, began = false }: SendCodeButtonProps) {
  const { signIn } = useRuntime()
  const { t } = useTranslator()
  const [left, setLeft] = useState(began ? pause : 0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async () => {
    const number = mobile()
    if (number === null) return
    setBusy(true)
    try {
      await signIn.sendCode(number, purpose)
      setLeft(pause)
      onSent()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onRefused(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={styles.send} disabled={busy || left > 0} onClick={() => void send()}>
      {left > 0 ? t('signIn.sendAgain', { seconds: left }) : t('signIn.sendCode')}
    </button>
  )
}
