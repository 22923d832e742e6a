// Tests that dry runs of batches predict the run:
// sampled transitions on records of any state by several roles; the dry run writes nothing, the run does and refuses
// the same with equal sentences.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { BatchAnswer, ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { UndoBatchAnswer } from '../../src/protocol/records/undoCalls'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { identifier } from '../../src/server/database/sql/identifier'
import { batchOffers, batchTransitions } from '../../src/ui/actions/batchTransitions'
import { fieldsForMany, isOfDecision } from '../../src/ui/form/dialogs/batch/fieldsForMany'
import { countEverything } from './counts'
import { sampleUntil } from './sample'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
const database = () => suite.product.server.dependencies.database
const roles = ['owner', 'admin', 'guide', 'finance']

/** What can run without any entry, so that its guards decide. */
const transitions = Object.values(app.entities)
  .flatMap((entity) => Object.values(entity.transitions).map((transition) => ({ entity, transition })))
  .filter(
    ({ transition: { creates, permissions, form } }) =>
      !creates && permissions.some(({ permission }) => permission !== 'system') && form.every((one) => !one.required),
  )

/** What a batch did and refused; a dry run has nothing that could be undone. */
const outcomeOf = ({ code, key, data }: Envelope<BatchAnswer>) => ({ code, key, data: { ...data, undo: undefined } })

it('foretells what the run does and refuses, and writes nothing', async () => {
  const seen = { done: 0, refused: 0, forbidden: 0, mixed: 0 }
  const isEnough = () => Math.min(seen.done, seen.refused, seen.forbidden) > 0
  let tried = 0
  for (const { entity, transition } of sampleUntil(transitions, isEnough)) {
    // Two of each state, so that some are refused.
    const records = await database().query<{ id: number; version: number }>(
      entity.fields.state
        ? sql`select "id"::float8 as "id", "version" from (select *, row_number() over (partition by "state"
            order by "id" desc) as "place" from ${identifier(entity.name)}) one where "place" <= 2 limit 12`
        : sql`select "id"::float8 as "id", "version" from ${identifier(entity.name)} order by "id" desc limit 6`,
    )
    if (records.length === 0) continue
    const role = roles[tried % roles.length]!
    tried += 1
    const place = `${entity.name}.${transition.name} by ${role}`
    const body = { entity: entity.name, transition: transition.name, records, note: '批量' }
    const call = (more: object) =>
      suite.teller.call<BatchAnswer>(role, '/api/batch', { ...body, ...more, key: randomUUID() })
    // A sign-in writes.
    await suite.teller.token(role)
    const before = await countEverything(database(), app)
    const foretold = await call({ dryRun: true })
    expect(await countEverything(database(), app), place).toEqual(before)
    const versions = await database().query(
      sql`select "id"::float8 as "id", "version" from ${identifier(entity.name)}
        where "id" = any(${records.map(({ id }) => id)}::bigint[]) order by "id"`,
    )
    expect(versions, place).toEqual([...records].sort((a, b) => a.id - b.id))
    const run = await call({})
    expect(outcomeOf(run), place).toEqual(outcomeOf(foretold))
    expect(foretold.data?.undo, place).toBeUndefined()
    if (run.code !== 2000) seen.forbidden += 1
    else {
      seen.done += run.data.done
      seen.refused += run.data.refused.length
      if (run.data.done > 0 && run.data.refused.length > 0) seen.mixed += 1
    }
  }
  expect(Math.min(seen.done, seen.refused, seen.forbidden)).toBeGreaterThan(0)
}, 300_000)

