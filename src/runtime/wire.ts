// How does a call travel from this browser? Over axios: fetch for everything that may answer a stream, XMLHttpRequest for files, whose progress
// only it reports. Judges no answer.
import axios, { type AxiosResponse } from 'axios'
import type { Reply, Transport } from '../protocol/transport'
import type { WireCall } from './client'
import { textOf } from './bytes'

/** Calls go to this page's own origin. */
export function createWire(): Transport {
  const http = axios.create({ validateStatus: () => true, transformResponse: [(data: unknown) => data] })
  return async (call: WireCall): Promise<Reply> => {
    const files = call.body instanceof FormData
    const answer = await http.request<unknown>({
      method: call.method,
      url: call.path,
      headers: call.headers,
      data: call.body,
      signal: call.signal,
      adapter: files ? 'xhr' : 'fetch',
      responseType: files ? 'text' : 'stream',
      onUploadProgress: files && call.progress ? (event) => call.progress?.(event.loaded, event.total) : undefined,
    })
    return replyOf(answer)
  }
}

async function replyOf({ status, headers, data }: AxiosResponse<unknown>): Promise<Reply> {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  if (!plain['content-type']?.includes('application/json')) return { status, headers: plain, body: data }
  const text = typeof data === 'string' ? data : await textOf(data)
  try {
    return { status, headers: plain, body: text === '' ? null : JSON.parse(text) }
  } catch {
    // Cut off on the way, or a proxy's own page: the status alone says what happened.
    return { status, headers: plain, body: null }
  }
}
