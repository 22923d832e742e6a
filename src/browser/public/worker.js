// Keeps built files, whose names hold a digest of their content, and shows a page where there is no connection.
// Answers of calls and the page itself are never kept: whoever opens this browser next finds nothing of them.
// Its address names the list of the files of its build and the page for no connection, so that a new build is a new
// worker: it waits until no page uses the one before, and then drops the files that its own build does not have.
const { searchParams } = new URL(self.location.href)
const [list, offline] = ['list', 'offline'].map((name) => searchParams.get(name))
const held = 'built files'

self.addEventListener('install', (event) => event.waitUntil(prepare()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('message', (event) => event.waitUntil(keepAll(event.data)))
self.addEventListener('fetch', (event) => {
  const { method, url, mode, destination } = event.request
  if (method !== 'GET') return
  if (isBuilt(url)) event.respondWith(builtFile(event))
  else if (mode === 'navigate' && destination === 'document') event.respondWith(page(event))
})

function isBuilt(url) {
  const { origin, pathname } = new URL(url)
  return origin === self.location.origin && pathname.startsWith('/assets/')
}

async function prepare() {
  const text = await (await wanted(offline)).text()
  const styles = [...text.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  await Promise.all([list, ...styles].map(wanted))
}

/** A built file that the worker cannot do without. */
async function wanted(path) {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was answered by ${answer.status}.`)
  await (await caches.open(held)).put(path, answer.clone())
  return answer
}

async function takeOver() {
  await self.registration.navigationPreload?.enable()
  const cache = await caches.open(held)
  const files = new Set([list, ...(await (await cache.match(list)).json())])
  for (const { url } of await cache.keys()) if (!files.has(new URL(url).pathname)) await cache.delete(url)
  // The first page of this browser loads the rest of its files through the worker.
  await self.clients.claim()
}

/** What a page had loaded before it had a worker. */
async function keepAll(urls) {
  const cache = await caches.open(held)
  for (const url of urls.filter(isBuilt)) if (!(await cache.match(url))) await keep(url, await fetch(url))
}

async function builtFile(event) {
  const { url } = event.request
  // A cache that cannot be read counts as empty.
  const kept = await caches.match(url, { cacheName: held, ignoreVary: true }).catch(() => undefined)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.status === 200) event.waitUntil(keep(url, answer.clone()))
  return answer
}

async function keep(url, answer) {
  if (answer.status !== 200) return
  try {
    await (await caches.open(held)).put(url, answer)
  } catch (error) {
    // Without room it comes from the network the next time as well.
    console.warn(error)
  }
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const kept = await caches.match(offline)
    if (!kept) throw error
    return toned(kept)
  }
}

/** The page for no connection in the tone that was chosen here; in the system's where a browser hides cookies. */
async function toned(kept) {
  const cookie = await self.cookieStore?.get('theme').catch(() => undefined)
  const [, tone] = /%22tone%22%3A%22(light|dark)%22/.exec(cookie?.value ?? '') ?? []
  if (!tone) return kept
  const text = (await kept.text()).replace('data-tone="system"', `data-tone="${tone}"`)
  const headers = new Headers(kept.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(text, { headers })
}
