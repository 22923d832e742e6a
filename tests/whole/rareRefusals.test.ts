// Provokes over HTTP refusals that no other test meets, and compares each answer with the catalog.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { beforeAll, expect } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { RefusalKey } from '../../src/protocol/refusals/catalog'
import type { BeginFactorAnswer } from '../../src/protocol/signIn/signInCalls'
import { acquireExportSlot } from '../../src/server/endpoints/lists/exportSlots'
import { viewPrefix } from '../../src/protocol/screenCalls'
import { withTableRewritten } from '../server/rewrittenTable'
import { accounts } from '../story/teller'
import { createImporter } from './importing'
import { createKey } from './programKey'
import { itProvokes, toolAnswer } from './provoked'
import { uploadFile } from './uploadFile'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const { compared, exported, written, takenBack } = createImporter(suite)
const list = '/customer/CustomerList'
let token: string
let customer: number
beforeAll(async () => {
  token = await suite.teller.token('owner')
  const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: list })
  customer = data.rows![0]!.id
})

/** Sends a form as it is, anything else as JSON. */
function send(path: string, body: unknown): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(suite.product.address + path, {
    method: 'POST',
    headers: { 'x-token': token, ...(isForm ? undefined : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify({ client: 'dealerPc', ...(body as object) }),
  })
}

const sendAs = async (role: string, path: string, body: object): Promise<Response> =>
  fetch(suite.product.address + path, {
    method: 'POST',
    headers: { 'x-token': await suite.teller.token(role), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Adds a phone app to the account of a role, and proves it. */
async function proven(role: string): Promise<string> {
  const { data: begun } = await suite.teller.call<BeginFactorAnswer>(role, '/api/factors/begin', { kind: 'totp' })
  const app = new TOTP({ secret: Secret.fromBase32(begun.secret!) })
  const codeAt = (timestamp: number) => app.generate({ timestamp })
  const first = { pending: begun.pending, name: 'Phone', code: codeAt(Date.now() - 30_000) }
  expect(await suite.teller.call(role, '/api/factors/confirm', first)).toMatchObject({ code: 2000 })
  const { data } = await suite.teller.call<{ proof: string }>(role, '/api/factors/prove', { code: codeAt(Date.now()) })
  return data.proof
}

/** The first answer with this key, of all roles and the lists that can be exchanged. */
async function firstRefused(path: string, key: RefusalKey): Promise<Response> {
  const screens = Object.values(suite.product.server.dependencies.liveApp.current.screens)
  let last: Response | undefined
  for (const role of Object.keys(accounts))
    for (const screen of screens.filter(({ exchange }) => exchange)) {
      last = await sendAs(role, path, { screen: screen.path })
      const isRefusal = last.headers.get('content-type')?.includes('json')
      if (isRefusal && ((await last.clone().json()) as Envelope).key === key) return last
    }
  return last!
}

const note = (request: object) =>
  send('/api/notes/write', { entity: 'customer', id: customer, text: '稍后再打', key: randomUUID(), ...request })

const formWith = (name: string, content: Uint8Array<ArrayBuffer>, type: string) => {
  const form = new FormData()
  form.set('file', new File([content], name, { type }))
  return form
}

/** The head of a PNG of so many pixels each way, without the pixels. */
function pngOf(pixels: number): Uint8Array<ArrayBuffer> {
  const part = (kind: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(pixels, 0)
  head.writeUInt32BE(pixels, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return new Uint8Array(
    Buffer.concat([signature, part('IHDR', head), part('IDAT', Buffer.alloc(9)), part('IEND', Buffer.alloc(0))]),
  )
}

let keyOfAdmin: Promise<string> | undefined
const adminKey = () => (keyOfAdmin ??= createKey(suite.teller, 'admin'))

const upload = '/pcindex4/upload/fileV2'
itProvokes({
  period_not_expected: () =>
    send('/api/report', { screen: '/order/OrderStatis', from: '2026-01-01', to: '2026-01-31' }),
  old_password_wrong: () =>
    send('/pcindex/api/password_modify.html', { oldPassword: 'Demo@000000', newPassword: 'Demo@654321' }),
  code_invalid: () => send('/pcindex/login/resetPwdBySmsCode', { mobile: '13800000001', code: '000000' }),
  code_requested_too_often: async () => {
    const code = { mobile: '13999999999', purpose: 'reset' }
    await send('/pcindex/login/sendPwdRestCode', code)
    return send('/pcindex/login/sendPwdRestCode', code)
  },
  note_not_correctable: () => note({ corrects: 999_999 }),
  mention_not_possible: () => note({ mentions: [999_999] }),
  note_files_not_usable: () => note({ files: [randomUUID()] }),
  file_missing: () => {
    const form = new FormData()
    form.set('other', 'words')
    return send(upload, form)
  },
  picture_unreadable: () =>
    send(upload, formWith('a.png', new Uint8Array([...pngOf(1).slice(0, 20), 1, 2]), 'image/png')),
  picture_too_large: () => send(upload, formWith('a.png', pngOf(20_000), 'image/png')),
  thumbnail_not_found: async () => {
    const { id } = await uploadFile({ address: suite.product.address, token }, 'a.txt', '没有图片')
    return fetch(`${suite.product.address}/api/thumbnail?client=dealerPc&id=${id}`, { headers: { 'x-token': token } })
  },
  too_many_shared: async () => {
    const shared = (title: string) =>
      send('/api/preference', {
        name: `${viewPrefix}${randomUUID()}`,
        value: { title, screen: list, query: '' },
        sharedWith: 'tenant',
      })
    const first = await shared('一')
    expect(first.status).toBe(200)
    await suite.product.server.dependencies.database.query(sql`
      insert into "_sharedPreference" ("tenant", "unit", "role", "name", "value", "keptBy", "at")
      select "tenant", "unit", "role", "name" || n, "value", "keptBy", "at"
      from "_sharedPreference", generate_series(1, 200) n where "name" like ${`${viewPrefix}%`} limit 200`)
    return shared('二')
  },
  import_taken_back: async () => {
    const { name, mobile, source } = suite.product.server.dependencies.liveApp.current.entities.customer!.fields
    const [origin] = suite.product.server.dependencies.liveApp.current.dictionaries[source!.dictionary!]!.items
    const heads = [name, mobile, source].map((field) => field!.title.zh).join()
    const begun = await compared('owner', list, 'a.csv', `${heads}\n来过的,13900004321,${origin!.title.zh}`)
    const { phase, id } = await takenBack('owner', await written('owner', begun))
    expect(phase).toBe('takenBack')
    return send('/api/exchange/takeBack', { import: id })
  },
  import_unreadable: async () => {
    const book = await exported('owner', { screen: list })
    const cut = book.subarray(0, Math.floor(book.length / 2))
    const { id } = await uploadFile({ address: suite.product.address, token }, 'a.xlsx', cut)
    return send('/api/exchange/begin', { screen: list, file: id })
  },
  import_take_back_empty: async () => {
    const same = await compared('owner', list, 'a.xlsx', await exported('owner', { screen: list }))
    const { id } = await written('owner', same)
    return send('/api/exchange/takeBack', { import: id })
  },
  exports_running: async () => {
    const { database } = suite.product.server.dependencies
    const releases = [-1, -1, -2, -2].map((other) => acquireExportSlot(database, other))
    try {
      return await send('/api/export', { screen: list, format: 'csv' })
    } finally {
      for (const release of releases) release()
    }
  },
  export_tables_changed: async () => {
    const { database } = suite.product.server.dependencies
    const { entity } = suite.product.server.dependencies.liveApp.current.screens[list]!
    const { result } = await withTableRewritten(database, entity!, () =>
      send('/api/export', { screen: list, format: 'csv' }),
    )
    return result
  },
  second_factor_unknown: async () =>
    sendAs('finance', '/api/factors/remove', { id: 999_999, proof: await proven('finance') }),
  value_taken: async () => {
    const { database } = suite.product.server.dependencies
    const [other] = await database.query(sql`
      update "remittance" as r set "dealer" = (select max("id") from "dealer" where "id" <> r."dealer")
      where "id" = (select min("id") from "remittance") returning "bankRef", "bank", "purpose"`)
    const voucher = await uploadFile({ address: suite.product.address, token }, 'a.pdf', '%PDF-1.4\n%%EOF')
    const values = { ...other, amount: '1.00', payerName: '甲', paidOn: '2026-01-05', vouchers: [voucher] }
    return send('/api/run', { entity: 'remittance', transition: 'create', values, key: randomUUID() })
  },
  write_timeout: () => {
    const { database } = suite.product.server.dependencies
    return database.transaction(async ({ query }) => {
      await query(sql`select 1 from "customer" where "id" = ${customer} for update`)
      const change = { entity: 'customer', transition: 'edit', id: customer, version: 1, values: {}, key: randomUUID() }
      const answer = send('/api/run', change)
      // Ends the write as its own time limit would.
      const cancelled = () =>
        database.query(sql`select pg_cancel_backend("pid") from "pg_stat_activity"
          where "wait_event_type" = 'Lock' and "datname" = current_database()`)
      await expect.poll(cancelled).not.toEqual([])
      return answer
    })
  },
  import_takes_no_new: () => firstRefused('/api/exchange/template', 'import_takes_no_new'),
  attempt_already_written: async () => {
    const written = randomUUID()
    const create = (key: string, request: object) => {
      const values = {
        name: '已写入',
        mobile: `139${key.replace(/\D/g, '').padEnd(8, '7').slice(0, 8)}`,
        source: 'walkIn',
      }
      return send('/api/run', { entity: 'customer', transition: 'createPool', values, key, ...request })
    }
    expect(((await (await create(written, {})).json()) as Envelope).code).toBe(2000)
    return create(randomUUID(), { replaces: [written] })
  },
  too_many_streams: async () => {
    const ended = new AbortController()
    const open = () =>
      fetch(`${suite.product.address}/api/events?client=dealerPc`, {
        headers: { 'x-token': token },
        signal: ended.signal,
      })
    for (let count = 0; count < 10; count += 1) expect((await open()).status).toBe(200)
    const answer = await open()
    const body = await answer.text()
    ended.abort()
    return new Response(body, { status: answer.status })
  },
  manifest_path_outside: async () => {
    const files = [{ path: '.hidden.json', text: null }]
    return toolAnswer(suite.product.address, await adminKey(), 'propose', { title: '隐藏的文件', files })
  },
  manifests_not_writable: async () => {
    const path = 'rare/module.json'
    const files = [{ path, text: JSON.stringify({ title: ['少见', 'Rare'], menuOrder: 99 }) }]
    const answer = await toolAnswer(suite.product.address, await adminKey(), 'propose', { title: '新模块', files })
    const { proposal } = (await answer.json()) as { proposal: RunAnswer }
    // A file in the place of its folder: the superuser, who may run the tests, writes into any folder.
    writeFileSync(join(suite.product.schemas, 'rare'), '')
    return sendAs('admin', '/api/run', {
      entity: 'manifestProposal',
      transition: 'takeOver',
      id: proposal.id,
      version: 1,
      values: {},
      key: randomUUID(),
    })
  },
})
