// What becomes of wrong requests? Every transition, every read and every declared call of the real manifests, as the administrator, whom no permission stops:
// an envelope with the faults by field in the caller's language, never a defect, and nothing written.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ask, Entity, Field, FieldType, Screen, Transition } from '../../src/manifest/app'
import type { Envelope } from '../../src/protocol/envelope'
import { identifier } from '../../src/server/database/identifier'
import { runTimed } from '../../src/server/jobs'
import { createTeller } from '../story/teller'
import { countEverything } from './counts'
import { edgeValues, filterValues, huge, nul, wrongBodies, wrongNames, wrongValues } from './hostile'
import { startProduct, type Product } from './product'
import { readSchemas } from './schemas'

type Language = 'zh' | 'en'
interface Told { readonly code: number; readonly msg: string; readonly fields: Readonly<Record<string, string>>; readonly data: unknown }

const app = readSchemas()
const entities = Object.values(app.entities)
const screens = Object.values(app.screens)
const transitions = entities.flatMap((entity) => Object.values(entity.transitions).map((transition) => ({ entity, transition })))
/** Those that only the system runs are refused before anything is read. */
const runnable = transitions.filter(({ transition }) => transition.permissions.some(({ code }) => code !== 'system'))

let product: Product
let token: string
const database = () => product.server.dependencies.database
beforeAll(async () => {
  product = await startProduct()
  token = await createTeller(product.transport).token('admin')
  // What is due by time is done now, so that nothing but requests writes from here on.
  await runTimed(database(), app, new Date())
})
afterAll(() => product?.stop())

/** A call whose answer is an envelope, whatever was sent. */
async function ask(path: string, body: unknown, language: Language = 'zh', method: 'GET' | 'POST' = 'POST'): Promise<Told> {
  const what = () => `${language} ${path} ${JSON.stringify(body)?.slice(0, 600)}`
  const reply = await product.transport({ method, path, // An address of its own each: whoever tries passwords is slowed down, which is tested elsewhere.
    headers: { 'x-token': token, 'x-language': language }, body, address: randomUUID() })
  if (typeof (reply.body as Readable | null)?.pipe === 'function') {
    ;(reply.body as Readable).destroy()
    return { code: 2000, msg: '', fields: {}, data: null }
  }
  const envelope = reply.body as Envelope<{ fields?: Record<string, string> } | null>
  expect(Object.keys(envelope ?? {}).sort(), what()).toEqual(['code', 'data', 'msg'])
  expect([200, 400, 404, 415, 429], `${what()}: ${envelope.msg}`).toContain(reply.status)
  expect([2000, 2001, 2002, 404], `${what()}: ${envelope.msg}`).toContain(envelope.code)
  expect(envelope.msg, what()).not.toBe('')
  return { code: envelope.code, msg: envelope.msg, fields: envelope.data?.fields ?? {}, data: envelope.data }
}

/** Asks in both languages: the same refusal in other words. */
async function refusedTwice(path: string, body: () => object): Promise<Told> {
  const [zh, en] = [await ask(path, body(), 'zh'), await ask(path, body(), 'en')]
  const what = `${path} ${JSON.stringify(body()).slice(0, 600)}: ${zh.msg}`
  expect([zh.code, en.code], what).not.toContain(2000)
  expect(en.code, what).toBe(zh.code)
  expect(Object.keys(en.fields).sort(), what).toEqual(Object.keys(zh.fields).sort())
  for (const [name, text] of [['msg', zh.msg], ...Object.entries(zh.fields)] as const) {
    expect(text, `${what} ${name}`).toMatch(/\p{Script=Han}/u)
    const english = name === 'msg' ? en.msg : en.fields[name]!
    expect(english, `${what} ${name}`).toMatch(/[A-Za-z]/)
    expect(english, `${what} ${name}`).not.toBe(text)
  }
  return en
}

async function nothingWritten<T>(work: () => Promise<T>, what: string): Promise<T> {
  const before = await countEverything(database(), app)
  const value = await work()
  expect(await countEverything(database(), app), `${what}: nothing is written`).toEqual(before)
  return value
}

