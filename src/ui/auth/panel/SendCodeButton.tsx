// Sends a code to a phone, and allows resending it after a minute.
import { useEffect, useState } from 'react'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import type { CodePurpose } from '../../../client/session/signIn'
import { useBusyCall } from '../../controls/hooks/useBusyCall'
import styles from '../signIn.module.css'

const resendAfterSeconds = 60

const secondsLeft = (sentAtMs = 0) => Math.max(0, Math.ceil(resendAfterSeconds - (Date.now() - sentAtMs) / 1_000))

interface SendCodeButtonProps {
  readonly purpose: CodePurpose
  /** The valid number, or null after showing its error. */
  readonly mobile: () => string | null
  readonly onSent: () => void
  readonly onRefused: (message: string) => void
  /** Called when its call begins and ends. */
  readonly onBusy?: (busy: boolean) => void
  /** When a code was sent before this button was mounted. */
  readonly sentAt?: number
}

/**
 * Draws a button that counts the seconds down after sending. `mobile` returns null for a wrong number, and then
 * nothing is sent.
 */
export function SendCodeButton({ purpose, mobile, onSent, onRefused, onBusy, sentAt }: SendCodeButtonProps) {
  const { signIn } = useRuntime()
  const { t } = useTranslator()
  const [left, setLeft] = useState(() => secondsLeft(sentAt))
  const { busy, runCall } = useBusyCall()
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async () => {
    const number = mobile()
    if (number === null) return
    onBusy?.(true)
    const work = async () => {
      await signIn.sendCode(number, purpose)
      setLeft(resendAfterSeconds)
      onSent()
    }
    await runCall(work, ({ message }) => onRefused(message)).finally(() => onBusy?.(false))
  }
  return (
    <button type="button" className={styles.send} disabled={busy || left > 0} onClick={() => void send()}>
      {left > 0 ? t('signIn.sendAgain', { seconds: left }) : t('signIn.sendCode')}
    </button>
  )
}
