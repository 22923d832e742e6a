// Does the server work with the partner as its manifest says: signed in by us, reused, its rows brought in, its
// password nowhere? Against the stand-in,
// or, with CONTRACT_PARTNER=https://…, against the system that stands there (CONTRACT_PARTNER_JOINNO,
// CONTRACT_PARTNER_USER, CONTRACT_PARTNER_PASSWORD).
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join as joinPath } from 'node:path'
import sql, { join } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { identifier } from '../../src/server/database/sql/identifier'
import type { ListAnswer } from '../../src/protocol/calls'
import type { LaunchAnswer, IntegrationSignInAnswer } from '../../src/protocol/signIn/integrationCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { startProduct, type Product } from '../whole/product'
import { readSchemas } from '../whole/schemas'

const app = readSchemas()
const {
  CONTRACT_PARTNER: real,
  CONTRACT_PARTNER_JOINNO: joinno,
  CONTRACT_PARTNER_USER: user,
  CONTRACT_PARTNER_PASSWORD: ownPassword,
} = process.env
const system = Object.values(app.integrations).find((one) => one.signIn)!
const screens = Object.values(app.screens).filter((screen) => screen.signInTo)
const synced = screens.filter((screen) => screen.entity && app.entities[screen.entity]!.sync)
/** The password there: whatever happens, it is found nowhere. */
const canary = ownPassword ?? `canary-${Math.random().toString(36).slice(2)}-Pa55`
let product: Product
let token: string
const said: string[] = []
const logged: string[] = []
let demoFiles = 0

const call = async <T>(path: string, body: object, as = token): Promise<Envelope<T>> => {
  const reply = await product.transport({ method: 'POST', path, headers: { 'x-language': 'en', 'x-token': as }, body })
  said.push(JSON.stringify(reply))
  return reply.body as Envelope<T>
}
const filesOfServer = async () => {
  const files = await product.server.dependencies.database.query(sql`select 1 from "_file" where "createdBy" = 0`)
  return files.length
}
const enter = (screen: string, again = false) => call<IntegrationSignInAnswer>('/api/integration', { screen, again })
const signIn = async (account: string) =>
  (
    (
      await product.transport({
        method: 'POST',
        path: '/pcindex/login/login_check.html',
        headers: {},
        body: { account, password: 'Demo@123456' },
      })
    ).body as Envelope<{ token: string }>
  ).data.token

beforeAll(async () => {
  product = await startProduct({
    environment: real ? { INTEGRATIONS: `${system.name}=${real}` } : {},
    hear: (line) => void logged.push(line),
  })
  const { database } = product.server.dependencies
  demoFiles = await filesOfServer()
  if (joinno)
    await database.query(
      sql`update "dealer" set "joinno" = ${joinno} where "id" = (select "dealer" from "employee"
        where "mobile" = '13800000001')`,
    )
  if (user) await database.query(sql`update "employee" set "partnerNo" = ${user} where "mobile" = '13800000001'`)
  token = await signIn('13800000001')
})
afterAll(() => product?.stop())

