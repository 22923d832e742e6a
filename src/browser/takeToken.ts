// Does the address carry a token? It is taken out of it before anything else runs, so that it reaches no log, no history and no Referer.

/** The token of ?token=, which is gone from the address afterwards. */
export function takeToken(): string | null {
  const address = new URL(window.location.href)
  const token = address.searchParams.get('token')
  if (token === null) return null
  address.searchParams.delete('token')
  window.history.replaceState(null, '', address.pathname + address.search + address.hash)
  return token || null
}
