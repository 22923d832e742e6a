// Tests the second factor:
// no way of signing in bypasses it, proofs are used once, guessing is slow, transitions can require it again, and only
// those who may edit the account remove it.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sql, { raw } from 'sql-template-tag'
import type { BeginFactorAnswer, ConfirmFactorAnswer, FactorsAnswer } from '../../src/protocol/signIn/signInCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { application, corporation, startCodeProviders, type CodeProviders } from './codeProviders'
import { useProduct } from './useProduct'

const environment: Record<string, string> = {}
let providers: CodeProviders
beforeAll(async () => {
  providers = await startCodeProviders()
  Object.assign(environment, providers.environment)
})
afterAll(() => providers?.close())
const suite = useProduct({ environment })
const password = 'Demo@123456'
const signInPath = '/pcindex/login/login_check.html'

type Answer<T = Record<string, unknown>> = Envelope<T> & { readonly key?: string }

async function post<T = Record<string, unknown>>(path: string, body: object, token?: string, address = '10.0.0.1') {
  const reply = await suite.product.transport({
    method: 'POST',
    path,
    headers: { 'x-language': 'en', origin: 'http://localhost', ...(token && { 'x-token': token }) },
    body,
    address,
  })
  return reply.body as Answer<T>
}

const signIn = (account: string, address?: string) =>
  post<{ token?: string; result: string; ticket?: string }>(signInPath, { account, password }, undefined, address)

async function tokenOf(account: string): Promise<string> {
  const { data } = await signIn(account)
  return data.token!
}

/** A code of now, or of so many half minutes later: each is taken once. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

async function enrol(token: string): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const { data: begun } = await post<BeginFactorAnswer>('/api/factors/begin', { kind: 'totp' }, token)
  const { data, key } = await post<ConfirmFactorAnswer>(
    '/api/factors/confirm',
    { pending: begun.pending, name: 'Phone', code: codeOf(begun.secret!, -1) },
    token,
  )
  expect(key).toBeUndefined()
  return { secret: begun.secret!, recoveryCodes: data.recoveryCodes! }
}

const forgetAttempts = () => suite.product.server.dependencies.database.query(sql`delete from "_attempt"`)
const accountId = async (mobile: string) => {
  const [row] = await suite.product.server.dependencies.database.query<{ id: number }>(
    sql`select "id" from "employee" where "mobile" = ${mobile} and "state" = 'active'`,
  )
  return Number(row!.id)
}
/** As the account had none: by the same statements as the product's own reset. */
async function withoutFactors(mobile: string): Promise<void> {
  const id = await accountId(mobile)
  const { database } = suite.product.server.dependencies
  for (const table of ['_factor', '_recoveryCode', '_ticket'])
    await database.query(sql`delete from ${raw(`"${table}"`)} where "account" = ${id}`)
  await forgetAttempts()
}

