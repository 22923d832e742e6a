// Proves that JavaScript and SQL agree on every rule: generated rules, over records with and
// without values, give exactly the same values and select the same records.
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import sql, { join } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import type { Rule, ValueType } from '../../../src/manifest/model/rule'
import { compileRule } from '../../../src/manifest/expression/check'
import type { Shape } from '../../../src/manifest/expression/environment'
import { evaluateAggregateOverLines, lineReaders, type RawLine } from '../../../src/manifest/expression/evaluateLines'
import { evaluate, type Read } from '../../../src/manifest/expression/evaluate'
import { fromRaw, type RuleValue } from '../../../src/manifest/expression/values/value'
import { identifier } from '../../../src/server/database/sql/identifier'
import { migrate } from '../../../src/server/migration/migrate'
import type { Caller, Context, RawRecord } from '../../../src/server/context/context'
import { aggregateSql } from '../../../src/server/query/expression/aggregateSql'
import { planningOf } from '../../../src/server/query/expression/planning'
import { RowSource } from '../../../src/server/query/expression/rowSource'
import { loadRecords } from '../../../src/server/query/records/loadRecords'
import { ruleCondition, valueSql } from '../../../src/server/query/expression/ruleSql'
import { bind } from '../../../src/server/query/expression/preparedQuery'
import { evaluationContextOf } from '../../../src/server/context/callerRules'
import { freshDatabase, type FreshDatabase } from '../freshDatabase'
import { describeForeignLines } from './foreignLineCases'
import { conditions, days, moments, numbers, refs, texts } from './anyRule'
import { compileSound, librarySources } from '../library'

const t = (name: string) => [name, name]
const sample = {
  title: t('Sample'),
  labelField: 'a',
  fields: {
    a: { type: 'string', title: t('A') },
    b: { type: 'text', title: t('B') },
    n: { type: 'int', title: t('N') },
    m: { type: 'money', title: t('M') },
    d: { type: 'decimal', scale: 8, title: t('D') },
    day: { type: 'date', title: t('Day') },
    at: { type: 'datetime', title: t('At') },
    flag: { type: 'boolean', title: t('Flag') },
    genre: { type: 'choice', dictionary: 'genre', title: t('Genre') },
    other: { type: 'ref', entity: 'sample', title: t('Other') },
    files: { type: 'files', title: t('Files') },
    place: { type: 'address', title: t('Place') },
    items: {
      type: 'lines',
      title: t('Items'),
      fields: {
        qty: { type: 'int', title: t('Qty') },
        price: { type: 'money', title: t('Price') },
        pay: { type: 'money', title: t('Pay'), compute: 'qty * price / 3' },
      },
    },
    ratio: { type: 'decimal', scale: 4, title: t('Ratio'), compute: 'm / n' },
    worth: { type: 'money', title: t('Worth'), aggregate: { sum: 'items.pay', where: 'qty > this.n || qty == null' } },
    sold: { type: 'boolean', title: t('Sold'), aggregate: { every: 'items', where: 'qty > 0' } },
    unsold: { type: 'boolean', title: t('Unsold'), aggregate: { exists: 'items', where: '!(qty > 0)' } },
    followers: { type: 'int', title: t('Followers'), aggregate: { count: 'sample', where: 'other == this' } },
    theirs: {
      type: 'money',
      title: t('Theirs'),
      aggregate: { sum: 'sample.items.pay', where: "other == this && state == 'open' && items.qty > this.n" },
    },
    their: {
      type: 'int',
      title: t('Their'),
      aggregate: { count: 'sample.items', where: 'other == this && items.pay == null' },
    },
    newest: {
      type: 'money',
      title: t('Newest'),
      aggregate: { first: 'sample.items.price', sort: '-items.price', where: 'other == this && items.price != null' },
    },
    latest: {
      type: 'int',
      title: t('Latest'),
      aggregate: { first: 'sample.items.qty', sort: '-state', where: 'other == this && items.price != null' },
    },
    earliest: {
      type: 'int',
      title: t('Earliest'),
      aggregate: { first: 'sample.items.qty', sort: 'state', where: 'other == this && items.price != null' },
    },
    words: { type: 'string', title: t('Words'), compute: 'a + b' },
  },
  states: { open: { title: t('Open') }, done: { title: t('Done') } },
  transitions: { create: { title: t('Create'), to: 'open', permissions: ['books'], form: ['a'] } },
}

