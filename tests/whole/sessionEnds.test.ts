// Tests that sessions end in time:
// sign-out, disabling, a new password and changed rights apply to the next call, within a second, and open pages are
// notified.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '../../src/protocol/liveEvents'
import type { Readable } from 'node:stream'
import type { Envelope } from '../../src/protocol/envelope'
import { saveCode } from '../../src/server/auth/oneTimeCodes'
import { resetPurpose } from '../../src/server/endpoints/account/sendCode'
import { sendScheduled } from '../../src/server/endpoints/lists/scheduledReports'
import { accounts, password } from '../story/teller'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const dependencies = () => suite.product.server.dependencies

const call = async <T>(path: string, token: string, body?: object) => {
  const { body: answer } = await suite.product.transport({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: { 'x-token': token },
    body,
    address: randomUUID(),
  })
  return answer as Envelope<T>
}
const boot = (token: string) =>
  call<{ codes: string[]; account: { id: number; tenant: { id: number } } }>('/api/boot', token)
const signIn = async (role: string, given = password) =>
  (await call<{ token: string }>('/pcindex/login/login_check.html', '', { account: accounts[role], password: given }))
    .data.token

/** An open page; the answer waits for the end of its events, and is whether the last news was the sign-out. */
async function openPage(token: string): Promise<() => Promise<boolean>> {
  const { body } = await suite.product.transport({ method: 'GET', path: '/api/events', headers: { 'x-token': token } })
  const heard: string[] = []
  const stream = body as Readable
  stream.on('data', (part: Buffer | string) => heard.push(String(part)))
  const ended = new Promise<void>((resolve) => stream.once('end', resolve))
  return async () => {
    await ended
    return heard.join('').includes('"signedOut"' satisfies `"${LiveEvent['event']}"`)
  }
}

/** The first answer of boot that `holds`, or the last within a second. */
async function bootUntil(token: string, holds: (answer: Awaited<ReturnType<typeof boot>>) => boolean) {
  const began = performance.now()
  for (;;) {
    const answer = await boot(token)
    if (holds(answer) || performance.now() - began > 1_000) return answer
  }
}

describe('a session', () => {
  it('ends by logging out, and the open page is told', async () => {
    const token = await signIn('finance')
    const wasSignedOut = await openPage(token)
    expect((await call('/pcindex/login/login_out.html', token)).code).toBe(2000)
    expect((await boot(token)).code).toBe(2999)
    expect(await wasSignedOut()).toBe(true)
  })

  it('ends by being disabled, and does not come back with the account', async () => {
    const token = await signIn('dispatcher')
    const { id } = (await boot(token)).data.account
    const wasSignedOut = await openPage(token)
    await suite.teller.act('owner', 'employee.disable', id)
    expect((await bootUntil(token, ({ code }) => code === 2999)).code).toBe(2999)
    expect(await wasSignedOut()).toBe(true)
    await suite.teller.act('owner', 'employee.enable', id)
    expect((await boot(token)).code).toBe(2999)
    expect((await boot(await signIn('dispatcher'))).code).toBe(2000)
  })

  it('ends by another password, everywhere but where it was changed', async () => {
    const [one, other] = [await signIn('orderclerk'), await signIn('orderclerk')]
    const wasSignedOut = await openPage(other)
    expect(
      (await call('/pcindex/api/password_modify.html', one, { oldPassword: password, newPassword: 'Another#2025' }))
        .code,
    ).toBe(2000)
    expect((await boot(other)).code).toBe(2999)
    expect((await boot(one)).code).toBe(2000)
    expect(await wasSignedOut()).toBe(true)
  })

  it('has other rights within a second of their change', async () => {
    const token = await signIn('restricted')
    const before = (await boot(token)).data.codes
    expect(before).not.toContain('p_pc_contractPload')
    await suite.teller.act('admin', 'dealer.release', (await boot(token)).data.account.tenant.id)
    const after = await bootUntil(token, ({ data }) => data.codes.includes('p_pc_contractPload'))
    expect(after.data.codes).toContain('p_pc_contractPload')
  })
})

/** A new password by the code that the mobile gets. */
async function resetPassword(role: string, newPassword: string) {
  const [code, mobile] = ['123456', accounts[role]!]
  await saveCode(dependencies().database, { purpose: resetPurpose, login: mobile }, code, new Date())
  expect((await call('/pcindex/login/resetPwdBySmsCode', '', { mobile, code, newPassword })).code).toBe(2000)
}

it('a password that was reset opens a session as it was typed, blanks at its end included', async () => {
  const typed = 'Secret#2031 '
  await resetPassword('guide', typed)
  const signedIn = await call('/pcindex/login/login_check.html', '', { account: accounts.guide, password: typed })
  expect(signedIn.code).toBe(2000)
})

it('what an account has scheduled is of the account: it outlives its sessions and passwords, and ends with itself', async () => {
  const { id } = await suite.teller.account('designer')
  const { database } = dependencies()
  const request = JSON.stringify({ screen: '/customer/CustomerList', filters: [], columns: ['no', 'name'] })
  const values = { name: '客户', every: 'day', hour: 8, delivery: 'message', language: 'zh', request }
  const created = { entity: 'scheduledReport', transition: 'create', values, key: randomUUID() }
  expect((await suite.teller.call('designer', '/api/run', created)).code).toBe(2000)
  /** What the report holds after its time has come. */
  const sent = async () => {
    await database.query(sql`update "scheduledReport" set "file" = null,
      "dueAt" = now() - interval '1 second', "nextAt" = now() - interval '1 second'
      where "createdBy" = ${id} and "state" = 'active'`)
    await sendScheduled(dependencies())
    const [record] = await database.query<{ state: string; reason: string | null; file: object[] | null }>(
      sql`select "state", "reason", "file" from "scheduledReport" where "createdBy" = ${id}`,
    )
    return { ...record, file: record!.file?.length ?? 0 }
  }
  const session = await signIn('designer')
  await resetPassword('designer', 'Secret#2032')
  expect((await boot(session)).code).toBe(2999)
  expect(await sent()).toEqual({ state: 'active', reason: null, file: 1 })
  await suite.teller.act('owner', 'employee.disable', id)
  expect(await sent()).toMatchObject({ state: 'stopped', file: 0 })
  await suite.teller.act('owner', 'employee.enable', id)
  expect(await sent()).toMatchObject({ state: 'stopped', file: 0 })
})