describe('a second factor', () => {
  const account = '13800000005'

  it('is asked after the password, and opens the session once', async () => {
    const first = await tokenOf(account)
    const other = await tokenOf(account)
    const { secret, recoveryCodes } = await enrol(first)
    expect(new Set(recoveryCodes).size).toBe(10)
    // Other sessions of before end, the one that added it stays.
    expect((await post('/api/factors', {}, other)).code).toBe(2999)
    expect((await post<FactorsAnswer>('/api/factors', {}, first)).data).toMatchObject({
      factors: [{ kind: 'totp', name: 'Phone' }],
      recoveryCodes: 10,
      required: false,
    })
    const step = (await signIn(account)).data
    expect(step).toMatchObject({ result: 'secondFactor' })
    // Nothing of the account before the second step.
    expect(step).toMatchObject({ token: null, mobile: null, tmes_joinno: null })
    const { ticket } = step
    expect((await post('/api/factors/prove', { ticket, code: '000000' })).key).toBe('second_factor_wrong')
    const code = codeOf(secret)
    const tried = await Promise.all([1, 2, 3].map(() => post('/api/factors/prove', { ticket, code })))
    const tokens = tried.flatMap(({ data }) => (data?.token ? [String(data.token)] : []))
    expect(tokens).toHaveLength(1)
    expect((await post('/api/factors', {}, tokens[0])).code).toBe(2000)
    await forgetAttempts()
    // The same code again, with a ticket of its own; and the used ticket.
    const again = (await signIn(account)).data.ticket
    expect((await post('/api/factors/prove', { ticket: again, code })).key).toBe('second_factor_wrong')
    expect((await post('/api/factors/prove', { ticket, code: codeOf(secret, 1) })).key).toBe('second_step_expired')
    await forgetAttempts()
    // A recovery code, typed as people do, once; also by two at the same time.
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
    const both = await Promise.all(
      (await Promise.all([signIn(account), signIn(account)])).map(({ data }) =>
        post('/api/factors/prove', { ticket: data.ticket, code: typed }),
      ),
    )
    expect(both.filter(({ data }) => data?.token)).toHaveLength(1)
    const stored = await suite.product.server.dependencies.database.query(
      sql`select "digest" as "text" from "_recoveryCode" union all select "secret" from "_factor"`,
    )
    expect(JSON.stringify(stored)).not.toContain(secret)
    for (const plain of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(plain.replaceAll('-', ''))
    await withoutFactors(account)
  })

  it('is guessed at more and more slowly, from whatever address', async () => {
    await enrol(await tokenOf(account))
    const keys: (string | undefined)[] = []
    for (let index = 0; index < 8; index += 1) {
      const { ticket } = (await signIn(account, `10.0.1.${index}`)).data
      keys.push((await post('/api/factors/prove', { ticket, code: '123456' }, undefined, `10.0.1.${index}`)).key)
    }
    expect(keys.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'second_factor_wrong'))
    expect(new Set(keys.slice(5))).toEqual(new Set(['too_many_attempts']))
    await forgetAttempts()
    const together = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const { ticket } = (await signIn(account, `10.0.2.${index}`)).data
        return (await post('/api/factors/prove', { ticket, code: '123456' }, undefined, `10.0.2.${index}`)).key
      }),
    )
    expect(together.filter((key) => key === 'second_factor_wrong').length).toBeLessThanOrEqual(5)
    await withoutFactors(account)
  })

  it('is not passed by the code of a text message, a new password, or a token of before', async () => {
    const { secret } = await enrol(await tokenOf(account))
    await post('/pcindex/login/sendPwdRestCode', { mobile: account, purpose: 'signIn' })
    const code = await sentCode()
    const byCode = await post<{ result: string; token?: string }>('/pcindex/login/loginByCode', {
      mobile: account,
      code,
    })
    expect(byCode.data).toMatchObject({ result: 'secondFactor' })
    expect(byCode.data.token).toBeNull()
    await post('/pcindex/login/sendPwdRestCode', { mobile: account, purpose: 'reset' })
    const reset = await post<{ ticket: string }>('/pcindex/login/resetPwdBySmsCode', {
      mobile: account,
      code: await sentCode(),
    })
    await post('/pcindex/login/resetPwdBySmsCode', {
      mobile: account,
      ticket: reset.data.ticket,
      newPassword: password,
    })
    expect((await signIn(account)).data).toMatchObject({ result: 'secondFactor' })
    const { ticket } = (await signIn(account)).data
    expect((await post('/api/factors/prove', { ticket, code: codeOf(secret) })).data.token).toEqual(expect.any(String))
    await withoutFactors(account)
  })

  it('of a session is changed with a fresh proof of that session only', async () => {
    const token = await tokenOf(account)
    const { secret, recoveryCodes } = await enrol(token)
    expect((await post('/api/factors/begin', { kind: 'totp' }, token)).key).toBe('second_factor_asked')
    expect((await post('/api/factors/remove', { id: 1, proof: 'made-up' }, token)).key).toBe('second_factor_asked')
    const { proof } = (await post('/api/factors/prove', { code: codeOf(secret) }, token)).data
    const { ticket } = (await signIn(account)).data
    const second = String((await post('/api/factors/prove', { ticket, code: codeOf(secret, 1) })).data.token)
    expect((await post('/api/factors/recoveryCodes', { proof }, second)).key).toBe('second_factor_asked')
    const fresh = await post<{ recoveryCodes: string[] }>('/api/factors/recoveryCodes', { proof }, token)
    expect(fresh.data.recoveryCodes).toHaveLength(10)
    expect((await post('/api/factors/recoveryCodes', { proof }, token)).key).toBe('second_factor_asked')
    // The former ones end, and one that was used is gone.
    const open = (await signIn(account)).data.ticket
    expect((await post('/api/factors/prove', { ticket: open, code: recoveryCodes[1] })).key).toBe('second_factor_wrong')
    const [first] = fresh.data.recoveryCodes
    const third = (await post('/api/factors/prove', { ticket: open, code: first })).data.token
    expect((await post<FactorsAnswer>('/api/factors', {}, String(third))).data.recoveryCodes).toBe(9)
    await withoutFactors(account)
  })
})