describe('the partner', () => {
  // spec 2.30 2.31 2.32 2.33 4.15 4.16 7.27
  it('is signed in to before every screen that asks for it, and not again while that lasts', async () => {
    expect(synced.length).toBeGreaterThanOrEqual(6)
    expect((await call('/api/integration/password', { password: canary })).code).toBe(2000)
    const first = await enter(synced[0]!.path)
    expect(first).toMatchObject({
      code: 2000,
      data: { flag: 1, failed: system.signIn!.failureScreen, cookie: system.signIn!.flagCookie },
    })
    const at = async () =>
      (await product.server.dependencies.database.query<{ at: string }>(sql`select "at" from "_outside"`)).map(
        (row) => row.at,
      )
    const before = await at()
    for (const { path } of screens) expect([path, (await enter(path)).data.flag]).toEqual([path, 1])
    expect(await at()).toEqual(before)
  })

  // spec 2.11 7.28
  it.skipIf(real)('has its rows brought in, with their files, through transitions', async () => {
    for (const { path } of synced) expect((await enter(path)).data).toMatchObject({ flag: 1, at: expect.any(String) })
    for (const screen of synced) {
      const list = await call<ListAnswer>('/api/list', {
        screen: screen.path,
        want: { rows: true, total: 'exact' },
        size: 200,
      })
      expect([screen.path, (list.data.rows ?? []).length > 0]).toEqual([screen.path, true])
    }
    for (const entity of new Set(synced.map((screen) => app.entities[screen.entity!]!))) {
      const log = await product.server.dependencies.database.query<{ action: string }>(
        sql`select distinct "action" from "log" where "entity" = ${entity.name} and "by" is null`,
      )
      expect(log.map(({ action }) => action)).toContain(entity.sync!.statusesByTransition[0]!.transition)
    }
    expect((await filesOfServer()) - demoFiles).toBe(1)
  })

  it.skipIf(real)('changes nothing when nothing has changed, and is told of what is new here', async () => {
    const [{ entity: name } = { entity: '' }] = synced
    const entity = Object.values(app.entities).find((one) => one.sync?.send)!
    const { database } = product.server.dependencies
    const rows = () => database.query(sql`select count(*) as "n", max("id") as "last" from "log" where "by" is null`)
    const forget = () => database.query(sql`update "_synced" set "tried" = '2000-01-01'`)
    const before = await rows()
    await forget()
    expect((await enter(synced.find((screen) => screen.entity === entity.name)!.path)).data.error).toBeUndefined()
    expect(await rows()).toEqual(before)
    expect(name).not.toBe('')
    await database.query(
      sql`update "partnerCase" set "partnerNo" = null where "id" = (select min("id") from "partnerCase"
        where "partnerNo" = 'ZW26110011')`,
    )
    await forget()
    await enter(synced.find((screen) => screen.entity === entity.name)!.path)
    expect(
      await database.query(
        sql`select "partnerNo" from "partnerCase" where "partnerNo" is null and "partner" = 'zowee'
          and "state" = 'subscribed'`,
      ),
    ).toEqual([])
  })

  it.skipIf(real)(
    'takes what comes after records and rows that are refused again and again',
    async () => {
      const { database, integrations } = product.server.dependencies
      const entity = Object.values(app.entities).find((one) => one.sync?.send)!
      const screen = synced.find((one) => one.entity === entity.name)!.path
      const refused = new Set<string>()
      const taken: string[] = []
      let rows: object[] = []
      let down = false
      const partner = createServer((request, reply) => {
        const { pathname, searchParams: query } = new URL(request.url!, 'http://partner')
        const no = query.get('no') ?? ''
        if (query.get('q') === 'book' && !refused.has(no)) taken.push(no)
        const answers: Record<string, object> = {
          book: refused.has(no) ? { status: 'fail' } : { status: 'success', row: { caseNo: `P-${no}` } },
          cases: { status: 'success', rows },
        }
        const answer = pathname === system.signIn!.path ? { status: 'success' } : answers[query.get('q')!]!
        // One of the refused fails as a defect of the partner, the others as an answer.
        const broken = no !== '' && [...refused].indexOf(no) === 1
        reply
          .writeHead(broken || (down && no !== '') ? 500 : 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer))
      })
      await new Promise<void>((listening) => partner.listen(0, '127.0.0.1', listening))
      const address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
      integrations.outgoing.allow(address, { ours: true })
      const away = vi.spyOn(integrations, 'addressOf').mockReturnValue(address)
      const next = async () => {
        await database.query(sql`update "_synced" set "tried" = '2000-01-01'`)
        return (await enter(screen)).data
      }
      try {
        const [one] = await database.query<{ id: number }>(sql`select min("id") as "id" from "partnerCase"
        where "state" = 'subscribed' and "partner" = 'zowee'`)
        const columns = (
          await database.query<{ name: string }>(sql`select column_name as "name" from information_schema.columns
          where table_name = 'partnerCase' and column_name not in ('id', 'no', 'partnerNo')`)
        ).map(({ name }) => identifier(name))
        const made = await database.query<{ no: string }>(sql`insert into "partnerCase" ("no", ${join(columns, ', ')})
        select 'HZ-R' || lpad(n::text, 2, '0'), ${join(columns, ', ')} from "partnerCase", generate_series(1, 23) n
        where "id" = ${one!.id} order by n returning "no"`)
        for (const { no } of made.slice(0, 20)) refused.add(no)
        const others = made.slice(20).map(({ no }) => no)
        rows = [
          ...Array.from({ length: 500 }, (_, n) => ({ caseNo: `R-${n}`, status: 'booked', mobile: 'unknown' })),
          { caseNo: 'ZW26119999', status: 'booked', mobile: '18615711739', bookedAt: '2026-11-28T02:00:00Z' },
        ]
        await next()
        expect(taken).toEqual([])
        const second = await next()
        expect(taken).toEqual(others)
        expect(second.error).toBeUndefined()
        const came = () => database.query(sql`select 1 from "partnerCase" where "partnerNo" = 'ZW26119999'`)
        expect(await came()).toHaveLength(1)
        const tries = () =>
          database.query(sql`select "part", "tries", count(*)::int as "n" from "_syncTry" group by 1, 2 order by 1, 2`)
        // The one for which the partner was not there waits for a turn only, however often that happens.
        expect(await tries()).toEqual([
          { part: 'receive', tries: 1, n: 500 },
          { part: 'send', tries: 0, n: 1 },
          { part: 'send', tries: 1, n: 19 },
        ])
        // When their pause is over they are taken again, half of a run at most, and one that is accepted is forgotten.
        refused.delete('HZ-R01')
        rows = []
        await database.query(sql`update "_syncTry" set "next" = now() - interval '1 minute'`)
        await next()
        expect(taken).toEqual([...others, 'HZ-R01'])
        expect(await tries()).toEqual([
          { part: 'receive', tries: 1, n: 500 },
          { part: 'send', tries: 1, n: 12 },
          { part: 'send', tries: 2, n: 7 },
        ])
        // An outage ends the run after three records and prolongs no pause; then all go on.
        down = true
        await database.query(sql`update "_syncTry" set "next" = now() - interval '1 minute'`)
        const before = await tries()
        expect((await next()).error).toMatch(/cannot be reached/)
        expect(await tries()).toEqual(before)
        down = false
        refused.clear()
        await database.query(sql`update "_syncTry" set "next" = now() - interval '1 minute' where "part" = 'send'`)
        await next()
        expect(taken).toHaveLength(14)
      } finally {
        away.mockRestore()
        partner.close()
        await database.query(sql`delete from "partnerCase" where "no" like 'HZ-R%'`)
      }
    },
    60_000,
  )

  it('opens by a link that works once and holds no password', async () => {
    const { data } = await call<LaunchAnswer>('/api/integration/launch', {})
    expect(data.address).not.toContain(canary)
    if (real) return
    const first = await fetch(product.address + data.address)
    expect([first.status, first.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ])
    expect((await fetch(product.address + data.address)).status).toBe(410)
  })

  it('is refused to a user who may not open the screen, and to addresses that are no such screen', async () => {
    const finance = await signIn('13800000005')
    const closed = screens.find((screen) => !screen.permissions.includes('signed-in') && screen.module === 'customer')!
    expect((await call('/api/integration', { screen: closed.path }, finance)).code).toBe(2002)
    expect((await call('/api/integration', { screen: app.product.homeScreen })).code).toBe(404)
    expect((await call('/api/integration', { screen: closed.path }, 'nobody')).code).toBe(2999)
  })

  it('never lets the password out: not into an answer, the log, the database or the data folder in the clear', async () => {
    said.push(
      JSON.stringify(
        await Promise.all(
          ['/api/boot', '/api/entry'].map((path) =>
            product.transport({ method: 'GET', path, headers: { 'x-token': token } }),
          ),
        ),
      ),
    )
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter((text) => text.includes(canary))).toEqual([])
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter((line) => line.includes(canary))).toEqual([])
    const { database, configuration } = product.server.dependencies
    const tables = await database.query<{ name: string }>(
      sql`select table_name as "name" from information_schema.tables where table_schema = current_schema()`,
    )
    const { raw } = await import('sql-template-tag')
    for (const { name } of tables)
      expect([
        name,
        await database.query(sql`select 1 from ${raw(`"${name}"`)} as t where t::text like ${`%${canary}%`}`),
      ]).toEqual([name, []])
    const within = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory()
          ? within(joinPath(folder, entry.name))
          : entry.isFile()
            ? [joinPath(folder, entry.name)]
            : [],
      )
    expect(within(configuration.dataDir).filter((path) => readFileSync(path).includes(canary))).toEqual([])
  })
})
