// What does the page show now? The way in, the place of work, or why neither is possible. Each comes when it is needed; the place of work while the person types.
import { lazy, Suspense, useEffect, useState } from 'react'
import { askForScreen } from '../runtime/endpoints'
import { isOwnAddress, places } from '../runtime/places'
import { useRuntime, useSession, useWords } from '../runtime/runtime'
import { useTone } from '../ui/shell/tone'

const fetchWorkplace = () => import('../ui/shell/Workplace')
const Workplace = lazy(fetchWorkplace)
const SignInPage = lazy(() => import('../ui/shell/SignInPage'))
const waiting = <div className="page-waiting" />

export function Page({ handed }: { handed: string | null }) {
  const { session, signIn, entry, client } = useRuntime()
  const { index } = useWords()
  const standing = useSession((state) => state.standing)
  const known = useSession((state) => state.boot !== null)
  const [foreign, setForeign] = useState(
    handed !== null && session.getState().token !== null && session.getState().token !== handed ? handed : null,
  )

  useEffect(() => {
    if (foreign) return
    if (handed && session.getState().token === null) void signIn.withToken(handed)
    else if (session.getState().token) {
      void fetchWorkplace()
      void signIn.boot()
      client.ahead(...askForScreen(firstScreen(entry.product.home)))
    }
  }, [foreign, handed, session, signIn, client, entry])
  useEffect(() => {
    document.documentElement.lang = index === 0 ? 'zh-CN' : 'en'
  }, [index])

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
  if (known) {
    leaveSignIn()
    return (
      <Suspense fallback={waiting}>
        <Workplace />
      </Suspense>
    )
  }
  if (standing === 'failed') return <Failed />
  if (standing !== 'signedOut') return waiting
  const path = window.location.pathname
  if (path !== places.signIn && path !== places.root && Object.hasOwn(entry.routes, path))
    return (
      <Suspense fallback={waiting}>
        <Workplace />
      </Suspense>
    )
  return <WayIn />
}

function WayIn() {
  const { session } = useRuntime()
  useEffect(() => {
    // The address that was asked for is where she goes on.
    const { pathname, search } = window.location
    if (pathname === places.signIn) return
    // Whoever was turned away begins at the root.
    const asked = session.getState().failure === null ? pathname + search : places.root
    window.history.replaceState(
      null,
      '',
      asked === places.root ? places.signIn : `${places.signIn}?${new URLSearchParams({ back: asked }).toString()}`,
    )
  }, [session])
  return (
    <Suspense fallback={waiting}>
      <SignInPage onBegin={() => void fetchWorkplace()} />
    </Suspense>
  )
}

/** The screen that stands at the address, when the person may open it. */
function firstScreen(home: string): string {
  const path = window.location.pathname.replace(/(?<=.)\/+$/, '')
  return path === places.root || path === places.signIn ? home : path
}

/** From the sign-in page to where one was going: only to an address of ours. Before the place of work reads the address. */
function leaveSignIn(): void {
  const { pathname, search } = window.location
  if (pathname !== places.signIn) return
  const back = new URLSearchParams(search).get('back') ?? ''
  window.history.replaceState(null, '', isOwnAddress(back) && !back.startsWith(places.signIn) ? back : places.root)
}

function Failed() {
  const { signIn } = useRuntime()
  const { t } = useWords()
  const failure = useSession((state) => state.failure)
  useTone()
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
          window.history.replaceState(null, '', places.root)
        }}
      >
        {t('shell.signOut')}
      </button>
    </div>
  )
}

function ForeignToken({ take, keep }: { take: () => void; keep: () => void }) {
  const { t } = useWords()
  useTone()
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
