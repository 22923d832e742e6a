// Tests every message of every transition over the demo data:
// it arrives at an account that may sign in, and at least one receiver may open its screen.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canOpen, canRead, canRun } from '../../src/manifest/access/permissions'
import type { Entity } from '../../src/manifest/model/entity'
import type { MessageEffect, Transition } from '../../src/manifest/model/transition'
import { idOf } from '../../src/manifest/expression/values/value'
import type { Caller, Context, RawRecord } from '../../src/server/context/context'
import { callerOf } from '../../src/server/auth/callers'
import { findIdentities } from '../../src/server/auth/findIdentities'
import { loadRecords } from '../../src/server/query/records/loadRecords'
import { unattendedCaller } from '../../src/server/mutation/state/writeContext'
import { startProduct, type Product } from './product'
import { readSchemas } from './schemas'

const app = readSchemas()
const messages = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions).flatMap((transition) =>
    transition.effects.flatMap((effect, index) =>
      effect.kind === 'message'
        ? [[`${entity.name}.${transition.name}, effect ${index}`, transition, effect] as const]
        : [],
    ),
  ),
)

let product: Product
let context: Context
let people: ReadonlyMap<number, Caller>
beforeAll(async () => {
  product = await startProduct()
  const { database } = product.server.dependencies
  const now = new Date()
  context = { app, caller: unattendedCaller(app, null), now, query: (statement) => database.query(statement) }
  const callers = (await findIdentities(context, 'zh', sql`true`)).flatMap(
    (identity) => callerOf(app, identity, now, { language: 'zh' }) ?? [],
  )
  people = new Map(callers.map((caller) => [Number(caller.me.id), caller]))
}, 120_000)
afterAll(() => product?.stop())

/** Records as they are when the transition has run, or may run: those in its states, else whatever there is. */
async function recordsFor({ entity, from, to }: Transition, paths: readonly string[]): Promise<RawRecord[]> {
  const all = await loadRecords(context, { entity, paths, where: {}, scoped: false })
  const near = all.filter(({ state }) => from.includes(String(state)) || state === to)
  return near.length > 0 ? near : all
}

const creatorsOf = ({ transitions }: Entity): number[] =>
  [...people].flatMap(([id, caller]) =>
    Object.values(transitions).some((transition) => transition.creates && canRun(app, caller, transition)) ? [id] : [],
  )

async function receivers(
  transition: Transition,
  { toFields: to, toWhere: each, toPermissions, acrossTenants: everywhere }: MessageEffect,
): Promise<Set<number>> {
  const paths = to.map((path) => path.replace(/^before\./, ''))
  const stored = Object.values(app.entities[transition.entity]!.fields)
    .filter((field) => field.stored && field.type !== 'lines')
    .map(({ name }) => name)
  const records = await recordsFor(transition, [...new Set([...stored, ...paths])])
  // The demo data have none of what leaves for an address: then an account that may create one stands for its creator.
  const found =
    records.length === 0 && paths.every((path) => path === 'createdBy')
      ? creatorsOf(app.entities[transition.entity]!)
      : records.flatMap((record) => paths.map((path) => idOf(record[path])))
  if (each || toPermissions)
    for (const record of records.slice(0, 10)) {
      const tenant = everywhere ? undefined : Number(record[app.access.identity.tenantEntity])
      found.push(
        ...(
          await loadRecords(context, {
            entity: app.access.identity.accountEntity,
            paths: [],
            where: { ...(each && { rule: each }), this: record, thisEntity: transition.entity, tenant },
            scoped: false,
          })
        ).map(({ id }) => Number(id)),
      )
    }
  const holds = (id: number) =>
    toPermissions === undefined || toPermissions.some((code) => people.get(id)?.codes.has(code))
  return new Set(found.filter((id) => id !== null).filter(holds))
}

/** Messages whose receivers may lack the screen, with the reason. */
const withoutScreen: Readonly<Record<string, string>> = {
  'order.submitDraw, effect 1': 'a dealer that does not invite has orders of before, whose next stage is another',
}

/** Accounts that a field of a record names, each with the record that the message would open. */
async function receiving(transition: Transition, { toFields, record }: MessageEffect) {
  const paths = toFields.filter((path) => !path.startsWith('before.'))
  const records = await recordsFor(transition, [...paths, record!.path])
  return records.flatMap((each) => paths.map((path) => [idOf(each[path]), each] as const))
}

it('there are messages', () => expect(messages.length).toBeGreaterThan(80))

it.each(messages)('%s', async (name, transition, effect) => {
  const told = [...(await receivers(transition, effect))].flatMap((id) => people.get(id) ?? [])
  expect(told.length, 'somebody who may sign in').toBeGreaterThan(0)
  const screen = effect.screen === undefined ? undefined : app.screens[effect.screen.split('?')[0]!]
  if (screen)
    expect(
      told.some((caller) => canOpen(app, caller, screen)),
      `somebody who may open ${effect.screen}`,
    ).toBe(true)
  if (screen && withoutScreen[name] === undefined)
    expect(
      told.filter((caller) => !canOpen(app, caller, screen)).map(({ me }) => me.name),
      `who may not open ${effect.screen}`,
    ).toEqual([])
  if (effect.record) {
    const { entity, path } = effect.record
    const shut: unknown[] = []
    for (const caller of told) {
      if (!canRead(app, caller, app.entities[entity]!)) shut.push([caller.me.name, 'has no right'])
      for (const [receiver, record] of await receiving(transition, effect)) {
        if (receiver !== caller.me.id) continue
        const id = idOf(record[path])
        const where = { ids: id === null ? [] : [id] }
        const reached = await loadRecords({ ...context, caller }, { entity, paths: [], where, scoped: true })
        if (id !== null && reached.length === 0) shut.push([caller.me.name, entity, id])
      }
    }
    expect(shut, 'receivers who may not open the record').toEqual([])
  }
})
