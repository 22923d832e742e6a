// Tests wrong reads:
// every list, report, calendar, record and declared call of the real manifests with bad conditions, orders and names is
// answered or refused in words, never a defect. A list is one statement for any number of rows.
import fc from 'fast-check'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Screen } from '../../src/manifest/model/screen'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { patience, useAsker } from './asker'
import { edgeValues, filterValues, huge, nul, wrongBodies, wrongNames, wrongValues } from './hostile'
import { isWhole } from '../loopSeed'
import { sparse, sampleOf, sampleUntil } from './sample'
import { readSchemas } from './schemas'

const app = readSchemas()
const entities = Object.values(app.entities)
const screens = everyScreen(app.screens)

const { product, token, ask, refusedTwice, nothingWritten } = useAsker()
const database = () => product().server.dependencies.database
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)

describe('a report whose reader has gone', () => {
  it('is ended in the database, not counted to its end', async () => {
    const screen = screens.find(({ report }) => report)!
    const table = screen.report!.measures.find(({ aggregate }) => aggregate)!.aggregate!.entity!
    const waiting = () =>
      database().owner.query(
        sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    // Nobody gets past the lock: the report waits for as long as it is not ended.
    await database().transaction(async (tx) => {
      await tx.query(sql`lock table ${raw(`"${table}"`)} in access exclusive mode`)
      const leaving = new AbortController()
      const read = fetch(`${product().address}/api/report?client=${app.product.clientName}`, {
        method: 'POST',
        headers: { 'x-token': token(), 'content-type': 'application/json' },
        body: JSON.stringify({ screen: screen.path }),
        signal: leaving.signal,
      }).catch((error: unknown) => error)
      await expect.poll(waiting).toHaveLength(1)
      leaving.abort()
      expect(await read).toMatchObject({ name: 'AbortError' })
      await expect.poll(waiting).toEqual([])
    })
  })
})

describe('a read', () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const lists = screens.filter((screen) => screen.entity && ['list', 'board'].includes(screen.kind))
  const searched = (screen: Screen) => [
    ...new Set([...screen.filters, ...screen.columns].map((column) => column.field)),
  ]

  it('of a list is never broken by a cursor, a tab, an order or a column of somebody else', async () => {
    const seen = new Set<string>()
    for (const screen of sampleUntil(lists, () => seen.size > 10, sparse)) {
      const ask1 = (more: object) => ask('/api/list', { screen: screen.path, want: { rows: true }, ...more })
      for (const column of screen.columns.filter((one) => one.sortable)) {
        const kind = [column.type, column.dictionary !== undefined, column.field.split('.').length].join()
        if (seen.has(kind)) continue
        seen.add(kind)
        const sort = { field: column.field, descending: false }
        for (const key of [
          'x',
          nul,
          '',
          5,
          -1e300,
          true,
          null,
          '0000-01-01',
          '9999-99-99',
          '2026-01-01T00:00:00+20:00',
          '9'.repeat(400),
          '\ud800',
          [],
          {},
        ]) {
          for (const id of [1, -1, 1.5, 'x']) {
            if (id !== 1 && key !== 'x') continue
            expect([2000, 2001]).toContain((await ask1({ sort, after: cursor([sort.field, 0, key, id]) })).code)
          }
        }
      }
      for (const after of ['', 'x', cursor(null), cursor({}), cursor([]), cursor('x'), cursor([1, 2, 3, 4]), nul])
        expect((await ask1({ after })).code).toBe(2001)
      for (const name of wrongNames) {
        for (const more of [
          { tab: name },
          { sort: { field: name, descending: true } },
          { columns: [name] },
          { filters: [{ field: name, operator: 'equals', value: 1 }] },
        ])
          expect((await ask1(more)).code, JSON.stringify(more).slice(0, 200)).toBe(2001)
      }
      for (const more of [
        { page: 0 },
        { page: 1.5 },
        { page: 'x' },
        { size: 0 },
        { size: 201 },
        { size: -1 },
        { want: 1 },
        { want: { all: true } },
        { filters: {} },
        { filters: [1] },
        { filters: [{}] },
        { filters: [{ field: 'id', operator: 'like', value: 1 }] },
        { words: huge },
        { words: nul },
        { words: 5 },
        { extra: 1 },
      ])
        await refusedTwice('/api/list', () => ({ screen: screen.path, ...more }))
      expect((await ask1({ page: 1_000_000 })).code).toBe(2000)
    }
  })

  it('takes every hostile condition on every field for what it is', async () => {
    const operators = ['equals', 'contains', 'in', 'between', 'empty'] as const
    // One field of each kind is enough: what is asked of the database differs by type, mask, computation and the way to
    // the field.
    const seen = new Set<string>()
    for (const screen of lists)
      for (const path of searched(screen)) {
        const names = path.split('.')
        const field = app.entities[screen.entity!]!.fields[names[0]!]!
        const column = [...screen.filters, ...screen.columns].find((one) => one.field === path)!
        const kind = [
          column.type,
          column.dictionary !== undefined,
          names.length,
          field.mask !== undefined,
          field.stored,
          field.localized,
        ].join()
        if (seen.has(kind)) continue
        seen.add(kind)
        for (const operator of operators) {
          let refused = 0
          for (const value of filterValues)
            refused +=
              (
                await ask('/api/list', {
                  screen: screen.path,
                  filters: [{ field: path, operator, value }],
                  size: 1,
                  want: { total: 'capped' },
                })
              ).code === 2001
                ? 1
                : 0
          expect(refused, `${screen.path} ${path} ${operator}`).toBeGreaterThan(0)
        }
      }
    expect(seen.size).toBeGreaterThan(10)
  })

  it('of one record, its story, its options, a calendar, a report, a dashboard or a file is refused in words', async () => {
    const wrongIds = [-1, 0, 1.5, '1', null, [], 1e300, nul]
    for (const entity of sampleOf(entities, sparse)) {
      for (const path of ['/api/record', '/api/timeline']) {
        expect((await refusedTwice(path, () => ({ entity: entity.name, id: Number.MAX_SAFE_INTEGER }))).code).toBe(2001)
        for (const id of wrongIds) await refusedTwice(path, () => ({ entity: entity.name, id }))
      }
      for (const before of wrongIds) await refusedTwice('/api/timeline', () => ({ entity: entity.name, id: 1, before }))
    }
    for (const path of ['/api/record', '/api/timeline', '/api/entity'])
      for (const entity of wrongNames) await refusedTwice(path, () => ({ entity, id: 1 }))
    for (const path of ['/api/list', '/api/export', '/api/calendar', '/api/report', '/api/dashboard']) {
      for (const screen of wrongNames)
        await refusedTwice(path, () => ({
          screen,
          ...(path.endsWith('export') && { format: 'csv' }),
          ...(path.endsWith('calendar') && { from: '2026-01-01', to: '2026-01-31' }),
        }))
    }
    for (const path of wrongNames) await refusedTwice('/api/screen', () => ({ path }))
    for (const screen of screens.filter((one) => one.kind === 'calendar')) {
      for (const [from, to] of [
        ['x', 'y'],
        ['0000-01-01', '0000-01-10'],
        ['2026-02-30', '2026-03-01'],
        ['2026-01-02', '2026-01-01'],
        ['0001-01-01', '9999-12-31'],
        [nul, nul],
        [5, 6],
      ])
        await refusedTwice('/api/calendar', () => ({ screen: screen.path, from, to }))
      for (const value of filterValues)
        for (const column of screen.filters)
          await ask('/api/calendar', {
            screen: screen.path,
            from: '2026-01-01',
            to: '2026-01-31',
            filters: [{ field: column.field, operator: 'equals', value }],
          })
    }
    const axisKinds = new Set<string>()
    const reports = screens.filter((one) => one.report)
    for (const screen of sampleOf(reports, sparse)) {
      for (const [from, to] of [
        ['x', 'y'],
        ['2026-02-30', '2026-03-01'],
        ['2026-01-02', '2026-01-01'],
        [nul, nul],
        [5, 6],
      ])
        await refusedTwice('/api/report', () => ({ screen: screen.path, from, to }))
      for (const group of wrongNames) await refusedTwice('/api/report', () => ({ screen: screen.path, group }))
      for (const [from, to] of [
        ['0000-01-01', '9999-12-31'],
        ['0001-01-01', '9999-12-31'],
        ['0000-01-01', '0000-02-01'],
      ])
        await ask('/api/report', { screen: screen.path, from, to })
      for (const [axis, field] of Object.entries(screen.report!.dimensions)) {
        const kind = [field.type, field.dictionary !== undefined, field.mask !== undefined, field.localized].join()
        // As in a list, one of each kind is enough.
        if (!isWhole && axisKinds.has(kind)) continue
        axisKinds.add(kind)
        for (const value of filterValues)
          for (const operator of ['equals', 'in', 'between', 'contains', 'empty'])
            await ask('/api/report', { screen: screen.path, filters: [{ field: axis, operator, value }] })
      }
    }
    const exported = screens.filter((one) => one.kind === 'list' && one.export)
    for (const screen of sampleOf(exported)) {
      for (const more of [
        { format: 'pdf' },
        { format: 'csv', columns: ['nothing'] },
        { format: 'csv', filters: [{ field: 'nothing', operator: 'equals', value: 1 }] },
        { format: 'csv', tab: 'nothing' },
        { format: 'csv', page: 1 },
        { format: 'csv', words: nul },
      ])
        await refusedTwice('/api/export', () => ({ screen: screen.path, ...more }))
    }
  })

  it('keeps no preference that cannot be kept', async () => {
    await nothingWritten(async () => {
      for (const body of [
        { name: nul, value: 1 },
        { name: '', value: 1 },
        { name: 'x', value: nul },
        { name: 'x', value: { [nul]: 1 } },
        { name: 'x', value: ['a', { b: '\ud800' }] },
        { name: 'x'.repeat(101), value: 1 },
        { name: 'x', value: 'x'.repeat(200_000) },
        { name: 5, value: 1 },
        { value: 1 },
      ])
        await refusedTwice('/api/preference', () => body)
    }, 'preferences')
  })

  it('that is asked of a list is answered or refused', async () => {
    const lists = screens.filter((screen) => screen.kind === 'list')
    const requests = pick(lists).chain((screen) => {
      const fields = [...new Set([...screen.filters, ...screen.columns].map((column) => column.field))]
      const condition = fc.record({
        field: pick(fields),
        operator: pick(['equals', 'contains', 'in', 'between', 'empty']),
        value: fc.oneof(
          pick(filterValues),
          fc
            .anything({ maxDepth: 1, withNullPrototype: false })
            .map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown),
        ),
      })
      return fc.record(
        {
          screen: fc.constant(screen.path),
          filters: fc.array(condition, { maxLength: 2 }),
          words: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), pick(['王', '138 杭州', '*', '%'])),
          sort: fc.record({ field: pick(screen.columns.map((column) => column.field)), descending: fc.boolean() }),
          page: fc.integer({ min: 1, max: 9 }),
          size: fc.integer({ min: 1, max: 200 }),
          want: fc.record(
            { rows: fc.boolean(), total: pick(['capped', 'exact'] as const), tabs: fc.boolean(), sums: fc.boolean() },
            { requiredKeys: [] },
          ),
          columns: fc.subarray(screen.columns.map((column) => column.field)),
        },
        { requiredKeys: ['screen'] },
      )
    })
    const outcomes = { answered: 0, refused: 0 }
    const enough = patience(3_000)
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        if (enough()) return
        const { code } = await ask('/api/list', request)
        outcomes[code === 2000 ? 'answered' : 'refused'] += 1
      }),
      { numRuns: isWhole ? 800 : 200 },
    )
    expect(outcomes.answered).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)
  })
})

