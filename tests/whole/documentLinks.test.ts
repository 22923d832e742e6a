// Tests that a document link opens without a session, and only while its sender may send the
// document.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import { linkPath, type CreatedLink, type SentLink } from '../../src/protocol/fileCalls'
import { digestOf } from '../../src/server/auth/sessions'
import { reloadManifests } from '../../src/server/boot/reload/reloadManifests'
import { identifier } from '../../src/server/database/sql/identifier'
import { sweepLinks } from '../../src/server/endpoints/records/printing/documentLinks'
import { removeUnused } from '../../src/server/files/fileRecords'
import { readPdf, withoutBlanks } from '../server/readPdf'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct()
const linked = Object.values(app.entities).flatMap((entity) =>
  entity.documents.filter(({ link }) => link).map((document) => ({ entity, document })),
)
const day = 86_400_000

async function contractOf(role: string): Promise<RecordData> {
  const { data } = await suite.teller.call<ListAnswer>(role, '/api/list', {
    screen: '/order/Contract',
    want: { rows: true },
  })
  return data.rows!.find(({ state }) => state === 'effective')!
}

const create = (role: string, id: number, change: object = {}) =>
  suite.teller.call<CreatedLink>(role, '/api/links/create', {
    entity: 'contract',
    id,
    document: 'contract',
    days: 7,
    ...change,
  })

/** As a stranger: no session, no cookie. */
const open = (path: string) => fetch(suite.product.address + path)

const links = async (role: string) => (await suite.teller.call<readonly SentLink[]>(role, '/api/links')).data

const query = <Row>(statement: ReturnType<typeof sql>) =>
  suite.product.server.dependencies.database.query<Row>(statement)

const audited = (action: string) =>
  query<{ detail: string; recordId: string; by: string | null; address: string | null }>(
    sql`select "detail", "recordId", "by", "address" from "audit" where "action" = ${action} order by "id"`,
  )

async function expectEnded(path: string): Promise<void> {
  const reply = await open(path)
  const text = await reply.text()
  expect(reply.status).toBe(410)
  for (const words of ['此链接已失效', 'This link has ended']) expect(text).toContain(words)
}

it('some documents are sent as links, by holders of a code', () => {
  expect(linked.length).toBeGreaterThan(1)
  for (const { document } of linked) expect(document.link!.permissions).toEqual(['p_pc_documentLink'])
})

