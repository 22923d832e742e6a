// Tests sign-in without password and password resets:
// codes sent to phones, codes of external services, and limits shared by several servers.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope'
import { claimAttempt, forgetFailures } from '../../src/server/auth/signInThrottle'
import type { StandInIdentity } from '../../src/server/integrations/contract/identityProviders'
import { saveCode, useCode } from '../../src/server/auth/oneTimeCodes'
import { createTeller, password } from '../story/teller'
import { startProduct, type Product } from './product'

let product: Product
beforeAll(async () => {
  product = await startProduct()
}, 120_000)
afterAll(() => product?.stop())
beforeEach(async () => {
  await database().query(sql`delete from "_attempt"`)
  await database().query(sql`delete from "_code"`)
})

const database = () => product.server.dependencies.database
const outbox = () => product.server.sent.sms!
const post = async (path: string, body: object, options: { token?: string; address?: string } = {}) => {
  const {
    status,
    headers,
    body: answer,
  } = await product.transport({
    method: 'POST',
    path: `/pcindex/${path}`,
    headers: { ...(options.token && { 'x-token': options.token }) },
    body,
    address: options.address ?? randomUUID(),
  })
  return { status, headers, ...(answer as Envelope<Record<string, string> | null>) }
}
const codeFor = async (mobile: string, purpose: string) => {
  const before = outbox().length
  expect(await post('login/sendPwdRestCode', { mobile, purpose })).toMatchObject({ code: 2000 })
  await expect.poll(() => outbox().length).toBeGreaterThan(before)
  const message = outbox().at(-1)!
  expect(message.address).toBe(mobile)
  return /\d{6}/.exec(message.text)![0]
}
const [owner, twin, strange] = ['13800000001', '13800000003', '13999999999']

describe('a code for the telephone', () => {
  // spec 3.9 7.9
  it('lets in, and behind a number with several accounts lets choose', async () => {
    const code = await codeFor(owner, 'signIn')
    expect(await post('login/loginByCode', { mobile: owner, code })).toMatchObject({
      code: 2000,
      data: { token: expect.any(String), result: 'success' },
    })
    expect(await post('login/loginByCode', { mobile: owner, code }), 'only once').toMatchObject({
      code: 2001,
      msg: '验证码错误或已失效',
    })
    const { data } = await post('login/loginByCode', { mobile: twin, code: await codeFor(twin, 'signIn') })
    expect(data).toMatchObject({
      result: 'multiAccount',
      accounts: [{ handle: expect.any(String) }, { handle: expect.any(String) }],
    })
  })

  it('of one purpose serves no other', async () => {
    const code = await codeFor(owner, 'signIn')
    expect(await post('login/resetPwdBySmsCode', { mobile: owner, code })).toMatchObject({ code: 2001 })
  })

  it('is tried five times at most', async () => {
    const code = await codeFor(owner, 'reset')
    for (let turn = 0; turn < 5; turn += 1)
      expect(
        await post('login/resetPwdBySmsCode', { mobile: owner, code: code === '111111' ? '222222' : '111111' }),
      ).toMatchObject({ code: 2001 })
    expect(await post('login/resetPwdBySmsCode', { mobile: owner, code })).toMatchObject({
      code: 2001,
      msg: '验证码错误或已失效',
    })
  })

  it('is good for ten minutes', async () => {
    const began = new Date()
    const after = (minutes: number) => new Date(began.getTime() + minutes * 60_000)
    await saveCode(database(), { purpose: 'reset', login: owner }, '123456', began)
    await expect(useCode(database(), { purpose: 'reset', login: owner }, '123456', after(10))).rejects.toMatchObject({
      code: 2001,
    })
    await saveCode(database(), { purpose: 'reset', login: owner }, '123456', after(11))
    await useCode(database(), { purpose: 'reset', login: owner }, '123456', after(20.9))
  })

  it('is compared five times at most, however many ask at once, and used by one of them', async () => {
    await saveCode(database(), { purpose: 'reset', login: owner }, '123456', new Date())
    const right = await Promise.allSettled(
      Array.from({ length: 5 }, () => useCode(database(), { purpose: 'reset', login: owner }, '123456', new Date())),
    )
    expect(right.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await database().query(sql`delete from "_code"`)
    await saveCode(database(), { purpose: 'reset', login: owner }, '123456', new Date())
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, turn) =>
        useCode(database(), { purpose: 'reset', login: owner }, String(200_000 + turn), new Date()),
      ),
    )
    expect(await database().query(sql`select "tries" from "_code"`)).toEqual([{ tries: 5 }])
  })

  it('is sent once a minute and ten times a day, and a stranger sees no difference', async () => {
    const before = outbox().length
    const answers = await Promise.all([owner, strange].map((mobile) => post('login/sendPwdRestCode', { mobile })))
    expect(answers[0]).toEqual(answers[1])
    const again = await Promise.all([owner, strange].map((mobile) => post('login/sendPwdRestCode', { mobile })))
    expect(again.map(({ status }) => status)).toEqual([429, 429])
    await expect
      .poll(() =>
        outbox()
          .slice(before)
          .map(({ address }) => address),
      )
      .toEqual([owner])
    let now = Date.now()
    for (let turn = 1; turn < 10; turn += 1)
      await saveCode(database(), { purpose: 'reset', login: owner }, '123456', new Date((now += 61_000)))
    await expect(
      saveCode(database(), { purpose: 'reset', login: owner }, '123456', new Date(now + 61_000)),
    ).rejects.toMatchObject({
      status: 429,
    })
    await saveCode(database(), { purpose: 'reset', login: owner }, '123456', new Date(now + 86_400_000))
    const masked = await Promise.all([owner, strange].map((account) => post('login/getAccounMobile', { account })))
    expect(masked.map(({ data }) => data?.mobile)).toEqual(['138****0001', '139****9999'])
  })
})

