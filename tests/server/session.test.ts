// Proves who signs in, as whom and for how long, and that signing in reveals nothing.
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import type { Readable } from 'node:stream'
import { backoffSeconds } from '../../src/server/auth/signInThrottle'
import { digestOf } from '../../src/server/auth/sessions'
import { listen } from './listen'
import { openLibrary, password, type Library } from './library'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.close())
beforeEach(async () => {
  library.now = new Date()
  library.server.callers.forget()
  await library.server.database.query(sql`delete from "_attempt"`)
})

const database = () => library.server.database
const second = 1_000

describe('signing in', () => {
  // spec 3.8
  it('answers a token and the fields that the manifest names; the table holds only its digest', async () => {
    const { code, data } = await library.signIn('13900000001')
    expect(code).toBe(2000)
    expect(data).toMatchObject({ result: 'success', library: '城东图书馆', branchName: '东一分馆' })
    const rows = await database().query(sql`select * from "_session"`)
    expect(JSON.stringify(rows)).not.toContain(data.token)
    expect(rows).toContainEqual(expect.objectContaining({ digest: digestOf(data.token) }))
  })

  it('answers the same for a wrong password, an unknown account and one that has left', async () => {
    const answers = [
      await library.signIn('13900000001', 'Wrong#12345'),
      await library.signIn('13999999999'),
      await library.signIn('13900000003'),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 2001, data: null })
  })

  // spec 3.9
  it('behind one name with two accounts lets choose by opaque handles, each good once', async () => {
    const { data } = await library.signIn('13900000002')
    expect(data).toMatchObject({ result: 'multiAccount' })
    expect(data.token ?? null).toBeNull()
    expect(data.accounts?.map((account) => account.library).sort()).toEqual(['城东图书馆', '城西图书馆'])
    const chosen = data.accounts!.find((account) => account.library === '城西图书馆')!
    expect(Object.values(chosen)).not.toContain(library.ids.get('twin2'))
    const taken = await library.call<{ token: string; library: string }>('/fixture/signIn', {
      body: { handle: chosen.handle },
    })
    expect(taken.envelope).toMatchObject({ code: 2000, data: { library: '城西图书馆' } })
    expect((await library.call('/fixture/signIn', { body: { handle: chosen.handle } })).envelope.code).toBe(2001)
  })

  it('handles expire', async () => {
    const { data } = await library.signIn('13900000002')
    library.now = new Date(Date.now() + 6 * 60 * second)
    expect((await library.call('/fixture/signIn', { body: { handle: data.accounts![0]!.handle } })).envelope.code).toBe(
      2001,
    )
  })

  it('slows one address down without locking the account', async () => {
    for (let turn = 0; turn < 5; turn += 1) await library.signIn('13900000001', 'Wrong#12345', '10.0.0.66')
    const { reply, envelope } = await library.call('/fixture/signIn', {
      body: { account: '13900000001', password },
      address: '10.0.0.66',
    })
    expect([reply.status, envelope.code]).toEqual([429, 2001])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await library.signIn('13900000001', password, '10.0.0.1')).code).toBe(2000)
    library.now = new Date(Date.now() + 61 * second)
    expect((await library.signIn('13900000001', password, '10.0.0.66')).code).toBe(2000)
  })

  it('lets the right password in from an address that others made wait', async () => {
    const from = '10.0.0.90'
    for (let turn = 0; turn < 42; turn += 1) await library.signIn(`1391000${1_000 + turn}`, 'Wrong#12345', from)
    const tried = async (account: string, secret: string) =>
      (await library.call('/fixture/signIn', { body: { account, password: secret }, address: from })).reply.status
    expect(await tried('13910001000', 'Wrong#12345'), 'an account that has failed from there').toBe(429)
    expect((await library.signIn('13900000001', password, from)).code).toBe(2000)
    expect((await library.signIn('13900000001', password, from)).code).toBe(2000)
    expect((await library.signIn('13900000002', 'Wrong#12345', from)).code, 'one guess').toBe(2001)
    expect(await tried('13900000002', 'Wrong#12345')).toBe(429)
  })

  it('counts tries that are made at the same time', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        library.call('/fixture/signIn', {
          body: { account: '13900000001', password: `Wrong#1234${turn}` },
          address: '10.0.0.77',
        }),
      ),
    )
    expect(tries.map(({ reply }) => reply.status).sort()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(7).fill(429),
    ])
    const rightOnes = await Promise.all(
      Array.from({ length: 8 }, () => library.signIn('13900000001', password, '10.0.0.78')),
    )
    expect(rightOnes.map(({ code }) => code)).toEqual(Array<number>(8).fill(2000))
  })

  it('never waits longer than a minute', () => {
    expect([1, 4, 5, 6, 8, 50].map((failures) => backoffSeconds(failures, 4))).toEqual([0, 0, 2, 4, 16, 60])
  })
})