describe('a link', () => {
  it('opens the PDF of its moment, with nothing kept on the way', async () => {
    const contract = await contractOf('owner')
    const { code, data } = await create('owner', contract.id)
    expect(code).toBe(2000)
    expect(data.path).toMatch(/^\/shared\?key=[\w-]{43}$/)
    const stored = JSON.stringify(await query(sql`select * from "_documentLink"`))
    const token = data.path.split('=')[1]!
    expect([stored.includes(token), stored.includes(digestOf(token))]).toEqual([false, true])

    const reply = await open(data.path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(reply.headers.get('cache-control')).toContain('no-store')
    expect(reply.headers.get('x-robots-tag')).toContain('noindex')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('content-disposition')).toMatch(/^inline; /)
    const first = new Uint8Array(await reply.arrayBuffer())
    expect((await readPdf(first)).text).toContain(withoutBlanks(contract.label))

    const [{ id, title, opened } = {} as SentLink] = await links('owner')
    expect([title.includes(contract.label), opened]).toEqual([true, 1])
    const [created, openings] = [await audited('linkCreated'), await audited('linkOpened')]
    expect(created.at(-1)!.detail).toContain(`"link":${id}`)
    expect(openings.map(({ detail, recordId }) => [JSON.parse(detail) as unknown, Number(recordId)])).toEqual([
      [{ document: 'contract', link: id }, contract.id],
    ])
    expect([openings[0]!.by, openings[0]!.address !== null]).toEqual([null, true])
  })

  it('has marks for letters that the font lacks, if its sender accepts them', async () => {
    const { id } = await contractOf('owner')
    const { data: read } = await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'contract', id })
    const customer = read.record.values.customer as { id: number; label: string }
    const rename = (name: string) =>
      query(sql`update "customer" set "name" = ${name} where "id" = ${customer.id}::bigint returning "id"`)
    await rename('李𠮷')
    try {
      expect((await create('owner', id)).key).toBe('document_letters_missing')
      const { data } = await create('owner', id, { marked: true })
      const text = await readPdf(new Uint8Array(await (await open(data.path)).arrayBuffer()))
      expect(text.text).toContain('李〓')
    } finally {
      await rename(customer.label)
    }
  })

  it('is ended by its sender alone, at once', async () => {
    const { data } = await create('owner', (await contractOf('owner')).id)
    const [{ id } = {} as SentLink] = await links('owner')
    expect((await links('guide')).map((link) => link.id)).not.toContain(id)
    expect((await suite.teller.call('guide', '/api/links/end', { id })).key).toBe('link_not_found')
    expect((await open(data.path)).status).toBe(200)
    expect((await suite.teller.call('owner', '/api/links/end', { id })).code).toBe(2000)
    await expectEnded(data.path)
    expect((await audited('linkEnded')).at(-1)!.detail).toContain(`"link":${id}`)
    expect((await suite.teller.call('owner', '/api/links/end', { id })).key).toBe('link_not_found')
  })

  it('ends with its time', async () => {
    const { data } = await create('owner', (await contractOf('owner')).id, { days: 1 })
    expect(Math.round((new Date(data.expiresAt).getTime() - Date.now()) / day)).toBe(1)
    await query(
      sql`update "_documentLink" set "expiresAt" = now() where "digest" = ${digestOf(data.path.split('=')[1]!)}`,
    )
    await expectEnded(data.path)
  })

  it('ends with the document, the account and the right of its sender', async () => {
    const { data: listed } = await suite.teller.call<ListAnswer>('guide', '/api/list', {
      screen: '/order/Contract',
      want: { rows: true },
    })
    const { id } = listed.rows!.find(({ state }) => state === 'effective')!
    const { code, msg, data } = await create('guide', id)
    expect(code, msg).toBe(2000)
    const opens = async () => expect((await open(data.path)).status).toBe(200)
    await opens()

    await query(sql`update "contract" set "state" = 'cancelled' where "id" = ${id}::bigint`)
    await expectEnded(data.path)
    await query(sql`update "contract" set "state" = 'effective' where "id" = ${id}::bigint`)
    await opens()

    const account = (await suite.teller.account('guide')).id
    const employee = (state: string) =>
      query<{ role: number }>(
        sql`update "employee" set "state" = ${state} where "id" = ${account}::bigint returning "role"`,
      )
    await employee('resigned')
    await expectEnded(data.path)
    const [{ role } = { role: 0 }] = await employee('active')
    await opens()

    const taken = await query(sql`delete from "role.codes" where "parent" = ${role}::bigint
      and "code" = 'p_pc_documentLink' returning 1 as "one"`)
    expect(taken).toHaveLength(1)
    await expectEnded(data.path)
  })

  it('ends when its sender may not read a value in it any more', async () => {
    const { dependencies } = suite.product.server
    const manifest = join(suite.product.schemas, 'order/contract.entity.json')
    const { data, msg } = await create('manager', (await contractOf('manager')).id)
    expect(data, msg).not.toBeNull()
    const { data: older } = await create('manager', (await contractOf('manager')).id)
    await query(sql`update "_documentLink" set "paths" = null
      where "digest" = ${digestOf(older.path.split('=')[1]!)}`)
    const withheld = '"signedOn": { "readPermissions": ["p_pc_FinanceFactory"],'
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"signedOn": {', withheld))
    expect(await reloadManifests(dependencies, 'on'), JSON.stringify(dependencies.liveApp.problems)).toBe(true)
    for (const { path } of [data, older]) await expectEnded(path)
    // One of the same document as it is now holds nothing that is withheld.
    const { data: narrower } = await create('manager', (await contractOf('manager')).id)
    expect((await open(narrower.path)).status).toBe(200)
  })

  it('leads to nothing that is unknown, in words', async () => {
    for (const key of ['', 'x'.repeat(43), '../../etc/passwd']) {
      const reply = await open(`${linkPath}?key=${encodeURIComponent(key)}`)
      const text = await reply.text()
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([404, 'no-store'])
      for (const words of ['找不到此链接', 'There is no such link']) expect(text).toContain(words)
    }
  })
})

it('is not made by who lacks the code, of no other record, for no longer than the document allows', async () => {
  const { id } = await contractOf('owner')
  const key = async (role: string, change: object = {}, of = id) => (await create(role, of, change)).key
  expect(await key('finance')).toBe('document_not_sent_as_link')
  expect(await key('owner', {}, 999_999)).toBe('record_not_reachable')
  expect(await key('restricted')).toBe('record_not_reachable')
  expect(await key('owner', { days: 90 })).toBe('link_too_long')
  expect(await key('owner', { days: 365 })).toBe('parameters_invalid')
  const { data } = await suite.teller.call<RecordAnswer>('owner', '/api/record', { entity: 'contract', id })
  expect(data.record.id).toBe(id)
})

