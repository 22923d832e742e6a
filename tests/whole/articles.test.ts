// Tests articles:
// publishing notifies everyone who can sign in, of every dealer; each person's reading counts once. Stored text is
// sanitized, however and whenever it was written.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import { migrate } from '../../src/server/migration/migrate'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })

const run = (role: string, entity: string, transition: string, more: object) =>
  suite.teller.call<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...more })
const readers = async (id: number) =>
  Number(
    (await suite.teller.call<RecordAnswer>('guide', '/api/record', { entity: 'article', id })).data.record.values
      .readCount,
  )
const count = async (statement: ReturnType<typeof sql>) =>
  Number((await suite.product.server.dependencies.database.query<{ n: number }>(statement))[0]!.n)

it('is told to everybody when it is published, and read once by each', async () => {
  const made = await run('admin', 'article', 'create', {
    values: { kind: 'factory', title: '春节排产通知', body: '<p>正月初八开工</p>' },
  })
  const { id } = made.data
  expect(
    (await run('guide', 'articleRead', 'record', { values: { article: id } })).code,
    'a draft is not there for a dealer',
  ).toBe(2001)
  const told = sql`SELECT count(*)::int AS n FROM "message" WHERE "title"->>0 = '新公告：春节排产通知'
    AND "route" = ${`/content/Notice?record=article:${id}`}`
  expect(await count(told)).toBe(0)
  const { version } = (await suite.teller.call<RecordAnswer>('admin', '/api/record', { entity: 'article', id })).data
    .record
  expect(await run('admin', 'article', 'publish', { id, version })).toMatchObject({ code: 2000 })
  expect(await count(told)).toBe(
    await count(sql`SELECT count(*)::int AS n FROM "employee" WHERE "state" = 'active' AND "canLogin"`),
  )

  expect(await readers(id)).toBe(0)
  for (const role of ['guide', 'owner'])
    expect(await run(role, 'articleRead', 'record', { values: { article: id } })).toMatchObject({ code: 2000 })
  // Opened in two windows at once, and once more later.
  const again = await Promise.all(
    ['guide', 'guide', 'restricted'].map((role) => run(role, 'articleRead', 'record', { values: { article: id } })),
  )
  expect(again.map(({ code }) => code)).toEqual([2001, 2001, 2000])
  expect(await readers(id)).toBe(3)
})

const picture = 'data:image/png;base64,iVBORw0KGgo='
/** What is written, and what of it is stored. */
const texts: readonly (readonly [string, string])[] = [
  ['<p onclick="x()">文<script>alert(1)</script><b>粗</b></p>', '<p>文<b>粗</b></p>'],
  [
    `<p><img src="x" onerror="alert(1)"><img src="${picture}" alt="图" width="90" style="position:fixed"></p>`,
    `<p><img src="${picture}" alt="图" width="90" /></p>`,
  ],
  ['<p><img src="https://elsewhere.example/spy.png"><img src="data:image/svg+xml;base64,AAAA">字</p>', '<p>字</p>'],
  [
    '<a href="java\nscript:alert(1)">甲</a><a href="//elsewhere.example">乙</a><a href="https://a.example">丙</a>',
    '<a>甲</a><a>乙</a><a href="https://a.example">丙</a>',
  ],
  [
    '<table style="width:9em"><tr><th scope="row">长</th><td colspan="2" bgcolor="red">宽 & 高</td></tr></table>',
    '<table><tr><th scope="row">长</th><td colspan="2">宽 &amp; 高</td></tr></table>',
  ],
  [
    '<html><head><title>T</title><style>p{}</style></head><!--[if mso]><xml><w:x>1</w:x></xml><![endif]-->' +
      '<p class=MsoNormal style="mso-x:1">正文<o:p></o:p></p><iframe src="/x"></iframe><form><input></form></html>',
    '<p>正文</p>',
  ],
  [
    '<svg><style><img src=x onerror=alert(1)></style></svg><math><mi xlink:href="x">x</mi></math><p>尾</p>',
    'x<p>尾</p>',
  ],
  ['长 < 宽 & 高', '长 < 宽 & 高'],
]

it.each(texts)('%s is stored without what could run or load', async (body, stored) => {
  const { data } = await run('admin', 'article', 'create', { values: { kind: 'factory', title: '清洗', body } })
  const read = async () =>
    (await suite.teller.call<RecordAnswer>('admin', '/api/record', { entity: 'article', id: data.id })).data.record
  expect((await read()).values.body).toBe(stored)
  // What is stored is stored the same when it is saved again.
  const { version } = await read()
  const again = { kind: 'factory', title: '清洗', body: stored }
  expect(await run('admin', 'article', 'edit', { id: data.id, version, values: again })).toMatchObject({ code: 2000 })
  expect((await read()).values.body).toBe(stored)
})

it('texts from before the present list are cleaned at the next start, once', async () => {
  const { database } = suite.product.server.dependencies
  const [written] = texts.filter(([, stored]) => stored !== '')
  const { data } = await run('admin', 'article', 'create', {
    values: { kind: 'factory', title: '旧', body: '<p>旧</p>' },
  })
  const bodyOf = async () =>
    (await database.query<{ body: string }>(sql`SELECT "body" FROM "article" WHERE "id" = ${data.id}`))[0]!.body
  const write = (statement: ReturnType<typeof sql>) => database.owner.transaction((tx) => tx.query(statement))
  await write(sql`UPDATE "article" SET "body" = ${written![0]} WHERE "id" = ${data.id}`)
  await migrate(database, readSchemas())
  expect(await bodyOf()).toBe(written![0])
  await write(sql`COMMENT ON COLUMN "article"."body" IS 'cleaned by another list'`)
  await migrate(database, readSchemas())
  expect(await bodyOf()).toBe(written![1])
})
