// Tests that an open form reports existing values:
// every unique rule whose fields a creating form has, with existing values, by everyone who may fill in the form.
import sql, { join } from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { Entity } from '../../src/manifest/model/entity'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { DuplicatesAnswer } from '../../src/protocol/findCalls'
import { requireApp } from '../../scripts/compiled'
import { createHandler } from '../../src/server/http/handleCall'
import { identifier } from '../../src/server/database/sql/identifier'
import { accounts } from '../story/teller'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const look = (role: string, request: object) => suite.teller.call<DuplicatesAnswer>(role, '/api/duplicates', request)

const rules = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions)
    .filter(({ creates }) => creates)
    .flatMap((transition) =>
      entity.unique
        .filter(({ fields }) => fields.every((name) => transition.form.some((ask) => ask.field === name && !ask.input)))
        .map(({ fields, where }) => ({ entity, transition: transition.name, fields, always: !where })),
    ),
)

async function tenantOf(role: string): Promise<number> {
  const { body } = await suite.product.transport({
    method: 'GET',
    path: `/api/boot?client=${app.product.clientName}`,
    headers: { 'x-token': await suite.teller.token(role) },
  })
  return (body as Envelope<BootAnswer>).data.account.tenant?.id ?? 0
}

/** Values of records, of a tenant's own where the entity has tenants. */
async function storedValues({ name, perTenant }: Entity, fields: readonly string[], tenant: number) {
  const columns = join(fields.map(identifier))
  const present = join(
    fields.map((field) => sql`${identifier(field)} IS NOT NULL`),
    ' AND ',
  )
  const mine = perTenant ? sql` AND ${identifier(app.access.identity.tenantEntity)} = ${tenant}` : sql``
  return suite.product.server.dependencies.database.query<Record<string, unknown>>(
    sql`SELECT ${columns} FROM ${identifier(name)} WHERE ${present}${mine} ORDER BY "id" DESC LIMIT 30`,
  )
}

it('names the record in the way for each unique rule of a form, before anything is sent', async () => {
  const found: string[] = []
  for (const { entity, transition, fields } of rules) {
    const what = `${entity.name}.${transition} ${fields.join('+')}`
    for (const role of Object.keys(accounts)) {
      if ((await look(role, { entity: entity.name, transition, values: {} })).code !== codes.success) continue
      for (const values of await storedValues(entity, fields, await tenantOf(role))) {
        const { data } = await look(role, { entity: entity.name, transition, values })
        const duplicate = data.duplicates.find((one) => one.fields.join('+') === fields.join('+'))
        if (!duplicate) continue
        expect(duplicate.message, what).toMatch(/\S/)
        expect(duplicate.message, what).not.toMatch(/[{}]/)
        found.push(what)
        break
      }
      if (found.at(-1) === what) break
    }
  }
  // The demo data hold no records of the others, or only such as a rule leaves out.
  expect(found.length).toBeGreaterThan(rules.filter(({ always }) => always).length / 2)
})

const masked = rules.find(({ entity, fields }) => fields.length === 1 && entity.fields[fields[0]!]!.mask)!
const { entity, transition, fields } = masked
const [field] = fields

it('says what sending would say, and nothing of values that are free', async () => {
  const [values] = await storedValues(entity, fields, await tenantOf('guide'))
  const { data } = await look('guide', { entity: entity.name, transition, values: values! })
  const sent = await suite.teller.call<{ fields: Record<string, string> }>('guide', '/api/run', {
    entity: entity.name,
    transition,
    key: 'duplicate-key-1',
    values: { ...values, name: '重复的人', source: 'walkIn' },
  })
  expect(sent.code).not.toBe(codes.success)
  expect(data.duplicates).toEqual([expect.objectContaining({ fields, message: sent.data.fields[field!] })])
  const free = await look('guide', { entity: entity.name, transition, values: { [field!]: '19900000001' } })
  expect(free.data.duplicates).toEqual([])
  const broken = await look('guide', { entity: entity.name, transition, values: { [field!]: '199' } })
  expect(broken.data.duplicates).toEqual([])
})

