// The recovery codes, shown only now, to copy or save before continuing.
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import styles from '../signIn.module.css'
import factorStyles from './factors.module.css'

/** Draws the codes with buttons to copy and to save them; the server shows them in no other answer. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { notifications } = useRuntime()
  const { t } = useTranslator()
  const text = codes.join('\n')
  const copy = async () => {
    try {
      // Without a secure context the browser has no clipboard.
      await navigator.clipboard.writeText(text)
      notifications.say('success', t('run.secretCopied'))
    } catch {
      notifications.say('warning', t('run.secretNotCopied'))
    }
  }
  return (
    <div className={factorStyles.recovery}>
      <h2>{t('factor.recoveryTitle')}</h2>
      <p className={factorStyles.note}>{t('factor.recoveryText')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={factorStyles.tools}>
        <button type="button" className={styles.text} onClick={() => void copy()}>
          {t('factor.copyCodes')}
        </button>
        <a
          className={styles.text}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {t('factor.saveCodes')}
        </a>
      </p>
      <button type="button" className={styles.submit} onClick={onKept}>
        {t('factor.codesKept')}
      </button>
    </div>
  )
}
