// Tests that data survives a new version:
// opens a database of the former version, as a data folder and, with TEST_DATABASE_URL, on a server.
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { readConfiguration } from '../../src/server/context/configuration'
import { createLog } from '../../src/server/context/log'
import { isMaterializedColumn } from '../../src/server/database/sql/materializedColumns'
import { migrate } from '../../src/server/migration/migrate'
import { draftKey, readDraft } from '../../src/ui/form/model/draft'
import type { FreshDatabase } from '../server/freshDatabase'
import { staleMaterializedColumns } from '../server/query/staleMaterializedColumns'
import { answersBefore, contentOf, databaseBefore, thatDay } from './before/load'
import { readSchemas } from './schemas'

const { token, account, preferences, records, files, repeated } = answersBefore
const app = readSchemas()
let fresh: FreshDatabase
let content: Awaited<ReturnType<typeof contentOf>>
let running: RunningServer | undefined

const otherFlags = 'piper=0 scale=1 picture=1 invite=0 programme=1 installation=1 receipt=1'
/** The fields that took over the one text with the settings of an order, by its words. */
const flags = Object.entries({
  piper: 'dealerFlagsIsPiper',
  scale: 'dealerFlagsIsScale',
  picture: 'dealerFlagsIsPicture',
  invite: 'dealerFlagsIsInvite',
  programme: 'dealerFlagsIsProgramme',
  installation: 'dealerFlagsIsInstallation',
  receipt: 'dealerFlagsIsReceiptConfirmat',
})

function withFlags({ dealerFlags, ...order }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const words = String(dealerFlags).split(' ')
  return { ...order, ...Object.fromEntries(flags.map(([word, field]) => [field, words.includes(`${word}=1`)])) }
}

/** The former reasons of a failed message, and what they are now: a choice, with the code of the service. */
const formerReasons: Readonly<Record<string, readonly [string, string | null]>> = {
  down: ['down', null],
  ended: ['ended', null],
  'no token': ['noToken', null],
  'no channel sms': ['noChannel', null],
  'errcode missing': ['unclear', null],
  'errcode -1': ['refused', 'errcode -1'],
  'HTTP 503': ['refused', 'HTTP 503'],
  'SMTP 535': ['refused', 'SMTP 535'],
  'SMTP ESOCKET': ['down', 'SMTP ESOCKET'],
}

function withFailure({ reason, ...message }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [failureReason, failureDetail] = formerReasons[String(reason)] ?? [null, null]
  return { ...message, failureReason, failureDetail }
}

beforeAll(async () => {
  fresh = await databaseBefore()
  // The orders of that day had all begun under the same settings.
  await fresh.database.query(sql`update "order" set "dealerFlags" = ${otherFlags} where "id" = 11`)
  for (const [id, reason] of Object.keys(formerReasons).entries())
    await fresh.database.query(sql`insert into "outMessage"
      ("id", "dealer", "channel", "kind", "address", "text", "tries", "reason", "state", "version",
        "createdAt", "stateAt")
      select ${1_000 + id}, "dealer", "channel", "kind", "address", "text", 3, ${reason}, 'failed', 1,
        "createdAt", "stateAt"
      from "outMessage" where "state" = 'sent' limit 1`)
  content = await contentOf(fresh.database)
}, 180_000)
afterAll(async () => {
  await running?.close()
  await fresh?.remove()
})

/** What the tables are: columns and indexes with their definitions. */
async function shape(): Promise<unknown> {
  return fresh.database.query(
    sql`select 'column' as "kind", table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as "what"
      from information_schema.columns where table_schema = current_schema() union all select 'index', indexdef
      from pg_indexes where schemaname = current_schema() order by 1, 2`,
  )
}

async function open(): Promise<void> {
  await prepareOwnTables(fresh.database)
  await migrate(fresh.database, app)
}

/** The fields that had one text, by their entity. */
const inLanguages = {
  role: ['name', 'remark'],
  follow: ['content'],
  refund: ['reason'],
  accountEntry: ['remark'],
  afterCase: ['description'],
}

/** Rows in which each of the fields has the text that it had in every language. */
const inEveryLanguage = (rows: readonly Readonly<Record<string, unknown>>[], names: readonly string[]) =>
  rows.map((row) => {
    const texts = names.map((name) => [
      name,
      row[name] == null ? row[name] : app.product.languages.map(() => row[name]),
    ])
    return { ...row, ...(Object.fromEntries(texts) as Record<string, unknown>) }
  })

/**
 * What the tables hold after the first grants of the manifests: holders of certain codes have one more. A record that
 * had one text has it in every language. The settings of an order are fields of their own.
 */
function renewed(before: typeof content): typeof content {
  const texts = Object.entries(inLanguages).map(
    ([entity, names]) => [entity, inEveryLanguage(before.get(entity) ?? [], names)] as const,
  )
  const roles: Record<string, unknown>[] = texts.find(([entity]) => entity === 'role')![1]
  const lines = before.get('role.codes')!.map((row) => ({ ...row }))
  for (const { code, holders } of app.access.grants)
    for (const role of roles) {
      const held = lines.filter(({ parent }) => parent === role.id)
      if (!held.some((line) => holders.includes(line.code as string)) || held.some((line) => line.code === code))
        continue
      role.version = Number(role.version) + 1
      lines.push({ ...held[0], code, position: Math.max(...held.map(({ position }) => Number(position))) + 1 })
    }
  const orders = before.get('order')!.map(withFlags)
  const messages = before.get('outMessage')!.map(withFailure)
  return new Map([...before, ...texts, ['role.codes', lines], ['order', orders], ['outMessage', messages]])
}

