// Lets the user choose one of several accounts behind one proof.
import { useTranslator } from '../../client/context/clientContext'
import type { AccountChoice } from '../../client/session/signIn'
import styles from './signIn.module.css'

interface ChooseAccountProps {
  readonly choices: readonly AccountChoice[]
  readonly busy: boolean
  readonly onChoose: (handle: string) => void
  readonly onBack: () => void
}

/** Draws the accounts as buttons; the handle of one signs in once and is no id. */
export function ChooseAccount({ choices, busy, onChoose, onBack }: ChooseAccountProps) {
  const { t } = useTranslator()
  return (
    <>
      <h1 className={styles.title}>{t('signIn.choose')}</h1>
      <p className={styles.lead}>{t('signIn.chooseLead')}</p>
      <ul className={styles.accounts}>
        {choices.map(({ handle, names: [first, ...rest] }) => (
          <li key={handle}>
            <button type="button" className={styles.account} disabled={busy} onClick={() => onChoose(handle)}>
              <strong>{first}</strong>
              <span>{rest.join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.text} onClick={onBack}>
        {t('signIn.other')}
      </button>
    </>
  )
}
