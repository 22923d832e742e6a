// Reads the product, takes a token from the address and renders the page.
import { createRoot } from 'react-dom/client'
import { browserCookies } from '../client/session/cookies'
import { awaitInstallOffer } from '../client/session/installedApp'
import { createBrowserTransport } from '../client/transport/browserTransport'
import { ignoringStorageErrors } from '../client/storage/browserStorage'
import { createRuntime, RuntimeProvider } from '../client/context/clientContext'
import { giveNonceToStyles } from '../ui/theme/styleNonce'
import { showFailedPage } from './failedPage'
import { takeFirstAnswer } from './firstRequests'
import { readEntry } from './publicEntry'
import { Page } from './Page'
import { takeToken } from './takeToken'

/** Time of the last automatic reload, to prevent a loop of reloads. */
const reloaded = 'reloadedAt'

function markReload(): boolean {
  sessionStorage.setItem(reloaded, String(Date.now()))
  return true
}

async function begin(): Promise<void> {
  giveNonceToStyles()
  awaitInstallOffer()
  const handed = takeToken()
  const wire = createBrowserTransport(takeFirstAnswer)
  const entry = await readEntry(wire)
  const runtime = createRuntime(entry, wire, browserCookies())
  // Start the calls for the first screen while React initializes.
  void ((runtime.session.getState().token ?? handed)
    ? import('../ui/layout/SignedInApp')
    : import('../ui/auth/SignInPage'))
  await runtime.language.begin()
  // A chunk of the page is missing: a newer version was deployed. Unsaved changes make the page ask before it reloads.
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(ignoringStorageErrors(() => sessionStorage.getItem(reloaded)) ?? 0) < 60_000) return
    // Without a mark that survives the reload, a chunk that stays missing would reload the page endlessly.
    if (!ignoringStorageErrors(markReload)) return
    event.preventDefault()
    window.location.reload()
  })
  window.addEventListener('error', (event) => runtime.errors.add(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => runtime.errors.add(event.reason))
  createRoot(document.getElementById('page')!).render(
    <RuntimeProvider value={runtime}>
      <Page handed={handed} />
    </RuntimeProvider>,
  )
}

begin().catch(() =>
  showFailedPage({
    zh: '无法连接服务器，请稍后重试。',
    en: 'The server cannot be reached. Please try again later.',
  }),
)
