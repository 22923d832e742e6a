// Does anything hidden show in any answer? Two products that differ only in what a caller may not see are asked the
// same: a quarter of a sample each day; `npm run oracle` asks 20,000 times (ORACLE_REQUESTS).
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { canRun } from '../../src/manifest/access/permissions'
import type { Envelope } from '../../src/protocol/envelope'
import { derivedCalls } from '../../src/server/endpoints/derivedCalls'
import { createTeller, type Teller } from '../story/teller'
import { withPrepared } from '../whole/prepared'
import { turnOf } from '../turns'
import { readSchemas } from '../whole/schemas'
import { startProduct, type Product } from '../whole/product'
import { createKey } from '../whole/programKey'
import { answerOf, isCutOff, settled } from './answers'
import { changeHidden, changeMasked, sightOfCallers, sightOfTenant, type Changed } from './hidden'
import { answersToImport, importCalls, sheetsOf } from './imports'
import { unasked, unaskedOperations, type Asked } from './otherRequests'
import { declaredReads, randomOf, Requests, rowsOf, type Rows } from './requests'

const usual = 1_000
const count = Number(process.env.ORACLE_REQUESTS ?? usual)
/** The days in which each request of a sample is asked. */
const days = count === usual ? 4 : 1
const seed = Number(process.env.ORACLE_SEED ?? 20_261_122)
console.log(`The oracle asks ${count} requests of ORACLE_SEED=${seed}; \`npm run oracle\` asks 20,000.`)
/** The days in which each list is imported by each of its callers. */
const daysOfImports = 3
/** Fewer than a key may send in a minute. */
const requestsOfKey = 250
/** One of each reach within the tenant, and those with few permissions. */
const roles = [
  'owner',
  'manager',
  'guide',
  'designer',
  'finance',
  'dispatcher',
  'aftersales',
  'storebuilder',
  'orderclerk',
]

const app = readSchemas()
/** Codes from whose holders a mask hides nothing. */
const wholeFor = Object.values(app.entities).flatMap(({ fields }) =>
  Object.values(fields).flatMap(({ mask }) => mask?.unmaskPermissions ?? []),
)
let products: readonly Product[] = []
let tellers: readonly Teller[] = []
let changed: Changed
let rows: Rows
beforeAll(async () => {
  products = await startTwins()
  tellers = products.map(({ transport }) => createTeller(transport))
  const { dealer } = await tellers[0]!.account('owner')
  rows = await rowsOf(app, products[0]!.server.dependencies.database)
  changed = await changeHidden(app, products[1]!.server.dependencies.database, sightOfTenant(app, dealer))
}, 300_000)
afterAll(async () => {
  for (const product of products) await product.stop()
})

/** Both begin with a copy of one database: loaded one after the other, they would differ in their moments. */
async function startTwins(): Promise<readonly Product[]> {
  const environment = { JOBS: 'off' }
  const start = async () => [await startProduct({ environment }), await startProduct({ environment })]
  if (process.env.TEST_PREPARED) return start()
  return withPrepared(process.env.TEST_DATABASE_URL, async (prepared) => {
    for (const [name, value] of Object.entries(prepared)) vi.stubEnv(name, value)
    return start().finally(() => vi.unstubAllEnvs())
  })
}

/** Reads that leave nothing behind and have no limit of their own, so that several at once are answered alike. */
const readsAtOnce = [
  '/api/list',
  '/api/report',
  '/api/calendar',
  '/api/dashboard',
  '/api/options',
  '/api/turn',
  '/api/why',
  '/api/screen',
  '/api/entity',
]
const maxAtOnce = 3

/** The requests in their order, reads that follow each other together. */
function* batchesOf(requests: readonly Asked[]): Generator<readonly Asked[]> {
  let batch: Asked[] = []
  for (const request of requests) {
    const isRead = readsAtOnce.includes(request[0])
    if (batch.length > 0 && (!isRead || batch.length === maxAtOnce)) {
      yield batch
      batch = []
    }
    if (isRead) batch.push(request)
    else yield [request]
  }
  if (batch.length > 0) yield batch
}

