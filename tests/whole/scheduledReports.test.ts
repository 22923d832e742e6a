// Tests that scheduled lists and reports are sent once when due, with the present rights, to a real mail server.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import { identifier } from '../../src/server/database/sql/identifier'
import type { Dependencies } from '../../src/server/endpoints/contract/dependencies'
import { acquireExportSlot } from '../../src/server/endpoints/lists/exportSlots'
import { sendScheduled, startScheduledReports } from '../../src/server/endpoints/lists/scheduledReports'
import { createKey } from './programKey'
import { list, sheet, usual, useScheduling } from './scheduling'

const place = useScheduling()
const { dependencies, database, round, run, schedule, own, due, exportsNoted, listed, stalling } = place

/** Ends the wait before what was not sent is tried again. */
const sendAgain = () =>
  database().query(sql`update "scheduledReport" set "nextAt" = now() - interval '1 second' where "state" = 'active'`)

describe('a scheduled list', () => {
  it('is planned for its hour and sent when it is due, once, with what the account sees', async () => {
    await schedule('guide')
    await round()
    const planned = await own('guide')
    expect(new Date(String(planned.values.dueAt)).toISOString()).toMatch(/T00:00:00/)
    expect(new Date(String(planned.values.dueAt)).getTime()).toBeGreaterThan(Date.now())
    await round()
    expect(place.mail.received).toEqual([])
    await due()
    await round()
    await round()
    const rows = await listed('guide')
    expect(rows).toBeGreaterThan(0)
    expect(rows, 'less than the whole').toBeLessThan(await listed('owner'))
    expect(place.mail.received).toMatchObject([
      {
        to: ['boss@shop.example'],
        subject: expect.stringMatching(/^客户 · \d{4}-\d\d-\d\d$/),
        text: expect.stringContaining(`“客户”，共 ${rows} 行`),
        file: { name: expect.stringMatching(/^客户列表-\d{12}\.xlsx$/) },
      },
    ])
    const cells = await sheet(place.mail.received[0]!.file!.content)
    expect(cells[0]).toEqual(['编号', '姓名', '状态'])
    expect(cells).toHaveLength(rows + 1)
    expect(await own('guide')).toMatchObject({ state: 'active', values: { rows, reason: null } })
    const [noted] = await exportsNoted()
    expect(noted!.values).toMatchObject({ screen: '/customer/CustomerList', rows })
    expect(JSON.parse(String(noted!.values.detail))).toMatchObject({
      sentTo: 'boss@shop.example',
      columns: list.columns,
    })
  })

  it('speaks the language that was asked for', async () => {
    await schedule('manager', { language: 'en', name: 'Customers' })
    await round()
    await due()
    await round()
    expect(place.mail.received).toMatchObject([
      { subject: expect.stringMatching(/^Customers · /), text: expect.stringContaining('Attached is “Customers”') },
    ])
    const [heads] = await sheet(place.mail.received[0]!.file!.content)
    expect(heads).toEqual(['No.', 'Name', 'State'])
  })

  it('comes as a message with the file, which the account alone can open', async () => {
    await schedule('manager', { delivery: 'message', address: undefined })
    await round()
    await due()
    await round()
    expect(place.mail.received).toEqual([])
    const record = await own('manager')
    expect(record.values.file).toMatchObject([{ name: expect.stringMatching(/\.xlsx$/) }])
    // The next one replaces it.
    const kept = async (id: string) =>
      (await database().query<{ kept: boolean }>(sql`select "kept" from "_file" where "id" = ${id}`))[0]!.kept
    const [first] = record.values.file as readonly { readonly id: string }[]
    expect(await kept(first!.id)).toBe(true)
    await due()
    await round()
    const [second] = (await own('manager')).values.file as readonly { readonly id: string }[]
    expect([await kept(first!.id), await kept(second!.id)]).toEqual([false, true])
    const messages = await place.teller.call<ListAnswer>('manager', '/api/list', {
      screen: '/message',
      want: { rows: true },
    })
    expect(messages.data.rows![0]!.values.route).toBe(`/scheduledReports?record=scheduledReport:${record.id}`)
    expect(messages.data.rows![0]!.values.title).toContain('定时报表“客户”已生成')
    for (const other of ['owner', 'admin'])
      expect(await place.teller.call(other, '/api/record', { entity: 'scheduledReport', id: record.id })).toMatchObject(
        {
          code: 2001,
        },
      )
  })

  it('a report covers the period that had passed when it was due, however late it is sent', async () => {
    await schedule('owner', { every: 'month', dayOfMonth: 31 }, { screen: '/statistics/CustomerAnalyse', filters: [] })
    await round()
    await due()
    await round()
    const record = await own('owner')
    expect(record.values.reason, String(record.values.reason)).toBeNull()
    expect(place.mail.received).toHaveLength(1)
    expect(String((await exportsNoted())[0]!.values.detail)).toContain('"from":"2025-12-01","to":"2026-01-01"')
  })
})

