// How does a failure leave the server? As an envelope in the caller's language; a defect only as a reference under which the log keeps the rest.
import { randomBytes } from 'node:crypto'
import type { Text } from '../manifest/app'
import { codes, Fault, type Envelope } from '../protocol/envelope'
import type { Reply } from '../protocol/transport'
import type { LanguageIndex } from './context'
import { Abandoned } from './database/abandoned'
import type { Log } from './log'

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** 200 with the data in its envelope. */
export function succeed(data: unknown, message: string): Reply {
  return { status: 200, headers: json, body: { code: codes.success, msg: message, data } satisfies Envelope }
}

/** The reply for anything thrown. What is no Fault is logged with its stack and answered with a reference to it. */
export function refuse(error: unknown, language: LanguageIndex, log: Log): Reply {
  if (error instanceof Fault) {
    const { status = 200, fields, data, retryAfter } = error.options
    const told = fields
      ? {
          ...(data as object | undefined),
          fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text[language]])),
        }
      : (data ?? null)
    const headers = retryAfter === undefined ? json : { ...json, 'retry-after': String(retryAfter) }
    return { status, headers, body: { code: error.code, msg: error.text[language], data: told } satisfies Envelope }
  }
  // Nobody is there to be told, and nothing is wrong.
  if (error instanceof Abandoned)
    return {
      status: 499,
      headers: json,
      body: { code: codes.failed, msg: error.message, data: null } satisfies Envelope,
    }
  const reference = randomBytes(4).toString('hex')
  log.error(`Defect ${reference}`, error)
  const text: Text = [
    `服务器遇到错误，无法完成请求（编号 ${reference}）`,
    `The server met an error and could not complete the request (reference ${reference})`,
  ]
  return {
    status: 500,
    headers: json,
    body: { code: codes.failed, msg: text[language], data: { reference } } satisfies Envelope,
  }
}

/** The fault of a path that leads nowhere. */
export function unknownPath(): Fault {
  return new Fault(404, ['访问异常，请稍后重试！', 'There is no such call'], { status: 404 })
}

/** The fault of a call without a valid session. */
export function signedOut(): Fault {
  return new Fault(codes.signedOut, ['你已被登出，请重新登录！', 'You have been signed out; please sign in again'])
}
