// Tests the service accounts of programs: what they may do, who gives it, and how they end.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeAll, expect, it } from 'vitest'
import type { ListAnswer, OptionsAnswer, RunAnswer } from '../../src/protocol/calls'
import { openSession } from '../../src/server/auth/sessions'
import { runDueJobs } from '../../src/server/jobs/jobs'
import { password } from '../story/teller'
import { keysOf, listed, plainValue, type Used as UsedForKeys } from './madeKeys'
import { dayIn, openServiceAccount } from './programKey'

let { product, teller, noted, employee, signIn } = {} as Used
let { withKey, rowOf, openAccount, orderOf, makeKey } = {} as ReturnType<typeof keysOf>

interface Used extends UsedForKeys {
  /** Tries to sign in with a password, and answers the code. */
  readonly signIn: (login: string, password: string) => Promise<number>
}

/** The cases, over a product that the calling file starts. */
export function describeServiceAccounts(open: () => Used): void {
  beforeAll(() => {
    const used = open()
    ;({ product, teller, noted, employee, signIn } = used)
    ;({ withKey, rowOf, openAccount, orderOf, makeKey } = keysOf(used))
  })

  it('works on without its creator, and ends with its service account, which loses a role at once', async () => {
    const { callers, database } = product.server.dependencies
    const account = await openAccount('lasting', 'owner')
    const { id, secret } = await makeKey('lasting', 'owner', { account, role: null })
    const used = async (screen = '/customer/CustomerList') => {
      const { code, key } = await withKey(secret, '/api/list', listed(screen))
      return key ?? code
    }
    const { id: owner } = await teller.account('owner')
    await database.query(sql`update "employee" set "canLogin" = false where "id" = ${owner}`)
    callers.forget()
    expect(await used()).toBe(2000)
    await database.query(sql`update "employee" set "canLogin" = true where "id" = ${owner}`)
    callers.forget()
    expect(await used('/store/Category')).toBe(2000)
    const role = Number(plainValue((await employee('guide')).values.role))
    const values = { role, dataScope: 'dealer', serviceUntil: dayIn(30), addresses: '10.0.0.0/8' }
    await teller.act('owner', 'employee.editService', account, { ...values, addresses: null })
    await expect.poll(() => used('/store/Category')).toBe('permission_required')
    expect(await used()).toBe(2000)
    await teller.act('owner', 'employee.editService', account, values)
    await expect.poll(used).toBe('api_key_address_refused')
    await teller.act('owner', 'employee.editService', account, { ...values, addresses: null })
    await expect.poll(used).toBe(2000)
    await database.query(sql`update "employee" set "serviceUntil" = current_date - 2 where "id" = ${account}`)
    callers.forget()
    expect(await used()).toBe('api_key_not_valid')
    await database.query(sql`update "employee" set "serviceUntil" = current_date + 2 where "id" = ${account}`)
    callers.forget()
    expect(await used()).toBe(2000)
    await teller.act('owner', 'employee.endService', account)
    await expect.poll(used).toBe('api_key_not_valid')
    expect((await rowOf(id)).state).toBe('revoked')
  })

  it('is no colleague whom anybody can choose, sign in as or write to', async () => {
    const { callers, database } = product.server.dependencies
    const account = await openAccount('unmanned', 'designer')
    const chosen = async (field: object) => {
      const { data } = await teller.call<OptionsAnswer>('owner', '/api/options', { ...field, words: 'unmanned' })
      return data.options.map(({ id }) => id)
    }
    expect(await chosen({ entity: 'task', transition: 'reschedule', field: 'worker' })).toEqual([])
    expect(await chosen({ entity: 'programKey', transition: 'create', field: 'account' })).toEqual([account])
    // Filters offer it where programs act, and not as one of the people whose work it is.
    const receipts = { screen: '/customer/ReceiptInfo' }
    expect(await chosen({ ...receipts, field: 'createdBy' })).toEqual([account])
    for (const [screen, field] of [
      [receipts.screen, 'auditor'],
      ['/order/Install', 'installer'],
      ['/customer/DispatchCalendar', 'worker'],
      ['/customer/CustomerList', 'guide'],
      ['/customer/CustomerStatis', 'guide'],
    ])
      expect(await chosen({ screen, field }), field).toEqual([])
    const { data: named } = await teller.call<OptionsAnswer>('owner', '/api/options', {
      ...receipts,
      field: 'auditor',
      ids: [account],
    })
    expect(
      named.options.map(({ id }) => id),
      'what is filtered by keeps its name',
    ).toEqual([account])
    // Even with what others sign in with, and with a session.
    const mobile = '13900000098'
    await database.query(sql`update "employee" set "mobile" = ${mobile}, "canLogin" = true where "id" = ${account}`)
    await database.query(sql`insert into "_secret" ("account", "hash") select ${account}::bigint, "hash" from "_secret"
      where "account" = ${(await teller.account('owner')).id}`)
    const now = new Date()
    const letIn = async () => {
      callers.forget()
      const token = await openSession(database, { account, now, hours: 1 })
      const session = await fetch(`${product.address}/api/boot?client=dealerPc`, { headers: { 'x-token': token } })
      return [await signIn(mobile, password), ((await session.json()) as { key?: string }).key ?? 'booted']
    }
    expect(await letIn()).toEqual([2001, 'signed_out'])
    await database.query(sql`update "employee" set "state" = 'active' where "id" = ${account}`)
    expect(await letIn(), 'its state alone keeps people out').toEqual([2000, 'booted'])
    await database.query(
      sql`update "employee" set "state" = 'service', "mobile" = null, "canLogin" = false where "id" = ${account}`,
    )
  })

  it('gets no role and no scope that its maker may not grant, and no key from who may not', async () => {
    const { callers, database } = product.server.dependencies
    const account = await openAccount('strong', 'designer', { dataScope: 'dealer' })
    const keyOf = async () => {
      const order = await orderOf(`of strong ${randomUUID()}`, 'guide', { account, role: null })
      return teller.call<RunAnswer>('owner', '/api/run', order)
    }
    const open = () =>
      openServiceAccount(teller, 'owner', {
        person: 'designer',
        name: `too strong ${randomUUID().slice(0, 8)}`,
        values: { dataScope: 'dealer' },
      })
    expect([(await keyOf()).code, (await open()).code]).toEqual([2000, 2000])
    const role = Number(plainValue((await employee('designer')).values.role))
    const [line] = await database.query<{ position: number; code: string }>(
      sql`select "position", "code" from "role.codes" where "parent" = ${role} limit 1`,
    )
    const setCode = async (code: string) => {
      await database.query(
        sql`update "role.codes" set "code" = ${code} where "parent" = ${role} and "position" = ${line!.position}`,
      )
      callers.forget()
    }
    await setCode('admin')
    const beyond = { code: 2001, msg: expect.stringContaining('1 项权限您自己没有') as string }
    expect(await open()).toMatchObject(beyond)
    expect(await keyOf()).toMatchObject(beyond)
    await setCode(line!.code)
    const { id: owner } = await teller.account('owner')
    const setScope = async (scope: string) => {
      await database.query(sql`update "employee" set "dataScope" = ${scope} where "id" = ${owner}`)
      callers.forget()
    }
    await setScope('store')
    const wide = await open()
    const key = await keyOf()
    await setScope('dealer')
    expect(wide).toMatchObject({ key: 'input_invalid', data: { fields: { dataScope: expect.any(String) as string } } })
    expect(key).toMatchObject({ code: 2001, msg: expect.stringContaining('超出您的范围') as string })
    // An account as narrow as its maker, but of another store, reaches what the maker does not.
    const narrow = await openAccount('elsewhere', 'designer', { dataScope: 'self' })
    const [moved] = await database.query<{ store: number }>(
      sql`update "employee" set "dataScope" = 'store', "store" = (
          select other."id" from "store" other
          where other."dealer" = "employee"."dealer" and other."id" <> "employee"."store" limit 1)
        from "employee" former where "employee"."id" = ${owner} and former."id" = ${owner}
        returning former."store"`,
    )
    callers.forget()
    const foreign = await orderOf(`of narrow ${randomUUID()}`, 'guide', {
      account: narrow,
      role: null,
      dataScope: 'self',
    })
    const answers = [
      await teller.call<RunAnswer>('owner', '/api/run', foreign),
      await openServiceAccount(teller, 'owner', {
        person: 'designer',
        name: `elsewhere ${randomUUID().slice(0, 8)}`,
        values: { dataScope: 'self', store: moved!.store },
      }),
    ]
    await database.query(sql`update "employee" set "store" = ${moved!.store} where "id" = ${owner}`)
    await setScope('dealer')
    expect(answers.map(({ code }) => code)).toEqual([2001, 2001])
    expect(answers.map(({ msg }) => msg).join()).toMatch(/超出您的范围.*只能管理本店/)
  })

  it('is noted in the audit when it is opened, and needed for a key', async () => {
    const account = await openAccount('noted')
    // The demo's account reaches the whole dealer, as its owner does: the check on `me` holds on its row.
    const { data } = await teller.call<ListAnswer>('owner', '/api/list', { screen: '/serviceAccounts', size: 50 })
    const open = data.rows!.filter(({ state }) => state === 'service')
    expect(open.map(({ values }) => values.dataScope)).toContain('dealer')
    expect(open.every(({ can }) => can.includes('programKey.create'))).toBe(true)
    const detail = expect.stringMatching(/^openService: .*role/) as string
    expect((await noted('rights'))[0]?.values).toMatchObject({ entity: 'employee', recordId: account, detail })
    const order = await orderOf('without', 'guide', { account })
    const { account: _left, ...values } = order.values
    const fields = { account: expect.any(String) as string }
    expect(await teller.call('owner', '/api/run', { ...order, values })).toMatchObject({ data: { fields } })
  })

  // The jobs run hours ahead of what is noted by others.
  it('ends by itself after its last day, which its owner is told once two weeks before', async () => {
    const { database, liveApp } = product.server.dependencies
    const account = await openAccount('expiring', 'owner')
    const { id } = await makeKey('expiring', 'owner', { account, role: null })
    const { id: owner } = await teller.account('owner')
    let hours = 0
    const told = async (days: number) => {
      await database.query(
        sql`update "employee" set "serviceUntil" = current_date + ${days}::int where "id" = ${account}`,
      )
      // Each job has a turn in an hour.
      hours += 2
      await runDueJobs(database, liveApp.current, new Date(Date.now() + hours * 3_600_000))
      const messages = sql`select 1 from "message" where "to" = ${owner} and "title"::text like '%expiring%'`
      return (await database.query(messages)).length
    }
    expect([await told(20), await told(10), await told(10), await told(9)]).toEqual([0, 1, 1, 2])
    expect((await rowOf(id)).state).toBe('active')
    await told(-2)
    const [ended] = await database.query(sql`select "state" from "employee" where "id" = ${account}`)
    expect([ended, (await rowOf(id)).state]).toEqual([{ state: 'serviceEnded' }, 'revoked'])
  })
}