describe('a forgotten password', () => {
  // spec 7.20
  it('is replaced in three steps; the sessions end, and the ticket is used up', async () => {
    const mobile = '13800000004'
    const token = await createTeller(product.transport).token('designer')
    const { data } = await post('login/resetPwdBySmsCode', { mobile, code: await codeFor(mobile, 'reset') })
    const { ticket } = data!
    expect(
      await post('login/resetPwdBySmsCode', { mobile, ticket, newPassword: 'short' }),
      'a weak one does not use the ticket up',
    ).toMatchObject({ code: 2001, data: { fields: { newPassword: expect.any(String) } } })
    expect(
      await post('login/resetPwdBySmsCode', { mobile: owner, ticket, newPassword: 'Another#2025' }),
      'nor serves it another number',
    ).toMatchObject({ code: 2001 })
    expect(await post('login/resetPwdBySmsCode', { mobile, ticket, newPassword: 'Another#2025' })).toMatchObject({
      code: 2000,
    })
    expect(await post('login/resetPwdBySmsCode', { mobile, ticket, newPassword: 'Third#20251' })).toMatchObject({
      code: 2001,
    })
    expect(await post('api/syncZyPwd', {}, { token })).toMatchObject({ code: 2999 })
    expect(await post('login/login_check.html', { account: mobile, password })).toMatchObject({ code: 2001 })
    expect(await post('login/login_check.html', { account: mobile, password: 'Another#2025' })).toMatchObject({
      code: 2000,
    })
    const audited = await database().query(sql`
      select e."mobile", a."action" from "audit" a join "employee" e on e."id" = a."by"
      where a."action" in ('passwordReset', 'passwordChanged')`)
    expect(audited).toEqual([{ mobile, action: 'passwordReset' }])
  })

  it('leaves a trace where its code was guessed at', async () => {
    await saveCode(database(), { purpose: 'reset', login: owner }, '123456', new Date())
    await post('login/resetPwdBySmsCode', { mobile: owner, code: '654321' })
    const [failed] = await database().query(sql`select "login" from "audit"
      where "action" = 'signInFailed' order by "id" desc limit 1`)
    expect(failed).toEqual({ login: owner })
  })

  it('of nobody is not replaced', async () => {
    await saveCode(database(), { purpose: 'reset', login: strange }, '123456', new Date())
    expect(
      await post('login/resetPwdBySmsCode', { mobile: strange, code: '123456', newPassword: 'Another#2025' }),
    ).toMatchObject({ code: 2001 })
  })
})