describe('the tables', () => {
  it('are some: records of all kinds, files, sessions and what writing keeps', () => {
    for (const name of ['customer', 'order', 'order.items', 'role.codes', 'outMessage', '_file', '_session', '_secret'])
      expect(content.get(name)?.length, name).toBeGreaterThan(0)
    expect([...content.values()].flat().length).toBeGreaterThan(1_000)
  })

  it('keep every row and every value under its name', async () => {
    await open()
    const after = await contentOf(fresh.database)
    for (const [name, rows] of renewed(content)) {
      const rowsAfter = after.get(name) ?? []
      expect(rowsAfter.length, name).toBeGreaterThanOrEqual(rows.length)
      const kept = Object.keys(rows[0] ?? {}).filter((column) => !isMaterializedColumn(column))
      const texts = (all: typeof rows) =>
        all.map((row) => JSON.stringify(kept.map((column) => [column, row[column]]))).toSorted()
      expect(texts(rowsAfter), name).toEqual(texts(rows))
    }
  })

  it('compute anew what is kept beside the fields', async () => {
    const { different, looked } = await staleMaterializedColumns(fresh.database, app)
    expect(different).toEqual([])
    expect(looked).toBeGreaterThan(20)
  })

  it('are as they were after the second time', async () => {
    const [before, first] = [await shape(), await contentOf(fresh.database)]
    await open()
    expect(await shape()).toEqual(before)
    expect(await contentOf(fresh.database)).toEqual(first)
  })
})

describe('the product', () => {
  const call = async <T>(path: string, body?: object): Promise<Envelope<T>> => {
    const reply = await fetch(`${running!.address}${path}${body ? '' : '?client=dealerPc'}`, {
      headers: { 'content-type': 'application/json', 'x-language': 'zh', 'x-token': token },
      ...(body && { method: 'POST', body: JSON.stringify({ client: 'dealerPc', ...body }) }),
    })
    return (await reply.json()) as Envelope<T>
  }

  beforeAll(async () => {
    // A data folder has one server at a time.
    await fresh.database.close()
    running = await startServer({
      configuration: readConfiguration({
        PORT: '0',
        DATA_DIR: join(fresh.folder, 'data'),
        DATABASE_BUFFERS_MB: '64',
        DEMO: 'off',
        WATCH: 'off',
        ...(fresh.url !== undefined && { DATABASE_URL: fresh.url }),
      }),
      log: { ...createLog('error'), say: () => undefined },
      webFolder: 'dist',
      clock: () => thatDay,
    })
  }, 180_000)

  it('knows who is signed in, and how the page was left', async () => {
    const { data } = await call<BootAnswer>('/api/boot')
    expect(data.account).toMatchObject(account)
    expect(data.preferences).toEqual(preferences)
    expect(data.codes).toEqual(expect.arrayContaining([...answersBefore.codes]))
  })

  it.each(Object.keys(records))('shows a %s as it was shown', async (entity) => {
    const { can: _, ...record } = { can: [], ...records[entity]! }
    const before = entity === 'order' ? { ...record, values: withFlags(record.values) } : record
    const { data } = await call<RecordAnswer>('/api/record', { entity, id: before.id })
    expect(data.record).toMatchObject(before)
  })

  it('opens the files of a record', async () => {
    for (const file of files) {
      const body = JSON.stringify({ client: 'dealerPc', id: file.id, entity: 'follow', record: records.follow!.id })
      const reply = await fetch(`${running!.address}/pcindex/api/downloadFile.html`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-token': token },
        body,
      })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining(file.type)])
      expect((await reply.arrayBuffer()).byteLength, file.name).toBe(file.size)
    }
  })

  it('gives a request that is repeated its first answer', async () => {
    const { data } = await call<RunAnswer>('/api/run', repeated.request)
    expect(data).toMatchObject(repeated.answer)
  })

  it('takes the password that was sealed for the partner', async () =>
    expect(await call('/pcindex/api/syncZyPwd', {})).toMatchObject({ code: 2000 }))

  it('lets people sign in with their passwords', async () => {
    const body = { account: '13800000099', password: 'Demo@123456', pwdType: 'password' }
    const { data } = await call<{ token: string }>('/pcindex/login/login_check.html', body)
    const reply = await fetch(`${running!.address}/api/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': data.token },
      body: JSON.stringify({ client: 'dealerPc', screen: '/outbox', want: { rows: true } }),
    })
    const { data: outbox } = (await reply.json()) as Envelope<ListAnswer>
    const sent = outbox.rows!.filter(({ state }) => state === 'sent')
    expect(sent).toMatchObject([{ values: { channel: 'sms', address: '138****0002' } }])
    expect(sent[0]!.values.text).toContain('重置密码验证码')
  })
})

it('a draft in a tab is found where the version before put it', () => {
  const key = `draft:${account.id}:/customer/List:customer.edit.108`
  const draft = { values: { name: '旧客户二', _note: '备注' }, touched: ['name', '_note'] }
  expect(draftKey(account.id, '/customer/List', 'customer.edit.108')).toBe(key)
  expect(readDraft(key, { getItem: (name) => (name === key ? JSON.stringify(draft) : null) })).toEqual(draft)
})