const now = new Date('2024-02-28T17:30:15.250Z')
const asking = { id: 3, n: 4, m: '12.50', a: '王芳', day: '2024-02-29', at: '2024-02-28T16:00:00.000Z', other: 5 }
const handed = { this: asking, input: { count: 7, word: "it's" }, vars: { total: '3.10', none: null } }

let fresh: FreshDatabase
let app: App
let context: Context
let records: RawRecord[]

beforeAll(async () => {
  app = compileSound([
    ...(await librarySources()),
    { path: 'lending/sample.entity.json', text: JSON.stringify(sample) },
  ])
  fresh = await freshDatabase()
  await migrate(fresh.database, app)
  await insertSamples()
  const caller = {
    me: { id: 2, name: '安娜', branch: 6 },
    tenant: { id: 1, code: 'L01' },
    codes: new Set(['books']),
    scope: 'all',
    administrator: false,
    disabled: new Set(),
    reasons: new Map(),
    language: 'zh',
    system: false,
  } as unknown as Caller
  context = { app, caller, now, query: fresh.database.query }
  const own = Object.keys(app.entities.sample!.fields)
  records = await loadRecords(context, {
    entity: 'sample',
    paths: [...own, ...own.map((name) => `other.${name}`)],
    where: {},
    scoped: false,
  })
  expect(records).toHaveLength(40)
}, 120_000)
afterAll(() => fresh?.remove())

// The same records at every run, or a failure could not be looked at again.
async function insertSamples(): Promise<void> {
  const maybe = <T>(of: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 3, arbitrary: of }, { weight: 1, arbitrary: fc.constant(null) })
  const text = maybe(
    fc.oneof(
      fc.constantFrom(
        '王芳',
        '王',
        "it's",
        'back\\slash',
        '100%',
        'a_b',
        ' 12.5 ',
        '-3',
        '\u{1f600}\ufffd',
        '\ufffd',
        'novel',
        'A',
        'a',
      ),
      fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', 'b', '王', '\u{1f600}', '%', ' ') }),
    ),
  )
  const number = (scale: number, most: number) =>
    maybe(fc.integer({ min: -most, max: most }).map((value) => new Decimal(value).div(10 ** scale).toFixed(scale)))
  const made = fc.sample(
    fc.record({
      a: text,
      b: text,
      n: maybe(fc.integer({ min: -9, max: 9 })),
      m: number(2, 100_000),
      d: number(8, 1_000_000_000),
      genre: maybe(fc.constantFrom('novel', 'science')),
      day: maybe(fc.constantFrom('2024-02-29', '2024-02-28', '0001-01-02', '9999-12-30', '2023-12-31')),
      at: maybe(
        fc.constantFrom(
          '2024-02-28T16:00:00Z',
          '2024-02-28T15:59:59.999999Z',
          '2024-02-28T17:30:15.25Z',
          '2023-12-31T16:00:00Z',
          '0001-01-02T00:00:00Z',
        ),
      ),
      flag: maybe(fc.boolean()),
      other: maybe(fc.integer({ min: 1, max: 40 })),
      files: maybe(fc.constantFrom('[]', '[{"id":"x"}]')),
      state: fc.constantFrom('open', 'done'),
      place: maybe(fc.constantFrom('{"city":"北京","lng":116.4}', '{"city":"","lng":null}', '{}')),
      items: fc.array(fc.record({ qty: maybe(fc.integer({ min: -3, max: 8 })), price: number(2, 9_999) }), {
        maxLength: 3,
      }),
    }),
    { seed: 20240228, numRuns: 40 },
  )
  for (const { items, ...row } of made) {
    const values = {
      library: 1,
      version: 1,
      createdAt: '2024-01-01T00:00:00Z',
      stateAt: '2024-01-01T00:00:00Z',
      ...row,
    }
    const names = Object.keys(values).map(identifier)
    const [kept] = await fresh.database.query<{ id: number }>(
      sql`insert into "sample" (${join(names)}) values (${join(Object.values(values))}) returning "id"`,
    )
    for (const [position, { qty, price }] of items.entries())
      await fresh.database.query(
        sql`insert into "sample.items" ("library", "parent", "position", "qty", "price")
          values (1, ${kept!.id}, ${position}, ${qty}, ${price})`,
      )
  }
}

