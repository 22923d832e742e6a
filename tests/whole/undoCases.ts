// Tests that undo restores everything:
// runs and undoes every transition with `undo` over the real database and compares all tables; versions, numbers and
// the log continue.
import { randomUUID } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { requireApp } from '../../scripts/compiled'
import { tablesOf } from '../../src/server/database/sql/tables'
import type { RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { UndoAnswer } from '../../src/protocol/records/undoCalls'
import type { TimelineAnswer } from '../../src/protocol/records/noteCalls'
import type { FieldType } from '../../src/manifest/model/field'
import type { Entity } from '../../src/manifest/model/entity'
import type { Transition } from '../../src/manifest/model/transition'
import type { Envelope } from '../../src/protocol/envelope'
import { fillAndRun, look } from '../generated/values'
import { accounts, type Teller } from '../story/teller'
import type { Product } from './product'
import { sampleOf } from './sample'

interface Whole {
  readonly product: Product
  readonly teller: Teller
}

const app = requireApp()
const undoable = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions).flatMap((transition) =>
    transition.undo ? [{ entity, transition, name: `${entity.name}.${transition.name}` }] : [],
  ),
)
const logs = new Set([app.product.logEntity, app.product.audit?.entity])
const tables = tablesOf(app).filter(({ entity }) => !logs.has(entity))

/** What has to have happened before a transition can be run: time that has passed, which the demo data do not have. */
const preparations: Readonly<Record<string, Sql>> = {
  'storeCost.edit': sql`update "storeCost" set "month" = to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM')`,
  'appointment.miss': sql`update "appointment" set "at" = now() - interval '1 hour' where "state" = 'booked'`,
}

export function describeUndo(suite: Whole): void {
  const undo = (role: string, run: string) => suite.teller.call<UndoAnswer>(role, '/api/undo', { run })

  describe('undo', () => {
    it.each(sampleOf(undoable))('of $name leaves everything as it was', async ({ entity, transition, name }) => {
      const { database } = suite.product.server.dependencies
      if (preparations[name]) await database.query(preparations[name])
      const done = await anyRun(suite, entity, transition, rewritten(transition, entity))
      expect(done, 'somebody can run it').toBeDefined()
      const { role, before, seen, answer } = done!
      const { run } = answer.undo!
      expect(await contents(suite.product)).not.toEqual(before)
      expect(await undo(role, run), transition.name).toMatchObject({ code: 2000 })
      expect(await contents(suite.product)).toEqual(before)
      const after = await look(suite.teller, role, entity.name, answer.id)
      expect(after && readable(after)).toEqual(seen && readable(seen))
      if (!seen) return
      const timeline = { entity: entity.name, id: answer.id }
      const told = await suite.teller.call<TimelineAnswer>(role, '/api/timeline', timeline)
      expect(told.data.entries[0]!.title).toEqual({ und: `撤销“${transition.title.zh}”` })
    })

    it('repeated it writes nothing more, also when two are sent at once', async () => {
      const { role, answer } = await follow(suite)
      const { run } = answer.undo!
      const [first, second] = await Promise.all([undo(role, run), undo(role, run)])
      const now = await contents(suite.product)
      expect([first, second, await undo(role, run)].map(({ code }) => code)).toEqual([2000, 2000, 2000])
      expect(second).toEqual(first)
      expect(await contents(suite.product)).toEqual(now)
    })

    it('is only for the account that ran it, and not for a run that there is not', async () => {
      const { answer } = await follow(suite)
      const { run } = answer.undo!
      const nowhere = await undo('owner', randomUUID())
      expect(nowhere).toMatchObject({ key: 'undo_too_late' })
      expect(await undo('owner', run)).toEqual(nowhere)
    })

    it('is too late after its seconds', async () => {
      const { role, answer } = await follow(suite)
      const { run, seconds } = answer.undo!
      await suite.product.server.dependencies.database.query(
        sql`update "_undo" set "at" = "at" - make_interval(secs => ${seconds}) where "run" = ${run}`,
      )
      expect(await undo(role, run)).toMatchObject({ key: 'undo_too_late' })
      expect(await look(suite.teller, role, 'follow', answer.id)).toBeDefined()
    })

    it.each([
      ['an order', 'order', { orderType: '1', channelProject: null }],
      ['a booked visit', 'appointment', {}],
    ] as const)('of a claim is refused once the customer has %s', async (_, follower, values) => {
      const { customer } = app.entities
      // Without an address an order would note its own at the customer, who would then have changed.
      const addresses = sql`(select "address" from "customer" where "address" is not null limit 1)`
      await suite.product.server.dependencies.database.query(
        sql`update "customer" set "address" = ${addresses} where "state" = 'pool' and "address" is null`,
      )
      const { role, answer } = (await anyRun(suite, customer!, customer!.transitions.claim!))!
      const entity = app.entities[follower]!
      expect(await anyRun(suite, entity, entity.transitions.create!, { customer: answer.id, ...values })).toBeDefined()
      expect(await undo(role, answer.undo!.run)).toMatchObject({ key: 'invariant_failed' })
      const left = await look(suite.teller, role, 'customer', answer.id)
      expect(left!.record.values.state).toBe('following')
    })

    it('is refused whole when a record was changed since', async () => {
      const first = await follow(suite)
      const customer = (await look(suite.teller, first.role, 'follow', first.answer.id))!.record.values.customer
      const second = await follow(suite, { customer: (customer as { id: number }).id })
      const now = await contents(suite.product)
      expect(await undo(first.role, first.answer.undo!.run)).toMatchObject({ key: 'undo_changed_since' })
      expect(await contents(suite.product)).toEqual(now)
      expect(await undo(second.role, second.answer.undo!.run)).toMatchObject({ code: 2000 })
    })
  })
}

