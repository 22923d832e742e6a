// Reads an answer that is not JSON as chunks of bytes: a browser stream, a Node stream or plain
// bytes.

/** The bytes of an answer in order. Refuses a body without bytes. */
export async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array> {
  if (body === null || body === undefined || body === '') return
  if (body instanceof Uint8Array) return yield body
  if (typeof body === 'string') return yield new TextEncoder().encode(body)
  if (body instanceof ReadableStream) {
    // Not every browser supports async iteration of streams.
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => undefined /* Already interrupted: nothing to release. */)
    }
  }
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    for await (const chunk of body as AsyncIterable<Uint8Array | string>)
      yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    return
  }
  throw new TypeError('The answer has no bytes to read')
}

export async function readText(body: unknown): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytesOf(body)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}
