// Provokes over HTTP refusals that the shipped product cannot meet.
// With the product of the tests, and a system that does not answer as it should.
import { randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Source } from '../../src/manifest/json/source'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { RunAnswer } from '../../src/protocol/calls'
import { keeper, kindsProduct } from '../browser/kindsSources'
import { password } from '../server/library'
import { startProduct, type Product } from './product'
import { itProvokes, toolAnswer } from './provoked'

const title = ['试验', 'Trial']
const step = (rest: object) => ({ title, from: ['open'], permissions: ['loans'], ...rest })
const bySystem = (rest: object) => step({ ...rest, permissions: ['system', 'loans'] })
const trial = {
  title,
  labelField: 'name',
  fields: {
    name: { type: 'string', title, required: true, maxLength: 10 },
    code: { type: 'string', title },
    amount: { type: 'money', title },
    product: { type: 'money', title },
    other: { type: 'ref', entity: 'trial', title },
  },
  unique: [{ fields: ['code'], message: title }],
  states: { open: { title, color: 'blue' }, ended: { title, closed: true } },
  transitions: {
    create: { title, to: 'open', permissions: ['loans', 'system'], form: ['name', 'code', 'amount', 'other'] },
    createFor: { title, creates: true, to: 'open', permissions: ['loans'], form: ['name', 'library'] },
    end: bySystem({ to: 'ended' }),
    touch: bySystem({ when: 'amount > 5' }),
    rename: bySystem({ form: ['name'] }),
    relabel: { ...step({ form: ['name'] }), permissions: ['bookEdit'] },
    multiply: step({ set: { product: 'amount * amount' } }),
    guarded: step({ askFactor: 'always' }),
    endOther: step({ effects: [{ run: 'trial.end', on: 'other' }] }),
    touchOther: step({ effects: [{ run: 'trial.touch', on: 'other' }] }),
    renameOther: step({ effects: [{ run: 'trial.rename', on: 'other', values: { name: 'code' } }] }),
    double: step({
      effects: [1, 2].map(() => ({ run: 'trial.create', values: { name: 'name', code: "'the same'" } })),
    }),
  },
}
const list = {
  path: '/lending/Trials',
  title,
  kind: 'list',
  permissions: ['loans'],
  entity: 'trial',
  columns: ['name', 'code', 'other'],
  actions: ['create'],
  exchange: { update: 'relabel', key: ['code'] },
}
const report = {
  path: '/lending/TrialFigures',
  title,
  kind: 'report',
  permissions: ['loans'],
  report: {
    dimensions: { code: { type: 'string', title } },
    measures: { trials: { title, type: 'int', aggregate: { count: 'trial' }, dimensions: { code: 'code' } } },
  },
}
const text = { type: 'string', title }
const call = (path: string, rest: object) => ({ title, method: 'POST', path, ...rest })
const sendCode = call('/fixture/sendCode', {
  permissions: ['public'],
  operation: 'sendCode',
  options: { channel: 'texter' },
  request: { mobile: text },
})
const checkUnion = call('/fixture/checkUnion', {
  permissions: ['signed-in'],
  operation: 'syncIntegrationPassword',
  options: { transition: 'edit' },
  request: { password: text },
})

/** The manifests of the tests, and those above; the union offers no launch, and has a second for its answers. */
async function manifests(): Promise<Source[]> {
  const sources = await kindsProduct()
  const unionPath = 'archive/union.integration.json'
  const { launch: _launch, ...union } = JSON.parse(sources.find(({ path }) => path === unionPath)!.text) as {
    launch: unknown
  }
  const written = Object.entries({
    'lending/trial.entity.json': trial,
    'lending/Trials.screen.json': list,
    'lending/TrialFigures.screen.json': report,
    'people/sendCode.endpoint.json': sendCode,
    'people/checkUnion.endpoint.json': checkUnion,
    'people/texter.integration.json': { title, channel: { body: { text: '{text}' } } },
    [unionPath]: { ...union, timeoutMs: 1_000 },
  })
  return [...sources, ...written.map(([path, manifest]) => ({ path, text: JSON.stringify(manifest) }))]
}

/** How the union answers: with a page in place of data, or not at all. */
let answerOfUnion: (reply: ServerResponse) => void
let union: Server
let product: Product
let token: string
let apiKey: string
/** More of them than a search behind a reference finds, or than a report may have groups; each has its own code. */
const manyTrials = 20_001
const manyName = 'echo'