const fieldOf = (entity: Entity, transition: Transition, { field, input }: Ask): Field => (input ? transition.inputs[field]! : entity.fields[field]!)
const nameOf = (entity: Entity, transition: Transition) => `${entity.name}.${transition.name}`

interface Place { readonly id: number; readonly version: number }

/** A record on which the transition could run, as far as its state says; where the demo data have none in such a state, one is put into it. */
async function recordFor(entity: Entity, transition: Transition, skip = 0): Promise<Place | undefined> {
  if (transition.creates) return undefined
  const table = identifier(entity.name)
  const stated = transition.from.length > 0 && entity.fields.state !== undefined
  const state = stated ? sql`WHERE "state" = ANY(${[...transition.from]}::text[])` : sql``
  const [found] = await database().read<Place>(sql`SELECT "id", "version" FROM ${table} ${state} ORDER BY "id" OFFSET ${skip} LIMIT 1`)
  if (found || !stated || skip > 0) return found
  const [moved] = await database().read<Place>(sql`UPDATE ${table} SET "state" = ${transition.from[0]!} WHERE "id" = (SELECT min("id") FROM ${table}) RETURNING "id", "version"`)
  return moved
}

describe('a transition', () => {
  it('of every entity with wrong values tells each by its field, in both languages, and writes nothing', async () => {
    let reached = 0
    for (const { entity, transition } of runnable) {
      const record = await recordFor(entity, transition)
      if (!transition.creates && !record) continue
      const asked = transition.asks.filter((one) => !one.readOnly)
      const rounds = Math.max(1, ...asked.map((one) => wrongValues[fieldOf(entity, transition, one).type].length))
      await nothingWritten(async () => {
        for (let round = 0; round < rounds; round += 1) {
          const values = Object.fromEntries(asked.map((one) => { const wrong = wrongValues[fieldOf(entity, transition, one).type]; return [one.field, wrong[round % wrong.length]] }))
          const body = () => ({ entity: entity.name, transition: transition.name, ...record, values: { ...values, nonsense: 1 }, key: randomUUID() })
          const told = round < 2 ? await refusedTwice('/api/run', body) : await ask('/api/run', body())
          // The record's own state may stand in the way before its form is read; a new one has none.
          if (told.fields.nonsense === undefined) { expect(transition.creates, `${nameOf(entity, transition)}: ${told.msg}`).toBe(false); break }
          for (const one of asked) {
            // What the form does not show is left out, and a file or record that is already there need not be looked for.
            if (one.show || (one.options && fieldOf(entity, transition, one).type === 'choice')) continue
            const found = Object.keys(told.fields).some((name) => name === one.field || name.startsWith(`${one.field}.`))
            expect(found, `${nameOf(entity, transition)} ${one.field} = ${JSON.stringify(values[one.field])?.slice(0, 200)}: ${JSON.stringify(told.fields)}`).toBe(true)
          }
        }
      }, nameOf(entity, transition))
      reached += 1
    }
    expect(reached, `of ${runnable.length} transitions`).toBeGreaterThan(runnable.length * 0.85)
  }, 60_000)

  it('that creates tells every field that is required and missing', async () => {
    for (const { entity, transition } of runnable.filter((one) => one.transition.creates)) {
      const needed = transition.asks.filter((one) => one.required && !one.show && !one.default && !one.readOnly && !fieldOf(entity, transition, one).default && !transition.set[one.field])
      if (needed.length === 0) continue
      for (const values of [undefined, {}, Object.fromEntries(needed.map((one) => [one.field, null])), Object.fromEntries(needed.map((one) => [one.field, '  ']))]) {
        const told = await nothingWritten(() => refusedTwice('/api/run', () => ({ entity: entity.name, transition: transition.name, values, key: randomUUID() })), nameOf(entity, transition))
        expect(Object.keys(told.fields), nameOf(entity, transition)).toEqual(expect.arrayContaining(needed.map((one) => one.field)))
      }
    }
  })

  it('on a record that is not there, in another version, or on none, is refused', async () => {
    await nothingWritten(async () => {
      for (const { entity, transition } of runnable) {
        const request = (more: object) => () => ({ entity: entity.name, transition: transition.name, values: {}, key: randomUUID(), ...more })
        if (transition.creates) {
          await refusedTwice('/api/run', request({ id: 1, version: 1 }))
          continue
        }
        const record = await recordFor(entity, transition)
        const unknown = await refusedTwice('/api/run', request({ id: Number.MAX_SAFE_INTEGER, version: 1 }))
        expect(unknown.code, nameOf(entity, transition)).toBe(2001)
        await refusedTwice('/api/run', request({}))
        // Without a version nobody can tell whether she saw what she is about to change.
        if (record) for (const version of [record.version + 1, Number.MAX_SAFE_INTEGER, undefined]) await refusedTwice('/api/run', request({ id: record.id, version }))
      }
    }, 'wrong records')
  }, 60_000)

  it('that only the system runs is refused to everybody', async () => {
    await nothingWritten(async () => {
      for (const { entity, transition } of transitions.filter((one) => !runnable.includes(one))) {
        const told = await refusedTwice('/api/run', () => ({ entity: entity.name, transition: transition.name, ...(!transition.creates && { id: 1, version: 1 }), values: {}, key: randomUUID() }))
        expect(told.code, nameOf(entity, transition)).toBe(2002)
      }
    }, 'system')
  })

  it('in a request of a wrong shape is refused whatever is wrong with it', async () => {
    const { entity, transition } = runnable.find((one) => one.transition.creates && one.transition.asks.length > 0)!
    const sound = { entity: entity.name, transition: transition.name, values: {}, key: randomUUID() }
    const wrong: object[] = [
      ...wrongNames.flatMap((name) => [{ ...sound, entity: name }, { ...sound, transition: name }]),
      ...[-1, 0, 1.5, '1', null, [1], {}, 1e300, true].flatMap((one) => [{ ...sound, id: one }, { ...sound, version: one }]),
      ...[null, [], 'x', 5, true].map((values) => ({ ...sound, values })),
      ...['short', 'k'.repeat(65), 5, null, {}, ['12345678'], 'with\0a nul', undefined].map((key) => ({ ...sound, key })),
      ...[5, {}, [], huge, true, nul, '\ud800'].map((note) => ({ ...sound, note })),
      { ...sound, extra: 1 }, { ...sound, id: 1, version: 1, values: JSON.parse('{"__proto__":{"x":1}}') as object },
    ]
    await nothingWritten(async () => {
      for (const body of wrong) await refusedTwice('/api/run', () => body)
      for (const body of wrongBodies) expect((await ask('/api/run', body)).code).toBe(2001)
      const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown
      for (const [path, body] of [['/api/run', { ...sound, values: { name: deep } }], ['/api/preference', { name: 'x', value: deep }], ['/api/list', deep], ['/api/options', { entity: entity.name, transition: transition.name, field: 'x', input: { x: deep } }]] as const) {
        const reply = await product.transport({ method: 'POST', path, headers: { 'x-token': token }, body })
        expect([reply.status, (reply.body as Envelope).code], `${path}, nested deeply`).toEqual([200, 2001])
      }
    }, 'shapes')
  })

  it('takes no remark that cannot be kept', async () => {
    const noted: { entity: Entity; transition: Transition; record?: Place }[] = []
    for (const { entity, transition } of runnable.filter((one) => one.transition.note)) {
      const record = await recordFor(entity, transition)
      if (record || transition.creates) noted.push({ entity, transition, record })
    }
    await nothingWritten(async () => {
      for (const { entity, transition, record } of noted) for (const note of [nul, 'a\ud800', '\u0007']) {
        const told = await refusedTwice('/api/run', () => ({ entity: entity.name, transition: transition.name, ...record, values: {}, note, key: randomUUID() }))
        expect(told.msg).not.toMatch(/reference/)
      }
    }, 'remarks')
  })

  it('on many records at once is refused one by one, or as a whole', async () => {
    const changing = runnable.filter(({ transition }) => !transition.creates)
    await nothingWritten(async () => {
      for (const { entity, transition } of changing) {
        const records = [{ id: Number.MAX_SAFE_INTEGER, version: 1 }, { id: Number.MAX_SAFE_INTEGER - 1, version: 1 }]
        const { code, data } = await ask('/api/batch', { entity: entity.name, transition: transition.name, records, key: randomUUID() }, 'en')
        expect(code === 2000 ? (data as { done: number; refused: { message: string }[] }) : undefined).toMatchObject({ done: 0, refused: [{ message: expect.stringMatching(/[a-z]/) as string }, {}] })
      }
      const [{ entity, transition }] = changing as [typeof changing[0]]
      for (const records of [[], [{}], [1], 'x', null, [{ id: -1, version: 1 }], Array.from({ length: 501 }, (_, at) => ({ id: at + 1, version: 1 }))]) await refusedTwice('/api/batch', () => ({ entity: entity.name, transition: transition.name, records, key: randomUUID() }))
      await refusedTwice('/api/batch', () => ({ entity: entity.name, transition: transition.name, records: [{ id: 1, version: 1 }], key: 'with\0a nul' }))
    }, 'batches')
  })
})

