// The product as an application of the device: its worker, and whether it can be installed.
// Browsers allow both only over https (and on this machine); everything else works without.

/** The question of the browser whether to install; TypeScript does not know it yet. */
interface InstallQuestion extends Event {
  prompt(): Promise<void>
}

export type Installability =
  /** Opened as an application. */
  | 'installed'
  /** Not over https. */
  | 'insecure'
  /** The browser installs by its own menu, or not at all. */
  | 'byBrowser'
  /** The browser has offered to ask. */
  | 'offered'

let question: InstallQuestion | undefined

/** To be called once, before the browser makes its offer. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    question = event as InstallQuestion
  })
  window.addEventListener('appinstalled', () => (question = undefined))
}

export function installability(): Installability {
  if (window.matchMedia('(display-mode: standalone)').matches) return 'installed'
  if (!window.isSecureContext) return 'insecure'
  return question ? 'offered' : 'byBrowser'
}

export async function install(): Promise<void> {
  await question?.prompt()
  question = undefined
}

const contentOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Names to the first worker the files that it did not see. */
let missed: PerformanceObserver | undefined

/** Starts the worker of this build. Without a build or https there is none, and all else works. */
export async function startPageWorker(): Promise<void> {
  const [list, offline] = ['worker-files', 'worker-offline'].map(contentOf)
  if (!list || !offline || !window.isSecureContext || !navigator.serviceWorker) return
  const isFirst = !navigator.serviceWorker.controller
  await navigator.serviceWorker.register(`/worker.js?${new URLSearchParams({ list, offline }).toString()}`)
  if (!isFirst) return
  const { active } = await navigator.serviceWorker.ready
  // A file whose request began before the worker took over passes it by, even where it arrives later.
  missed = new PerformanceObserver((list) => {
    const passed = (list.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0)
    if (passed.length > 0) active?.postMessage(passed.map(({ name }) => name))
  })
  missed.observe({ type: 'resource', buffered: true })
}

/** Ends the worker and deletes what it keeps. */
export async function endPageWorker(): Promise<void> {
  if (!window.isSecureContext || !navigator.serviceWorker) return
  missed?.disconnect()
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
