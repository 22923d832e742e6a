// Tests wrong writes to every transition of the real manifests and its form:
// an envelope with errors by field in the caller's language, never a defect, and nothing written.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { FormField, Transition } from '../../src/manifest/model/transition'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import type { Envelope } from '../../src/protocol/envelope'
import { identifier } from '../../src/server/database/sql/identifier'
import { anyValue, pick } from './anyValue'
import { patience, useAsker } from './asker'
import { countEverything } from './counts'
import { edgeValues, huge, nul, wrongBodies, wrongNames, wrongValues } from './hostile'
import { isWhole } from '../loopSeed'
import { sparse, sampleOf, sampleUntil } from './sample'
import { readSchemas } from './schemas'

const app = readSchemas()
const entities = Object.values(app.entities)
const transitions = entities.flatMap((entity) =>
  Object.values(entity.transitions).map((transition) => ({ entity, transition })),
)
/** Those that only the system runs are refused before anything is read. */
const runnable = transitions.filter(({ transition }) =>
  transition.permissions.some(({ permission: code }) => code !== 'system'),
)

const { product, token, ask, refusedTwice, nothingWritten } = useAsker()
const database = () => product().server.dependencies.database

const fieldOf = (entity: Entity, transition: Transition, { field, input }: FormField): Field =>
  input ? transition.inputs[field]! : entity.fields[field]!
const nameOf = (entity: Entity, transition: Transition) => `${entity.name}.${transition.name}`

interface Place {
  readonly id: number
  readonly version: number
}

/**
 * A record on which the transition could run, as far as its state says; where the demo data have none in such a state,
 * one is put into it.
 */
async function recordFor(entity: Entity, transition: Transition, skip = 0): Promise<Place | undefined> {
  if (transition.creates) return undefined
  const table = identifier(entity.name)
  const stated = transition.from.length > 0 && entity.fields.state !== undefined
  const state = stated ? sql`WHERE "state" = ANY(${[...transition.from]}::text[])` : sql``
  const [found] = await database().query<Place>(
    sql`SELECT "id", "version" FROM ${table} ${state} ORDER BY "id" OFFSET ${skip} LIMIT 1`,
  )
  if (found || !stated || skip > 0) return found
  const [moved] = await database().query<Place>(
    sql`UPDATE ${table} SET "state" = ${transition.from[0]!} WHERE "id" = (SELECT min("id") FROM ${table})
      RETURNING "id", "version"`,
  )
  return moved
}

