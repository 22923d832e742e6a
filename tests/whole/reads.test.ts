// Tests that every read of the real manifests answers for every row scope:
// everything that screens and forms request besides lists, over the demo data.
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { conditionOperatorsOf } from '../../src/manifest/fieldTypes/conditionOperators'
import type { Condition, ListAnswer, OptionsAnswer, RecordAnswer } from '../../src/protocol/calls'
import type { TimelineAnswer } from '../../src/protocol/records/noteCalls'
import type { CalendarAnswer, DashboardAnswer, ReportAnswer } from '../../src/protocol/reportCalls'
import { useProduct } from './useProduct'
import { createChance } from '../../scripts/demo/chance'
import { isEmpty } from '../../src/manifest/fieldTypes/definition'
import { isWhole, loopSeed } from '../loopSeed'
import { meets, valueFor } from './plainConditions'
import { sparse, sampleOf, sampleUntil } from './sample'
import { readSchemas } from './schemas'

const app = readSchemas()
const suite = useProduct()

/** One role for each reach: all tenants, one tenant, one unit, oneself. */
describe.each(['admin', 'owner', 'manager', 'guide'] as const)('%s', (role) => {
  const screens = (kind: string) => everyScreen(app.screens).filter((screen) => screen.kind === kind)
  /** The data of a call; undefined when it is not permitted. */
  async function ask<T>(path: string, body: object): Promise<T | undefined> {
    const { code, msg, data } = await suite.teller.call<T>(role, path, body)
    expect([2000, 2002], `${path} ${JSON.stringify(body)}: ${msg}`).toContain(code)
    return code === 2000 ? data : undefined
  }

  it('opens every dashboard, calendar, report and reminder', async () => {
    for (const { path } of screens('dashboard'))
      expect((await ask<DashboardAnswer>('/api/dashboard', { screen: path }))!.blocks).toHaveLength(
        app.screens[path]!.blocks.length,
      )
    for (const { path } of screens('calendar')) {
      const found = await ask<CalendarAnswer>('/api/calendar', { screen: path, from: '2026-01-01', to: '2026-03-01' })
      if (found) expect(found.more).toBe(false)
    }
    for (const { path, report } of screens('report')) {
      for (const group of report!.chooseDimension ? Object.keys(report!.dimensions) : [undefined]) {
        const found = await ask<ReportAnswer>('/api/report', {
          screen: path,
          ...(group && { group }),
          ...(report!.period && { from: '2020-01-01', to: '2040-01-01' }),
        })
        if (found)
          expect(Object.keys(found.totals)).toEqual(
            report!.measures.filter(({ hidden }) => !hidden).map((measure) => measure.name),
          )
      }
    }
    for (const { path, blocks } of screens('list').filter((one) =>
      one.blocks.some(({ kind }) => kind === 'reminder'),
    )) {
      const found = await ask<DashboardAnswer>('/api/dashboard', { screen: path })
      if (found)
        expect(found.blocks.filter(({ block }) => block === 'reminder')).toHaveLength(
          blocks.filter(({ kind }) => kind === 'reminder').length,
        )
    }
  })

  it('is offered something wherever a form or a search refers to records', async () => {
    let answered = 0
    let offered = 0
    for (const entity of sampleOf(Object.values(app.entities), sparse))
      for (const transition of Object.values(entity.transitions))
        for (const { field: name, input } of transition.form) {
          const field = input ? transition.inputs[name]! : entity.fields[name]!
          const names =
            field.type === 'ref'
              ? [name]
              : Object.values(field.fields ?? {})
                  .filter((cell) => cell.type === 'ref')
                  .map((cell) => `${name}.${cell.name}`)
          for (const asked of names) {
            const found = await ask<OptionsAnswer>('/api/options', {
              entity: entity.name,
              transition: transition.name,
              field: asked,
              input: {},
              words: '1',
            })
            answered += Number(found !== undefined)
            offered += Number(found !== undefined && found.options.length > 0)
          }
        }
    for (const screen of everyScreen(app.screens))
      for (const { field, type } of screen.filters)
        if (type === 'ref') {
          const found = await ask<OptionsAnswer>('/api/options', { screen: screen.path, field })
          answered += Number(found !== undefined)
          offered += Number(found !== undefined && found.options.length > 0)
        }
    expect(answered).toBeGreaterThan(10)
    expect(offered / answered).toBeGreaterThan(0.8)
  })

  it('finds by conditions what the rows show, and takes none over what is kept from it', async () => {
    const chance = createChance(loopSeed)
    const { accountEntity, unitField } = app.access.identity
    const unitEntity = app.entities[accountEntity]!.fields[unitField]!.entity!
    const { id: me, store: myUnit } = await suite.teller.account(role)
    const at = { zone: app.product.timezone, me, myUnit }
    const seen = { found: 0, refused: 0 }
    for (const { path: screen, entity: name, columns } of sampleUntil(screens('list'), () => seen.found > 5, sparse)) {
      if (!isWhole && !chance.in100(40)) continue
      const list = await ask<ListAnswer>('/api/list', { screen, size: 200, want: { rows: true } })
      const rows = list?.rows ?? []
      if (rows.length === 0 || list!.next !== undefined) continue
      const find = (conditions: Condition) =>
        suite.teller.call<ListAnswer>(role, '/api/list', { screen, size: 200, conditions, want: { rows: true } })
      const open = await suite.teller.call<RecordAnswer>(role, '/api/record', { entity: name, id: rows[0]!.id })
      if (open.code !== 2000) continue
      const refusal = await find({ field: 'nothing', operator: 'empty', value: true })
      for (const field of Object.values(app.entities[name!]!.fields)) {
        const isKept = !Object.hasOwn(open.data.record.values, field.name) && field.readPermissions !== undefined
        if (field.mask || isKept) {
          const { code, msg } = await find({ field: field.name, operator: 'empty', value: true })
          const expected = [refusal.code, refusal.msg.replaceAll('nothing', field.name)]
          expect([code, msg], `${screen} ${field.name}`).toEqual(expected)
          seen.refused += 1
        } else if (columns.some((column) => column.field === field.name) && chance.in100(50)) {
          const operator = chance.one(conditionOperatorsOf(field, { accountEntity, unitEntity }))
          const values = rows.map((row) => row.values[field.name]).filter((value) => !isEmpty(value))
          // A label is found only where the record that it names is reached.
          if (values.length === 0 || (field.type === 'ref' && operator === 'contains')) continue
          const leaf = { operator, value: valueFor(field, operator, chance.one(values)) }
          const { msg, data } = await find({ field: field.name, ...leaf })
          const expected = rows.filter((row) => meets(field, row.values[field.name], leaf, at))
          expect(
            data?.rows?.map(({ id }) => id),
            `${screen} ${field.name} ${JSON.stringify(leaf)} ${msg}`,
          ).toEqual(expected.map(({ id }) => id))
          seen.found += 1
        }
      }
    }
    expect(seen.found).toBeGreaterThan(5)
  })

  it('exports what it lists, and reads the story of what it lists', async () => {
    for (const screen of sampleOf(screens('list'))) {
      const list = await ask<ListAnswer>('/api/list', {
        screen: screen.path,
        size: 1,
        want: { rows: true, total: 'exact' },
      })
      if (!list) continue
      const [first] = list.rows!
      if (first) await ask<TimelineAnswer>('/api/timeline', { entity: screen.entity!, id: first.id })
      if (!screen.export) continue
      const reply = await suite.product.transport({
        method: 'POST',
        path: '/api/export',
        headers: { 'x-token': await suite.teller.token(role) },
        body: { screen: screen.path, format: 'csv', columns: screen.columns.slice(0, 1).map((column) => column.field) },
      })
      expect(reply.headers['content-type'], screen.path).toContain('csv')
      const lines = (await text(reply.body as Readable))
        .replace(/"([^"]|"")*"/g, 'x')
        .replace(/\r\n$/, '')
        .split('\r\n')
      expect(lines.length - 1, screen.path).toBe(list.total!.count)
    }
  })
})