it('an edit of one field of many leaves every other as it was, and is taken back where nothing changed since', async () => {
  const rowsOf = (ids: readonly number[]) =>
    database().query<Record<string, unknown>>(
      sql`select * from "customer" where "id" = any(${ids}::bigint[]) order by "id"`,
    )
  const { customer: entity } = app.entities
  const transition = entity!.transitions.edit!
  const names = fieldsForMany(entity!, transition).map(({ field }) => field)
  expect(names).toContain('weixin')
  // With another source, the records would lose who referred them.
  expect(names).not.toContain('source')
  const search = { screen: '/customer/CustomerList', tab: 'following', size: 3, want: { rows: true } }
  const { rows } = (await suite.teller.call<ListAnswer>('owner', '/api/list', search)).data
  const records = rows!.map(({ id, version }) => ({ id, version }))
  const ids = records.map(({ id }) => id)
  const before = await rowsOf(ids)
  const request = { entity: 'customer', transition: 'edit', records, values: { weixin: 'same-for-all' } }
  const run = await suite.teller.call<BatchAnswer>('owner', '/api/batch', { ...request, key: randomUUID() })
  expect(run.data).toMatchObject({ done: 3, refused: [] })
  const after = await rowsOf(ids)
  const engine = new Set(['version', 'updatedAt', 'updatedBy'])
  for (const [index, row] of after.entries()) {
    const changed = Object.keys(row).filter(
      (name) => JSON.stringify(row[name]) !== JSON.stringify(before[index]![name]),
    )
    expect(changed.filter((name) => !engine.has(name))).toEqual(['weixin'])
  }

  // Taken back, but for what was changed again: each record by itself, and the same when it is sent again.
  const { runs } = run.data.undo!
  const undo = (role: string, given: readonly string[]) =>
    suite.teller.call<UndoBatchAnswer>(role, '/api/undoBatch', { runs: given })
  expect(await undo('owner', [...runs, randomUUID()])).toMatchObject({ key: 'undo_too_late' })
  expect(await undo('manager', runs)).toMatchObject({ key: 'undo_too_late' })
  expect(await rowsOf(ids)).toEqual(after)
  const [{ id, label }] = rows as [RecordData]
  const version = Number(after.find((row) => Number(row.id) === id)!.version)
  const again = { entity: 'customer', transition: 'edit', id, version, values: { weixin: 'once-more' } }
  expect((await suite.teller.call('owner', '/api/run', { ...again, key: randomUUID() })).code).toBe(2000)
  for (const _ of ['first', 'again'])
    expect((await undo('owner', runs)).data).toEqual({
      done: 2,
      refused: [{ id, label, key: 'undo_changed_since', message: expect.any(String) as string }],
    })
  const read = (all: readonly Record<string, unknown>[]) => all.map((row) => ({ ...row, version: 0 }))
  const isOther = (row: Record<string, unknown>) => Number(row.id) !== id
  expect(read((await rowsOf(ids)).filter(isOther))).toEqual(read(before.filter(isOther)))
})

it('one form moves many records on, refuses those that stand elsewhere, and leaves the rest of each as it is', async () => {
  const path = '/order/Refund'
  const call = async <T>(address: string, body: object) => (await suite.teller.call<T>('owner', address, body)).data
  const { screen, entities } = await call<ScreenAnswer>('/api/screen', { path })
  const { rows } = await call<ListAnswer>('/api/list', { screen: path, size: 50, want: { rows: true } })
  const fit = rows!.filter(({ can }) => can.includes('reject'))
  const other = rows!.find(({ can }) => !can.includes('reject'))!
  expect(fit.length).toBeGreaterThan(1)
  const entity = entities.refund!
  const offered = (records: readonly RecordData[]) =>
    batchOffers(batchTransitions(entity, screen), records).map(({ transition }) => transition.name)
  expect(offered(fit)).toContain('reject')
  expect(offered([...fit, other])).toContain('reject')
  // What the list does not name is offered for no selection, where it fills in stored fields.
  expect(
    batchTransitions(entity, { ...screen, batchActions: [] }).map(({ transition }) => transition.name),
  ).not.toEqual(expect.arrayContaining(['reject']))

  // The words of an earlier rejection do not stay on what passes.
  const decisions = ['receipt.approve', 'receipt.approveEarnest', 'contract.pass', 'supplement.pass', 'refund.approve']
  for (const [of = '', step = ''] of decisions.map((one) => one.split('.')))
    for (const { field, readOnly } of app.entities[of]!.transitions[step]!.form)
      expect(isOfDecision(app.entities[of]!, step, field), `${of}.${field}`).toBe(!readOnly)

  const records = [...fit, other].map(({ id, version }) => ({ id, version }))
  const batch = (more: object) =>
    call<BatchAnswer>('/api/batch', { entity: 'refund', transition: 'reject', records, key: randomUUID(), ...more })
  const values = { auditRemark: '资料不全' }
  const foretold = await batch({ values, dryRun: true })
  expect(foretold).toMatchObject({ done: fit.length, refused: [{ id: other.id, key: 'state_not_allowed' }] })
  expect((await batch({ values: {}, dryRun: true })).done).toBe(0)
  expect(await batch({ values })).toMatchObject({ done: foretold.done, refused: foretold.refused })
  for (const { id, values: before } of fit) {
    const { record } = await call<RecordAnswer>('/api/record', { entity: 'refund', id })
    expect(record).toMatchObject({ state: 'rejected', values: { ...values, reason: before.reason } })
  }
})

it('a form that records an event beside its record is offered for no selection, which would record false ones', async () => {
  const path = '/order/Invitation'
  const call = <T>(address: string, body: object) => suite.teller.call<T>('manager', address, body)
  const { entities, screen } = (await call<ScreenAnswer>('/api/screen', { path })).data
  const { rows } = (await call<ListAnswer>('/api/list', { screen: path, size: 20, want: { rows: true } })).data
  const records = rows!.filter(({ can }) => can.includes('recordInvite'))
  expect(records.length).toBeGreaterThan(1)
  const entity = entities.order!
  expect(entity.transitions.recordInvite!.form.length).toBeGreaterThan(1)
  const offered = batchOffers(batchTransitions(entity, screen), records).map(({ transition }) => transition.name)
  expect(offered).not.toContain('recordInvite')
  // What only keeps another record equal is an edit all the same.
  expect(fieldsForMany(app.entities.contract!, app.entities.contract!.transitions.edit!)).not.toEqual([])
})