describe('an outside account', () => {
  // spec 2.9 7.15
  it('is bound by its code, then lets in by another code, each good once', async () => {
    const ea = product.server.dependencies.identities('ea') as StandInIdentity
    const token = await createTeller(product.transport).token('manager')
    expect(await post('login/loginByCode', { code: ea.giveCode('EA-77', new Date()) }), 'not bound yet').toMatchObject({
      code: 2001,
      data: { unbound: true },
    })
    expect(await post('tang_ping/empBindEa', { code: 'made up' }, { token })).toMatchObject({ code: 2001 })
    expect(await post('tang_ping/empBindEa', { code: ea.giveCode('EA-77', new Date()) }, { token })).toMatchObject({
      code: 2000,
    })
    expect(
      await post(
        'tang_ping/empBindEa',
        { code: ea.giveCode('EA-77', new Date()) },
        { token: await createTeller(product.transport).token('finance') },
      ),
      'taken',
    ).toMatchObject({ code: 2001 })
    expect(await post('tang_ping/empBindEa', { eaAccount: 'EA-78' }, { token }), 'a name proves nothing').toMatchObject(
      {
        code: 2001,
      },
    )
    const code = ea.giveCode('EA-77', new Date())
    expect(await post('login/loginByCode', { code })).toMatchObject({ code: 2000, data: { mobile: '13800000002' } })
    expect(await post('login/loginByCode', { code })).toMatchObject({ code: 2001 })
  })

  // spec 7.19
  it('of WeChat is bound by its word only, and given up again', async () => {
    const wechat = product.server.dependencies.identities('wechat') as StandInIdentity
    const token = await createTeller(product.transport).token('finance')
    expect(await post('api/unbindWeixin', {}, { token })).toMatchObject({ code: 2001 })
    expect(await post('api/bindWeixin', { code: wechat.giveCode('openid-1', new Date()) }, { token })).toMatchObject({
      code: 2000,
    })
    expect(
      await post(
        'api/bindWeixin',
        { code: wechat.giveCode('openid-1', new Date()) },
        { token: await createTeller(product.transport).token('owner') },
      ),
    ).toMatchObject({ code: 2001, msg: '该微信已被绑定' })
    expect(await post('api/unbindWeixin', {}, { token })).toMatchObject({ code: 2000 })
  })
})

it('tries through several servers at the same time are counted like those one after the other', async () => {
  const now = new Date()
  // Each call stands for a server of its own: nothing but the database is shared.
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, () => claimAttempt(database(), 'somebody', '10.9.9.9', now)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await forgetFailures(database(), 'somebody', '10.9.9.9', now)
  await claimAttempt(database(), 'somebody', '10.9.9.9', now)
})

it('an address that waits passes with new accounts for a while, and not with a list of them', async () => {
  const now = new Date()
  const address = '2001:db8:1:2::'
  // All addresses of a /64 belong to one line.
  const tried = async (account: number) =>
    claimAttempt(database(), `listed ${account}`, `${address}${(account % 9) + 1}`, now).then(
      () => true,
      () => false,
    )
  const passed: boolean[] = []
  for (let account = 0; account < 260; account += 1) passed.push(await tried(account))
  expect(passed.filter(Boolean)).toHaveLength(241)
  expect(passed.slice(241)).not.toContain(true)
  await claimAttempt(database(), 'listed 1', '2001:db8:1:3::1', now)
  // Attempts that go on do not prolong it, and a right password takes nothing from the others.
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  for (const minutes of [5, 10, 14]) await claimAttempt(database(), `goes on ${minutes}`, `${address}1`, later(minutes))
  for (let turn = 0; turn < 210; turn += 1) {
    await claimAttempt(database(), `right ${turn}`, `${address}1`, later(16))
    await forgetFailures(database(), `right ${turn}`, `${address}1`, later(16))
  }
})

it('the stand-ins of partners keep nothing of what a browser sends without a session', async () => {
  const reply = await fetch(`${product.address}/stand-in/zowee/PianoLogin.aspx?username=a&password=12345678&x=1`)
  expect([401, 404]).toContain(reply.status)
})