it('two confirmations of the last factor that an account may have add one', async () => {
  const account = '13800000005'
  const token = await tokenOf(account)
  const { secret } = await enrol(token)
  const { query } = suite.product.server.dependencies.database
  await query(sql`insert into "_factor" ("account", "kind", "name", "secret", "used", "createdAt")
    select "account", "kind", "name" || n, "secret", "used", "createdAt" from "_factor", generate_series(1, 8) n
    where "account" = ${await accountId(account)}`)
  const begin = async (later: number) => {
    const { proof } = (await post('/api/factors/prove', { code: codeOf(secret, later) }, token)).data
    return (await post<BeginFactorAnswer>('/api/factors/begin', { kind: 'totp', proof }, token)).data
  }
  const begun = [await begin(0), await begin(1)]
  const confirmed = await Promise.all(
    begun.map(({ pending, secret: own }) =>
      post('/api/factors/confirm', { pending, name: 'Last', code: codeOf(own!) }, token),
    ),
  )
  expect(confirmed.map(({ key }) => key).sort()).toEqual(['second_factors_full', undefined])
  await withoutFactors(account)
})

describe('a role that requires a second factor', () => {
  const account = '13800000006'

  it('ends sessions without one, and lets its people add one while they sign in', async () => {
    const before = await tokenOf(account)
    const owner = await tokenOf('13800000001')
    const role = await roleOf(account)
    const asRequired = (secondFactor: boolean) => editRole(owner, role, { secondFactor })
    expect(await asRequired(true)).toBeUndefined()
    suite.product.server.dependencies.callers.forget()
    expect((await post('/api/factors', {}, before)).code).toBe(2999)
    const step = (await signIn(account)).data
    expect(step).toMatchObject({ result: 'addFactor', token: null })
    const { ticket } = step
    // The ticket opens nothing but this step.
    expect((await post('/api/factors/prove', { ticket, code: '123456' })).key).toBe('second_step_expired')
    const begun = (await post<BeginFactorAnswer>('/api/factors/begin', { kind: 'totp', ticket })).data
    const phone = { pending: begun.pending, name: 'Phone', ticket, code: codeOf(begun.secret!, -1) }
    const confirmed = await post<ConfirmFactorAnswer>('/api/factors/confirm', phone)
    expect(confirmed.data.recoveryCodes).toHaveLength(10)
    const token = confirmed.data.token!
    const own = (await post<FactorsAnswer>('/api/factors', {}, token)).data
    expect(own).toMatchObject({ required: true, factors: [{ kind: 'totp' }] })
    const { proof } = (await post('/api/factors/prove', { code: codeOf(begun.secret!) }, token)).data
    const removal = await post('/api/factors/remove', { id: own.factors[0]!.id, proof }, token)
    expect(removal.key).toBe('second_factor_required')
    // The used ticket adds nothing more.
    expect((await post('/api/factors/begin', { kind: 'totp', ticket })).key).toBe('second_step_expired')
    expect(await asRequired(false)).toBeUndefined()
    await withoutFactors(account)
  })
})