it('two at once do not pass the limit', async () => {
  const { id } = await contractOf('owner')
  await create('owner', id)
  const account = (await suite.teller.account('owner')).id
  await query(sql`insert into "_documentLink"
      ("digest", "account", "entity", "record", "document", "title", "language", "file", "createdAt", "expiresAt")
    select "digest" || n, "account", "entity", "record", "document", "title", "language", "file", "createdAt",
      "expiresAt"
    from (select * from "_documentLink" where "account" = ${account} order by "id" desc limit 1) l,
      generate_series(1, 199 - (select count(*)::int from "_documentLink" where "account" = ${account}
        and "endedAt" is null and "expiresAt" > now())) n`)
  const created = await Promise.all([create('owner', id), create('owner', id)])
  expect(created.map(({ key }) => key).sort()).toEqual(['too_many_links', undefined])
  await query(sql`delete from "_documentLink" where length("digest") > 64`)
})

/** What happens while the server fails at these statements, as if it were killed there. */
async function failingAt<T>(tables: Readonly<Record<string, 'insert' | 'update'>>, work: () => Promise<T>): Promise<T> {
  const { owner } = suite.product.server.dependencies.database
  await owner.query(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`)
  for (const [table, event] of Object.entries(tables))
    await owner.query(sql`create trigger refuse before ${raw(event)} on ${identifier(table)}
      for each row execute function refuse()`)
  return work().finally(() => owner.query(sql`drop function refuse cascade`))
}

it('one that is killed half-way neither ends without its file nor leaves a file without it', async () => {
  const { database, files } = suite.product.server.dependencies
  const { id } = await contractOf('owner')
  const { data } = await create('owner', id)
  const [{ id: link } = { id: 0 }] = await links('owner')
  const end = () => suite.teller.call('owner', '/api/links/end', { id: link })
  await expect(failingAt({ _file: 'update' }, end)).rejects.toThrow('500')
  expect((await open(data.path)).status).toBe(200)
  expect(await end()).toMatchObject({ code: 2000 })
  await expectEnded(data.path)

  const made = async () =>
    (await query<{ id: string }>(sql`select "id" from "_file" where "createdBy" = 0`)).map((file) => file.id)
  const before = await made()
  // What was stored of a link that was not made is known by nothing but its own row.
  const making = failingAt({ _documentLink: 'insert', _file: 'update' }, () => create('owner', id))
  await expect(making).rejects.toThrow('500')
  const left = (await made()).filter((file) => !before.includes(file))
  expect(left).toHaveLength(1)
  await removeUnused(database, files, new Date(Date.now() + 8 * day))
  expect((await made()).filter((file) => left.includes(file))).toEqual([])
})

it('a file that cannot be read now is told on a page', async () => {
  const { data } = await create('owner', (await contractOf('owner')).id)
  const { files } = suite.product.server.dependencies
  const { read } = files
  Object.assign(files, { read: () => Promise.reject(new Error('no store')) })
  try {
    const reply = await open(data.path)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await reply.text()).toContain('Not available at the moment')
  } finally {
    Object.assign(files, { read })
  }
  expect((await open(data.path)).status).toBe(200)
})

it('what has ended is cleaned up: the file at once, the link after a month', async () => {
  const { dependencies } = suite.product.server
  await create('owner', (await contractOf('owner')).id, { days: 1 })
  const count = async () =>
    (
      await query<{ links: number; files: number }>(sql`select (select count(*)::int from "_documentLink") as "links",
      (select count(*)::int from "_file" f join "_documentLink" l on l."file" = f."id") as "files"`)
    )[0]!
  expect((await count()).files).toBeGreaterThan(0)
  const later = new Date(Date.now() + 35 * day)
  await sweepLinks(dependencies.database, later)
  await removeUnused(dependencies.database, dependencies.files, later)
  expect((await count()).files).toBe(0)
  await sweepLinks(dependencies.database, new Date(later.getTime() + 35 * day))
  expect((await count()).links).toBe(0)
})

it('one address that opens too often waits', async () => {
  const replies: number[] = []
  // Sixty a minute, and a minute may begin meanwhile.
  while (replies.at(-1) !== 429 && replies.length < 125) replies.push((await open(`${linkPath}?key=none`)).status)
  expect(replies.at(-1)).toBe(429)
})