describe('a transition', () => {
  it('of every entity with wrong values tells each by its field, in both languages, and writes nothing', async () => {
    let reached = 0
    // A few entities have no record.
    const least = runnable.length * (isWhole ? 0.85 : 0.1)
    for (const { entity, transition } of sampleUntil(runnable, () => reached >= least, sparse)) {
      const record = await recordFor(entity, transition)
      if (!transition.creates && !record) continue
      const asked = transition.form.filter((one) => !one.readOnly)
      const rounds = Math.max(1, ...asked.map((one) => wrongValues[fieldOf(entity, transition, one).type].length))
      await nothingWritten(
        async () => {
          for (let round = 0; round < rounds; round += 1) {
            const values = Object.fromEntries(
              asked.map((one) => {
                const wrong = wrongValues[fieldOf(entity, transition, one).type]
                return [one.field, wrong[round % wrong.length]]
              }),
            )
            const body = () => ({
              entity: entity.name,
              transition: transition.name,
              ...record,
              values: { ...values, nonsense: 1 },
              key: randomUUID(),
            })
            const told = round < 2 ? await refusedTwice('/api/run', body) : await ask('/api/run', body())
            // The record's own state may stand in the way before its form is read; a new one has none.
            if (told.fields.nonsense === undefined) {
              expect(transition.creates, `${nameOf(entity, transition)}: ${told.msg}`).toBe(false)
              break
            }
            for (const one of asked) {
              // What the form does not show is left out, and a file or record that is already there need not be looked
              // for.
              if (one.visibleWhen || (one.optionsWhere && fieldOf(entity, transition, one).type === 'choice')) continue
              const found = Object.keys(told.fields).some(
                (name) => name === one.field || name.startsWith(`${one.field}.`),
              )
              const sent = JSON.stringify(values[one.field])?.slice(0, 200)
              const place = `${nameOf(entity, transition)} ${one.field}`
              expect(found, `${place} = ${sent}: ${JSON.stringify(told.fields)}`).toBe(true)
            }
          }
        },
        nameOf(entity, transition),
      )
      reached += 1
    }
    expect(reached, `of ${runnable.length} transitions`).toBeGreaterThanOrEqual(least)
  })

  it('that creates tells every field that is required and missing', async () => {
    const creating = runnable.filter((one) => one.transition.creates)
    for (const { entity, transition } of sampleOf(creating, sparse)) {
      const needed = transition.form.filter(
        (one) =>
          one.required &&
          !one.visibleWhen &&
          !one.default &&
          !one.readOnly &&
          !fieldOf(entity, transition, one).default &&
          !transition.set[one.field],
      )
      if (needed.length === 0) continue
      for (const values of [
        undefined,
        {},
        Object.fromEntries(needed.map((one) => [one.field, null])),
        Object.fromEntries(needed.map((one) => [one.field, '  '])),
      ]) {
        const told = await nothingWritten(
          () =>
            refusedTwice('/api/run', () => ({
              entity: entity.name,
              transition: transition.name,
              values,
              key: randomUUID(),
            })),
          nameOf(entity, transition),
        )
        expect(Object.keys(told.fields), nameOf(entity, transition)).toEqual(
          expect.arrayContaining(needed.map((one) => one.field)),
        )
      }
    }
  })

  it('on a record that is not there, in another version, or on none, is refused', async () => {
    await nothingWritten(async () => {
      for (const { entity, transition } of sampleOf(runnable, sparse)) {
        const request = (more: object) => () => ({
          entity: entity.name,
          transition: transition.name,
          values: {},
          key: randomUUID(),
          ...more,
        })
        if (transition.creates) {
          await refusedTwice('/api/run', request({ id: 1, version: 1 }))
          continue
        }
        const record = await recordFor(entity, transition)
        const unknown = await refusedTwice('/api/run', request({ id: Number.MAX_SAFE_INTEGER, version: 1 }))
        expect(unknown.code, nameOf(entity, transition)).toBe(2001)
        await refusedTwice('/api/run', request({}))
        // Without a version it is unknown whether the caller saw what is about to change.
        if (record)
          for (const version of [record.version + 1, Number.MAX_SAFE_INTEGER, undefined])
            await refusedTwice('/api/run', request({ id: record.id, version }))
      }
    }, 'wrong records')
  })

  it('that only the system runs is refused to everybody', async () => {
    await nothingWritten(async () => {
      for (const { entity, transition } of transitions.filter((one) => !runnable.includes(one))) {
        const told = await refusedTwice('/api/run', () => ({
          entity: entity.name,
          transition: transition.name,
          ...(!transition.creates && { id: 1, version: 1 }),
          values: {},
          key: randomUUID(),
        }))
        expect(told.code, nameOf(entity, transition)).toBe(2002)
      }
    }, 'system')
  })

  it('in a request of a wrong shape is refused whatever is wrong with it', async () => {
    const { entity, transition } = runnable.find((one) => one.transition.creates && one.transition.form.length > 0)!
    const sound = { entity: entity.name, transition: transition.name, values: {}, key: randomUUID() }
    const wrong: object[] = [
      ...wrongNames.flatMap((name) => [
        { ...sound, entity: name },
        { ...sound, transition: name },
      ]),
      ...[-1, 0, 1.5, '1', null, [1], {}, 1e300, true].flatMap((one) => [
        { ...sound, id: one },
        { ...sound, version: one },
      ]),
      ...[null, [], 'x', 5, true].map((values) => ({ ...sound, values })),
      ...['short', 'k'.repeat(65), 5, null, {}, ['12345678'], 'with\0a nul', undefined].map((key) => ({
        ...sound,
        key,
      })),
      ...[5, {}, [], huge, true, nul, '\ud800'].map((note) => ({ ...sound, note })),
      { ...sound, extra: 1 },
      { ...sound, id: 1, version: 1, values: JSON.parse('{"__proto__":{"x":1}}') as object },
    ]
    await nothingWritten(async () => {
      for (const body of wrong) await refusedTwice('/api/run', () => body)
      for (const body of wrongBodies) expect((await ask('/api/run', body)).code).toBe(2001)
      const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown
      for (const [path, body] of [
        ['/api/run', { ...sound, values: { name: deep } }],
        ['/api/preference', { name: 'x', value: deep }],
        ['/api/list', deep],
        ['/api/options', { entity: entity.name, transition: transition.name, field: 'x', input: { x: deep } }],
      ] as const) {
        const reply = await product().transport({ method: 'POST', path, headers: { 'x-token': token() }, body })
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
      for (const { entity, transition, record } of noted)
        for (const note of [nul, 'a\ud800', '\u0007']) {
          const told = await refusedTwice('/api/run', () => ({
            entity: entity.name,
            transition: transition.name,
            ...record,
            values: {},
            note,
            key: randomUUID(),
          }))
          expect(told.msg).not.toMatch(/reference/)
        }
    }, 'remarks')
  })

  it('on many records at once is refused one by one, or as a whole', async () => {
    const changing = runnable.filter(({ transition }) => !transition.creates && !transition.revealsSecret)
    await nothingWritten(async () => {
      for (const { entity, transition } of changing) {
        const records = [
          { id: Number.MAX_SAFE_INTEGER, version: 1 },
          { id: Number.MAX_SAFE_INTEGER - 1, version: 1 },
        ]
        const { code, data } = await ask(
          '/api/batch',
          { entity: entity.name, transition: transition.name, records, key: randomUUID() },
          'en',
        )
        expect(code === 2000 ? (data as { done: number; refused: { message: string }[] }) : undefined).toMatchObject({
          done: 0,
          refused: [{ message: expect.stringMatching(/[a-z]/) as string }, {}],
        })
      }
      const [{ entity, transition }] = changing as [(typeof changing)[0]]
      for (const records of [
        [],
        [{}],
        [1],
        'x',
        null,
        [{ id: -1, version: 1 }],
        Array.from({ length: 501 }, (_, at) => ({ id: at + 1, version: 1 })),
      ])
        await refusedTwice('/api/batch', () => ({
          entity: entity.name,
          transition: transition.name,
          records,
          key: randomUUID(),
        }))
      await refusedTwice('/api/batch', () => ({
        entity: entity.name,
        transition: transition.name,
        records: [{ id: 1, version: 1 }],
        key: 'with\0a nul',
      }))
    }, 'batches')
  })
})

describe('a form', () => {
  it('of what a reference offers takes any half-filled form', async () => {
    for (const { entity, transition } of sampleOf(runnable, sparse)) {
      const references = transition.form.flatMap((one) => {
        const field = fieldOf(entity, transition, one)
        return field.type === 'ref'
          ? [one.field]
          : Object.values(field.fields ?? {})
              .filter((cell) => cell.type === 'ref')
              .map((cell) => `${one.field}.${cell.name}`)
      })
      const record = await recordFor(entity, transition)
      for (const field of references) {
        for (let round = 0; round < 12; round += 1) {
          const input = Object.fromEntries(
            transition.form.map((one) => {
              const wrong = [...wrongValues[fieldOf(entity, transition, one).type], ...edgeValues]
              return [one.field, wrong[(round * 7) % wrong.length]]
            }),
          )
          expect([2000, 2001]).toContain(
            (
              await ask('/api/options', {
                entity: entity.name,
                transition: transition.name,
                field,
                ...(record && round % 2 && { id: record.id }),
                input,
              })
            ).code,
          )
        }
      }
    }
    for (const field of wrongNames)
      for (const { entity, transition } of runnable.slice(0, 3))
        await refusedTwice('/api/options', () => ({ entity: entity.name, transition: transition.name, field }))
  })
})

describe('anything at all', () => {
  it('that is sent as a transition is done or refused, and a refusal writes nothing', async () => {
    const ids = new Map<string, number[]>()
    for (const { name } of entities)
      ids.set(
        name,
        (await database().query<{ id: number }>(sql`SELECT "id" FROM ${identifier(name)} ORDER BY "id" LIMIT 20`)).map(
          ({ id }) => id,
        ),
      )
    const outcomes = { done: 0, refused: 0 }
    const orders = pick(runnable).chain(({ entity, transition }) =>
      fc.record({
        entity: fc.constant(entity.name),
        transition: fc.constant(transition.name),
        skip: fc.integer({ min: 0, max: 5 }),
        values: fc.record(
          Object.fromEntries(
            transition.form.map((one) => [one.field, anyValue(app, fieldOf(entity, transition, one), ids)]),
          ),
          { requiredKeys: transition.form.filter((one) => one.required).map((one) => one.field) },
        ),
        note: fc.option(fc.oneof(pick(['说明原因', 'why']), fc.string({ unit: 'binary', maxLength: 20 })), {
          nil: undefined,
          freq: 3,
        }),
      }),
    )
    const late = patience(6_000)
    let tried = 0
    // Both outcomes are met, however slow the machine and whatever was drawn.
    const isEnough = () => (late() || (!isWhole && tried >= 150)) && Object.values(outcomes).every((count) => count > 0)
    await fc.assert(
      fc.asyncProperty(orders, async ({ skip, values, note, ...names }) => {
        if (isEnough()) return
        tried += 1
        const entity = app.entities[names.entity]!
        const transition = entity.transitions[names.transition]!
        const record = await recordFor(entity, transition, skip)
        if (!transition.creates && !record) return
        const before = await countEverything(database(), app)
        const { code, msg } = await ask('/api/run', {
          entity: entity.name,
          transition: transition.name,
          ...record,
          values,
          note,
          key: randomUUID(),
        })
        outcomes[code === 2000 ? 'done' : 'refused'] += 1
        const after = await countEverything(database(), app)
        const isLogged = after[app.product.logEntity] !== before[app.product.logEntity]
        if (code !== 2000) expect(after, msg).toEqual(before)
        // An edit that sends what is there already is done and not logged; its record has a new version.
        else if (!isLogged) {
          expect(!transition.creates && transition.to === undefined, `${nameOf(entity, transition)}: ${msg}`).toBe(true)
          const others = { _idempotency: '', [entity.name]: '' }
          expect({ ...after, ...others }, msg).toEqual({ ...before, ...others })
        }
      }),
      { numRuns: 800 },
    )
    expect(outcomes.done).toBeGreaterThan(0)
    expect(outcomes.refused).toBeGreaterThan(0)
  })
})
