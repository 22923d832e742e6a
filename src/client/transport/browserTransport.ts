// Sends calls from this browser over axios, without interpreting the answers.
// Uses fetch where the answer may be a stream, XMLHttpRequest for uploads: only the latter reports progress.
import axios, { type AxiosResponse } from 'axios'
import type { Call, Reply, Transport } from '../../protocol/transport'
import type { ClientRequest } from './callServer'
import { readText } from './readBody'

/** Sends calls to the page's own origin. `sentBefore`: the answer to a request sent early, if any. */
export function createBrowserTransport(sentBefore: (call: Call) => Promise<Response> | undefined): Transport {
  const http = axios.create({ validateStatus: () => true, transformResponse: [(data: unknown) => data] })
  return async (call: ClientRequest): Promise<Reply> => {
    const before = sentBefore(call)
    if (before) {
      const reply = await replyInTime(before, call.signal)
      if (reply) return reply
    }
    const files = call.body instanceof FormData
    const answer = await http.request<unknown>({
      method: call.method,
      url: call.path,
      headers: call.headers,
      data: call.body,
      signal: call.signal,
      adapter: files ? 'xhr' : 'fetch',
      fetchOptions: call.keepalive ? { keepalive: true } : undefined,
      responseType: files ? 'text' : 'stream',
      onUploadProgress: files && call.progress ? (event) => call.progress?.(event.loaded, event.total) : undefined,
    })
    return replyOf(answer)
  }
}

/** Undefined: the request was lost and must be resent. @throws when the call ends first */
async function replyInTime(answer: Promise<Response>, signal?: AbortSignal): Promise<Reply | undefined> {
  signal?.throwIfAborted()
  const ended = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  const read = async (): Promise<Reply | undefined> => {
    try {
      const response = await answer
      const headers = Object.fromEntries(response.headers)
      return await replyOf({ status: response.status, headers, data: await response.text() })
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }
  return Promise.race([read(), ended])
}

async function replyOf({
  status,
  headers,
  data,
}: Pick<AxiosResponse<unknown>, 'status' | 'headers' | 'data'>): Promise<Reply> {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  if (!plain['content-type']?.includes('application/json')) return { status, headers: plain, body: data }
  const text = typeof data === 'string' ? data : await readText(data)
  try {
    return { status, headers: plain, body: text === '' ? null : JSON.parse(text) }
  } catch {
    // Truncated on the way, or a proxy's own page: only the status is meaningful.
    return { status, headers: plain, body: null }
  }
}