describe('a read', () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const lists = screens.filter((screen) => screen.entity && ['list', 'board'].includes(screen.kind))
  const searched = (screen: Screen) => [...new Set([...screen.search, ...screen.columns].map((column) => column.field))]

  it('of a list is never broken by a cursor, a tab, an order or a column of somebody else', async () => {
    const seen = new Set<string>()
    for (const screen of lists) {
      const ask1 = (more: object) => ask('/api/list', { screen: screen.path, want: { rows: true }, ...more })
      for (const column of screen.columns.filter((one) => one.sortable)) {
        const kind = [column.type, column.dictionary !== undefined, column.field.split('.').length].join()
        if (seen.has(kind)) continue
        seen.add(kind)
        const sort = { field: column.field, descending: false }
        for (const key of ['x', nul, '', 5, -1e300, true, null, '0000-01-01', '9999-99-99', '2026-01-01T00:00:00+20:00', '9'.repeat(400), '\ud800', [], {}]) {
          for (const id of [1, -1, 1.5, 'x']) {
            if (id !== 1 && key !== 'x') continue
            expect([2000, 2001]).toContain((await ask1({ sort, after: cursor([sort.field, 0, key, id]) })).code)
          }
        }
      }
      for (const after of ['', 'x', cursor(null), cursor({}), cursor([]), cursor('x'), cursor([1, 2, 3, 4]), nul]) expect((await ask1({ after })).code).toBe(2001)
      for (const name of wrongNames) {
        for (const more of [{ tab: name }, { sort: { field: name, descending: true } }, { columns: [name] }, { filters: [{ field: name, operator: 'equals', value: 1 }] }]) expect((await ask1(more)).code, JSON.stringify(more).slice(0, 200)).toBe(2001)
      }
      for (const more of [{ page: 0 }, { page: 1.5 }, { page: 'x' }, { size: 0 }, { size: 201 }, { size: -1 }, { want: 1 }, { want: { all: true } }, { filters: {} }, { filters: [1] }, { filters: [{}] }, { filters: [{ field: 'id', operator: 'like', value: 1 }] }, { words: huge }, { words: nul }, { words: 5 }, { extra: 1 }]) await refusedTwice('/api/list', () => ({ screen: screen.path, ...more }))
      expect((await ask1({ page: 1_000_000 })).code).toBe(2000)
    }
  }, 60_000)

  it('takes every hostile condition on every field for what it is', async () => {
    const operators = ['equals', 'contains', 'in', 'between', 'empty'] as const
    // One field of each kind is enough: what is asked of the database differs by type, mask, computation and the way to the field.
    const seen = new Set<string>()
    for (const screen of lists) for (const path of searched(screen)) {
      const names = path.split('.')
      const field = app.entities[screen.entity!]!.fields[names[0]!]!
      const column = [...screen.search, ...screen.columns].find((one) => one.field === path)!
      const kind = [column.type, column.dictionary !== undefined, names.length, field.mask !== undefined, field.stored, field.localized].join()
      if (seen.has(kind)) continue
      seen.add(kind)
      for (const operator of operators) {
        let refused = 0
        for (const value of filterValues) refused += (await ask('/api/list', { screen: screen.path, filters: [{ field: path, operator, value }], size: 1, want: { total: 'capped' } })).code === 2001 ? 1 : 0
        expect(refused, `${screen.path} ${path} ${operator}`).toBeGreaterThan(0)
      }
    }
    expect(seen.size).toBeGreaterThan(10)
  }, 60_000)

  it('of one record, its story, its options, a calendar, a report, a dashboard or a file is refused in words', async () => {
    const wrongIds = [-1, 0, 1.5, '1', null, [], 1e300, nul]
    for (const entity of entities) {
      for (const path of ['/api/record', '/api/timeline']) {
        expect((await refusedTwice(path, () => ({ entity: entity.name, id: Number.MAX_SAFE_INTEGER }))).code).toBe(2001)
        for (const id of wrongIds) await refusedTwice(path, () => ({ entity: entity.name, id }))
      }
      for (const before of wrongIds) await refusedTwice('/api/timeline', () => ({ entity: entity.name, id: 1, before }))
    }
    for (const path of ['/api/record', '/api/timeline', '/api/entity']) for (const entity of wrongNames) await refusedTwice(path, () => ({ entity, id: 1 }))
    for (const path of ['/api/list', '/api/reminder', '/api/export', '/api/calendar', '/api/report', '/api/dashboard']) {
      for (const screen of wrongNames) await refusedTwice(path, () => ({ screen, ...(path.endsWith('export') && { format: 'csv' }), ...(path.endsWith('calendar') && { from: '2026-01-01', to: '2026-01-31' }) }))
    }
    for (const path of wrongNames) await refusedTwice('/api/screen', () => ({ path }))
    for (const screen of screens.filter((one) => one.kind === 'calendar')) {
      for (const [from, to] of [['x', 'y'], ['0000-01-01', '0000-01-10'], ['2026-02-30', '2026-03-01'], ['2026-01-02', '2026-01-01'], ['0001-01-01', '9999-12-31'], [nul, nul], [5, 6]]) await refusedTwice('/api/calendar', () => ({ screen: screen.path, from, to }))
      for (const value of filterValues) for (const column of screen.search) await ask('/api/calendar', { screen: screen.path, from: '2026-01-01', to: '2026-01-31', filters: [{ field: column.field, operator: 'equals', value }] })
    }
    for (const screen of screens.filter((one) => one.report)) {
      for (const [from, to] of [['x', 'y'], ['2026-02-30', '2026-03-01'], ['2026-01-02', '2026-01-01'], [nul, nul], [5, 6]]) await refusedTwice('/api/report', () => ({ screen: screen.path, from, to }))
      for (const group of wrongNames) await refusedTwice('/api/report', () => ({ screen: screen.path, group }))
      for (const [from, to] of [['0000-01-01', '9999-12-31'], ['0001-01-01', '9999-12-31'], ['0000-01-01', '0000-02-01']]) await ask('/api/report', { screen: screen.path, from, to })
      for (const value of filterValues) for (const axis of Object.keys(screen.report!.groups)) for (const operator of ['equals', 'in', 'between', 'contains', 'empty']) await ask('/api/report', { screen: screen.path, filters: [{ field: axis, operator, value }] })
    }
    const exported = screens.filter((one) => one.kind === 'list' && one.export)
    for (const screen of exported) {
      for (const more of [{ format: 'pdf' }, { format: 'csv', columns: ['nothing'] }, { format: 'csv', filters: [{ field: 'nothing', operator: 'equals', value: 1 }] }, { format: 'csv', tab: 'nothing' }, { format: 'csv', page: 1 }, { format: 'csv', words: nul }]) await refusedTwice('/api/export', () => ({ screen: screen.path, ...more }))
    }
  }, 60_000)

  it('of what a reference offers takes any half-filled form', async () => {
    for (const { entity, transition } of runnable) {
      const references = transition.asks.flatMap((one) => {
        const field = fieldOf(entity, transition, one)
        return field.type === 'ref' ? [one.field] : Object.values(field.fields ?? {}).filter((cell) => cell.type === 'ref').map((cell) => `${one.field}.${cell.name}`)
      })
      const record = await recordFor(entity, transition)
      for (const field of references) {
        for (let round = 0; round < 12; round += 1) {
          const input = Object.fromEntries(transition.asks.map((one) => { const wrong = [...wrongValues[fieldOf(entity, transition, one).type], ...edgeValues]; return [one.field, wrong[(round * 7) % wrong.length]] }))
          expect([2000, 2001]).toContain((await ask('/api/options', { entity: entity.name, transition: transition.name, field, ...(record && round % 2 && { id: record.id }), input })).code)
        }
      }
    }
    for (const field of wrongNames) for (const { entity, transition } of runnable.slice(0, 3)) await refusedTwice('/api/options', () => ({ entity: entity.name, transition: transition.name, field }))
  }, 60_000)

  it('keeps no preference that cannot be kept', async () => {
    await nothingWritten(async () => {
      for (const body of [{ name: nul, value: 1 }, { name: '', value: 1 }, { name: 'x', value: nul }, { name: 'x', value: { [nul]: 1 } }, { name: 'x', value: ['a', { b: '\ud800' }] }, { name: 'x'.repeat(101), value: 1 }, { name: 'x', value: 'x'.repeat(200_000) }, { name: 5, value: 1 }, { value: 1 }]) await refusedTwice('/api/preference', () => body)
    }, 'preferences')
  })
})

