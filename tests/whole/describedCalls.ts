// Checks requests and answers of the API against the caller's OpenAPI document.
// Not a test itself: used with a running product.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import sql, { raw } from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { derivedCalls } from '../../src/server/endpoints/derivedCalls'
import type { OpenApiDocument } from '../../src/server/endpoints/openapi/openApiDocument'
import type { Product } from './product'
import { runTyped } from '../story/client/typedClient'
import { accounts, createTeller, emptyAccount, png, type Teller } from '../story/teller'
import { createChance } from '../../scripts/demo/chance'
import { isWhole, loopSeed } from '../loopSeed'
import { turnOf } from '../turns'
import { sparse, sampleOf } from './sample'

interface Described {
  readonly document: OpenApiDocument
  /** Why a value does not fit a place of the document. */
  errors(place: string, value: unknown): string | undefined
}

export async function describedBy(address: string, headers: Readonly<Record<string, string>>): Promise<Described> {
  const reply = await fetch(`${address}/api/openapi.json`, { headers })
  expect(reply.headers.get('content-type')).toContain('application/vnd.oai.openapi+json')
  const document = (await reply.json()) as OpenApiDocument
  const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false, inlineRefs: false })
  ajv.addSchema({ ...document, $id: 'document' })
  const checks = new Map<string, ReturnType<typeof ajv.compile>>()
  return {
    document,
    errors(place, value) {
      let check = checks.get(place)
      if (!check) checks.set(place, (check = ajv.compile({ $ref: `document#${place}` })))
      return check(value) ? undefined : JSON.stringify(check.errors?.slice(0, 5))
    },
  }
}

const period = { from: '2020-01-01', to: '2040-01-01' }
const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
const answerAt = (path: string) => `/paths/${escaped(path)}/post/responses/200/content/application~1json/schema`

interface Variant {
  readonly value: string
  readonly place: string
  readonly schema: { readonly 'x-answer'?: unknown; readonly properties?: object }
}

/** The requests among which a call's discriminator chooses. */
function variantsOf({ document }: Described, path: string): readonly Variant[] {
  const { requestBody } = document.paths[path]!.post as {
    requestBody: { content: Record<string, { schema: { discriminator: { mapping: Record<string, string> } } }> }
  }
  const { mapping } = requestBody.content['application/json']!.schema.discriminator
  return Object.entries(mapping).map(([value, ref]) => ({
    value,
    place: ref.slice(1),
    schema: document.components.schemas[ref.split('/').at(-1)!] as Variant['schema'],
  }))
}

/** One of them, drawn by LOOPS_SEED; `npm run loops` has each. */
const roles = ['admin', 'manager', 'guide']

export function describeCalls(suite: { readonly product: Product; readonly teller: Teller }): void {
  it('each account is described no call but those of the product, and an administrator each of them', async () => {
    const validated = turnOf(Object.keys(accounts), 6)
    const { address, server } = suite.product
    const callsOf = ({ paths }: OpenApiDocument) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((name) => `${name.toUpperCase()} ${path}`),
      )
    const described = new Map<string, readonly string[]>()
    for (const role of new Set(['admin', ...validated])) {
      const reply = await fetch(`${address}/api/openapi.json`, {
        headers: { 'x-token': await suite.teller.token(role) },
      })
      const document = (await reply.json()) as OpenApiDocument
      described.set(role, callsOf(document))
      if (!validated.includes(role)) continue
      const { valid, errors } = await new Validator().validate(document as never)
      expect([valid, errors], role).toEqual([true, undefined])
    }
    const { endpoints } = server.dependencies.liveApp.current
    const offered = [
      ...Object.keys(derivedCalls),
      ...Object.values(endpoints).map(({ method, path }) => `${method} ${path}`),
    ]
    expect(described.get('admin')!.toSorted()).toEqual(offered.toSorted())
    for (const [role, calls] of described) expect(offered, role).toEqual(expect.arrayContaining([...calls]))
  })

  it.each(isWhole ? roles : [createChance(loopSeed).one(roles)])(
    'the description of %s is valid and true',
    async (role) => {
      const described = await describedBy(suite.product.address, { 'x-token': await suite.teller.token(role) })
      expect(await new Validator().validate(JSON.parse(JSON.stringify(described.document)))).toMatchObject({
        valid: true,
      })

      /** Asks what the document allows, and compares the answer with it. */
      async function ask<T>(path: string, body: object, variant?: Variant): Promise<T> {
        const answer: Envelope<T> = await suite.teller.call<T>(role, path, body)
        const what = `${path} ${JSON.stringify(body)}`
        expect(answer, what).toMatchObject({ code: 2000 })
        if (variant) expect(described.errors(variant.place, body), what).toBeUndefined()
        if (variant?.schema['x-answer'])
          expect(described.errors(`${variant.place}/x-answer`, answer.data), what).toBeUndefined()
        expect(described.errors(answerAt(path), answer), what).toBeUndefined()
        return answer.data
      }

      const ids = Object.values(described.document.paths).flatMap((path) =>
        Object.values(path).map(({ operationId }) => operationId),
      )
      expect(new Set(ids).size).toBe(ids.length)
      const records = variantsOf(described, '/api/record')
      for (const list of sampleOf(variantsOf(described, '/api/list'), sparse)) {
        const want = { rows: true, total: 'capped', tabs: true, sums: true }
        await ask<ListAnswer>('/api/list', { screen: list.value, size: 3, want }, list)
      }
      for (const record of sampleOf(records, sparse)) {
        const id = await firstOf(suite.product, record.value)
        const seen =
          id === undefined
            ? undefined
            : await suite.teller.call<RecordAnswer>(role, '/api/record', { entity: record.value, id })
        if (seen?.code !== 2000) continue
        await ask('/api/record', { entity: record.value, id }, record)
        await ask('/api/timeline', { entity: record.value, id })
        await ask('/api/why', { entity: record.value, id })
      }
      for (const report of sampleOf(variantsOf(described, '/api/report'), sparse))
        await ask('/api/report', { screen: report.value, ...('from' in report.schema.properties! && period) }, report)
      for (const screen of variantsOf(described, '/api/dashboard'))
        await ask('/api/dashboard', { screen: screen.value }, screen)
      for (const screen of 'post' in (described.document.paths['/api/calendar'] ?? {})
        ? variantsOf(described, '/api/calendar')
        : [])
        await ask('/api/calendar', { screen: screen.value, from: '2026-01-01', to: '2026-02-01' }, screen)
      await ask('/api/find', { words: '138' })
    },
  )
}

async function firstOf({ server }: Product, entity: string): Promise<number | undefined> {
  const [row] = await server.dependencies.database.query<{ id: number }>(
    sql`select "id" from ${raw(`"${entity}"`)} order by "id" desc limit 1`,
  )
  return row && Number(row.id)
}

/** The first ten steps of the first story by a program that knows only the types of the description. */
export function describeTypedClient(suite: { readonly product: Product; readonly teller: Teller }): void {
  it('a program that is typed by the description does the first steps of the story', async () => {
    const { address, transport } = suite.product
    const teller = createTeller(transport)
    await emptyAccount(teller, 'J10001')
    const { document } = await describedBy(address, { 'x-token': await teller.token('admin') })
    const { dealer } = await teller.account('owner')
    const words = [address, String(dealer), png.toString('base64')]
    expect(await runTyped('tests/story/client/tenSteps.ts', document, words)).toEqual([
      'active',
      'pending',
      'posted',
      'pool',
      'following',
      'value_not_unique',
      'done',
      'booked',
      'arrived',
      'following',
      '108.00',
      { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号 1-1201' },
    ])
  })
}
