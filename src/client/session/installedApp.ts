// The product as an installed application: its worker, and whether it can be installed.
// Browsers allow both only over HTTPS or on localhost; everything else works without.

/** The browser's install prompt, which TypeScript does not know yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>
}

export type Installability =
  /** Opened as an application. */
  | 'installed'
  /** Not over HTTPS. */
  | 'insecure'
  /** The browser installs through its own menu, or not at all. */
  | 'byBrowser'
  /** The browser has provided an install prompt. */
  | 'offered'

let offered: InstallPrompt | undefined

/** To be called once, before the browser's event. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
  })
  window.addEventListener('appinstalled', () => (offered = undefined))
}

/**
 * How the page can be installed at this moment; it changes when the browser offers or the user installs, without an
 * event.
 */
export function installability(): Installability {
  if (window.matchMedia('(display-mode: standalone)').matches) return 'installed'
  if (!window.isSecureContext) return 'insecure'
  return offered ? 'offered' : 'byBrowser'
}

/**
 * Shows the browser's install prompt, at most once for each offer; does nothing without one. Whether the user agrees
 * shows in `installability` alone.
 */
export async function install(): Promise<void> {
  const prompt = offered
  offered = undefined
  await prompt?.prompt()
}

const contentOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Passes to a new worker the files that loaded before it took over. */
let missed: PerformanceObserver | undefined

/** Starts the worker of this build. Without a build or HTTPS there is none, and everything else works. */
export async function startPageWorker(): Promise<void> {
  const [list, offline] = ['worker-files', 'worker-offline'].map(contentOf)
  if (!list || !offline || !window.isSecureContext || !navigator.serviceWorker) return
  const isFirst = !navigator.serviceWorker.controller
  await navigator.serviceWorker.register(`/worker.js?${new URLSearchParams({ list, offline }).toString()}`)
  if (!isFirst) return
  const { active } = await navigator.serviceWorker.ready
  // Requests begun before the worker took over bypass it, even if the file arrives later.
  missed = new PerformanceObserver((entries) => {
    const passed = (entries.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0)
    if (passed.length > 0) active?.postMessage(passed.map(({ name }) => name))
  })
  missed.observe({ type: 'resource', buffered: true })
}

/** Unregisters the worker and deletes its cache. */
export async function endPageWorker(): Promise<void> {
  if (!window.isSecureContext || !navigator.serviceWorker) return
  missed?.disconnect()
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
