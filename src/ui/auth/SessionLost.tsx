// Notice of a session that ended during work, in the words of the specification.
// With unsaved changes the user signs in over the page and continues; otherwise the page reloads.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRuntime, useSession, useTranslator } from '../../client/context/clientContext'
import type { Unsaved } from '../../client/navigation/unsavedChanges'
import { reloadAt } from './reloadAt'

const SignInAgain = lazy(() => import('./SignInAgain'))

/**
 * Draws nothing while the session lasts, and later only the sign-in over the page; the notice itself is a question of
 * the notifications.
 */
export function SessionLost({ unsaved }: { unsaved: Unsaved }) {
  const { session, signIn, notifications } = useRuntime()
  const { t } = useTranslator()
  const status = useSession((state) => state.status)
  const account = useSession((state) => state.boot?.account)
  const [again, setAgain] = useState(false)
  const lost = status === 'lost'

  useEffect(() => {
    if (!lost || again) return
    let open = true
    void notifications
      .confirm({ title: t('error.signedOutTitle'), text: t('error.signedOut'), ok: t('error.ok') })
      .then(() => {
        if (!open) return
        session.setToken(null)
        if (unsaved.has()) return setAgain(true)
        signIn.leave()
        reloadAt('/')
      })
    return () => {
      open = false
    }
  }, [lost, again, notifications, session, signIn, unsaved, t])

  if (!account || !again) return null
  const cameIn = () => {
    setAgain(false)
    if (session.getState().boot?.account.id === account.id) return
    // Leave no open views to another account in this browser, whatever the browser would ask about changes in them.
    unsaved.forgetAll()
    reloadAt('/')
  }
  return (
    <Suspense fallback={null}>
      <SignInAgain account={account.login} onIn={cameIn} />
    </Suspense>
  )
}
