// Proves values, transactions, retries and prepared statements of an open database, embedded and by
// URL.
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RequestAborted } from '../../../src/server/database/connection/cancelOnAbort'
import { column, identifier } from '../../../src/server/database/sql/identifier'
import { databaseError, WriteEnded } from '../../../src/server/database/connection/databaseError'
import { openDatabase, type Database } from '../../../src/server/database/connection/openDatabase'
import { DatabaseProblem } from '../../../src/server/database/startupProblem'
import { assertRecent } from '../../../src/server/database/connection/connectionUrl'
import { DatabaseFixture } from './fixture'

let fixture: DatabaseFixture
let database: Database
const log: string[] = []
beforeAll(async () => {
  fixture = new DatabaseFixture()
  database = await openDatabase({ dataDir: fixture.folder(), readSeconds: 10, log: (line) => log.push(line) })
  await database.query(sql`CREATE TABLE account (id int8 PRIMARY KEY, amount numeric(12, 2) NOT NULL)`)
})
afterAll(async () => {
  await database.close()
  await fixture.clear(fixture.folder())
})
afterEach(() => {
  database.onStatement = undefined
})

const amounts = async () =>
  (await database.query<{ amount: string }>(sql`SELECT amount FROM account ORDER BY id`)).map(({ amount }) => amount)
const fresh = (...values: string[]) =>
  database.transaction(async (tx) => {
    await tx.query(sql`DELETE FROM account`)
    for (const [index, value] of values.entries())
      await tx.query(sql`INSERT INTO account VALUES (${index + 1}, ${value})`)
  })

