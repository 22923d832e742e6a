// Tests that a person can add exactly the fields of the record to a list:
// several roles try allowed and other fields on every list.
import { describe, expect, it } from 'vitest'
import { freeColumns } from '../../src/manifest/access/freeColumns'
import type { ListAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { sampleOf } from './sample'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const app = readSchemas()
const whole = useProduct()
const lists = Object.values(app.screens).filter(({ kind, entity }) => kind === 'list' && entity !== undefined)
const roles = ['owner', 'guide', 'finance', 'admin']

interface Asked {
  readonly screen: string
  readonly columns?: readonly string[]
  readonly want?: object
}
const list = (role: string, request: Asked) =>
  whole.teller.call<ListAnswer | null>(role, '/api/list', { size: 3, ...request })
const asked = { looked: 0 }

describe.each(sampleOf(lists.map(({ path }) => path)))('%s', (path) => {
  it.each(roles)('shows %s in added columns what the record shows', async (role) => {
    const opened = await whole.teller.call<ScreenAnswer | null>(role, '/api/screen', { path })
    if (!opened.data) return
    const { screen, entities } = opened.data
    const entity = entities[screen.entity!]!
    const added = freeColumns(entity, screen).map(({ field }) => field)
    const names = [...screen.columns.map(({ field }) => field), ...added]
    const given = await list(role, { screen: path, columns: names })
    const first = (await list(role, { screen: path })).data?.rows?.[0]
    const record = first
      ? (await whole.teller.call<RecordAnswer | null>(role, '/api/record', { entity: entity.name, id: first.id })).data
      : undefined
    if (given.code !== 2000) {
      // Who may not open the records sees of them what the list shows.
      expect([given.key, added.length > 0, record ?? null]).toEqual(['field_not_available', true, null])
      return
    }
    // A list without added columns may show rows that cannot be opened.
    if (first && added.length > 0) expect(record).toBeTruthy()
    const row = given.data!.rows!.find(({ id }) => id === first?.id)
    for (const name of added)
      if (record && name in record.record.values) {
        expect([name, row!.values[name] ?? null]).toEqual([name, record.record.values[name] ?? null])
        asked.looked += 1
      }
  })

  it('refuses what is no field of its records that everyone who opens them reads', async () => {
    const { entity: name, columns, widenRowScope } = app.screens[path]!
    const entity = app.entities[name!]!
    const shown = new Set(columns.map(({ field }) => field))
    const reference = Object.values(entity.fields).find(({ type, entity: of }) => type === 'ref' && of !== undefined)
    const wrong = ['nothing', 'id.x', '__proto__', 'version', ...(reference ? [`${reference.name}.createdAt`] : [])]
    const beyond = widenRowScope ? Object.keys(entity.fields).slice(0, 5) : []
    for (const column of [...wrong, ...beyond].filter((field) => !shown.has(field))) {
      const { code, key } = (await list('owner', { screen: path, columns: [column] })) as Envelope<unknown>
      if (code === 2002) return
      expect([column, key]).toEqual([column, 'field_not_available'])
    }
  })
})

it('something was looked at', () => {
  expect(asked.looked).toBeGreaterThan(100)
})

it('is exported as it is shown', async () => {
  const path = '/customer/CustomerList'
  const { data } = await whole.teller.call<ScreenAnswer>('owner', '/api/screen', { path })
  const [added] = freeColumns(data.entities[data.screen.entity!]!, data.screen)
  const reply = await whole.product.transport({
    method: 'POST',
    path: '/api/export',
    headers: { 'x-token': await whole.teller.token('owner'), 'x-language': 'zh' },
    body: { client: 'dealerPc', screen: path, format: 'csv', columns: ['name', added!.field] },
  })
  let text = ''
  for await (const part of reply.body as AsyncIterable<Buffer>) text += part.toString()
  expect(text.replace('\ufeff', '').split(/\r?\n/)[0]).toBe(
    `${data.screen.columns.find(({ field }) => field === 'name')!.title.zh},${added!.title.zh}`,
  )
})