describe('the rights of the moment decide', () => {
  /** Another hand changes the account, for as long as `work` takes. */
  async function changed(
    id: number,
    column: 'role' | 'dataScope' | 'state',
    value: unknown,
    work: () => Promise<void>,
  ) {
    const [before] = await database().query<{ value: unknown }>(
      sql`select ${identifier(column)} as "value" from "employee" where "id" = ${id}`,
    )
    const set = async (to: unknown) => {
      await database().query(sql`update "employee" set ${identifier(column)} = ${to} where "id" = ${id}`)
      dependencies().callers.forget()
    }
    await set(value)
    await work().finally(() => set(before!.value))
  }
  /** A role of the account's own dealer without a code. */
  const roleWithout = async (account: number, code: string) =>
    (
      await database().query<{
        id: number
      }>(sql`select r."id" from "role" as r join "employee" as e on e."dealer" = r."dealer"
        where e."id" = ${account} and not exists (
          select 1 from "role.codes" as c where c."parent" = r."id" and c."code" = ${code}) limit 1`)
    )[0]!.id

  it('rows are those that the account reaches then', async () => {
    const { id } = await place.teller.account('manager')
    await schedule('manager')
    await round()
    await due()
    const before = await listed('manager')
    await changed(id, 'dataScope', 'self', async () => {
      expect(await listed('manager')).toBeLessThan(before)
      await round()
      expect((await own('manager')).values.rows).toBe(await listed('manager'))
    })
    expect(place.mail.received).toHaveLength(1)
  })

  it('a right that was taken away ends it with the reason, and nothing is sent', async () => {
    const { id } = await place.teller.account('manager')
    await schedule('manager')
    await round()
    await due()
    const without = await roleWithout(id, 'p_pc_customerList')
    const noted = (await exportsNoted()).length
    await changed(id, 'role', without, round)
    expect(place.mail.received).toEqual([])
    expect((await exportsNoted()).length).toBe(noted)
    const record = await own('manager')
    expect(record).toMatchObject({ state: 'stopped', values: { dueAt: null } })
    expect(record.values.reason).toContain('客户列表')
    // It does not begin again by itself.
    await due()
    await round()
    expect(place.mail.received).toEqual([])
    // Its account begins it again.
    expect(await run('manager', 'resume', { id: record.id, version: record.version })).toMatchObject({ code: 2000 })
    await round()
    await due()
    await round()
    expect(place.mail.received).toHaveLength(1)
  })

  it('an account that was disabled ends it', async () => {
    const { id } = await place.teller.account('designer')
    await schedule('designer')
    await round()
    await due()
    await changed(id, 'state', 'disabled', round)
    expect(place.mail.received).toEqual([])
    expect(await own('designer')).toMatchObject({ state: 'stopped', values: { reason: '账号已停用' } })
  })

  it('a list that the account may not open is stopped before it is due, and so is what is no request', async () => {
    await schedule('guide', {}, { screen: '/audit', filters: [] })
    await round()
    expect(await own('guide')).toMatchObject({ state: 'stopped' })
    for (const [request, reason] of [
      [{ ...list, page: 3 }, /./],
      [{ screen: '/settings' }, /没有这个页面/],
      ['x', /报表内容无法识别/],
    ] as const) {
      await database().query(sql`update "scheduledReport" set "state" = 'removed'`)
      await schedule('guide', {}, request)
      await round()
      const record = await own('guide')
      expect(record).toMatchObject({ state: 'stopped' })
      expect(record.values.reason).toMatch(reason)
    }
    expect(place.mail.received).toEqual([])
  })

  it('a program has nothing that its key does not reach: it schedules, reads and downloads none', async () => {
    const secret = await createKey(place.teller, 'guide')
    const withKey = async (path: string, body: object) =>
      (
        await place.product.transport({
          method: 'POST',
          path,
          headers: { authorization: `Bearer ${secret}`, 'x-language': 'en' },
          body,
        })
      ).body
    const create = { entity: 'scheduledReport', transition: 'create', key: randomUUID() }
    expect(await withKey('/api/run', { ...create, values: { ...usual, request: JSON.stringify(list) } })).toMatchObject(
      { code: 2002 },
    )
    // The key of a guide was made by the owner, so that it acts as the owner.
    await schedule('owner', { delivery: 'message', address: undefined })
    await round()
    await due()
    await round()
    const { id, values } = await own('owner')
    const [file] = values.file as readonly { readonly id: string }[]
    expect(await withKey('/api/list', { screen: '/scheduledReports' })).toMatchObject({ code: 2002 })
    expect(await withKey('/api/record', { entity: 'scheduledReport', id })).toMatchObject({ code: 2002 })
    const download = (headers: Record<string, string>) =>
      place.product.transport({
        method: 'POST',
        path: '/pcindex/api/downloadFile.html',
        headers,
        body: { client: 'dealerPc', id: file!.id, entity: 'scheduledReport', record: id },
      })
    expect((await download({ 'x-token': await place.teller.token('owner') })).headers['content-type']).toMatch(/sheet/)
    expect((await download({ authorization: `Bearer ${secret}` })).headers['content-type']).not.toMatch(/sheet/)
  })

  it('nobody but its account reads, changes or ends it', async () => {
    await schedule('manager')
    await round()
    const { id, version } = await own('manager')
    for (const other of ['guide', 'owner', 'admin']) {
      expect(await own(other)).toBeUndefined()
      expect(await run(other, 'pause', { id, version })).toMatchObject({ code: 2001 })
    }
    for (const transition of ['plan', 'sent', 'fail', 'end'])
      expect((await run('manager', transition, { id, version })).code, transition).toBe(2002)
  })
})