interface Done {
  readonly role: string
  readonly before: object
  /** The record before; absent where it was created. */
  readonly seen?: RecordAnswer
  readonly answer: RunAnswer
}

async function follow(suite: Whole, given: object = {}): Promise<Done> {
  const entity = app.entities.follow!
  return (await anyRun(suite, entity, entity.transitions.create!, { content: '量尺时间改到周六', ...given }))!
}

/** A text or moment of its own for the form: an edit that is filled in with what the record has changes nothing. */
function rewritten({ form }: Transition, { fields }: Entity): object {
  const first = (type: FieldType) =>
    form.find(({ field, input, visibleWhen }) => !input && !visibleWhen && fields[field]?.type === type)?.field
  const [text, moment] = [first('text'), first('datetime')]
  const inThreeDays = new Date(Math.ceil(Date.now() / 86_400_000 + 3) * 86_400_000 + 2 * 3_600_000)
  return { ...(text && { [text]: '改过的说明' }), ...(moment && { [moment]: inThreeDays.toISOString() }) }
}

/** The first run that succeeds, by anybody on any record. */
async function anyRun(
  { product, teller }: Whole,
  entity: Entity,
  transition: Transition,
  given: object = {},
): Promise<Done | undefined> {
  const refusals: string[] = []
  const attempt = async (role: string, seen?: RecordAnswer): Promise<Done | undefined> => {
    const before = await contents(product)
    const record: RecordData | undefined = seen?.record
    const filling = { app, teller, role, transition, given: { ...given }, ...(record && { record }) }
    const { code, data, msg }: Envelope<RunAnswer> = await fillAndRun(filling)
    if (code === 2000) return { role, before, answer: data, ...(seen && { seen }) }
    refusals.push(`${role} ${msg} ${JSON.stringify(data)}`)
    return undefined
  }
  for (const role of ['guide', ...Object.keys(accounts).filter((name) => name !== 'guide' && name !== 'restricted')]) {
    for (const id of transition.creates ? [undefined] : await idsIn(product, entity, transition)) {
      const seen = id === undefined ? undefined : await look(teller, role, entity.name, id)
      if (id !== undefined && !seen?.record.can.includes(transition.name)) continue
      const done = await attempt(role, seen)
      if (done) return done
    }
  }
  throw new Error(`Nobody could run ${entity.name}.${transition.name}: ${refusals.join('\n')}`)
}

async function idsIn({ server }: Product, { name, states }: Entity, { from }: Transition): Promise<number[]> {
  const within = Object.keys(states).length > 0 ? sql`"state" = any(${[...from]}::text[])` : sql`true`
  const rows = await server.dependencies.database.query<{ id: number }>(
    sql`select "id" from ${raw(`"${name}"`)} where ${within} order by hashtext("id"::text) limit 30`,
  )
  return rows.map(({ id }) => Number(id))
}

/** A digest of every table that people or rules read, without versions. */
async function contents({ server }: Product): Promise<object> {
  const parts = tables.map(
    ({ name, lines }) =>
      `select '${name}' as "name", md5(coalesce(string_agg((to_jsonb(t) - 'version')::text, ',' order by ${lines === undefined ? '"id"' : '"parent", "position"'}), '')) as "digest" from "${name}" t`,
  )
  const rows = await server.dependencies.database.query<{ name: string; digest: string }>(
    sql`${raw(parts.join(' union all '))}`,
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

const readable = (answer: RecordAnswer): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (key === 'version' ? undefined : value))
