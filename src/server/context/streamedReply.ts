// The reply of an operation that answers with bytes; its headers keep browsers from running them.
import type { Readable } from 'node:stream'
import type { Reply } from '../../protocol/transport'

export class StreamedReply {
  /**
   * `name`: the file's name when it is saved; absent: the page reads the stream itself. `keeps`: the browser may cache
   * it for the same session. `isStored`: uploaded bytes, which are sent unchanged.
   */
  constructor(
    readonly stream: Readable,
    readonly type: string,
    readonly options: { readonly name?: string; readonly keeps?: boolean; readonly isStored?: boolean } = {},
  ) {}
}

/** The reply of a stream: never executed, never sniffed, never cached by a proxy. */
export function streamReply({ stream, type, options: { name, keeps, isStored } }: StreamedReply): Reply {
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': `${keeps ? 'private, max-age=31536000, immutable' : 'no-store'}${isStored ? ', no-transform' : ''}`,
    ...(keeps && { vary: 'x-token' }),
    'x-content-type-options': 'nosniff',
  }
  if (name === undefined) headers['x-accel-buffering'] = 'no'
  else {
    const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
    const encoded = encodeURIComponent(name).replace(
      /['()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    headers['content-disposition'] = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
    headers['content-security-policy'] = "sandbox; default-src 'none'"
  }
  return { status: 200, headers, body: stream }
}
