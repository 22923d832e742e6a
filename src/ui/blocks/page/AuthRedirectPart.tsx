// What becomes of the address that an outside service sends its user back to? Its query goes to the window that asked, if that is one of ours, and this one closes.
import { useEffect, useState } from 'react'
import { useWords } from '../../../runtime/runtime'
import styles from '../../shell/signIn.module.css'

export default function AuthRedirectPart() {
  const { t } = useWords()
  const [alone, setAlone] = useState(false)
  useEffect(() => {
    const opener = window.opener as Window | null
    if (!opener) return setAlone(true)
    // Nobody but a page of ours hears it.
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
