// Hands the query of a service's redirect to the tab of this browser that opened its page.
// By a channel, since the page's isolation (Cross-Origin-Opener-Policy) cuts a tab off from its opener.

import { openChannel } from '../storage/openChannel'

const name = 'authredirect'

/**
 * Hands the query on to the open tabs; each takes only the state that it has given out. Calls `onTaken` once one of
 * them has, which may be late, as for a tab that the browser has put to sleep; never in a browser without channels.
 */
export function passRedirectBack(query: string, onTaken: () => void): void {
  const channel = openChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data instanceof Object && 'taken' in data && data.taken === query) onTaken()
  })
  channel?.postMessage(query)
}

/** Calls `take` with each query from another tab of this origin; it returns whether it took it. Returns the end. */
export function onRedirectBack(take: (query: URLSearchParams) => boolean): () => void {
  const channel = openChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && take(new URLSearchParams(data))) channel.postMessage({ taken: data })
  })
  return () => channel?.close()
}