describe('a session', () => {
  it('is needed for everything that is not public', async () => {
    for (const [path, body] of [
      ['/api/boot', undefined],
      ['/api/events', undefined],
      ['/api/list', { screen: '/lending/Books' }],
      ['/fixture/who', undefined],
    ] as const) {
      expect((await library.call(path, { body })).envelope).toMatchObject({ code: 2999 })
      expect((await library.call(path, { body, token: 'made-up' })).envelope).toMatchObject({ code: 2999 })
    }
    expect((await library.call('/api/entry')).envelope.code).toBe(2000)
    expect((await library.call('/api/screen', { body: { path: '/login' }, token: 'left over' })).envelope.code).toBe(
      2000,
    )
  })

  it('ends by signing out, at once', async () => {
    const token = await library.token('anna')
    expect((await library.call('/api/boot', { token })).envelope.code).toBe(2000)
    expect((await library.call('/fixture/signOut', { token })).envelope.code).toBe(2000)
    expect((await library.call('/api/boot', { token })).envelope.code).toBe(2999)
    expect((await library.call('/fixture/signOut', { token })).envelope.code).toBe(2000)
    expect((await library.call('/fixture/signOut')).envelope.code).toBe(2000)
  })

  it('ends by time, and not while it is used', async () => {
    const token = await library.token('anna')
    const began = Date.now()
    for (const hours of [8, 16, 24]) {
      library.now = new Date(began + hours * 3_600 * second)
      expect((await library.call('/api/boot', { token })).envelope.code, `after ${hours} hours`).toBe(2000)
    }
    library.now = new Date(began + 37 * 3_600 * second)
    expect((await library.call('/api/boot', { token })).envelope.code).toBe(2999)
  })

  it('ends within a second when the account may no longer sign in', async () => {
    const token = await library.token('twin1')
    const account = library.ids.get('anna')!
    const own = await library.token('anna')
    expect((await library.call('/api/boot', { token: own })).envelope.code).toBe(2000)
    await database().query(sql`update "account" set "state" = 'left' where "id" = ${account}`)
    library.now = new Date(library.now.getTime() + 1.1 * second)
    expect((await library.call('/api/boot', { token: own })).envelope.code).toBe(2999)
    expect(token ?? null).toBeNull()
    await database().query(sql`update "account" set "state" = 'active' where "id" = ${account}`)
  })

  it('knows what the codes of the role have become', async () => {
    const token = await library.token('anna')
    const { data } = (await library.call<BootAnswer>('/api/boot', { token })).envelope
    expect([...data.codes].sort()).toEqual(['books', 'figures', 'lending', 'loanFine', 'loans'])
    const who = (await library.call<Record<string, unknown>>(`/fixture/who?token=${token}`)).envelope
    expect(who.data).toMatchObject({
      user: { name: '安娜', auth: ['lending', 'books', 'loans', 'loanFine'] },
      library: { fines: 1 },
      pilots: ['L01'],
    })
  })

  it('is told why a permission is missing, when a change of access took it away', async () => {
    const { data } = await library.signIn('13900000002')
    const handle = data.accounts!.find((account) => account.library === '城西图书馆')!.handle
    const token = (await library.call<{ token: string }>('/fixture/signIn', { body: { handle } })).envelope.data.token
    expect((await library.call('/fixture/fines', { token })).envelope).toMatchObject({
      code: 2002,
      msg: 'This library takes no fines',
    })
    expect((await library.call('/fixture/fines', { token, headers: { 'x-language': 'zh' } })).envelope.msg).toBe(
      '本馆不收罚款',
    )
    expect((await library.call('/fixture/fines', { token: await library.token('anna') })).envelope).toMatchObject({
      code: 2000,
      data: { pilotLibraries: ['L01'] },
    })
  })

  // spec 7.17
  it('changes its password only with the old one, and the other sessions end', async () => {
    const [one, other] = [await library.token('boss'), await library.token('boss')]
    const change = (body: object) => library.call('/fixture/password', { token: one, body })
    expect((await change({ oldPassword: 'nope', newPassword: 'Another#2025' })).envelope).toMatchObject({
      code: 2001,
      data: { fields: { oldPassword: expect.any(String) } },
    })
    expect((await change({ oldPassword: password, newPassword: 'short' })).envelope).toMatchObject({
      code: 2001,
      data: { fields: { newPassword: expect.any(String) } },
    })
    expect((await change({ oldPassword: password })).envelope).toMatchObject({
      code: 2001,
      data: { fields: { newPassword: 'Required' } },
    })
    expect((await change({ oldPassword: password, newPassword: 'Another#2025' })).envelope.code).toBe(2000)
    expect((await library.call('/api/boot', { token: one })).envelope.code).toBe(2000)
    expect((await library.call('/api/boot', { token: other })).envelope.code).toBe(2999)
    expect((await library.signIn('13900000009', password)).code).toBe(2001)
    await change({ oldPassword: 'Another#2025', newPassword: password })
  })

  it('ends what was begun with the password before', async () => {
    const handleOf = async () =>
      (await library.signIn('13900000002')).data.accounts!.find((account) => account.library === '城西图书馆')!.handle
    const come = async (handle: string) => {
      const { envelope } = await library.call<{ token: string }>('/fixture/signIn', { body: { handle } })
      return envelope
    }
    const begun = await handleOf()
    const { token } = (await come(await handleOf())).data
    const change = (oldPassword: string, newPassword: string) =>
      library.call('/fixture/password', { token, body: { oldPassword, newPassword } })
    expect((await change(password, 'Another#2025')).envelope.code).toBe(2000)
    expect((await come(begun)).code).toBe(2001)
    expect((await change('Another#2025', password)).envelope.code).toBe(2000)
  })
})