interface Comparison {
  /** The records that no role may see, by entity. */
  readonly unseen?: Changed['hidden']
  readonly masked?: boolean
  readonly reads?: boolean
  /** After so many days each request was asked. */
  readonly days?: number
  readonly of?: readonly string[]
  /** The API keys that ask, one of each product, instead of the sessions. */
  readonly keys?: readonly string[]
}

/** Asks both the same as everyone, and fails at the first difference. */
async function compare(
  count: number,
  { unseen = new Map(), masked = false, reads = masked, days = 1, of = roles, keys }: Comparison,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const random = randomOf(seed)
  const differences: string[] = []
  const answers = new Map<string, number[]>()
  for (const role of of) {
    const tokens = await Promise.all(tellers.map((teller) => teller.token(role)))
    const boot = await products[0]!.transport({ method: 'GET', path: '/api/boot', headers: { 'x-token': tokens[0]! } })
    const { routes, codes } = (boot.body as Envelope<{ routes: Record<string, unknown>; codes: string[] }>).data
    if (masked && wholeFor.some((code) => codes.includes(code))) continue
    const caller = await callerOf(tokens[0]!)
    const requests = new Requests(
      { app, rows, random, masked, reads, unseen },
      { opens: ({ path }) => Object.hasOwn(routes, path), mayRun: (transition) => canRun(app, caller, transition) },
    )
    const drawn = Array.from({ length: Math.ceil(count / of.length) }, (_, index) =>
      requests.next(roles.indexOf(role) * count + index),
    )
    const all = turnOf(drawn, days)
    const compareOne = async (request: Asked) => {
      const language = all.indexOf(request) % 2 ? 'zh' : 'en'
      const ask = () =>
        Promise.all([
          answerOf(products[0]!.transport, (keys ?? tokens)[0]!, request, language),
          answerOf(products[1]!.transport, (keys ?? tokens)[1]!, request, language),
        ])
      let [first, second] = await ask()
      // A busy machine leaves out what was not found within a second: what is unseen would differ every time.
      for (let times = 0; request[0] === '/api/find' && first.content !== second.content && times < 3; times += 1)
        [first, second] = await ask()
      expect(first.status, `${role} ${JSON.stringify(request)} ${first.content.slice(0, 300)}`).toBeLessThan(500)
      const [call] = request
      answers.set(call, [...(answers.get(call) ?? []), first.code])
      if (first.status === second.status && first.content === second.content) return
      if (isCutOff(request, first.content, second.content)) return
      let from = 0
      while (first.content[from] === second.content[from]) from += 1
      const around = ({ content }: { content: string }) => content.slice(Math.max(0, from - 120), from + 120)
      differences.push(`${role} ${JSON.stringify(request).slice(0, 500)}\n  ${around(first)}\n  ${around(second)}`)
    }
    for (const batch of batchesOf(all)) await Promise.all(batch.map(compareOne))
  }
  expect(differences.slice(0, 8).join('\n')).toBe('')
  expect([...answers.values()].flat().filter((code) => code === 2000).length).toBeGreaterThan(count / days / 3)
  return answers
}

const callerOf = async (token: string) =>
  (await products[0]!.server.dependencies.callers.identify(app, token, 'zh', new Date()))!

it('nothing that a caller may not see changes an answer', { timeout: 60_000 + count * 500 }, async () => {
  // Without much that differs the same answers would prove nothing.
  expect(changed.cells).toBeGreaterThan(500)
  expect(changed.removed).toBeGreaterThan(10)
  expect(changed.added).toBeGreaterThan(10)
  const answers = await compare(count, { unseen: changed.hidden, days })
  // An answer that is always a refusal would hide what the call tells.
  const refused = [...answers].filter(([, codes]) => codes.length >= 8 && !codes.includes(2000))
  expect(refused.map(([call]) => call)).toEqual([])
})

it('nothing that a caller may not see changes an answer to a program', { timeout: 60_000 + count * 150 }, async () => {
  const keys = await Promise.all(tellers.map((teller) => createKey(teller, 'guide')))
  const answers = await compare(Math.min(count / 8, requestsOfKey), {
    unseen: changed.hidden,
    days: Math.min(days, 2),
    of: ['guide'],
    keys,
  })
  for (const call of ['/api/list', '/api/record']) expect(answers.get(call), call).toContain(2000)
})

