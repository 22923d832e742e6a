// Tests that each tenant's documents have its own letterhead:
// printed by two dealers and the headquarters, and set by those who may.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { picturesIn, readPdf, withoutBlanks } from '../server/readPdf'
import { readSchemas } from './schemas'
import { uploadFile } from './uploadFile'
import { useProduct } from './useProduct'

const app = readSchemas()
const suite = useProduct()
const tenants = app.access.identity.tenantEntity
const letterhead = 'editLetterhead'
const document = app.entities.contract!.documents.find(({ name }) => name === 'contract')!

const printable = new Set(document.states)

async function firstOf(role: string, screen: string, states?: ReadonlySet<string>): Promise<RecordData> {
  const { data } = await suite.teller.call<ListAnswer>(role, '/api/list', { screen, want: { rows: true } })
  return data.rows!.find((row) => !states || states.has(row.state!))!
}

async function printed(role: string, id: number) {
  const reply = await suite.product.transport({
    method: 'POST',
    path: '/api/document',
    headers: { 'x-token': await suite.teller.token(role) },
    body: { entity: 'contract', id, document: document.name },
  })
  expect(reply.headers['content-type'], JSON.stringify(reply.body)).toBe('application/pdf')
  const bytes = await buffer(reply.body as Readable)
  return { ...(await readPdf(bytes)), size: bytes.length, pictures: await picturesIn(bytes) }
}

const own = (role: string) => firstOf(role, '/store/StoreStore?list=letterhead')

/** Runs the transition with what the dealer has and a change of it. */
async function set(role: string, id: number, change: object): Promise<Envelope<unknown>> {
  const { data } = await suite.teller.call<RecordAnswer>('admin', '/api/record', { entity: tenants, id })
  const { version, values } = data.record
  const form = app.entities[tenants]!.transitions[letterhead]!.form.map(({ field }) => [field, values[field]])
  return suite.teller.call(role, '/api/run', {
    entity: tenants,
    transition: letterhead,
    id,
    version,
    key: randomUUID(),
    values: { ...(Object.fromEntries(form) as object), ...change },
  })
}

it('the paths stand in every document of a tenant that does not leave them out', () => {
  const all = Object.values(app.entities).flatMap((entity) => entity.documents)
  const without = all.filter((one) => !one.letterhead).map(({ name }) => name)
  expect(without).toEqual(['policyLetter'])
  for (const one of all.filter((each) => each.letterhead)) {
    expect(one.letterhead!.name.field).toBe(`${tenants}.letterTitle`)
    expect(one.readPaths).toContain(`${tenants}.letterLogo`)
  }
})

describe('two dealers', () => {
  it('carry each its own, for headquarters too', async () => {
    const { id } = await own('restricted')
    const mark = { letterName: '雅居定制中心', letterAddress: '柯桥区金柯桥大道 1366 号', letterFooter: '雅居页脚' }
    expect((await set('restricted', id, mark)).code).toBe(2000)
    const first = await own('owner')
    const [mine, theirs] = [
      await firstOf('owner', '/order/Contract', printable),
      await firstOf('restricted', '/order/Contract', printable),
    ]
    const marks = (row: RecordData) =>
      ['letterTitle', 'letterAddress', 'letterFooter'].map((name) => withoutBlanks(String(row.values[name])))
    const second = { ...first, values: { ...mark, letterTitle: mark.letterName } as RecordData['values'] }
    for (const [role, contract, bears, lacks] of [
      ['owner', mine, first, second],
      ['restricted', theirs, second, first],
      ['admin', mine, first, second],
      ['admin', theirs, second, first],
    ] as const) {
      const { text } = await printed(role, contract.id)
      for (const one of marks(bears)) expect(text, `${role} ${contract.label}`).toContain(one)
      for (const one of marks(lacks)) expect(text, `${role} ${contract.label}`).not.toContain(one)
    }
  })

  it('set their own alone', async () => {
    const [mine, theirs] = [await own('owner'), await own('restricted')]
    expect(mine.id).not.toBe(theirs.id)
    expect((await set('owner', theirs.id, { letterName: '别人的' })).key).toBe('record_not_found')
    expect((await suite.teller.call('owner', '/api/record', { entity: tenants, id: theirs.id })).key).toBe(
      'record_not_reachable',
    )
    expect((await set('guide', mine.id, { letterName: '导购的' })).code).not.toBe(2000)
    expect((await set('admin', theirs.id, { letterPhone: '0575-8888' })).code).toBe(2000)
    expect((await own('restricted')).values.letterTitle).not.toBe('别人的')
  })
})

it('without a name of its own a dealer is called as it is', async () => {
  const { id } = await own('restricted')
  expect((await set('restricted', id, { letterName: null, letterAddress: null, letterFooter: null })).code).toBe(2000)
  const { text } = await printed('restricted', (await firstOf('restricted', '/order/Contract', printable)).id)
  expect(text.startsWith(withoutBlanks('绍兴雅居定制家居'))).toBe(true)
})

it('a scanned seal of several megabytes stands on contracts in effect alone, and the file stays small', async () => {
  const { id } = await own('owner')
  const place = { address: suite.product.address, token: await suite.teller.token('owner') }
  const side = 2_500
  const seal = await uploadFile(
    place,
    'seal.png',
    await sharp(scanOf(side), { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer(),
  )
  expect(seal.size).toBeGreaterThan(2_000_000)
  expect((await set('owner', id, { letterSeal: [seal] })).code).toBe(2000)
  const [inEffect, draft] = [
    await firstOf('owner', '/order/Contract', new Set(['effective'])),
    await firstOf('owner', '/order/Contract', new Set(['draft'])),
  ]
  const sealed = await printed('owner', inEffect.id)
  expect(sealed.size).toBeLessThan(200_000)
  expect(sealed.pictures).toBe(2)
  expect((await printed('owner', draft.id)).pictures).toBe(1)
})

/** A red ring on paper with grain, as a scanner sees it. */
function scanOf(side: number): Buffer {
  const pixels = Buffer.alloc(side * side * 3)
  let grain = 7
  for (let at = 0; at < pixels.length; at += 3) {
    const radius = Math.hypot(((at / 3) % side) - side / 2, Math.floor(at / 3 / side) - side / 2) / side
    grain = (grain * 1_103_515_245 + 12_345) % 2_147_483_648
    const inked = (radius > 0.4 && radius < 0.46) || radius < 0.15
    pixels[at] = inked ? 200 + (grain % 30) : 238 + (grain % 17)
    pixels[at + 1] = inked ? 40 + (grain % 23) : 238 + (grain % 17)
    pixels[at + 2] = inked ? 40 + (grain % 19) : 238 + (grain % 17)
  }
  return pixels
}
