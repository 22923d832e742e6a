// What do the services say that would send messages, where none is configured? Their stand-ins speak the same calls and send nothing: what would have been
// sent is kept in a file that the person who runs the server can read.
import { randomBytes } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message, Senders } from './sender'
import type { WeChatPlace } from './wechat'

export interface ServiceRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}
export interface ServiceAnswer {
  readonly status: number
  readonly body: object
}

export interface SenderStandIn {
  /** The messages of this process by channel, the newest last. */
  readonly sent: Readonly<Record<keyof Senders, readonly Message[]>>
  /** Answers a call below /sms or /wechat; nothing for every other path. */
  answer(request: ServiceRequest): Promise<ServiceAnswer> | undefined
}

/** The account that the stand-in of WeChat knows. */
export const standInAccount = {
  appId: 'wx-stand-in',
  secret: 'stand-in',
  template: 'stand-in',
  field: 'thing1',
} as const satisfies Omit<WeChatPlace, 'url'>
const mostKept = 100
const failed = (errcode: number): ServiceAnswer => ({ status: 200, body: { errcode, errmsg: 'stand-in' } })

/** `folder`: of the files, which only their owner reads. */
export function createSenderStandIn(folder: string, clock: () => Date): SenderStandIn {
  const sent: Record<keyof Senders, Message[]> = { sms: [], wechat: [] }
  const tokens = new Set<string>()
  const keep = async (channel: keyof Senders, message: Message) => {
    sent[channel].push(message)
    if (sent[channel].length > mostKept) sent[channel].shift()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(
      join(folder, `${channel}.jsonl`),
      `${JSON.stringify({ at: clock().toISOString(), ...message })}\n`,
      { mode: 0o600 },
    )
  }
  const calls: Readonly<Record<string, (request: ServiceRequest) => Promise<ServiceAnswer>>> = {
    '/sms': async ({ body }) => {
      const { mobile, text } = objectOf(body)
      if (typeof mobile !== 'string' || typeof text !== 'string') return { status: 400, body: {} }
      await keep('sms', { address: mobile, text })
      return { status: 200, body: {} }
    },
    '/wechat/cgi-bin/token': async ({ query }) => {
      if (query.get('appid') !== standInAccount.appId || query.get('secret') !== standInAccount.secret)
        return failed(40013)
      const token = randomBytes(24).toString('hex')
      tokens.add(token)
      return { status: 200, body: { access_token: token, expires_in: 7_200 } }
    },
    '/wechat/cgi-bin/message/template/send': async ({ query, body }) => {
      if (!tokens.has(query.get('access_token') ?? '')) return failed(40001)
      const { touser, template_id: template, data } = objectOf(body)
      const text = (data as Record<string, { value?: unknown }> | undefined)?.[standInAccount.field]?.value
      if (typeof touser !== 'string' || touser === '') return failed(40003)
      if (template !== standInAccount.template || typeof text !== 'string') return failed(40037)
      await keep('wechat', { address: touser, text })
      return { status: 200, body: { errcode: 0, errmsg: 'ok', msgid: sent.wechat.length } }
    },
    // Codes are given to a browser by the service itself; this one gives none.
    '/wechat/sns/oauth2/access_token': async () => failed(40029),
  }
  return { sent, answer: (request) => (Object.hasOwn(calls, request.path) ? calls[request.path]!(request) : undefined) }
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Refused like a body without the values.
    return {}
  }
}
