// Switches between the sign-in page, the application and errors, each loaded when needed.
// The application loads while the user types.
import { documentLanguage } from '../manifest/expression/values/dayStyles'
import { lazy, Suspense, useEffect, useState } from 'react'
import { firstReadsOf } from '../client/transport/firstReads'
import { screenRead } from '../client/transport/endpointAddress'
import { builtInPaths, homeOrAddressed, refreshedAddress } from '../client/navigation/builtInPaths'
import { isOwnAddress } from '../protocol/transport'
import { useRuntime, useSession, useTranslator } from '../client/context/clientContext'
import { useColorMode } from '../ui/theme/colorMode'

const fetchWorkplace = () => import('../ui/layout/SignedInApp')
const SignedInApp = lazy(fetchWorkplace)
const SignInPage = lazy(() => import('../ui/auth/SignInPage'))
const waiting = <div className="page-waiting" />

export function Page({ handed }: { handed: string | null }) {
  const { session, signIn, entry, client } = useRuntime()
  const { homeScreen } = entry.product
  const { language } = useTranslator()
  const status = useSession((state) => state.status)
  const isSignedIn = useSession((state) => state.boot !== null)
  const [foreign, setForeign] = useState(
    handed !== null && session.getState().token !== null && session.getState().token !== handed ? handed : null,
  )

  useEffect(() => {
    if (foreign) return
    if (handed && session.getState().token === null) void signIn.withToken(handed)
    else if (session.getState().token) {
      void fetchWorkplace()
      void signIn.boot()
      const path = homeOrAddressed(window.location.pathname, homeScreen)
      client.prefetch(...screenRead(path))
      if (!window.location.search) for (const read of firstReadsOf(path)) client.prefetch(...read)
    }
  }, [foreign, handed, session, signIn, client, homeScreen])
  useEffect(() => {
    document.documentElement.lang = documentLanguage(language)
  }, [language])

  if (foreign)
    return (
      <ForeignToken
        take={() => {
          setForeign(null)
          void signIn.withToken(foreign)
        }}
        keep={() => setForeign(null)}
      />
    )
  if (isSignedIn) {
    leaveSignIn()
    return (
      <Suspense fallback={waiting}>
        <SignedInApp />
      </Suspense>
    )
  }
  if (status === 'failed') return <Failed />
  if (status === 'expired') return <Expired />
  if (status !== 'signedOut') return waiting
  const path = followRefresh()
  if (path !== builtInPaths.signIn && path !== builtInPaths.root && Object.hasOwn(entry.routes, path))
    return (
      <Suspense fallback={waiting}>
        <SignedInApp />
      </Suspense>
    )
  return <WayIn />
}

function WayIn() {
  const { session } = useRuntime()
  useEffect(() => {
    // Continue at the requested address after sign-in.
    const { pathname, search } = window.location
    if (pathname === builtInPaths.signIn) return
    // Begin at the root after a forced sign-out.
    const address = session.getState().failure === null ? pathname + search : builtInPaths.root
    window.history.replaceState(
      null,
      '',
      address === builtInPaths.root
        ? builtInPaths.signIn
        : `${builtInPaths.signIn}?${new URLSearchParams({ back: address }).toString()}`,
    )
  }, [session])
  return (
    <Suspense fallback={waiting}>
      <SignInPage onBegin={() => void fetchWorkplace()} />
    </Suspense>
  )
}

/**
 * Leaves the sign-in page for the requested address, if it is on this origin, before the application reads the address.
 */
function leaveSignIn(): void {
  const { pathname, search } = window.location
  if (pathname !== builtInPaths.signIn) return
  const back = new URLSearchParams(search).get('back') ?? ''
  window.history.replaceState(
    null,
    '',
    isOwnAddress(back) && !back.startsWith(builtInPaths.signIn) ? back : builtInPaths.root,
  )
}

/** The address without the prefix of the refresh helper; its target checks its own permission. */
function followRefresh(): string {
  const { pathname, search } = window.location
  const rest = refreshedAddress(pathname)
  if (rest === undefined) return pathname
  window.history.replaceState(null, '', rest + search)
  return rest
}

/** A session that ended before the page was opened is reported like one that ends during work. */
function Expired() {
  const { session } = useRuntime()
  const { t } = useTranslator()
  useColorMode()
  const leave = () => {
    window.history.replaceState(null, '', builtInPaths.root)
    session.setState({ status: 'signedOut' })
  }
  return (
    <div className="page-failed" role="alertdialog" aria-labelledby="expired">
      <h1 id="expired">{t('error.signedOutTitle')}</h1>
      <p>{t('error.signedOut')}</p>
      <button type="button" onClick={leave}>
        {t('error.ok')}
      </button>
    </div>
  )
}

function Failed() {
  const { signIn } = useRuntime()
  const { t } = useTranslator()
  const failure = useSession((state) => state.failure)
  useColorMode()
  return (
    <div className="page-failed" role="alert">
      <p>{failure}</p>
      <button type="button" onClick={() => void signIn.boot()}>
        {t('shell.retry')}
      </button>
      <button
        type="button"
        className="page-plain"
        onClick={() => {
          signIn.forget()
          window.history.replaceState(null, '', builtInPaths.root)
        }}
      >
        {t('shell.signOut')}
      </button>
    </div>
  )
}

function ForeignToken({ take, keep }: { take: () => void; keep: () => void }) {
  const { t } = useTranslator()
  useColorMode()
  return (
    <div className="page-failed" role="alertdialog" aria-labelledby="foreign">
      <h1 id="foreign">{t('signIn.tokenTitle')}</h1>
      <p>{t('signIn.tokenText')}</p>
      <button type="button" onClick={take}>
        {t('signIn.goOn')}
      </button>
      <button type="button" className="page-plain" onClick={keep}>
        {t('signIn.stay')}
      </button>
    </div>
  )
}
