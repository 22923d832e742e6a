// Hands the query of a service's redirect to the tab of this browser that opened its page.
// By a channel, since the page's isolation (Cross-Origin-Opener-Policy) cuts a tab off from its opener.

const name = 'authredirect'

/** Hands the query on to the open tabs; each takes only the state that it has given out. */
export function passRedirectBack(query: string): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(query)
  channel.close()
}

/** Calls `hear` with each query handed on by another tab of this origin; returns how to stop. */
export function onRedirectBack(hear: (query: URLSearchParams) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') hear(new URLSearchParams(data))
  })
  return () => channel.close()
}
