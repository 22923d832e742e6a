// Receives the redirect of an integration's sign-in.
// Passes its query to the window that opened it, if that is on this origin, and closes.
import { useEffect, useState } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import styles from '../../../auth/signIn.module.css'

export default function AuthRedirectPart() {
  const { t } = useTranslator()
  const [alone, setAlone] = useState(false)
  useEffect(() => {
    const opener = window.opener as Window | null
    if (!opener) return setAlone(true)
    // Only a page of this origin receives it.
    opener.postMessage({ kind: 'authredirect', query: window.location.search }, window.location.origin)
    window.close()
  }, [])
  return (
    <div className={styles.panel} role="status">
      <h1 className={styles.title}>{t('signIn.returned')}</h1>
      <p className={styles.lead}>{t(alone ? 'signIn.returnedAlone' : 'signIn.returnedText')}</p>
    </div>
  )
}
