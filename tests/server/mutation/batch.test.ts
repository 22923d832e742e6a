// Proves that each record of a batch is judged for itself, and nothing is done twice.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RequestError } from '../../../src/protocol/requestError'
import { runBatch } from '../../../src/server/endpoints/records/batch'
import { moment, Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())

/** What is told of refused records is read for the caller, never over the connections of the server itself. */
const ownWrites = (): typeof workshop.database => ({
  ...workshop.database,
  query: () => Promise.reject(new Error('Read over the connections of the server itself.')),
})

const batch = (who: string, transition: string, records: { id: number; version: number }[], more: object = {}) =>
  runBatch(
    {
      database: ownWrites(),
      query: (statement) => workshop.database.query(statement),
      app: workshop.app,
      onCommitted: (one) => workshop.committed.push(one),
    },
    workshop.caller(who),
    { entity: 'project', transition, records, key: randomUUID(), ...more },
    moment,
  )

describe('a batch', () => {
  it('does what can be done and tells why the rest was not', async () => {
    const [first, own, closed, foreign, stale] = [
      await workshop.project({ name: 'one', createdBy: workshop.idOf('north.manager') }),
      await workshop.project({ name: 'own' }),
      await workshop.project({ name: 'shut', state: 'closed' }),
      await workshop.project({ name: 'far', team: workshop.caller('north.stranger').me.team, createdBy: null }),
      await workshop.project({ name: 'stale', createdBy: null }),
    ]
    const ids = [first, own, closed, foreign, stale, 999_999]
    const answer = await batch(
      'north.worker',
      'audit',
      ids.map((id) => ({ id, version: id === stale ? 3 : 1 })),
    )
    expect(answer).toEqual({
      done: 2,
      refused: [
        {
          id: own,
          label: 'own',
          key: 'four_eyes',
          message: '“Audit” takes another person: you created this record',
        },
        {
          id: closed,
          label: 'shut',
          key: 'state_not_allowed',
          message: '“Audit” is not possible while the state is “closed”',
        },
        {
          id: stale,
          label: 'stale',
          key: 'stale_version',
          message: 'This record has been changed. Refresh and try again',
        },
        { id: 999_999, label: '999999', key: 'record_not_found', message: 'This record does not exist' },
      ],
    })
    expect(
      await Promise.all([first, own, foreign].map(async (id) => (await workshop.record('project', id)).rounds)),
    ).toEqual([1, 0, 1])
  })

  it('works on one record at a time, however many there are', async () => {
    const { tenant } = workshop.caller('north.worker')
    const records = await workshop.database.query<{
      id: number
      version: number
    }>(sql`INSERT INTO "project" ("house", "no", "name", "kind", "team", "rate", "rounds", "state", "version",
      "createdAt", "stateAt")
      SELECT ${tenant.id}, 'B' || n, 'many ' || n, 'plain', ${workshop.caller('north.mate').me.team}, 1, 0, 'running',
      1, ${moment}, ${moment} FROM generate_series(1, 120) AS n RETURNING "id", "version"`)
    let open = 0
    let most = 0
    const { database } = workshop
    const watched = {
      query: database.query.bind(database),
      transaction: async <T>(...asked: Parameters<typeof database.transaction<T>>) => {
        most = Math.max(most, (open += 1))
        try {
          return await database.transaction(...asked)
        } finally {
          open -= 1
        }
      },
    }
    expect(
      await runBatch(
        { database: watched, query: watched.query, app: workshop.app },
        workshop.caller('north.mate'),
        { entity: 'project', transition: 'audit', records, key: randomUUID() },
        moment,
      ),
    ).toEqual({ done: 120, refused: [] })
    expect(most).toBe(1)
  })

  it('sent again does nothing twice', async () => {
    const records = [
      { id: await workshop.project(), version: 1 },
      { id: await workshop.project(), version: 1 },
    ]
    const key = randomUUID()
    expect(await batch('north.mate', 'audit', records, { key })).toEqual({ done: 2, refused: [] })
    expect(await batch('north.mate', 'audit', records, { key })).toEqual({ done: 2, refused: [] })
    expect((await workshop.record('project', records[0]!.id)).rounds).toBe(1)
  })

  it('ends where the server is too busy for a record, and goes on from there when it is sent again', async () => {
    const records = [
      { id: await workshop.project(), version: 1 },
      { id: await workshop.project(), version: 1 },
    ]
    const request = { entity: 'project', transition: 'audit', records, key: randomUUID() }
    const { database, app } = workshop
    let free = 1
    const crowded = {
      query: database.query.bind(database),
      transaction: <T>(...work: Parameters<typeof database.transaction<T>>) =>
        free-- > 0
          ? database.transaction(...work)
          : Promise.reject(new RequestError('server_busy', {}, { retryAfter: 1 })),
    }
    const send = () =>
      runBatch({ database: crowded, query: crowded.query, app }, workshop.caller('north.mate'), request, moment)
    // Nothing is written yet: the error is all that there is to tell.
    free = 0
    await expect(send()).rejects.toMatchObject({ key: 'server_busy', data: undefined })
    free = 1
    await expect(send()).rejects.toMatchObject({ key: 'server_busy', retryAfter: 1, data: { done: 1, refused: [] } })
    free = 2
    expect(await send()).toEqual({ done: 2, refused: [] })
    const rounds = records.map(async ({ id }) => (await workshop.record('project', id)).rounds)
    expect(await Promise.all(rounds)).toEqual([1, 1])
  })

  it('keeps what was done and refused when the database goes away, labels and all', async () => {
    const done = await workshop.project()
    const refused = await workshop.project({ state: 'closed' })
    const records = [done, refused, await workshop.project()].map((id) => ({ id, version: 1 }))
    const { database, app } = workshop
    const lost = () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    let left = 2
    const failing = {
      query: database.query.bind(database),
      transaction: <T>(...work: Parameters<typeof database.transaction<T>>) =>
        left-- > 0 ? database.transaction(...work) : lost(),
    }
    const request = { entity: 'project', transition: 'audit', records, key: randomUUID() }
    await expect(
      runBatch({ database: failing, query: lost, app }, workshop.caller('north.mate'), request, moment),
    ).rejects.toMatchObject({
      key: 'database_unavailable',
      data: { done: 1, refused: [{ id: refused, label: String(refused), key: 'state_not_allowed' }] },
    })
  })

  it('tells what is wrong with its input in a sentence', async () => {
    const id = await workshop.project({ name: 'wordless' })
    expect((await batch('north.mate', 'close', [{ id, version: 1 }])).refused).toEqual([
      { id, label: 'wordless', key: 'input_invalid', message: 'Please check your entries; Required' },
    ])
  })

  it('is refused as a whole without the permission, and when it would create', async () => {
    const id = await workshop.project()
    await expect(batch('north.guest', 'audit', [{ id, version: 1 }])).rejects.toMatchObject({ code: 2002 })
    await expect(batch('north.mate', 'create', [{ id, version: 1 }])).rejects.toMatchObject({ code: 2001 })
  })
})
