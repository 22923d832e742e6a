// Where does the page begin? It learns what product it is, takes a token that came in the address out of it, and shows the way in or the place of work.
import { createRoot } from 'react-dom/client'
import { cookieJar } from '../runtime/jar'
import { createWire } from '../runtime/wire'
import { createRuntime, RuntimeProvider } from '../runtime/runtime'
import { readEntry } from './entry'
import { Page } from './Page'
import { takeToken } from './takeToken'

/** When the page was last loaded anew by itself, so that it does not do so for ever. */
const reloaded = 'reloadedAt'

async function begin(): Promise<void> {
  const handed = takeToken()
  const wire = createWire()
  const entry = await readEntry(wire)
  const runtime = createRuntime(entry, wire, cookieJar())
  // What will be drawn is known already, and is on its way while React begins.
  void ((runtime.session.getState().token ?? handed)
    ? import('../ui/shell/Workplace')
    : import('../ui/shell/SignInPage'))
  // A part of the page that is no longer there: another version has been put up since. The unsaved is asked about by the page itself.
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(reloaded) ?? 0) < 60_000) return
    event.preventDefault()
    sessionStorage.setItem(reloaded, String(Date.now()))
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

begin().catch(() => {
  // Nothing is known yet, not even the language: both are said.
  const box = document.createElement('div')
  box.className = 'page-failed'
  for (const text of ['无法连接服务器，请稍后重试。', 'The server cannot be reached. Please try again later.']) {
    const line = document.createElement('p')
    line.textContent = text
    box.append(line)
  }
  const again = document.createElement('button')
  again.textContent = '重试 · Try again'
  again.addEventListener('click', () => window.location.reload())
  box.append(again)
  document.getElementById('page')!.replaceChildren(box)
})