describe('each time once', () => {
  it('from two servers at the same moment', async () => {
    await schedule('guide')
    await round()
    await due()
    await Promise.all([round(), round(), round()])
    expect(place.mail.received).toHaveLength(1)
  })

  it('all that an account has at the same hour, at once', async () => {
    const names = ['一', '二', '三', '四', '五']
    for (const name of names) await schedule('guide', { name })
    await round()
    await due()
    await round()
    expect(place.mail.received.map(({ subject }) => subject[0]).sort()).toEqual(names.sort())
  })

  it('one that finds no room beside downloads waits a moment, and no attempt has failed', async () => {
    const { id } = await place.teller.account('guide')
    await schedule('guide')
    await round()
    await due()
    const downloads = [1, 2].map(() => acquireExportSlot(database(), id))
    await round().finally(() => downloads.forEach((leave) => leave()))
    expect(place.mail.received).toEqual([])
    expect(await own('guide')).toMatchObject({ values: { reason: null, dueAt: '2026-01-02T00:00:00.000Z' } })
    expect(
      await database().query(sql`select "tries" from "scheduledReport"
        where "state" = 'active' and "nextAt" < now() + interval '1 minute'`),
    ).toEqual([{ tries: 0 }])
    await sendAgain()
    await round()
    expect(place.mail.received).toHaveLength(1)
  })

  it('one that is slow holds up those of its account alone', async () => {
    await schedule('guide')
    await round()
    await due()
    const { server, left, goOn } = stalling()
    const stop = startScheduledReports(server, { pulseMs: 20 })
    await left
    await schedule('owner')
    await expect.poll(async () => (await own('owner')).values.dueAt).not.toBeNull()
    const { id } = await own('owner')
    await database().query(sql`update "scheduledReport" set "nextAt" = now() - interval '1 second' where "id" = ${id}`)
    await expect.poll(() => place.mail.received.length).toBe(2)
    goOn()
    await stop()
  })

  it('a server that is killed after the mail has left: sent again after its lease, under the same id', async () => {
    await schedule('guide')
    await round()
    await due()
    const dying = stalling()
    void sendScheduled(dying.server)
    await dying.left
    await round()
    expect(place.mail.received, 'the lease holds').toHaveLength(1)
    await sendAgain()
    await round()
    await round()
    expect(place.mail.received).toHaveLength(2)
    expect(new Set(place.mail.received.map(({ id }) => id)).size, 'the same mail').toBe(1)
    const first = place.mail.received[0]!.id
    await due()
    await database().query(sql`update "scheduledReport" set "dueAt" = '2026-01-03T00:00:00Z' where "state" = 'active'`)
    await round()
    expect(place.mail.received.at(-1)!.id, 'the next day is another').not.toBe(first)
  })

  it('what the mail server refuses is tried again later, with the reason, and given up until it is due again', async () => {
    place.mail.refusal = 452
    // Two weeks away: before it is due again there is time to try again.
    await schedule('guide', { every: 'month', dayOfMonth: ((new Date().getUTCDate() + 14) % 28) + 1 })
    await round()
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      if (attempt === 1) await due()
      else await sendAgain()
      await round()
      const { values } = await own('guide')
      expect(values.reason).toBe('邮件未被接收（服务方拒绝，SMTP 452）')
      if (attempt < 5) expect(new Date(String(values.dueAt)).toISOString()).toBe('2026-01-02T00:00:00.000Z')
      else expect(new Date(String(values.dueAt)).getTime()).toBeGreaterThan(Date.now())
      await round()
    }
    place.mail.refusal = undefined
    await round()
    expect(place.mail.received).toEqual([])
    await due()
    await round()
    expect(place.mail.received).toHaveLength(1)
    expect(await own('guide')).toMatchObject({ values: { reason: null } })
  })
})