describe('what is taken away', () => {
  const account = '13800000007'

  it('is taken by who may edit the account, told to its owner, and ends every session', async () => {
    const token = await tokenOf(account)
    const { secret, recoveryCodes } = await enrol(token)
    const id = await accountId(account)
    const reset = async (by: string) => {
      const { data } = await post<{ record: { version: number } }>('/api/record', { entity: 'employee', id }, by)
      const { version } = data?.record ?? { version: 1 }
      const run = { entity: 'employee', transition: 'resetSignIn', id, version, values: {} }
      return post('/api/run', { ...run, key: `reset-${Math.random()}` }, by)
    }
    expect((await reset(await tokenOf('13800000005'))).code).toBe(2002)
    expect((await post('/api/factors', {}, token)).code).toBe(2000)
    expect((await reset(await tokenOf('13800000001'))).code).toBe(2000)
    suite.product.server.dependencies.callers.forget()
    expect((await post('/api/factors', {}, token)).code).toBe(2999)
    const step = (await signIn(account)).data
    expect(step.result).toBe('success')
    // Its recovery codes are gone with the factor, also for one that is added later.
    const later = await enrol(step.token!)
    const { ticket } = (await signIn(account)).data
    expect((await post('/api/factors/prove', { ticket, code: recoveryCodes[0] })).key).toBe('second_factor_wrong')
    expect((await post('/api/factors/prove', { ticket, code: later.recoveryCodes[0] })).data.token).toBeDefined()
    const told = await post<{ rows: { values: Record<string, unknown> }[] }>(
      '/api/list',
      { screen: '/message', want: { rows: true } },
      step.token!,
    )
    expect(JSON.stringify(told.data.rows)).toContain('has reset your second factors')
    await expect
      .poll(() => suite.product.server.sent.sms!.filter(({ address }) => address === account).at(-1)?.text)
      .toContain('Your second factors were reset')
    expect(codeOf(secret)).toMatch(/^\d{6}$/)
  })
})

describe('paying the factory', () => {
  it('asks an account with a second factor for a fresh proof, once for each payment', async () => {
    const finance = await tokenOf('13800000005')
    const { database } = suite.product.server.dependencies
    const [open] = await database.query<{ id: number; version: number; payable: string }>(
      sql`select "id", "version" from "placement" where "state" = 'confirmed' order by "id" limit 1`,
    )
    const run = (values: object, more: object = {}, token = finance) => {
      const request = { entity: 'placement', transition: 'pay', id: Number(open!.id), version: Number(open!.version) }
      return post('/api/run', { ...request, values, ...more, key: `pay-${Math.random()}` }, token)
    }
    // Without a factor the sums decide, as before.
    const none = { cash: '0.01', credit: '0.00' }
    expect((await run(none)).msg).toContain('must equal')
    const { secret } = await enrol(finance)
    expect((await run(none)).key).toBe('second_factor_asked')
    const { proof } = (await post('/api/factors/prove', { code: codeOf(secret) }, finance)).data
    // A payment that is refused for its sums leaves the proof to the next attempt.
    const wrong = await run(none, { factorProof: proof })
    expect(wrong.msg).toContain('must equal')
    const payable = /payable of ([\d,.]+)/.exec(wrong.msg)![1]!.replaceAll(',', '')
    const paid = await Promise.all([1, 2].map(() => run({ cash: payable, credit: '0.00' }, { factorProof: proof })))
    expect(paid.filter(({ code }) => code === 2000).length).toBeLessThanOrEqual(1)
    const { ticket } = (await signIn('13800000005')).data
    const other = String((await post('/api/factors/prove', { ticket, code: codeOf(secret, 1) })).data.token)
    expect((await run(none, { factorProof: proof }, other)).key).toBe('second_factor_asked')
    await withoutFactors('13800000005')
  })
})

