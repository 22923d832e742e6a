// Tests that all calls of the specification exist:
// each row of its table with a plain HTTP client, with method, path, token header and marker as written.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope'
import type { Caller } from '../../src/server/context/context'
import { createHandler } from '../../src/server/http/handleCall'
import { createTeller } from '../story/teller'
import { describeCalls, describeTypedClient } from './describedCalls'
import { createKey } from './programKey'
import { useProduct } from './useProduct'

type Row = readonly [
  method: 'GET' | 'POST',
  path: string,
  open: 'public' | 'session',
  payload: Readonly<Record<string, unknown>>,
]
const table: readonly Row[] = [
  ['GET', '/pcindex/login/login.html', 'public', {}],
  [
    'POST',
    '/pcindex/login/login_check.html',
    'public',
    { account: '13800000001', password: 'Demo@123456', pwdType: 'password' },
  ],
  ['POST', '/pcindex/login/loginByCode', 'public', { code: '000000' }],
  ['GET', '/pcindex/api/userinfo.html', 'session', {}],
  ['GET', '/pcindex/api/order_type', 'session', {}],
  ['GET', '/pcindex/api/indexinfo', 'session', {}],
  ['GET', '/pcindex/api/sysConfig', 'session', {}],
  ['POST', '/pcindex/tang_ping/empBindEa', 'session', { code: 'made up' }],
  ['POST', '/pcindex4/user_centor/personal_details.html', 'session', { name: '周建平' }],
  ['POST', '/pcindex4/user_centor/message_settings.html', 'session', { wechatMessages: 'all', smsMessages: 'none' }],
  [
    'POST',
    '/pcindex/api/password_modify.html',
    'session',
    { oldPassword: 'not that one', newPassword: 'Another#2025' },
  ],
  ['POST', '/pcindex/api/syncZyPwd', 'session', {}],
  ['POST', '/pcindex/api/bindWeixin', 'session', { code: 'made up' }],
  ['POST', '/pcindex/api/unbindWeixin', 'session', {}],
  ['POST', '/pcindex/login/getAccounMobile', 'public', { account: '13800000001' }],
  ['POST', '/pcindex/login/sendPwdRestCode', 'public', { mobile: '13800000001' }],
  ['POST', '/pcindex/login/resetPwdBySmsCode', 'public', { mobile: '13800000001', code: '000000' }],
  ['POST', '/pcindex/notice/notice_list.html', 'session', {}],
  ['POST', '/pcindex/notice/notice_info.html', 'session', { id: 1 }],
  ['POST', '/pcindex/notice/dmms_notice_list.html', 'session', {}],
  ['POST', '/pcindex/notice/dmms_notice_info_api.html', 'session', { id: 1 }],
  ['POST', '/pcindex/api/downloadFile.html', 'public', { id: 'none' }],
  ['POST', '/pcindex4/upload.html', 'session', {}],
  ['POST', '/pcindex4/upload/file.html', 'session', {}],
  ['POST', '/pcindex4/upload/fileV2', 'session', {}],
  ['POST', '/pcindex4/user_centor/msg_remind.html', 'session', {}],
  ['POST', '/pcindex4/user_centor/notification_reminder.html', 'session', {}],
  ['POST', '/pcindex4/user_centor/notice_read_batch.html', 'session', {}],
  ['POST', '/pcindex4/user_centor/information_read_batch.html', 'session', {}],
  // The last: it ends the session.
  ['GET', '/pcindex/login/login_out.html', 'public', {}],
]
/** Rows whose payload above is wrong on purpose: what counts is that they answer. */
const refused = new Set([
  '/pcindex/login/loginByCode',
  '/pcindex/api/password_modify.html',
  '/pcindex/tang_ping/empBindEa',
  '/pcindex/api/bindWeixin',
  '/pcindex/api/unbindWeixin',
  '/pcindex/login/resetPwdBySmsCode',
  '/pcindex/api/downloadFile.html',
  '/pcindex4/upload.html',
  '/pcindex4/upload/file.html',
  '/pcindex4/upload/fileV2',
])

const suite = useProduct()
let token: string
beforeAll(async () => {
  token = await suite.teller.token('owner')
})

async function call(
  row: Row,
  withToken: boolean,
): Promise<{ status: number; body: Envelope<Record<string, unknown>>; headers: Headers }> {
  const [method, path, , payload] = row
  const headers: Record<string, string> = {
    ...(withToken && { 'X-Token': token }),
    ...(method === 'POST' && { 'Content-Type': 'application/json' }),
  }
  const query = method === 'GET' ? `?${new URLSearchParams({ client: 'dealerPc' }).toString()}` : ''
  const reply = await fetch(`${suite.product.address}${path}${query}`, {
    method,
    headers,
    ...(method === 'POST' && { body: JSON.stringify({ ...payload, client: 'dealerPc' }) }),
  })
  return {
    status: reply.status,
    body: (await reply.json()) as Envelope<Record<string, unknown>>,
    headers: reply.headers,
  }
}

