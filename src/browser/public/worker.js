// Keeps built files, whose names hold a digest of their content, and says so where there is no connection.
// Answers of calls and the page itself are never kept: who opens this browser next must find nothing of them.
// The address names the build and the page that is shown without a connection: a new build is a new worker, which takes
// over at the next opening.
const { searchParams } = new URL(self.location.href)
const held = `build ${searchParams.get('build')}`
const offline = searchParams.get('offline')
const isBuiltFile = (address) => address.origin === self.location.origin && address.pathname.startsWith('/assets/')

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage())
})
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOtherBuilds())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== self.location.origin) return
  if (isBuiltFile(address)) event.respondWith(builtFile(request))
  else if (request.mode === 'navigate' && !address.pathname.startsWith('/api/')) event.respondWith(page(request))
})

async function keepOfflinePage() {
  const cache = await caches.open(held)
  const answer = await fetch(offline)
  const styles = [...(await answer.clone().text()).matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  await Promise.all([cache.put(offline, answer), cache.addAll(styles)])
}

async function dropOtherBuilds() {
  for (const name of await caches.keys()) if (name !== held) await caches.delete(name)
}

async function builtFile(request) {
  const cache = await caches.open(held)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(request.url, answer.clone())
  return answer
}

async function page(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(offline)
    if (!kept) throw error
    return kept
  }
}
