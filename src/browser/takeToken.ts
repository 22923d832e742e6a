// Removes a token from the address before anything else runs,
// so that it reaches no log, history or Referer.

/** Returns the token of ?token= after removing it from the address. */
export function takeToken(): string | null {
  const address = new URL(window.location.href)
  const token = address.searchParams.get('token')
  if (token === null) return null
  address.searchParams.delete('token')
  window.history.replaceState(null, '', address.pathname + address.search + address.hash)
  return token || null
}