beforeAll(async () => {
  union = createServer((_, reply) => answerOfUnion(reply))
  await new Promise<void>((resolve) => union.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(union.address() as AddressInfo).port}`
  product = await startProduct({
    other: await manifests(),
    environment: { JOBS: 'off', INTEGRATIONS: `union=${address}` },
  })
  token = await signIn(keeper)
  const first = await create({ name: manyName })
  const { database } = product.server.dependencies
  await database.query(sql`
    insert into "trial" select (jsonb_populate_record(t, jsonb_build_object(
      'id', 1000000 + i, 'no', 'T-' || i, 'code', 'c' || i))).*
    from "trial" t, generate_series(1, ${manyTrials}::int) i where t."id" = ${first}`)
  const [program] = await database.query<{ id: number }>(sql`select "id" from "account" where "state" = 'service'`)
  const key = await done('pass', 'create', { values: { name: 'ERP', account: program!.id, validUntil: '2099-12-31' } })
  apiKey = key.secret!
  await database.query(sql`insert into "_factor" ("account", "kind", "name", "secret", "used", "createdAt")
    values (${program!.id}, 'totp', 'Phone', 'sealed', 0, now())`)
}, 300_000)
afterAll(async () => {
  await product?.stop()
  union?.closeAllConnections()
  union?.close()
})

const send = (path: string, body: object, headers: Record<string, string> = { 'x-token': token }): Promise<Response> =>
  fetch(product.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signIn(account: string): Promise<string> {
  const answer = await send('/fixture/signIn', { account, password }, {})
  return ((await answer.json()) as Envelope<{ token: string }>).data.token
}

type Request = { readonly id?: number; readonly version?: number; readonly values?: object }
const run = (entity: string, transition: string, request: Request, headers?: Record<string, string>) =>
  send('/api/run', { entity, transition, values: {}, key: randomUUID(), ...request }, headers)

async function done(entity: string, transition: string, request: Request): Promise<RunAnswer> {
  const answer = (await (await run(entity, transition, request)).json()) as Envelope<RunAnswer>
  expect(answer, answer.msg).toMatchObject({ code: codes.success })
  return answer.data
}

const create = async (values: object) => (await done('trial', 'create', { values: { name: 'one', ...values } })).id

/** Runs a transition of a new trial that refers to another new one. */
async function runBeside(other: object, transition: string, values: object = {}): Promise<Response> {
  const id = await create({ other: await create(other), ...values })
  return run('trial', transition, { id, version: 1 })
}

/** Signs in to the union. */
function checked(answers: typeof answerOfUnion): Promise<Response> {
  answerOfUnion = answers
  return send('/fixture/checkUnion', { password: 'secret' })
}

itProvokes({
  effect_state_not_allowed: async () => {
    const other = await create({})
    const id = await create({ other })
    await done('trial', 'end', { id: other, version: 1 })
    return run('trial', 'endOther', { id, version: 1 })
  },
  effect_condition_not_met: () => runBeside({ amount: '1.00' }, 'touchOther'),
  effect_failed: () => runBeside({}, 'renameOther', { code: 'longer than a name' }),
  number_too_large: async () => {
    const id = await create({ amount: '999999999999.99' })
    return run('trial', 'multiply', { id, version: 1 })
  },
  record_not_unique: async () => run('trial', 'double', { id: await create({}), version: 1 }),
  tenant_unclear: async () => {
    const [other] = await product.server.dependencies.database.query<{ id: number }>(
      sql`select "id" from "library" where "code" = 'L02'`,
    )
    return run('trial', 'createFor', { values: { name: 'foreign', library: other!.id } })
  },
  second_factor_missing: async () => run('trial', 'guarded', { id: await create({}), version: 1 }),
  second_factor_not_for_programs: async () => {
    const id = await create({})
    return run('trial', 'guarded', { id, version: 1 }, { authorization: `Bearer ${apiKey}` })
  },
  search_incomplete: async () => {
    await create({ other: await create({ name: manyName }) })
    return send('/api/export', { screen: list.path, words: manyName, format: 'csv' })
  },
  export_too_long: () => send('/api/export', { screen: report.path, format: 'csv' }),
  import_not_permitted: async () =>
    send('/api/exchange/template', { screen: list.path }, { 'x-token': await signIn('13900000001') }),
  mobile_required: () => send('/fixture/sendCode', {}),
  launch_not_supported: () => send('/api/integration/launch', {}),
  partner_timeout: () => checked(() => undefined),
  partner_answer_invalid: () => checked((reply) => reply.end('<html>Welcome</html>')),
  proposals_not_kept: () => {
    const files = [{ path: 'lending/Trials.screen.json', text: JSON.stringify({ ...list, actions: [] }) }]
    return toolAnswer(product.address, apiKey, 'propose', { title: 'Fewer actions', files })
  },
})