describe.each([
  { provider: 'wecom', parameter: 'code', page: 'https://login.work.weixin.qq.com/wwlogin/sso/login', id: 'appid' },
  { provider: 'dingtalk', parameter: 'authCode', page: 'https://login.dingtalk.com/oauth2/auth', id: 'client_id' },
])('the code of $provider', ({ provider, parameter, page, id }) => {
  const account = '13800000008'

  /** To the page of the provider and back with what it sends along. */
  async function walk(code: string, { token, proof }: { token?: string; proof?: string } = {}) {
    const begun = await post<{ address: string; attempt: string }>(
      '/api/signIn/begin',
      { provider, link: token !== undefined, proof },
      token,
    )
    if (begun.key !== undefined) return begun as Answer
    const target = new URL(begun.data.address)
    const asked = Object.fromEntries(target.searchParams)
    expect([target.origin + target.pathname, asked[id]]).toEqual([
      page,
      provider === 'wecom' ? corporation.id : application.id,
    ])
    expect(asked.redirect_uri).toBe('http://localhost/authredirect')
    const query = new URLSearchParams({ [parameter]: code, state: asked.state! }).toString()
    return post('/api/signIn/finish', { attempt: begun.data.attempt, query }, token)
  }

  it('opens the account that is linked to the one behind it, once, and says why where it does not', async () => {
    // The account behind it may bear the mobile of one here: without a link that says nothing.
    expect((await walk(providers.give('wang.min'))).key).toBe('no_linked_account')
    const token = await tokenOf(account)
    expect((await walk(providers.give('wang.min'), { token })).data).toEqual({ result: 'linked' })
    const code = providers.give('wang.min')
    expect((await walk(code)).data).toMatchObject({ result: 'success', token: expect.any(String) })
    expect((await walk(code)).key).toBe('authorization_code_invalid')
    expect((await walk('made-up')).key).toBe('authorization_code_invalid')
    if (provider === 'wecom') {
      expect((await walk(providers.give('o-no-member'))).key).toBe('authorization_code_invalid')
      // A key of the corporation that has ended is replaced within the same call.
      providers.expireTokens()
      expect((await walk(providers.give('wang.min'))).data).toMatchObject({ result: 'success' })
    }
    providers.busy = true
    expect((await walk(providers.give('wang.min'))).key).toBe('identity_provider_unavailable')
    providers.busy = false
    await forgetAttempts()
  })

  it('neither passes the second factor by, nor is linked without a fresh proof of it', async () => {
    const { secret } = await enrol(await tokenOf(account))
    expect((await walk(providers.give('wang.min'))).data).toMatchObject({ result: 'secondFactor', token: null })
    const { ticket } = (await signIn(account)).data
    const token = String((await post('/api/factors/prove', { ticket, code: codeOf(secret) })).data.token)
    expect((await walk(providers.give('someone.else'), { token })).key).toBe('second_factor_asked')
    const { proof } = (await post('/api/factors/prove', { code: codeOf(secret, 1) }, token)).data
    const proven = { token, proof: String(proof) }
    expect((await walk(providers.give('someone.else'), proven)).data).toEqual({ result: 'linked' })
    expect((await walk(providers.give('another'), proven)).key).toBe('second_factor_asked')
    await withoutFactors(account)
  })
})

async function roleOf(mobile: string): Promise<number> {
  const [row] = await suite.product.server.dependencies.database.query<{ role: number }>(
    sql`select "role" from "employee" where "mobile" = ${mobile} and "state" = 'active'`,
  )
  return Number(row!.role)
}

/** Returns the key of a refusal. */
async function editRole(token: string, id: number, values: object): Promise<string | undefined> {
  const { data } = await post<{ record: { version: number; values: Record<string, unknown> } }>(
    '/api/record',
    { entity: 'role', id },
    token,
  )
  const { version, values: now } = data.record
  const request = { entity: 'role', transition: 'edit', id, version, values: { ...pick(now), ...values } }
  return (await post('/api/run', { ...request, key: `role-${Math.random()}` }, token)).key
}

const pick = ({ name, codes, remark }: Record<string, unknown>) => ({ name, codes, remark })

async function sentCode(): Promise<string> {
  const sent = () => suite.product.server.sent.sms!.at(-1)?.text ?? ''
  await expect.poll(sent).toMatch(/\d{6}/)
  return /\d{6}/.exec(sent())![0]
}
