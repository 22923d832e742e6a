// Who is told of an article, and who has read it? Publishing tells everybody who can sign in, of every dealer; a
// reading counts once for each person.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { RecordAnswer, RunAnswer } from '../../src/protocol/calls'
import { useProduct } from './useProduct'

const whole = useProduct({ environment: { JOBS: 'off' } })

const run = (role: string, entity: string, transition: string, more: object) =>
  whole.teller.call<RunAnswer>(role, '/api/run', { entity, transition, key: randomUUID(), ...more })
const readers = async (id: number) =>
  Number(
    (await whole.teller.call<RecordAnswer>('guide', '/api/record', { entity: 'article', id })).data.record.values
      .readCount,
  )
const count = async (statement: ReturnType<typeof sql>) =>
  Number((await whole.product.server.dependencies.database.read<{ n: number }>(statement))[0]!.n)

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
    AND "route" = '/content/Notice'`
  expect(await count(told)).toBe(0)
  const { version } = (await whole.teller.call<RecordAnswer>('admin', '/api/record', { entity: 'article', id })).data
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