const shapeOf = (name: string): Shape | undefined => {
  const entity = app.entities[name]
  return entity && { entity: name, fields: entity.fields, states: Object.keys(entity.states) }
}

function compiled(source: string, expected?: ValueType): Rule {
  const own = shapeOf('sample')!
  const input = { count: { name: 'count', type: 'int' as const }, word: { name: 'word', type: 'string' as const } }
  const { rule, problems } = compileRule(
    source,
    {
      record: own,
      this: own,
      input,
      me: shapeOf('account'),
      tenant: shapeOf('library'),
      settings: app.settings,
      vars: { total: 'number', none: 'number' },
      codes: Object.keys(app.access.permissions),
      entities: shapeOf,
      dictionaries: (name) => app.dictionaries[name]?.items.map((item) => item.code),
    },
    expected,
  )
  // A text that is no code of the field beside it, or an empty one, is an author's mistake, not a rule.
  fc.pre(
    problems.every((problem) => problem.code !== 'rule-code' && problem.message !== 'No field keeps an empty text.'),
  )
  expect(problems, source).toEqual([])
  return rule!
}

function reading(record: RawRecord): Read {
  const { me, tenant } = context.caller
  const roots: Partial<Record<string, RawRecord>> = {
    record,
    this: handed.this,
    input: handed.input,
    vars: handed.vars,
    me,
    tenant,
  }
  return (scope, path) =>
    scope === 'settings' ? app.settings[path[0]!]!.value : roots[scope]?.[path.length === 0 ? 'id' : path.join('.')]
}

