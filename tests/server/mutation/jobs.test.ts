// Proves that the server runs due jobs once among all servers, and goes on when a record fails.
import sql from 'sql-template-tag'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics } from '../../../src/server/http/metrics'
import { runDueJobs, startJobs } from '../../../src/server/jobs/jobs'
import { moment, Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())
beforeEach(async () => {
  await workshop.database.query(sql`DELETE FROM "project"`)
  await workshop.database.query(sql`DELETE FROM "_timed"`)
})

const after = (seconds: number) => new Date(moment.getTime() + seconds * 1_000)
const look = (now = moment) =>
  runDueJobs(workshop.database, workshop.app, now, { onCommitted: (one) => workshop.committed.push(one) })
const states = async () => Object.fromEntries((await workshop.all('project')).map(({ name, state }) => [name, state]))

describe('jobs', () => {
  it('run on what is due, by nobody, with their effects', async () => {
    const due = await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    await workshop.project({ name: 'today', endsOn: '2026-03-05' })
    await workshop.project({ name: 'draft', endsOn: '2026-03-01', state: 'draft' })
    expect(await look()).toEqual({ done: 1, failed: [] })
    expect(await states()).toEqual({ due: 'closed', today: 'running', draft: 'draft' })
    expect(await workshop.all('trail', sql`"recordId" = ${due} AND "entity" = 'project'`)).toMatchObject([
      {
        action: 'expire',
        by: null,
        house: workshop.caller('north.worker').tenant.id,
        fromState: 'running',
        toState: 'closed',
      },
    ])
    expect(await workshop.all('note', sql`"title" ->> 0 = 'due 到期'`)).toMatchObject([
      { to: workshop.idOf('north.worker'), createdBy: null },
    ])
    expect(workshop.committed.at(-1)!.records).toContainEqual({
      entity: 'project',
      id: due,
      tenant: workshop.caller('north.worker').tenant.id,
    })
  })

  it('lock a record once, for the rule and for the transition', async () => {
    await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    const sent = await workshop.counted(() => look())
    expect(sent.filter((text) => /FROM "project".* FOR UPDATE/.test(text))).toHaveLength(1)
  })

  it('run once, however many servers look at the same time', async () => {
    for (let at = 0; at < 10; at += 1) await workshop.project({ name: `due ${at}`, endsOn: '2026-03-04' })
    const outcomes = await Promise.all([look(), look(), look()])
    expect(outcomes.map(({ done }) => done).sort()).toEqual([0, 0, 10])
    expect(
      await workshop.all('trail', sql`"action" = 'expire' AND "recordId" IN (SELECT "id" FROM "project")`),
    ).toHaveLength(10)
  })

  it('skip what somebody else has done since it was found', async () => {
    for (let at = 0; at < 10; at += 1) await workshop.project({ name: `due ${at}`, endsOn: '2026-03-04' })
    // The next turn begins while the first one is still at work.
    const outcomes = await Promise.all([look(), look(after(60))])
    expect(outcomes.flatMap(({ failed }) => failed)).toEqual([])
    expect(outcomes.reduce((sum, { done }) => sum + done, 0)).toBe(10)
  })

  it('are looked at again when their time has passed, not before', async () => {
    expect(await look()).toEqual({ done: 0, failed: [] })
    await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    expect((await look(after(59))).done).toBe(0)
    expect((await look(after(60))).done).toBe(1)
  })

  it('run at the right time again after a clock that was wrong by a year', async () => {
    expect(await look(after(365 * 86_400))).toEqual({ done: 0, failed: [] })
    await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    expect((await look()).done).toBe(1)
    await workshop.project({ name: 'due too', endsOn: '2026-03-04' })
    expect((await look(after(59))).done, 'once in their time').toBe(0)
  })

  it('of other records go on when one is refused, and nothing of that one is kept', async () => {
    const stuck = await workshop.project({ name: 'stuck', endsOn: '2026-03-01' })
    await workshop.project({ name: 'fine', endsOn: '2026-03-01' })
    const { done, failed } = await look()
    expect(done).toBe(1)
    expect(failed).toMatchObject([
      { job: 'project.expire.0', entity: 'project', id: stuck, error: { code: 2001, message: 'Stuck' } },
    ])
    expect(await states()).toEqual({ stuck: 'running', fine: 'closed' })
    expect(await workshop.all('trail', sql`"recordId" = ${stuck} AND "entity" = 'project'`)).toEqual([])
  })

  it('of very many records are done a few at a time, and a refused one is not met again', async () => {
    const stuck = await workshop.project({ name: 'stuck', endsOn: '2026-03-01' })
    await workshop.database
      .query(sql`INSERT INTO "project" ("house", "no", "name", "kind", "owner", "team", "rate", "rounds", "state",
        "version", "createdAt", "stateAt", "endsOn")
      SELECT p."house", 'N' || n, 'due ' || n, p."kind", p."owner", p."team", 1, 0, 'running', 1, p."createdAt",
      p."stateAt", p."endsOn" FROM "project" AS p, generate_series(1, 420) AS n WHERE p."id" = ${stuck}`)
    const read: number[] = []
    const { database } = workshop
    const watched = {
      transaction: database.transaction.bind(database),
      query: async <T>(...asked: Parameters<typeof database.query>) => {
        const rows = await database.query<T>(...asked)
        read.push(rows.length)
        return rows
      },
    }
    const { done, failed } = await runDueJobs(watched, workshop.app, moment)
    expect([done, failed.map(({ id }) => id)]).toEqual([420, [stuck]])
    expect(Math.max(...read)).toBeLessThanOrEqual(200)
  })

  it('run by themselves until they are stopped, are counted, and old keys are forgotten', async () => {
    const metrics = createMetrics(() => undefined)
    await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    await workshop.project({ name: 'stuck', endsOn: '2026-03-01' })
    await workshop.database.query(
      sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at")
        VALUES (1, 'old key', '', ${after(-8 * 86_400)}), (1, 'new key', '', ${moment})`,
    )
    const lines: string[] = []
    const log = { error: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
    const stop = startJobs({
      database: workshop.database,
      app: () => workshop.app,
      now: () => moment,
      log,
      onRun: metrics.ran,
      onRound: metrics.round,
      pulseMs: 10,
    })
    await expect
      .poll(async () =>
        (await workshop.database.query(sql`SELECT "key" FROM "_idempotency" WHERE "account" = 1`)).map(
          ({ key }) => key,
        ),
      )
      .toEqual(['new key'])
    await stop()
    expect(await states()).toEqual({ due: 'closed', stuck: 'running' })
    const figures = await metrics.text()
    for (const line of [
      'job_runs_total{job="project.expire.0"} 1',
      'job_records_total{job="project.expire.0",outcome="done"} 1',
      'job_records_total{job="project.expire.0",outcome="failed"} 1',
      'background_rounds_total{work="cleanup",outcome="done"} 1',
    ])
      expect(figures).toContain(`${line}\n`)
    expect(figures).toMatch(/^background_rounds_total\{work="jobs",outcome="done"\} [1-9]/m)
    expect(lines).toEqual([expect.stringMatching(/^project\.expire\.0 was refused for record \d+: Stuck$/)])
  })

  it('clean up as far as they can each hour: a file store that is away is one line and keeps nothing else', async () => {
    const lines: string[] = []
    const log = { error: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
    let cleaned = 0
    const away = () => Promise.reject(new Error('The store does not answer'))
    const hourly = [away, async () => (cleaned += 1)]
    const jobs = { database: workshop.database, app: () => workshop.app, now: () => moment, log, hourly, pulseMs: 5 }
    const rounds: string[] = []
    const stop = startJobs({ ...jobs, onRound: (work, outcome) => rounds.push(`${work} ${outcome}`) })
    await expect.poll(() => cleaned).toBe(1)
    await stop()
    expect(lines).toEqual(['An hourly cleanup could not be run'])
    expect(rounds[0]).toBe('cleanup failed')
  })

  it('that the database did not answer are looked for again at once, not after their interval', async () => {
    await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    let asked = 0
    const database: typeof workshop.database = {
      ...workshop.database,
      query: (query, ...rest) => {
        asked += 1
        const away = Object.assign(new pg.DatabaseError('the database system is starting up', 0, 'error'), {
          code: '57P03',
        })
        return asked === 1 ? Promise.reject(away) : workshop.database.query(query, ...rest)
      },
    }
    const log = { error: () => undefined, warn: () => undefined }
    const stop = startJobs({ database, app: () => workshop.app, now: () => moment, log, pulseMs: 5 })
    await expect.poll(states).toMatchObject({ due: 'closed' })
    await stop()
  })

  it('whose interval a saved manifest shortens are looked at again after the new one', async () => {
    let app = workshop.app
    let seconds = 0
    let rounds = 0
    const log = { error: () => undefined, warn: () => undefined }
    const stop = startJobs({
      database: workshop.database,
      app: () => app,
      now: () => after(seconds),
      log,
      onRound: () => (rounds += 1),
      pulseMs: 5,
    })
    await expect.poll(() => rounds).toBeGreaterThan(0)
    await workshop.project({ name: 'due', endsOn: '2026-03-04' })
    seconds = 10
    const looked = rounds
    await expect.poll(() => rounds).toBeGreaterThan(looked + 2)
    expect(await states()).toEqual({ due: 'running' })
    const project = workshop.app.entities.project!
    const jobs = project.jobs.map((job) => ({ ...job, everySeconds: 10 }))
    app = { ...workshop.app, entities: { ...workshop.app.entities, project: { ...project, jobs } } }
    await expect.poll(states).toEqual({ due: 'closed' })
    await stop()
  })

  it('on a full disk say so once, until a round succeeds again', async () => {
    let rounds = 0
    let isFull = true
    const database: typeof workshop.database = {
      ...workshop.database,
      query: (query) => {
        rounds += 1
        const full = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
        return isFull ? Promise.reject(full) : workshop.database.query(query)
      },
    }
    const lines: string[] = []
    const log = { error: (line: string) => lines.push(`error ${line}`), warn: (line: string) => lines.push(line) }
    const jobs = { database, app: () => workshop.app, now: () => new Date(moment.getTime() + rounds * 1e7), log }
    const failed: string[] = []
    const onRound = (work: string, outcome: string) => outcome === 'failed' && failed.push(work)
    const stop = startJobs({ ...jobs, onRound, pulseMs: 5 })
    await expect.poll(() => rounds).toBeGreaterThan(3)
    isFull = false
    const healed = rounds
    await expect.poll(() => rounds).toBeGreaterThan(healed + 3)
    isFull = true
    await expect.poll(() => lines.length).toBe(2)
    await stop()
    const line = 'The jobs could not be run: The server storage is full. Please contact your administrator'
    expect(lines).toEqual([line, line])
    expect(failed.filter((work) => work === 'jobs').length, 'each is counted').toBeGreaterThan(3)
  })
})