describe('the calls of the specification', () => {
  // spec 7.5 7.7 7.8 7.9 7.11 7.12 7.13 7.14 7.15 7.16 7.17 7.18 7.19 7.20 7.21 7.22 7.23 7.24 7.25 7.26
  it.each(table.map((row) => [`${row[0]} ${row[1]}`, row] as const))('%s', async (_name, row) => {
    const [method, path, open] = row
    const endpoint = suite.product.server.dependencies.liveApp.current.endpoints[`${method} ${path}`]
    expect(endpoint, 'is declared').toBeDefined()
    expect(endpoint!.permissions).toEqual([open === 'public' ? 'public' : 'signed-in'])
    if (open === 'session')
      expect((await call(row, false)).body).toMatchObject({ code: 2999, msg: '你已被登出，请重新登录！' })
    const { body } = await call(row, true)
    expect(body.code, body.msg).toBe(refused.has(path) ? 2001 : 2000)
    expect(Object.keys(body).sort()).toEqual(['code', 'data', ...(refused.has(path) ? ['key'] : []), 'msg'])
  })

  it.each([
    ['unknown', '/api/nothing', 404],
    ['forbidden', '/api/manual', 2002],
    ['without a session', '/api/run', 2999],
    ['of a wrong shape', '/api/list', 2001],
  ] as const)('that are %s and come by the hundred leave the calls of others their turn', async (kind, path, code) => {
    const { liveApp, database, callers, ...others } = suite.product.server.dependencies
    const guide = await suite.teller.token('guide')
    const known = new Map<string | undefined, Caller | undefined>()
    for (const one of [guide, token]) known.set(one, await callers.identify(liveApp.current, one, 'zh', new Date()))
    // Identified without a look into the database, which would decide who comes first.
    const identify = async (_app: unknown, one: string | undefined) => known.get(one)
    const transport = createHandler(liveApp, database, { ...others, callers: { ...callers, identify } })
    const answered: string[] = []
    const ask = async (one: string, address: string) => {
      const headers: Record<string, string> = kind === 'without a session' ? {} : { 'x-token': one }
      const { body } = await transport({ method: 'POST', path, headers, address, body: { wrong: 1 } })
      answered.push(`${address} ${(body as Envelope<unknown>).code}`)
    }
    await Promise.all([...Array.from({ length: 150 }, () => ask(guide, 'many')), ask(token, 'other')])
    expect(answered.filter((answer) => answer === `many ${code}`)).toHaveLength(150)
    expect(answered.findIndex((answer) => answer.startsWith('other'))).toBeLessThan(10)
  })

  it('answer 404 to another method and to a path that is not there', async () => {
    expect((await call(['POST', '/pcindex/api/sysConfig', 'session', {}], false)).status).toBe(404)
    expect((await call(['GET', '/pcindex/api/nothing', 'session', {}], false)).status).toBe(404)
  })

  it('are opened by the header alone, not by what a foreign page makes a browser send', async () => {
    const { address, server, transport } = suite.product
    const fresh = await createTeller(transport).token('owner')
    const { cookies } = server.dependencies.liveApp.current.product
    const ask = async (path: string, { headers, ...init }: RequestInit = {}) => {
      const sent = { origin: 'https://evil.example', ...headers }
      const reply = await fetch(`${address}${path}`, { ...init, headers: sent })
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      return { status: reply.status, code: ((await reply.json()) as Envelope<unknown>).code }
    }
    const cookie = { cookie: `${cookies.token}=${fresh}` }
    const header = { 'x-token': fresh }
    const session = table.filter(([, , open]) => open === 'session').map(([method, path]) => [method, path] as const)
    for (const [method, path] of [...session, ['GET', '/api/boot'], ['POST', '/api/list'], ['POST', '/api/run']]) {
      const body = method === 'POST' ? { method, body: '{}', headers: { 'content-type': 'application/json' } } : {}
      expect((await ask(path, { ...body, headers: { ...body.headers, ...cookie } })).code, path).toBe(2999)
      if (path === '/pcindex/api/userinfo.html') continue
      expect((await ask(`${path}?token=${fresh}&x-token=${fresh}`, body)).code, path).toBe(2999)
    }
    await ask('/pcindex/login/login_out.html', { headers: cookie })
    await ask(`/pcindex/login/login_out.html?token=${fresh}`)
    expect((await ask('/api/boot', { headers: header })).code).toBe(2000)
    for (const path of ['/api/run', '/api/boot', '/pcindex/login/login_check.html'])
      expect((await ask(path, { method: 'OPTIONS' })).status, path).toBe(404)
  })

  it('run nothing that a form sends', async () => {
    const { address, transport } = suite.product
    const fresh = await createTeller(transport).token('owner')
    const request = JSON.stringify({ screen: '/customer/CustomerList', filters: [], columns: ['no', 'name'] })
    const values = { name: '客户', every: 'day', hour: 8, delivery: 'message', language: 'zh', request }
    const run = JSON.stringify({ entity: 'scheduledReport', transition: 'create', values, key: 'sent-by-a-form' })
    const send = async (type: string, body: string) => {
      const headers = { 'x-token': fresh, 'content-type': type }
      const reply = await fetch(`${address}/api/run`, { method: 'POST', headers, body })
      return ((await reply.json()) as Envelope<unknown>).code
    }
    const part = `--b\r\nContent-Disposition: form-data; name="entity"\r\n\r\nscheduledReport\r\n--b--\r\n`
    for (const [type, body] of [
      ['text/plain', run],
      ['application/x-www-form-urlencoded', run],
      ['application/x-www-form-urlencoded', 'entity=scheduledReport&transition=create&key=sent-by-a-form'],
      ['multipart/form-data; boundary=b', part],
    ] as const)
      expect(await send(type, body), type).toBe(2001)
    // As it is sent by the page it is sound.
    expect(await send('application/json', run)).toBe(2000)
  })

  // spec 7.4 8.10 9.3
  it('have their time limits, and the variant its own message', () => {
    const { endpoints } = suite.product.server.dependencies.liveApp.current
    const limits = new Map(Object.values(endpoints).map((endpoint) => [endpoint.path, endpoint]))
    expect(limits.get('/pcindex/api/sysConfig')?.timeoutMs).toBe(20_000)
    for (const path of [
      '/pcindex4/upload.html',
      '/pcindex4/upload/file.html',
      '/pcindex4/upload/fileV2',
      '/pcindex/tang_ping/empBindEa',
      '/pcindex/api/syncZyPwd',
    ])
      expect(limits.get(path)?.timeoutMs, path).toBe(300_000)
    for (const endpoint of Object.values(endpoints))
      expect(endpoint.timeoutMessage?.zh, endpoint.path).toBe(
        endpoint.timeoutMs === 120_000 ? '请求服务器超时，请重试' : undefined,
      )
    expect(limits.get('/pcindex/api/downloadFile.html')?.timeoutMs).toBe(120_000)
  })

  // spec 3.10 3.11 3.12 7.10
  it('take the token of userinfo in its query as well', async () => {
    const fresh = await createTeller(suite.product.transport).token('owner')
    const reply = await fetch(`${suite.product.address}/pcindex/api/userinfo.html?token=${fresh}&client=dealerPc`)
    const { code, data } = (await reply.json()) as Envelope<Record<string, Record<string, unknown>>>
    expect(code).toBe(2000)
    for (const name of ['userinfo', 'join', 'store', 'new_userinfo', 'openedMeipingStoreNos', 'openedDmmsJoinnos'])
      expect(data, name).toHaveProperty(name)
    for (const name of [
      'name',
      'id',
      'store_name',
      'store_id',
      'employee_type_id',
      'image',
      'tmes_joinno',
      'auth',
      'disabled_menus',
      'is_installation',
      'is_invite',
      'is_picture',
      'is_piper',
      'is_programme',
      'is_receipt_confirmat',
      'is_scale',
    ])
      expect(data.userinfo, name).toHaveProperty(name)
    for (const name of ['realname', 'id', 'tmes_joinno', 'status']) expect(data.join, name).toHaveProperty(name)
  })
})

it('programs do what the recipe of the language shows', async () => {
  const recipes = readFileSync('schemas/language/recipes.md', 'utf8')
  const [first, further, imports] = [...recipes.matchAll(/^```js\n([^]*?)\n```/gm)].map(([, program]) => program!)
  const run = (program: string, environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, ADDRESS: suite.product.address, ...environment },
    })
  const teller = createTeller(suite.product.transport)
  const { stdout } = await run(`${first}\n${further}`, { KEY: await createKey(teller, 'owner') })
  expect(stdout).toMatch(/^\w.+\n\{[^]+\}\n\d+ \d+\napplication\/pdf\n$/)
  await expect(run(first!, { KEY: 'key_none' })).rejects.toMatchObject({
    stderr: expect.stringContaining('Error: api_key_not_valid: '),
  })
  const imported = await run(imports!, { TOKEN: await teller.token('guide') })
  expect(imported.stdout).toBe("[ [ 2, 'create', undefined ] ]\n{ created: 1 }\n{ voided: 1 }\n")
})

describe('the description of the interface', () => {
  describeCalls(suite)
  describeTypedClient(suite)
})