/** By id, the value that PostgreSQL gives, and whether it picks the record when the rule is a condition. */
async function inSql(rule: Rule): Promise<Map<number, { value: unknown; picked: boolean }>> {
  const planning = planningOf(app, 'zh', false)
  const source = RowSource.of(planning, app.entities.sample!)
  const place = { planning, source, asking: { entity: 'sample' } }
  const picked = rule.type === 'boolean' ? sql`(${ruleCondition(rule, place)}) IS TRUE` : sql`FALSE`
  const value = valueSql(rule.node, place)
  const rows = await context.query<{ id: number; value: unknown; picked: boolean }>(
    bind(sql`SELECT ${source.column('id')} AS "id", ${value} AS "value", ${picked} AS "picked" FROM ${source.from()}`, {
      context,
      ...handed,
    }),
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

async function agree(source: string, type?: ValueType): Promise<void> {
  const rule = compiled(source, type)
  const found = await inSql(rule)
  const world = evaluationContextOf({ app, now, caller: context.caller })
  for (const record of records) {
    const wanted = evaluate(rule.node, reading(record), world)
    const { value, picked } = found.get(Number(record.id))!
    expect(comparable(value, rule.type), `${source}\n${JSON.stringify(record)}`).toBe(plainOf(wanted))
    if (rule.type === 'boolean')
      expect(picked, `${source} as a condition\n${JSON.stringify(record)}`).toBe(wanted === true)
  }
}

// An empty text made by a rule is no null: it is compared as it is.
const comparable = (value: unknown, type: ValueType) =>
  type === 'text'
    ? (value ?? null)
    : plainOf(
        type === 'number' && typeof value === 'string'
          ? new Decimal(value)
          : fromRaw(value, type, app.product.timezone),
      )
const plainOf = (value: RuleValue) => (Decimal.isDecimal(value) ? value.toFixed() : value)

describe('every rule means the same in both languages', () => {
  it.each([
    ['numbers', numbers, 'number'],
    ['texts', texts, 'text'],
    ['days', days, 'date'],
    ['moments', moments, 'datetime'],
    ['references', refs, 'record'],
    ['conditions', conditions, 'boolean'],
  ] as const)(
    '%s',
    async (_, rules, type) => {
      await fc.assert(
        fc.asyncProperty(rules, (source) => agree(source, type)),
        { numRuns: Number(process.env.RULES ?? 200) },
      )
    },
    180_000,
  )
  it.each(['addYears(day, 0 - 1.9)', 'addMonths(day, 99999999999)', 'addDays(at, -99999999999)'])('%s', (rule) =>
    agree(rule),
  )
  it.each(['.5', '5.', '+.5', '+0.5'])('the number of %s', (text) => agree(`number('${text}')`, 'number'))
})

describe('every and exists over lines', () => {
  it('mean the same in both languages, of stored lines and of those handed in', async () => {
    const { fields } = app.entities.sample!
    const world = evaluationContextOf({ app, now, caller: context.caller })
    const seen = new Set<unknown>()
    for (const record of records)
      for (const name of ['sold', 'unsold']) {
        const aggregate = fields[name]!.aggregate!
        const lines = record.items as readonly RawLine[]
        const readers = lineReaders(lines, fields.items!.fields!, reading(record), world)
        const wanted = evaluateAggregateOverLines(aggregate, readers, fields.items!.fields!, world)
        const handedIn = aggregateSql(aggregate, {
          planning: planningOf(app, 'zh', false),
          asking: { entity: 'sample' },
        })
        const statement = bind(sql`SELECT ${handedIn} AS "value"`, { context, ...handed, this: { items: lines } })
        const [row] = await context.query<{ value: unknown }>(statement)
        expect([record[name], row!.value], JSON.stringify(lines)).toEqual([wanted, wanted])
        const kind = lines.length === 0 ? 'none' : lines.some(({ qty }) => qty === null) ? 'lacking' : 'whole'
        seen.add(`${name} ${String(wanted)} of ${kind}`)
      }
    expect([...seen].toSorted()).toEqual([
      'sold false of lacking',
      'sold false of whole',
      'sold true of none',
      'sold true of whole',
      'unsold false of none',
      'unsold false of whole',
      'unsold true of lacking',
      'unsold true of whole',
    ])
  })
})

describe('aggregates over the lines of other records', () => {
  describeForeignLines(['theirs', 'their', 'newest', 'latest', 'earliest'], () => ({ context, records }))

  it('count the lines of the records that refer to this one, as their rule reads record and line', () => {
    const seen = { theirs: 0, their: 0, newest: 0 }
    for (const record of records) {
      const lines = records
        .filter(({ other }) => Number(other) === Number(record.id))
        .flatMap(({ state, items }) => (items as readonly RawLine[]).map((line): RawLine => ({ ...line, state })))
      const { n } = record
      const theirs = lines.filter(
        ({ state, qty }) => state === 'open' && qty !== null && n !== null && Number(qty) > Number(n),
      )
      const sum = theirs.reduce((total, { pay }) => total.plus(String(pay ?? 0)), new Decimal(0))
      const prices = lines.flatMap(({ price }) => (price === null ? [] : [Number(price)]))
      const wanted = {
        theirs: sum.toFixed(2),
        their: lines.filter(({ pay }) => pay === null).length,
        newest: prices.length === 0 ? null : Math.max(...prices).toFixed(2),
      }
      const found = { theirs: record.theirs, their: Number(record.their), newest: record.newest }
      expect(found, JSON.stringify(lines)).toEqual(wanted)
      if (theirs.length > 1) seen.theirs += 1
      if (wanted.their > 0) seen.their += 1
      if (prices.length > 1) seen.newest += 1
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(2)
  })

  it('takes the newest record first where the order descends, and the lines of one record as they stand', () => {
    const seen = { latest: 0, earliest: 0 }
    for (const { id: asked, latest, earliest } of records) {
      const within = (way: 1 | -1, state: string) =>
        records
          .filter((one) => Number(one.other) === Number(asked) && one.state === state)
          .toSorted((a, b) => way * (Number(a.id) - Number(b.id)))
          .map(({ items }) => (items as readonly RawLine[]).filter(({ price }) => price !== null))
          .filter((lines) => lines.length > 0)
      const inOrder = {
        latest: [...within(-1, 'open'), ...within(-1, 'done')],
        earliest: [...within(1, 'done'), ...within(1, 'open')],
      }
      const wanted = Object.values(inOrder).map((found) => found[0]?.[0]?.qty ?? null)
      expect([latest, earliest], JSON.stringify(inOrder)).toEqual(wanted)
      for (const name of ['latest', 'earliest'] as const)
        if (inOrder[name].length > 1 && inOrder[name][0]!.length > 1) seen[name] += 1
    }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(2)
  })
})
