// Imitates WeCom and DingTalk for sign-in by code:
// their documented calls and errors over HTTP. Each code is valid once. Not a test itself.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jsonObjectIn } from '../../src/manifest/json/jsonText'

export const corporation = { id: 'ww1a2b', secret: 'corp-secret' }
export const application = { id: 'dingabc', secret: 'app-secret' }

interface Answer {
  readonly status?: number
  readonly body: object
}

const refused = (errcode: number, errmsg: string): Answer => ({ body: { errcode, errmsg } })
const denied = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, requestid: '6A4F1B2C-0000', message },
})

export async function startCodeProviders() {
  /** The code that a browser brings back, and the account behind it. */
  const codes = new Map<string, string>()
  const tokens = new Set<string>()
  const userTokens = new Map<string, string>()
  let calls = 0
  let isBusy = false
  const taken = (code: string) => {
    const account = codes.get(code)
    codes.delete(code)
    return account
  }

  /** WeCom answers everything with HTTP status 200, and with `errcode`. */
  function weCom(path: string, query: URLSearchParams): Answer {
    if (isBusy) return refused(-1, 'system busy')
    if (path === '/cgi-bin/gettoken') {
      if (query.get('corpid') !== corporation.id) return refused(40013, 'invalid corpid')
      if (query.get('corpsecret') !== corporation.secret) return refused(40001, 'invalid credential')
      const token = `corp-token-${calls}`
      tokens.add(token)
      return { body: { errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7_200 } }
    }
    if (!tokens.has(query.get('access_token') ?? '')) return refused(42001, 'access_token expired')
    const account = taken(query.get('code') ?? '')
    if (account === undefined) return refused(40029, 'invalid code')
    // Who is no member of the corporation has no userid.
    return {
      body: { errcode: 0, errmsg: 'ok', ...(account.startsWith('o') ? { openid: account } : { userid: account }) },
    }
  }

  /** DingTalk answers with the HTTP status, and with the name of the error. */
  function dingTalk(path: string, header: string | undefined, posted: Readonly<Record<string, unknown>>): Answer {
    if (isBusy) return denied(503, 'ServiceUnavailable', 'The request has failed due to a temporary failure.')
    if (path === '/v1.0/oauth2/userAccessToken') {
      if (posted.clientId !== application.id || posted.clientSecret !== application.secret)
        return denied(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret')
      const account = posted.grantType === 'authorization_code' ? taken(String(posted.code)) : undefined
      if (account === undefined) return denied(400, 'invalidParameter.authCode.notFound', '不存在的authCode')
      const token = `user-token-${calls}`
      userTokens.set(token, account)
      return { body: { accessToken: token, refreshToken: 'later', expireIn: 7_200 } }
    }
    const account = userTokens.get(header ?? '')
    if (account === undefined) return denied(401, 'InvalidAuthentication', '不合法的access_token')
    return { body: { nick: '王敏', unionId: account, openId: 'of-the-application', mobile: '13800000008' } }
  }

  const server = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://provider')
    let text = ''
    for await (const part of request) text += String(part)
    calls += 1
    const header = request.headers['x-acs-dingtalk-access-token']?.toString()
    const isWeCom = pathname.startsWith('/cgi-bin/')
    const { status = 200, body } = isWeCom
      ? weCom(pathname, searchParams)
      : dingTalk(pathname, header, jsonObjectIn(text) ?? {})
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Of a product that signs in by them. */
    environment: {
      WECOM_URL: address,
      WECOM_CORP_ID: corporation.id,
      WECOM_AGENT_ID: '1000002',
      WECOM_SECRET: corporation.secret,
      DINGTALK_URL: address,
      DINGTALK_CLIENT_ID: application.id,
      DINGTALK_CLIENT_SECRET: application.secret,
    },
    /** A person agrees on the page of the provider. */
    give(account: string): string {
      const code = `code-${codes.size}-${calls}-${account}`
      codes.set(code, account)
      return code
    },
    expireTokens: () => tokens.clear(),
    set busy(value: boolean) {
      isBusy = value
    },
    close: () => server.close(),
  }
}

export type CodeProviders = Awaited<ReturnType<typeof startCodeProviders>>