describe('bounds', () => {
  it('an account has at most twenty', async () => {
    for (let count = 0; count < 20; count += 1) await schedule('finance')
    expect(await run('finance', 'create', {}, { ...usual, request: JSON.stringify(list) })).toMatchObject({
      code: 2001,
      msg: '每个账号最多有 20 个定时报表，请先停止或删除一个',
    })
    await schedule('guide')
  })

  it('a mail address is one, and needed for mail', async () => {
    for (const address of ['x', 'a@b', 'a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example', null])
      expect(
        await run('guide', 'create', {}, { ...usual, address, request: JSON.stringify(list) }),
        String(address),
      ).toMatchObject({ code: 2001, data: { fields: { address: expect.any(String) as string } } })
  })

  it('more rows or bytes than the product sends end it with the reason; after a defect it is tried again', async () => {
    const { liveApp } = dependencies()
    const app = liveApp.current
    const limited = (limits: object): Dependencies => ({
      ...dependencies(),
      liveApp: {
        ...liveApp,
        current: {
          ...app,
          product: { ...app.product, scheduledReports: { ...app.product.scheduledReports!, ...limits } },
        },
      },
    })
    const defect = () => Promise.reject(new TypeError('a defect of the channel'))
    for (const [server, state, reason] of [
      [limited({ maxRows: 2 }), 'stopped', /超过 2 行/],
      [limited({ maxMegabytes: 0.001 }), 'stopped', /超过 0.001 MB/],
      [{ ...dependencies(), channels: () => ({ send: defect }) }, 'active', /^文件未能生成$/],
    ] as const) {
      await database().query(sql`update "scheduledReport" set "state" = 'removed'`)
      await schedule('owner')
      await round()
      await due()
      await sendScheduled(server)
      const record = await own('owner')
      expect(record).toMatchObject({ state })
      expect(record.values.reason).toMatch(reason)
    }
    expect(place.mail.received).toEqual([])
  })
})