describe('a declared call', () => {
  it('takes any value in any of its fields without a defect', async () => {
    for (const { method, path, request, operation } of Object.values(app.endpoints)) {
      if (operation === 'signOut') continue
      const usual = Object.fromEntries(Object.values(request).filter((field) => !field.pattern).map((field) => [field.name, field.type === 'int' ? 1 : 'x']))
      for (const field of Object.values(request)) for (const value of [...wrongValues[field.type], ...edgeValues.slice(0, 12)]) {
        const values = { ...usual, [field.name]: value }
        const query = new URLSearchParams(Object.entries(values).map(([name, one]) => [name, typeof one === 'string' ? one.slice(0, 500) : (JSON.stringify(one) ?? '')]))
        if (method === 'GET') await ask(`${path}?${query}`, undefined, 'zh', 'GET')
        else await ask(path, values)
      }
      if (method === 'POST') for (const body of wrongBodies) await ask(path, body)
    }
  })

  it('under no known path is none', async () => {
    for (const path of ['/api/', '/api/nothing', '/api/__proto__', '/api/list/', '/API/LIST', '/api/list%00', '/constructor', '//api/list']) expect((await ask(path, {})).code, path).toBe(404)
  })
})

describe('anything at all', () => {
  const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)
  const valueFor = (field: Field, ids: ReadonlyMap<string, readonly number[]>): fc.Arbitrary<unknown> => {
    const known = field.type === 'ref' ? (ids.get(field.entity!) ?? []) : field.type === 'choice' ? app.dictionaries[field.dictionary!]!.items.map((item) => item.code) : []
    const cells = Object.values(field.fields ?? {})
    return fc.oneof(
      ...(known.length > 0 ? [{ arbitrary: pick<unknown>(known), weight: 6 }] : []),
      ...(cells.length > 0 ? [{ arbitrary: fc.array(fc.record(Object.fromEntries(cells.map((cell) => [cell.name, valueFor(cell, ids)])), { requiredKeys: [] }), { maxLength: 3 }) as fc.Arbitrary<unknown>, weight: 6 }] : []),
      { arbitrary: pick(usual[field.type]), weight: 6 },
      { arbitrary: pick(edgeValues), weight: 2 },
      { arbitrary: pick(wrongValues[field.type]), weight: 1 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
    )
  }
  const usual: Readonly<Record<FieldType, readonly unknown[]>> = {
    string: ['王小明', 'a', '长江路 1 号'], text: ['五个字以上的内容', 'Long enough\nfor everybody'], mobile: ['13900001111', '13900002222'], int: [1, '3', 90], money: ['100', '0.01', 2000], decimal: ['1', '12.5'],
    date: ['2026-01-01', '2030-12-31'], datetime: ['2030-01-01T00:00:00Z', '2026-01-01T10:00:00+08:00'], boolean: [true, false], choice: [null], ref: [null], files: [[]], lines: [[]],
    address: [{ province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }],
  }

  it('that is sent as a transition is done or refused, and a refusal writes nothing', async () => {
    const ids = new Map<string, number[]>()
    for (const { name } of entities) ids.set(name, (await database().read<{ id: number }>(sql`SELECT "id" FROM ${identifier(name)} ORDER BY "id" LIMIT 20`)).map(({ id }) => id))
    const outcomes = { done: 0, refused: 0 }
    const orders = pick(runnable).chain(({ entity, transition }) => fc.record({
      entity: fc.constant(entity), transition: fc.constant(transition), skip: fc.integer({ min: 0, max: 5 }),
      values: fc.record(Object.fromEntries(transition.asks.map((one) => [one.field, valueFor(fieldOf(entity, transition, one), ids)])), { requiredKeys: transition.asks.filter((one) => one.required).map((one) => one.field) }),
      note: fc.option(fc.oneof(pick(['说明原因', 'why']), fc.string({ unit: 'binary', maxLength: 20 })), { nil: undefined, freq: 3 }),
    }))
    await fc.assert(fc.asyncProperty(orders, async ({ entity, transition, skip, values, note }) => {
      const record = await recordFor(entity, transition, skip)
      if (!transition.creates && !record) return
      const before = await countEverything(database(), app)
      const { code, msg } = await ask('/api/run', { entity: entity.name, transition: transition.name, ...record, values, note, key: randomUUID() })
      outcomes[code === 2000 ? 'done' : 'refused'] += 1
      const after = await countEverything(database(), app)
      if (code === 2000) expect(after[app.product.log], msg).not.toBe(before[app.product.log])
      else expect(after, msg).toEqual(before)
    }), { interruptAfterTimeLimit: 6_000, numRuns: 3_000, markInterruptAsFailure: false })
    expect(outcomes.done).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)
  }, 40_000)

  it('that is asked of a list is answered or refused', async () => {
    const lists = screens.filter((screen) => screen.kind === 'list')
    const requests = pick(lists).chain((screen) => {
      const fields = [...new Set([...screen.search, ...screen.columns].map((column) => column.field))]
      const condition = fc.record({ field: pick(fields), operator: pick(['equals', 'contains', 'in', 'between', 'empty']), value: fc.oneof(pick(filterValues), fc.anything({ maxDepth: 1, withNullPrototype: false }).map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown)) })
      return fc.record({
        screen: fc.constant(screen.path), filters: fc.array(condition, { maxLength: 2 }), words: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), pick(['王', '138 杭州', '*', '%'])),
        sort: fc.record({ field: pick(screen.columns.map((column) => column.field)), descending: fc.boolean() }), page: fc.integer({ min: 1, max: 9 }), size: fc.integer({ min: 1, max: 200 }),
        want: fc.record({ rows: fc.boolean(), total: pick(['capped', 'exact'] as const), tabs: fc.boolean(), sums: fc.boolean() }, { requiredKeys: [] }), columns: fc.subarray(screen.columns.map((column) => column.field)),
      }, { requiredKeys: ['screen'] })
    })
    const outcomes = { answered: 0, refused: 0 }
    await fc.assert(fc.asyncProperty(requests, async (request) => {
      const { code } = await ask('/api/list', request)
      outcomes[code === 2000 ? 'answered' : 'refused'] += 1
    }), { interruptAfterTimeLimit: 3_000, numRuns: 2_000, markInterruptAsFailure: false })
    expect(outcomes.answered).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)
  }, 30_000)
})

describe('a list', () => {
  it('is one statement, however many rows it has and whatever is wanted of it', async () => {
    for (const screen of screens.filter((one) => one.kind === 'list')) {
      const statements: string[] = []
      await ask('/api/list', { screen: screen.path })
      database().onStatement = (text) => statements.push(text)
      const { code, data } = await ask('/api/list', { screen: screen.path, size: 200, want: { rows: true, total: 'exact', tabs: true, sums: true } })
      database().onStatement = undefined
      expect(code, screen.path).toBe(2000)
      // Who asks is looked up once a second.
      const own = statements.filter((text) => !text.includes('"_session"'))
      expect(own, `${screen.path} with ${(data as { rows: unknown[] }).rows.length} rows`).toHaveLength(1)
    }
  })
})