describe('a read that nobody waits for any more', () => {
  const sleeping = async () =>
    (
      await database.query<{ pid: number }>(
        sql`SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(61)%' AND state = 'active'`,
      )
    ).map(({ pid }) => pid)

  it('is ended by PostgreSQL, and its connection is not used again', async () => {
    const leaving = new AbortController()
    const read = database.query(sql`SELECT pg_sleep(61)`, leaving.signal).catch((error: unknown) => error)
    await expect.poll(sleeping).toHaveLength(1)
    const [pid] = await sleeping()
    leaving.abort()
    expect(await read).toBeInstanceOf(RequestAborted)
    await expect.poll(sleeping).toEqual([])
    await expect.poll(() => database.query(sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`)).toEqual([])
  })

  it('is not begun when its caller has gone already', async () => {
    const sent: string[] = []
    database.onStatement = (text) => sent.push(text)
    await expect(database.query(sql`SELECT 1`, AbortSignal.abort())).rejects.toThrow(RequestAborted)
    expect(sent).toEqual([])
  })

  it('is answered as ever while its caller waits', async () => {
    expect(await database.query(sql`SELECT 1 AS one`, new AbortController().signal)).toEqual([{ one: 1 }])
    await expect(database.query(sql`SELECT 1 / 0`, new AbortController().signal)).rejects.toThrow(/division/)
  })
})

describe('values', () => {
  it('arrive exact, whatever the type', async () => {
    expect(
      await database.query(sql`SELECT 9007199254740991::int8 AS id, 12345678901234567890.10::numeric AS amount,
        '2024-02-29'::date AS day,
      '2024-02-29 23:30:00+08'::timestamptz AS whole, '2024-02-29 15:30:00.12Z'::timestamptz AS short,
      '2024-02-29 15:30:00.123456Z'::timestamptz AS fine,
      '2024-02-29 15:30:00'::timestamp AS clock, '{"a":[1]}'::jsonb AS json, NULL::date AS none,
      ARRAY[1, NULL]::int8[] AS ids, ARRAY[0.10]::numeric[] AS parts, ARRAY['2024-02-29'::date] AS days,
      ARRAY['2024-02-29 00:00:00Z'::timestamptz] AS times, true AS yes, '中文' AS text`),
    ).toEqual([
      {
        id: 9007199254740991,
        amount: '12345678901234567890.10',
        day: '2024-02-29',
        whole: '2024-02-29T15:30:00.000Z',
        short: '2024-02-29T15:30:00.120Z',
        fine: '2024-02-29T15:30:00.123456Z',
        clock: '2024-02-29 15:30:00',
        json: { a: [1] },
        none: null,
        ids: [1, null],
        parts: ['0.10'],
        days: ['2024-02-29'],
        times: ['2024-02-29T00:00:00.000Z'],
        yes: true,
        text: '中文',
      },
    ])
    expect(pg.types.getTypeParser(20)('1')).toBe('1')
  })

  it('that no number can hold are refused, and the connection goes on', async () => {
    await expect(database.query(sql`SELECT 9007199254740993::int8 AS id`)).rejects.toThrow('too large')
    expect(await database.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  })
})

describe('a transaction', () => {
  it('keeps all or nothing, and gives its connection back', async () => {
    await fresh('1.00')
    await expect(
      database.transaction(async (tx) => {
        await tx.query(sql`UPDATE account SET amount = 2`)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await expect(
      database.transaction(async (tx) => {
        await tx.query(sql`UPDATE account SET amount = 2`)
        await tx.query(sql`INSERT INTO account VALUES (1, 1)`)
      }),
    ).rejects.toThrow('duplicate key')
    expect(await amounts()).toEqual(['1.00'])
    expect(
      await database.transaction(
        async (tx) =>
          (await tx.query<{ amount: string }>(sql`UPDATE account SET amount = amount + 0.10 RETURNING amount`))[0]!
            .amount,
      ),
    ).toBe('1.10')
    for (let round = 0; round < 30; round += 1)
      await expect(database.transaction((tx) => tx.query(sql`SELECT 1 / 0`))).rejects.toThrow('division')
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })

  it('does not call kept what a caught error has undone', async () => {
    await fresh('1.00')
    await expect(
      database.transaction(async (tx) => {
        await tx.query(sql`UPDATE account SET amount = 5`)
        await tx.query(sql`SELECT 1 / 0`).catch(() => undefined)
      }),
    ).rejects.toThrow('nothing was kept')
    expect(await amounts()).toEqual(['1.00'])
  })

  it('takes several statements at once, and none after its end', async () => {
    let kept: unknown
    const rows = await database.transaction(async (tx) => {
      kept = tx
      return Promise.all([1, 2, 3].map((number) => tx.query(sql`SELECT ${number}::int AS number`)))
    })
    expect(rows).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]])
    await expect((kept as { query(query: unknown): Promise<unknown> }).query(sql`SELECT 1`)).rejects.toThrow(
      'has ended',
    )
  })

  it.each(['repeatable read', 'serializable'] as const)(
    'of level %s is run at that level and again when it was late',
    async (isolation) => {
      await fresh('0.00')
      let runs = 0
      // Nobody writes before everybody has read once, so that all but one are late for certain.
      let allHaveRead = () => {}
      const everybody = new Promise<void>((resolve) => {
        allHaveRead = resolve
      })
      const add = () =>
        database.transaction(
          async (tx) => {
            runs += 1
            const [row] = await tx.query<{ amount: string; level: string }>(
              sql`SELECT amount, current_setting('transaction_isolation') AS level FROM account WHERE id = 1`,
            )
            expect(row!.level).toBe(isolation)
            if (runs === 3) allHaveRead()
            await everybody
            await tx.query(sql`UPDATE account SET amount = ${String(Number(row!.amount) + 1)} WHERE id = 1`)
          },
          { isolation },
        )
      await Promise.all([add(), add(), add()])
      expect(await amounts()).toEqual(['3.00'])
      expect(runs).toBeGreaterThan(3)
    },
  )

  it('in a deadlock is run again, so that both come through', async () => {
    await fresh('0.00', '0.00')
    let met = 0
    let meet!: () => void
    const both = new Promise<void>((resolve) => {
      meet = resolve
    })
    const cross = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await tx.query(sql`UPDATE account SET amount = amount + 1 WHERE id = ${first}`)
        met += 1
        if (met === 2) meet()
        await both
        await tx.query(sql`UPDATE account SET amount = amount + 1 WHERE id = ${second}`)
      })
    await Promise.all([cross(1, 2), cross(2, 1)])
    expect(await amounts()).toEqual(['2.00', '2.00'])
    // On a busy machine both may be ended, or meet again.
    expect(met).toBeGreaterThanOrEqual(3)
  })

  it('that stays too late is given up after three more runs', async () => {
    let runs = 0
    await expect(
      database.transaction(async (tx) => {
        runs += 1
        await tx.query(sql`DO $$ BEGIN RAISE EXCEPTION 'late' USING ERRCODE = '40001'; END $$`)
      }),
    ).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(4)
  })

  it('of a caller that the database ends is named as a write, and nothing of it is kept', async () => {
    await fresh('1.00')
    const work = database.transactionFor(
      async (tx) => {
        await tx.query(sql`UPDATE account SET amount = 2`)
        await tx.query(sql`SELECT pg_sleep(62)`)
      },
      { account: 'account 1', tenant: 'tenant 1', reach: 'all' },
    )
    const ended = work.catch((error: unknown) => error)
    await expect
      .poll(() =>
        database.query(
          sql`SELECT pg_cancel_backend(pid) AS "ended" FROM pg_stat_activity
            WHERE query LIKE 'SELECT pg_sleep(62)%' AND state = 'active'`,
        ),
      )
      .toEqual([{ ended: true }])
    const error = await ended
    expect(error).toBeInstanceOf(WriteEnded)
    expect(databaseError(error)?.key).toBe('write_timeout')
    expect(await amounts()).toEqual(['1.00'])
  })

  it('for a caller who leaves ends then, and nothing of it is kept', async () => {
    await fresh('1.00')
    const leaving = new AbortController()
    const work = database.transactionFor(
      async (tx) => {
        await tx.query(sql`UPDATE account SET amount = 2`)
        await tx.query(sql`SELECT pg_sleep(63)`)
      },
      { account: 'account 1', tenant: 'tenant 1', reach: 'all', signal: leaving.signal },
    )
    const ended = work.catch((error: unknown) => error)
    const sleeping = () =>
      database.query(sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(63)%' AND state = 'active'`)
    await expect.poll(sleeping).toHaveLength(1)
    leaving.abort()
    expect(await ended).toBeInstanceOf(RequestAborted)
    await expect.poll(sleeping).toEqual([])
    expect(await amounts()).toEqual(['1.00'])
  })

  it('whose connection is cut fails once, and the next one works', async () => {
    let runs = 0
    await expect(
      database.transaction(async (tx) => {
        runs += 1
        const [{ pid }] = (await tx.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)) as [{ pid: number }]
        await database.query(sql`SELECT pg_terminate_backend(${pid})`)
        await tx.query(sql`SELECT 1`)
      }),
    ).rejects.toThrow()
    expect(runs).toBe(1)
    expect(await database.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  })
})

describe('statements', () => {
  it('are told before they are sent', async () => {
    const texts: string[] = []
    database.onStatement = (text) => texts.push(text)
    await database.transaction((tx) => tx.query(sql`SELECT ${1}::int AS one`))
    await database.query(sql`SELECT 2 AS two`)
    expect(texts).toEqual([
      'BEGIN ISOLATION LEVEL READ COMMITTED',
      'SELECT $1::int AS one',
      'COMMIT',
      'SELECT 2 AS two',
    ])
  })

  it('are prepared when their shape repeats, not for a single use', async () => {
    const prepared = await database.transaction(async (tx) => {
      await tx.query(sql`SELECT ${1}::int AS once`)
      for (const value of [1, 2, 3]) await tx.query(sql`SELECT ${value}::int AS often`)
      return tx.query<{ statement: string }>(sql`SELECT statement FROM pg_prepared_statements`)
    })
    const texts = prepared.map(({ statement }) => statement)
    expect(texts.filter((text) => text.endsWith('often'))).toHaveLength(1)
    expect(texts.filter((text) => text.endsWith('once'))).toEqual([])
  })

  it('by key are planned once, those that scan for their values', async () => {
    const planned = async (large: boolean) => {
      const asker = { account: 'one', tenant: 'one', reach: 'all', large } as const
      for (let id = 1; id <= 4; id += 1)
        await database.readFor(sql`SELECT amount AS "planned" FROM account WHERE id = ${id}`, asker)
      return database.readFor(
        sql`SELECT generic_plans > 0 AS "once", custom_plans > 0 AS "each" FROM pg_prepared_statements
          WHERE statement LIKE 'SELECT amount AS "planned"%'`,
        asker,
      )
    }
    expect(await planned(false)).toEqual([{ once: true, each: false }])
    expect(await planned(true)).toEqual([{ once: false, each: true }])
  })

  it('survive a change of their table, in reads and in transactions', async () => {
    await database.query(sql`CREATE TABLE shape (a int)`)
    const all = sql`SELECT * FROM shape`
    const many = () =>
      Promise.all(
        Array.from({ length: 10 }, async () => {
          await database.query(all)
          await database.query(all)
        }),
      )
    await many()
    await database.query(sql`ALTER TABLE shape ADD COLUMN b int`)
    await many()
    await database.query(sql`ALTER TABLE shape ADD COLUMN c int`)
    await database.transaction((tx) => tx.query(all))
  })
})

describe('a name', () => {
  it('is quoted, so that none can leave its quotes', async () => {
    const wild = '名"; DROP TABLE account; --'
    await database.query(sql`CREATE TABLE ${identifier(wild)} (${identifier('select')} int)`)
    await database.query(sql`INSERT INTO ${identifier(wild)} VALUES (${4})`)
    expect(
      await database.query(
        sql`SELECT ${column('t"', 'select')} AS four FROM ${identifier(wild)} AS ${identifier('t"')}`,
      ),
    ).toEqual([{ four: 4 }])
  })

  it('is refused when PostgreSQL would cut or misread it', () => {
    expect(identifier('字'.repeat(21)).text).toHaveLength(23)
    for (const name of ['', 'a\0b', 'a'.repeat(64), '字'.repeat(22)]) expect(() => identifier(name)).toThrow(RangeError)
  })
})

describe('a URL', () => {
  const url = ({
    user = 'postgres',
    password = String(database.pool.options.password),
    name = 'postgres',
    host = database.pool.options.host!,
  } = {}) => `postgres://${user}:${encodeURIComponent(password)}@localhost/${name}?host=${encodeURIComponent(host)}`
  const problem = async (text: string) => {
    const error: unknown = await openDatabase({ url: text, dataDir: '', readSeconds: 10, log: () => undefined }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(DatabaseProblem)
    return error as DatabaseProblem
  }

  it('opens a database that reads and writes as the embedded one, whatever its defaults', async () => {
    await database.query(sql`ALTER DATABASE postgres SET timezone = 'Asia/Shanghai'`)
    await database.query(sql`ALTER DATABASE postgres SET datestyle = 'German'`)
    const other = await openDatabase({ url: url(), dataDir: '', readSeconds: 10, log: (line) => log.push(line) })
    expect(other.kind).toBe('url')
    expect(
      await other.transaction((tx) =>
        tx.query(sql`SELECT '2024-02-29'::date AS day, '2024-02-29 15:30:00Z'::timestamptz AS time`),
      ),
    ).toEqual([{ day: '2024-02-29', time: '2024-02-29T15:30:00.000Z' }])
    await other.close()
    await database.query(sql`ALTER DATABASE postgres RESET ALL`)
    expect(await database.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  })

  it('that does not work is told in one sentence, without its password', async () => {
    expect((await problem(url({ password: 'wrong-secret' }))).sentence).toContain('rejects the user postgres')
    expect((await problem(url({ password: 'wrong-secret' }))).message).not.toContain('wrong-secret')
    expect((await problem(url({ name: 'absent' }))).sentence).toContain('has no database absent')
    expect((await problem(url({ host: fixture.root }))).sentence).toContain('cannot be reached (ENOENT)')
    expect((await problem('postgres://u:p@127.0.0.1:1/x')).sentence).toBe(
      'The database server at 127.0.0.1:1 cannot be reached (ECONNREFUSED).',
    )
    expect((await problem('mysql://u:p@h/x')).sentence).toContain('is not the URL of a PostgreSQL database')
    await database.query(sql`CREATE DATABASE bytes ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0`)
    expect((await problem(url({ name: 'bytes' }))).sentence).toContain('stores SQL_ASCII, not UTF8')
    expect(() => assertRecent('h:1', '13.9', 130009)).toThrow('is PostgreSQL 13.9, at least 14 is needed')
  })
})