describe('a declared call', () => {
  it('takes any value in any of its fields without a defect', async () => {
    for (const { method, path, request, operation } of sampleOf(Object.values(app.endpoints), sparse)) {
      if (operation === 'signOut') continue
      const usual = Object.fromEntries(
        Object.values(request)
          .filter((field) => !field.pattern)
          .map((field) => [field.name, field.type === 'int' ? 1 : 'x']),
      )
      for (const field of Object.values(request))
        for (const value of [...wrongValues[field.type], ...edgeValues.slice(0, 12)]) {
          const values = { ...usual, [field.name]: value }
          const query = new URLSearchParams(
            Object.entries(values).map(([name, one]) => [
              name,
              typeof one === 'string' ? one.slice(0, 500) : (JSON.stringify(one) ?? ''),
            ]),
          )
          if (method === 'GET') await ask(`${path}?${query}`, undefined, 'zh', 'GET')
          else await ask(path, values)
        }
      if (method === 'POST') for (const body of wrongBodies) await ask(path, body)
    }
  })

  it('under no known path is none', async () => {
    for (const path of [
      '/api/',
      '/api/nothing',
      '/api/__proto__',
      '/api/list/',
      '/API/LIST',
      '/api/list%00',
      '/constructor',
      '//api/list',
    ])
      expect((await ask(path, {})).code, path).toBe(404)
  })
})

describe('a list', () => {
  it('is one statement, however many rows it has and whatever is wanted of it', async () => {
    for (const screen of screens.filter((one) => one.kind === 'list')) {
      // The caller and the named lists are looked up once in a while: of some times the fewest statements count.
      const counts: number[] = []
      await ask('/api/list', { screen: screen.path })
      for (let time = 0; time < 4 && !counts.includes(1); time++) {
        let statements = 0
        database().onStatement = () => statements++
        const { code } = await ask('/api/list', {
          screen: screen.path,
          size: 200,
          want: { rows: true, total: 'exact', tabs: true, sums: true },
        })
        database().onStatement = undefined
        expect(code, screen.path).toBe(2000)
        counts.push(statements)
      }
      expect(Math.min(...counts), screen.path).toBe(1)
    }
  })
})