describe('what a caller sees of the app', () => {
  it('is the menu, the routes and the preferences of the account', async () => {
    const token = await library.token('anna')
    await library.call('/api/preference', { token, body: { name: 'columns:/lending/Books', value: ['title'] } })
    const { data } = (await library.call<BootAnswer>('/api/boot', { token })).envelope
    expect(data.account).toMatchObject({
      name: '安娜',
      login: '13900000001',
      tenant: { label: '城东图书馆' },
      unit: { label: '东一分馆' },
      scope: 'unit',
      administrator: false,
    })
    expect(data.routes['/lending/Books']).toMatchObject({ kind: 'list' })
    expect(Object.keys(data.routes)).not.toContain('/librarians')
    expect(Object.keys(data.routes)).not.toContain('/lending/Returned')
    expect(data.preferences).toEqual({ 'columns:/lending/Books': ['title'] })
    expect(data.counters).toEqual({ lending_count: 2, general_count: 1 })
    await library.call('/api/preference', { token, body: { name: 'columns:/lending/Books', value: null } })
    expect((await library.call<BootAnswer>('/api/boot', { token })).envelope.data.preferences).toEqual({})
  })

  it('is a screen with the actions that its caller may run, and an etag that spares sending it again', async () => {
    const token = await library.token('anna')
    const first = await library.call<{
      screen: { actions: { transition: string }[] }
      entities: Record<string, { transitions: object }>
    }>('/api/screen', { token, body: { path: '/lending/Books' } })
    expect(first.envelope.code).toBe(2000)
    expect(Object.keys(first.envelope.data.entities)).toContain('book')
    expect(Object.keys(first.envelope.data.entities.book!.transitions)).not.toContain('create')
    const again = await library.call('/api/screen', {
      token,
      body: { path: '/lending/Books' },
      headers: { 'if-none-match': first.reply.headers.etag! },
    })
    expect([again.reply.status, again.reply.body]).toEqual([304, undefined])
    const boss = await library.call<typeof first.envelope.data>('/api/screen', {
      token: await library.token('boss'),
      body: { path: '/lending/Books' },
      headers: { 'if-none-match': first.reply.headers.etag! },
    })
    expect(boss.reply.status).toBe(200)
    expect(Object.keys(boss.envelope.data.entities.book!.transitions)).toContain('create')
  })

  it('is refused where it belongs to another account, and unknown where it belongs to none', async () => {
    const token = await library.token('anna')
    expect((await library.call('/api/screen', { token, body: { path: '/librarians' } })).envelope.code).toBe(2002)
    expect((await library.call('/api/screen', { token, body: { path: '/lending/Returned' } })).envelope.code).toBe(2002)
    expect((await library.call('/api/screen', { token, body: { path: '/nowhere' } })).envelope.code).toBe(404)
    expect((await library.call('/api/screen', { token, body: { path: '__proto__' } })).envelope.code).toBe(404)
    expect((await library.call('/api/screen', { token, body: { path: '/desk', extra: 1 } })).envelope).toMatchObject({
      code: 2001,
      data: { fields: { extra: 'Unknown parameter; these are known: path' } },
    })
    expect((await library.call('/api/nothing', { token, body: {} })).reply.status).toBe(404)
  })
})