it('nothing that a caller may not see changes an import', { timeout: 600_000 }, async () => {
  const random = randomOf(seed)
  const answers: string[] = []
  const screens = Object.values(app.screens).filter(({ exchange }) => exchange)
  const imports = ['owner', 'guide', 'storebuilder'].flatMap((role) => screens.map(({ path }) => ({ role, path })))
  for (const { role, path } of turnOf(imports, days === 1 ? 1 : daysOfImports)) {
    const tokens = await Promise.all(tellers.map((teller) => teller.token(role)))
    const { status, body } = await products[0]!.transport({
      method: 'POST',
      path: '/api/exchange/export',
      headers: { 'x-token': tokens[0]!, 'x-language': 'zh' },
      body: { screen: path },
      address: 'oracle',
    })
    if (status !== 200 || typeof (body as Partial<Readable>).pipe !== 'function') continue
    for (const sheet of await sheetsOf({ app, rows, random }, path, await buffer(body as Readable))) {
      const [first = '', second] = (
        await Promise.all(products.map((product, at) => answersToImport(product, tokens[at]!, sheet)))
      ).map(settled)
      expect(second, `${role} ${path} ${sheet.name}`).toBe(first)
      answers.push(first)
    }
  }
  expect(answers.length).toBeGreaterThan(0)
  const states = ['created', 'updated', 'refused'].filter((state) => answers.join().includes(`"state":"${state}"`))
  console.log(`${answers.length} imports, whose rows are ${states.join(', ')}`)
  expect(states).not.toEqual([])
})

it('nothing of what a mask hides changes an answer', { timeout: 60_000 + count * 150 }, async () => {
  // That a value is taken is told on purpose, to who writes it: only reads are compared.
  expect(await changeMasked(app, products[1]!.server.dependencies.database)).toBeGreaterThan(20)
  await compare(count / 4, { masked: true, days })
})

it('nothing of a colleague that is out of row scope changes an answer', { timeout: 60_000 + count * 150 }, async () => {
  const of = ['guide', 'designer']
  const seeing = await Promise.all(of.map(async (role) => callerOf(await tellers[0]!.token(role))))
  const sight = await sightOfCallers(app, products[0]!.server.dependencies.database, seeing)
  const { cells, removed, added, hidden } = await changeHidden(app, products[1]!.server.dependencies.database, sight)
  expect(cells).toBeGreaterThan(500)
  expect(removed).toBeGreaterThan(10)
  expect(added).toBeGreaterThan(10)
  // That a value is taken is told on purpose here as well.
  const answers = await compare(count / 4, { unseen: hidden, reads: true, of })
  for (const call of ['/api/batch', '/api/earlyCheck']) expect(answers.get(call), call).toContain(2000)
})

it('no call is left out, and none is named that is not there', () => {
  const named = Object.values(unasked).flat()
  const declared = Object.values(app.endpoints)
  const reads = declared.filter(({ operation }) => declaredReads.includes(operation))
  const calls = [...Object.keys(derivedCalls), ...reads.map(({ method, path }) => `${method} ${path}`)]
  const requests = new Requests(
    { app, rows, random: randomOf(seed), masked: false, reads: false, unseen: changed.hidden },
    { opens: () => true, mayRun: () => true },
  )
  const missing = new Set(calls.filter((call) => !named.includes(call) && !importCalls.includes(call)))
  const asked = new Set<string>()
  for (let number = 0; number < 20_000 && missing.size > 0; number += 1) {
    const [call] = requests.next(number)
    asked.add(call.includes(' ') ? call : `POST ${call}`)
    for (const one of asked) missing.delete(one)
  }
  expect([...missing]).toEqual([])
  expect(named.filter((call) => asked.has(call) || !calls.includes(call))).toEqual([])
  const used = new Set(declared.map(({ operation }) => operation))
  expect([...used].sort()).toEqual([...declaredReads, ...Object.values(unaskedOperations).flat()].sort())
})
