// Proves the recipes about two people. Runs their manifests in the library, by callers of different
// row scopes.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordAnswer } from '../../../src/protocol/calls'
import { filesOf, over } from '../../documented'
import { librarySources, openLibrary, type Library } from '../library'

const recipe = readFileSync('schemas/language/recipes.md', 'utf8')
  .split(/^## /m)
  .filter((step) =>
    /^How do I (begin a module|keep who approved|ask for approval|end a record|keep two bookings)/.test(step),
  )
  .join('\n')

let library: Library
let rooms: number[]
const tokens: Record<string, string> = {}
beforeAll(async () => {
  const files = filesOf(recipe)
  expect(files.map(({ path }) => path)).toEqual([
    'notes/module.json',
    'notes/expense.entity.json',
    'notes/purchase.entity.json',
    'notes/hold.entity.json',
    'notes/room.entity.json',
    'notes/booking.entity.json',
  ])
  // The product's names of accounts and codes are others than the library's.
  const named = files.map(({ path, text }) => ({
    path,
    text: text
      .replaceAll('"entity": "employee"', '"entity": "account"')
      .replace('p_pc_Follow', 'lending')
      .replace('"messageKind": "information"', '"messageKind": "lending"'),
  }))
  library = await openLibrary(over(await librarySources(), named))
  await library.server.database.query(sql`insert into "role.codes" ("library", "parent", "position", "code")
    select "library", "id", 99, 'p_note' from "role"`)
  for (const key of ['anna', 'boss']) tokens[key] = await library.token(key)
  rooms = []
  for (const name of ['Red', 'Blue']) rooms.push((await run('anna', 'room.create', { values: { name } })).data.id)
}, 120_000)
afterAll(() => library?.close())

async function run(who: string, action: string, request: object) {
  const [entity, transition] = action.split('.')
  const body = { entity, transition, key: randomUUID(), ...request }
  return (await library.call<{ id: number; version: number }>('/api/run', { token: tokens[who], body })).envelope
}

const at = (hour: number) => `2027-01-05T${String(hour).padStart(2, '0')}:00:00Z`
const book = (who: string, from: number | null, to: number | null, room = rooms[0]) =>
  run(who, 'booking.create', {
    values: { room, startsAt: from === null ? null : at(from), endsAt: to === null ? null : at(to) },
  })
const taken = { code: 2001, msg: 'The room is taken at that time' }

it('counts bookings that the caller may not see, and none of another room or time', async () => {
  const { data, code } = await book('boss', 8, 10)
  expect(code).toBe(2000)
  const read = (who: string) =>
    library.call('/api/record', { token: tokens[who], body: { entity: 'booking', id: data.id } })
  expect((await read('boss')).envelope.code).toBe(2000)
  expect((await read('anna')).envelope.code).not.toBe(2000)
  expect(await book('anna', 9, 11)).toMatchObject(taken)
  expect(await book('anna', 9, 11, rooms[1])).toMatchObject({ code: 2000 })
  expect(await book('anna', 10, 11)).toMatchObject({ code: 2000 })
})

it('moves a booking over its own time, as the record itself is left out', async () => {
  const { data } = await book('anna', 13, 15)
  const move = (from: number, to: number, version: number) =>
    run('anna', 'booking.move', { id: data.id, version, values: { startsAt: at(from), endsAt: at(to) } })
  expect(await move(14, 16, 1)).toMatchObject({ code: 2000 })
  expect(await move(10, 12, 2)).toMatchObject(taken)
})

it('keeps who approved and when, not the creator, and clears it with a correction', async () => {
  const { data } = await run('anna', 'expense.create', { values: { text: 'Taxi', amount: '40' } })
  expect(await run('anna', 'expense.approve', { id: data.id, version: 1 })).toMatchObject({ key: 'four_eyes' })
  expect((await run('boss', 'expense.approve', { id: data.id, version: 1, note: 'fine' })).code).toBe(2000)
  const read = async () => {
    const body = { entity: 'expense', id: data.id }
    const { envelope } = await library.call<RecordAnswer>('/api/record', { token: tokens.boss, body })
    return envelope.data.record
  }
  const approved = await read()
  expect(approved.values.approvedBy).toMatchObject({ label: '馆长' })
  expect(Date.now() - Date.parse(String(approved.values.approvedAt))).toBeLessThan(600_000)
  expect(await run('anna', 'expense.change', { id: data.id, version: 2, values: { amount: '50' } })).toMatchObject({
    code: 2000,
  })
  expect((await read()).values).toMatchObject({ amount: '50.00', approvedBy: null, approvedAt: null })
  expect((await read()).can).toEqual(['approve'])
  const again = (who: string, action: string, version: number) =>
    run(who, `expense.${action}`, { id: data.id, version, ...(action === 'change' && { values: { amount: '60' } }) })
  expect((await again('boss', 'approve', 3)).code).toBe(2000)
  // Who has changed the amount may not approve it, and who has created the record still may not.
  expect((await again('boss', 'change', 4)).code).toBe(2000)
  expect((await read()).can).toEqual([])
  expect(await again('boss', 'approve', 5)).toMatchObject({
    key: 'four_eyes_field',
    msg: '“Approve” takes another person: you are “Changed by” of this record',
  })
  const why = { entity: 'expense', id: data.id, transition: 'approve' }
  expect(JSON.stringify((await library.call('/api/why', { token: tokens.boss, body: why })).envelope.data)).toContain(
    'Another person than “Changed by” has to do this',
  )
  expect(await again('anna', 'approve', 5)).toMatchObject({ key: 'four_eyes' })
})

it('asks for approval above the limit, of another than who asked', async () => {
  const { data } = await run('boss', 'purchase.create', { values: { text: 'Chairs' } })
  const buy = (id: number, amount: string) => run('anna', 'purchase.buy', { id, version: 1, values: { amount } })
  expect((await buy(data.id, '1000')).data).toMatchObject({ state: 'asked' })
  // Of the holders in the library, who reaches own records only may not open this one.
  const receivers = (title: string) =>
    library.server.database
      .query<{ name: string }>(sql`select "a"."name" from "notice" join "account" as "a" on "a"."id" = "to"
        where "notice"."title"::text like ${`%${title}%`}`)
      .then((rows) => rows.map(({ name }) => name))
  expect(await receivers('Chairs')).toEqual(['馆长'])
  const approve = (who: string) => run(who, 'purchase.approve', { id: data.id, version: 2 })
  const read = async (who: string) => {
    const body = { entity: 'purchase', id: data.id }
    return (await library.call<RecordAnswer>('/api/record', { token: tokens[who], body })).envelope.data.record.can
  }
  expect([await read('anna'), await read('boss')]).toEqual([[], ['approve']])
  expect(await approve('anna')).toMatchObject({
    key: 'four_eyes_field',
    msg: '“Approve purchase” takes another person: you are “Asked by” of this record',
  })
  const why = { entity: 'purchase', id: data.id, transition: 'approve' }
  expect(JSON.stringify((await library.call('/api/why', { token: tokens.anna, body: why })).envelope.data)).toContain(
    'Another person than “Asked by” has to do this',
  )
  expect((await approve('boss')).data).toMatchObject({ state: 'bought' })
  const small = await run('boss', 'purchase.create', { values: { text: 'Pens' } })
  expect((await buy(small.data.id, '999.99')).data).toMatchObject({ state: 'bought' })
  await library.server.database.query(sql`delete from "role.codes" where "code" = 'p_note' and "parent" in
    (select "id" from "role" where "name" = '管理员')`)
  const large = await run('boss', 'purchase.create', { values: { text: 'Desks' } })
  expect((await buy(large.data.id, '1000')).data).toMatchObject({ state: 'asked' })
  expect(await receivers('Desks')).toEqual([])
  // Where nobody is kept as who asked, another than the creator has to approve.
  await library.server.database.query(sql`update "purchase" set "askedBy" = null where "id" = ${large.data.id}`)
  const alone = { ...why, id: large.data.id }
  expect(await run('boss', 'purchase.approve', { id: large.data.id, version: 2 })).toMatchObject({ key: 'four_eyes' })
  const body = { entity: 'purchase', id: large.data.id }
  const seen = await library.call<RecordAnswer>('/api/record', { token: tokens.boss, body })
  expect(seen.envelope.data.record.can).toEqual([])
  expect(JSON.stringify((await library.call('/api/why', { token: tokens.boss, body: alone })).envelope.data)).toContain(
    'Another person than the one who created it',
  )
})

it('goes on to what should happen, whatever else may end the record', async () => {
  const { data } = await run('anna', 'hold.create', { values: { text: 'Lamp' } })
  expect(data).toMatchObject({ state: 'held', next: { transition: 'sell' } })
  expect(await run('anna', 'hold.giveBack', { id: data.id, version: 1 })).toMatchObject({ data: { state: 'released' } })
})

it('lets one of several pass that press at once', async () => {
  // The embedded database writes one after the other; only by URL do they meet.
  const { create, move } = library.server.liveApp.current.entities.booking!.transitions
  expect([create!.lock, move!.lock]).toEqual([['room'], ['room']])
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => book(index % 2 === 0 ? 'anna' : 'boss', 18, 20)),
  )
  expect(answers.filter(({ code }) => code === 2000)).toHaveLength(1)
  expect(answers.filter(({ msg }) => msg === taken.msg)).toHaveLength(11)
})
