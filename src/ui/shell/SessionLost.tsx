// What does somebody see whose session has ended while she was at work? The words of the specification; and when something is half filled,
// she signs in over the page and goes on, otherwise the site begins anew.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRuntime, useSession, useWords } from '../../runtime/runtime'
import type { Unsaved } from '../../runtime/unsaved'
import { leaveTo } from './leave'

const SignInAgain = lazy(() => import('./SignInAgain'))

export function SessionLost({ unsaved }: { unsaved: Unsaved }) {
  const { session, signIn, notices } = useRuntime()
  const { t } = useWords()
  const standing = useSession((state) => state.standing)
  const account = useSession((state) => state.boot?.account)
  const [again, setAgain] = useState(false)
  const lost = standing === 'lost'

  useEffect(() => {
    if (!lost || again) return
    let open = true
    void notices.ask({ title: t('fault.signedOutTitle'), text: t('fault.signedOut'), ok: t('fault.ok') }).then(() => {
      if (!open) return
      session.setToken(null)
      if (unsaved.has()) return setAgain(true)
      signIn.forget()
      leaveTo('/')
    })
    return () => {
      open = false
    }
  }, [lost, again, notices, session, signIn, unsaved, t])

  if (!account || !again) return null
  const cameIn = () => {
    setAgain(false)
    // Somebody else on this browser finds nothing of what was open.
    if (session.getState().boot?.account.id !== account.id) leaveTo('/')
  }
  return (
    <Suspense fallback={null}>
      <SignInAgain account={account.login} onIn={cameIn} />
    </Suspense>
  )
}