it('lets nobody try out the digits of a masked value', async () => {
  const token = await suite.teller.token('manager')
  const tryOne = async (digits: number, transport = suite.product.transport) => {
    const { status, headers, body } = await transport({
      method: 'POST',
      path: '/api/duplicates',
      headers: { 'x-token': token },
      body: { entity: entity.name, transition, values: { [field!]: `198000010${digits + 10}` }, client: 'dealerPc' },
    })
    return { status, wait: Number(headers['retry-after'] ?? 0), ...(body as Envelope<DuplicatesAnswer>) }
  }
  for (let digits = 0; digits < 60; digits += 1) expect((await tryOne(digits)).status).toBe(200)
  // A value that was looked for before tells nothing new.
  expect((await tryOne(0)).status).toBe(200)
  const refused = await tryOne(60)
  expect(refused).toMatchObject({ status: 429, msg: `查重过于频繁，请 ${refused.wait} 秒后再试`, data: null })
  expect(refused.wait).toBeGreaterThan(500)
  // Another server of the same database, or the same one started again, gives no further tries.
  const { liveApp, database, ...others } = suite.product.server.dependencies
  expect((await tryOne(60, createHandler(liveApp, database, others))).status).toBe(429)
  expect((await tryOne(0, createHandler(liveApp, database, others))).status).toBe(200)
  const other = await look('guide', { entity: entity.name, transition, values: { [field!]: '19900000001' } })
  expect(other.code).toBe(codes.success)
})

it('tells nothing of records out of reach, nor of those that they are about', async () => {
  const referring = rules.filter(({ entity: one, fields: names }) =>
    names.some((name) => one.fields[name]!.type === 'ref'),
  )
  let refused = 0
  for (const { entity: one, transition: step, fields: names } of referring) {
    if ((await look('guide', { entity: one.name, transition: step, values: {} })).code !== codes.success) continue
    for (const values of await storedValues(one, names, await tenantOf('owner'))) {
      const reference = names.find((name) => one.fields[name]!.type === 'ref')!
      const record = { entity: one.fields[reference]!.entity, id: values[reference] }
      const opened = await suite.teller.call('guide', '/api/record', record)
      if (opened.code === codes.success) continue
      refused += 1
      const { data } = await look('guide', { entity: one.name, transition: step, values })
      expect(data.duplicates, `${one.name}.${step}`).toEqual([])
    }
  }
  expect(refused).toBeGreaterThan(0)
})

it('lets nobody try them out by the rows of a file, which may hold many others', async () => {
  const { answer, compared, everyRow } = createImporter(suite)
  const { path } = Object.values(app.screens).find((screen) => screen.exchange && screen.entity === entity.name)!
  const [head, source] = [['姓名', '手机', '客户来源'].join(), '自然进店']
  const states = async (name: string, mobiles: readonly string[]) => {
    const file = [head, ...mobiles.map((mobile, at) => `某人${at},${mobile},${source}`)].join('\n')
    const state = await compared('owner', path, name, file)
    const rows = await everyRow('owner', state)
    await answer('owner', '/api/exchange/discard', { import: state.id })
    return rows.map((row) => [row.state, (row.message ?? '').startsWith('相近的内容过多，本行未能查重')])
  }
  const others = Array.from({ length: 70 }, (_, at) => `19700${String(at + 10)}${String(at + 1_000)}`)
  expect(await states('others.csv', others)).toEqual(others.map(() => ['create', false]))
  const masked = Array.from({ length: 70 }, (_, at) => `19811${String(at + 10)}0102`)
  expect(await states('guessed.csv', masked)).toEqual(
    masked.map((_, at) => (at < 60 ? ['create', false] : ['refused', true])),
  )
  // Forgotten and begun again it tells nothing more.
  const further = [...masked.slice(60), masked[0]!]
  expect(await states('again.csv', further)).toEqual(
    further.map((_, at) => (at < 10 ? ['refused', true] : ['create', false])),
  )
})
