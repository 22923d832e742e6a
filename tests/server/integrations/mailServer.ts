// A real SMTP server for tests: keeps what it accepts, and reads mail back.
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReadMail {
  readonly to: readonly string[]
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly file?: { readonly name: string; readonly type: string; readonly content: Buffer }
  readonly secure: boolean
  readonly user?: string
}

export interface MailServer {
  readonly port: number
  readonly received: ReadMail[]
  /** The code with which mail is refused from now on; undefined: accepted. */
  refusal: number | undefined
  /** Calls with each connection as it came, encrypted or not. */
  onConnection(listener: (socket: Socket) => void): void
  close(): Promise<void>
}

export async function listenForMail(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReadMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'mail-secret' ? done(null, { user: username }) : done(new Error('no'), undefined),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.once('end', () => {
        if (own.refusal !== undefined) return done(Object.assign(new Error('<script>'), { responseCode: own.refusal }))
        received.push({
          ...readMail(Buffer.concat(parts).toString('latin1')),
          to: session.envelope.rcptTo.map(({ address }) => address),
          secure: session.secure,
          ...(typeof session.user === 'string' && { user: session.user }),
        })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  // From now on they are those of connections that tests break.
  server.removeAllListeners('error').on('error', () => undefined)
  const own: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    received,
    refusal: undefined,
    onConnection: (listener) => void server.server.on('connection', listener),
    close: () => new Promise((closed) => server.close(closed)),
  }
  return own
}

/** Headers unfolded by lower-case name, and the body. */
function partsOf(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: source.slice(end + 4) }
}

function contentOf({ headers, body }: ReturnType<typeof partsOf>): Buffer {
  const encoding = headers['content-transfer-encoding'] ?? '7bit'
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const plain = body.replace(/=\r\n/g, '')
  return Buffer.from(
    plain.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  )
}

/** The words of RFC 2047, of which neighbors belong together. */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(=\?UTF-8\?[BQ]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, kind, word]) =>
          kind!.toUpperCase() === 'B'
            ? Buffer.from(word!, 'base64')
            : Buffer.from(decodeURIComponent(word!.replace(/_/g, ' ').replace(/%/g, '%25').replace(/=/g, '%'))),
        ),
      ).toString('utf8'),
    )
}

function readMail(source: string): Pick<ReadMail, 'id' | 'subject' | 'text' | 'file'> {
  const whole = partsOf(source)
  const boundary = /boundary="?([^";]+)"?/.exec(whole.headers['content-type'] ?? '')?.[1]
  const parts =
    boundary === undefined
      ? [whole]
      : whole.body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const file = parts.find(({ headers }) => headers['content-disposition']?.startsWith('attachment'))
  const name = /filename="?([^";]+)"?/.exec(file?.headers['content-disposition'] ?? '')?.[1]
  const encoded = [...(file?.headers['content-disposition'] ?? '').matchAll(/filename\*(?:\d+\*?)?=([^;\s]+)/gi)]
    .map(([, piece]) => piece)
    .join('')
    .replace(/^utf-8''/i, '')
  return {
    id: whole.headers['message-id']!,
    subject: words(whole.headers.subject ?? ''),
    text: contentOf(parts[0]!).toString('utf8').trim(),
    ...(file && {
      file: {
        name: encoded ? decodeURIComponent(encoded) : words(name ?? ''),
        type: file.headers['content-type']!.split(';')[0]!,
        content: contentOf(file),
      },
    }),
  }
}