describe('messages', () => {
  // spec 3.13 7.25 7.26
  it("are counted by kind and read in batches, only one's own", async () => {
    const token = await library.token('anna')
    expect((await library.call('/fixture/counts', { token, body: {} })).envelope.data).toEqual({
      lending_count: 2,
      general_count: 1,
    })
    const first = String(library.ids.get('N1'))
    const foreign = String(library.ids.get('N4'))
    expect(
      (await library.call('/fixture/readLending', { token, body: { ids: `${first},${foreign}` } })).envelope.data,
    ).toEqual({ done: 1, lending_count: 1, general_count: 1 })
    expect((await library.call('/fixture/readLending', { token, body: {} })).envelope.data).toEqual({
      done: 1,
      lending_count: 0,
      general_count: 1,
    })
    expect(await database().query(sql`select "state" from "notice" where "id" = ${library.ids.get('N4')}`)).toEqual([
      { state: 'unread' },
    ])
  })
})

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  )
  const form = (name: string, bytes: Uint8Array) => ({
    parts: (async function* () {
      yield {
        kind: 'file' as const,
        name: 'file',
        filename: name,
        bytes: (async function* () {
          yield bytes
        })(),
      }
    })(),
  })

  // spec 7.22 7.23
  it('are kept, and read back by their sender', async () => {
    const token = await library.token('anna')
    const { envelope } = await library.call<{ id: string }>('/fixture/upload', { token, body: form('票.png', png) })
    expect(envelope).toMatchObject({ code: 2000, data: { name: '票.png', type: 'image/png' } })
    const { reply } = await library.call('/fixture/download', { token, body: { id: envelope.data.id } })
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    const parts: Buffer[] = []
    for await (const part of reply.body as Readable) parts.push(part as Buffer)
    // Drawn anew, so the bytes are others.
    expect(await sharp(Buffer.concat(parts)).metadata()).toMatchObject({ format: 'png', width: 1, height: 1 })
    const others = await library.call('/fixture/download', {
      token: await library.token('boss'),
      body: { id: envelope.data.id },
    })
    expect(others.envelope).toEqual((await library.call('/fixture/download', { token, body: { id: 'none' } })).envelope)
  })

  it('are refused when they are too large, empty or foreign', async () => {
    const token = await library.token('anna')
    for (const body of [
      form('a.png', Buffer.concat([png, Buffer.alloc(2_000)])),
      form('a.png', new Uint8Array()),
      form('a.html', Buffer.from('<html></html>')),
      { nothing: true },
    ]) {
      expect((await library.call('/fixture/upload', { token, body })).envelope.code).toBe(2001)
    }
  })
})

describe('live events', () => {
  it('begin with how things stand and tell what happens to whom', async () => {
    const [mine, theirs] = [
      await listen(library, await library.token('anna')),
      await listen(library, await library.token('boss')),
    ]
    expect((await mine.next('revision')).revision).toBe(library.server.liveApp.current.revision)
    expect((await mine.next('counters')).counters).toMatchObject({ general_count: 1 })
    library.server.live.send(
      { event: 'problems', problems: [{ und: 'x' }], warnings: [] },
      (viewer) => viewer.administrator,
    )
    library.server.live.changed({ tenant: library.ids.get('L1')!, entities: ['book'] })
    expect((await mine.next('changed')).entities).toEqual(['book'])
    expect((await theirs.next('problems')).problems).toEqual([{ und: 'x' }])
    expect(mine.heard).not.toContain('problems')
    library.server.live.changed({ tenant: library.ids.get('L2')!, entities: ['loan'] })
    library.server.live.changed({ tenant: library.ids.get('L1')!, entities: ['notice'] })
    expect((await mine.next('changed')).entities).toEqual(['notice'])
  })

  it('say when the session has ended', async () => {
    const token = await library.token('anna')
    const events = await listen(library, token)
    await library.call('/fixture/signOut', { token })
    await events.next('signedOut')
  })
})
