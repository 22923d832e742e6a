// A server of nothing but memory: the manifests of a product, made-up records, the calls that the page makes. For the
// tests of the page and for working on its look.
import { pageBlocksOf } from '../../src/server/endpoints/screens/publicEntry'
import { languageOf } from '../../src/server/context/language'
import { faker } from '@faker-js/faker/locale/zh_CN'
import type { App } from '../../src/manifest/model/app'
import type { Column } from '../../src/manifest/model/column'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import type { Filter, ListRequest, RecordData, Value } from '../../src/protocol/calls'
import type { BootAnswer, SharingReach } from '../../src/protocol/screenCalls'
import { menu, routes } from '../../src/manifest/access/navigation'
import type { CallerRights } from '../../src/manifest/access/permissions'
import { codes } from '../../src/protocol/envelope'
import type { EntryAnswer } from '../../src/protocol/publicEntry'
import type { Call, Reply, Transport } from '../../src/protocol/transport'
import { publicAnswer } from './publicAnswer'

export const fixtureToken = 'fixture-token'

export interface Fixture {
  readonly app: App
  readonly entry: EntryAnswer
  readonly transport: Transport
  /** Every call, in order. */
  readonly calls: Call[]
  /** Answers the next call of a path with this instead, once. */
  once(path: string, answer: (call: Call) => Reply | Promise<Reply>): void
  /** The records of an entity, to be changed under the page. */
  recordsOf(entity: string): RecordData[]
}

export const envelope = (data: unknown, code: number = codes.success, msg = ''): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: { code, msg, data },
})

export function createFixture(app: App, rowsOfEach = 137): Fixture {
  const entry: EntryAnswer = {
    revision: app.revision,
    language: app.product.languages[0]!,
    product: app.product,
    routes: routes(app, { codes: new Set(), administrator: false, disabled: new Set(), me: {} }),
    pageBlocks: pageBlocksOf(app),
    signInProviders: [],
    endpoints: Object.fromEntries(Object.values(app.endpoints).map((endpoint) => [endpoint.name, endpoint])),
  }
  const pathOf = (operation: string) =>
    Object.values(entry.endpoints).find((endpoint) => endpoint.operation === operation)?.path
  const records = new Map<string, RecordData[]>()
  const recordsOf = (entity: string) => {
    if (!records.has(entity)) {
      faker.seed(entity.length * 97)
      records.set(
        entity,
        Array.from({ length: rowsOfEach }, (_, at) => made(app, app.entities[entity]!, at + 1)),
      )
    }
    return records.get(entity)!
  }
  const instead = new Map<string, (call: Call) => Reply | Promise<Reply>>()
  const calls: Call[] = []
  const preferences: Record<string, unknown> = {}
  const sharedPreferences: Partial<Record<SharingReach, Record<string, unknown>>> = {}

  const answers: Record<string, (body: Body, language: string) => unknown> = {
    '/api/entry': (_body, language) => ({ ...entry, language }),
    '/api/boot': () => ({ ...bootOf(app, preferences), sharedPreferences }),
    '/api/screen': ({ path }) => {
      const screen = app.screens[path]
      return screen
        ? {
            revision: app.revision,
            screen,
            entities: app.entities,
            dictionaries: app.dictionaries,
            settings: {},
            calls: Object.fromEntries(Object.values(app.endpoints).map((endpoint) => [endpoint.name, endpoint])),
          }
        : missing
    },
    '/api/entity': () => ({
      revision: app.revision,
      entities: app.entities,
      dictionaries: app.dictionaries,
      settings: {},
    }),
    '/api/list': (request) => listed(app, request as unknown as ListRequest, recordsOf),
    '/api/dashboard': ({ screen }) => ({
      blocks: app.screens[screen]!.blocks.map(({ kind, entity }) =>
        kind === 'reminder'
          ? { block: kind, rows: recordsOf(entity!).slice(0, 5), total: { count: 5, more: false } }
          : { block: 'other' },
      ),
    }),
    '/api/record': ({ entity, id }) => {
      const record = recordsOf(entity).find((one) => one.id === id)
      if (!record) return missing
      return {
        record,
        related: app.entities[entity as string]!.detail.related.map((related) => ({
          entity: related.entity,
          by: related.reference,
          rows: recordsOf(related.entity).slice(0, 4),
          more: false,
        })),
      }
    },
    '/api/timeline': () => ({ entries: timeline, more: false }),
    '/api/why': () => ({ refused: [] }),
    '/api/turn': () => ({}),
    '/api/find': () => ({ groups: [], late: [], actions: [], withheld: [] }),
    '/api/options': ({ words }) => ({
      options: recordsOf(app.access.identity.accountEntity)
        .filter((record) => !words || record.label.includes(words))
        .slice(0, 20)
        .map(({ id, label }) => ({ id, label })),
      more: true,
    }),
    '/api/run': ({ id }) => ({ id: id ?? 1, version: 2, label: '', message: '操作成功' }),
    '/api/batch': ({ records: chosen }) => ({ done: chosen.length, refused: [] }),
    '/api/preference': ({ name, value, sharedWith }) => {
      const kept = sharedWith ? (sharedPreferences[sharedWith] ??= {}) : preferences
      if (value === null) delete kept[name]
      else kept[name] = value
      return null
    },
    '/api/calendar': () => ({ rows: [], more: false }),
    '/api/report': () => ({ rows: [], totals: {}, more: false }),
    '/api/factors': () => ({ factors: [], recoveryCodes: 0, required: false }),
    '/api/signIn/links': () => [],
  }
  return {
    app,
    entry,
    calls,
    recordsOf,
    once: (path, answer) => {
      instead.set(path, answer)
    },
    async transport(call) {
      calls.push(call)
      const path = call.path.split('?')[0]!
      const other = instead.get(path)
      instead.delete(path)
      if (other) return other(call)
      if (path === pathOf('signIn')) return signIn(app, call)
      if (path === pathOf('signOut')) return envelope(null)
      if (path !== '/api/entry' && call.headers['x-token'] !== fixtureToken)
        return publicAnswer(app, call, envelope) ?? envelope(null, codes.signedOut, '你已被登出，请重新登录！')
      const answer = answers[path]
      if (!answer)
        return {
          status: 404,
          headers: { 'content-type': 'application/json' },
          body: { code: 404, msg: '', data: null },
        }
      const data = answer((call.body ?? {}) as unknown as Body, languageOf(app.product, call.headers))
      return data === missing ? envelope(null, codes.refused, '记录不存在') : envelope(data)
    },
  }
}

const missing = Symbol('missing')

interface Body {
  path: string
  screen: string
  entity: string
  id: number
  words?: string
  name: string
  value: unknown
  sharedWith?: SharingReach
  records: unknown[]
}

function signIn(app: App, { body }: Call): Reply {
  const { account, password, handle } = body as Record<string, string>
  if (handle) return envelope({ token: fixtureToken, result: 'success' })
  if (password !== 'Demo@123456') return envelope(null, codes.refused, '账号或密码错误')
  if (account === '13800000003') {
    const { accountChoice } = Object.values(app.endpoints).find(({ operation }) => operation === 'signIn')!.options
    const keys = Object.keys(accountChoice as object).filter((key) => key !== 'handle')
    const choice = (handle: string, ...names: string[]) => ({
      handle,
      ...Object.fromEntries(keys.map((key, at) => [key, names[at] ?? ''])),
    })
    return envelope({
      result: 'multiAccount',
      accounts: [choice('a', '杭州云杉家居', '西湖旗舰店'), choice('b', '宁波海岸家居', '鄞州店')],
    })
  }
  return envelope({ token: fixtureToken, result: 'success' })
}

function bootOf(app: App, preferences: Record<string, unknown>): BootAnswer {
  const modules = Object.values(app.modules)
  const member: CallerRights = {
    codes: new Set(Object.keys(app.access.permissions)),
    administrator: true,
    disabled: new Set(),
  }
  return {
    revision: app.revision,
    product: app.product,
    codes: Object.keys(app.access.permissions),
    draftKey: 'ab'.repeat(32),
    preferences,
    sharedPreferences: {},
    sharesWith: [{ reach: 'tenant', label: '杭州云杉家居' }],
    counters: { a: 3, b: 4 },
    closedEntities: [],
    account: {
      id: 7,
      name: '林晓晴',
      login: '13800000001',
      tenant: { id: 1, label: '杭州云杉家居' },
      unit: { id: 1, label: '西湖旗舰店' },
      role: null,
      scope: 'tenant',
      administrator: false,
      entity: 'employee',
      avatar: [],
    },
    routes: routes(app, member),
    modules: Object.fromEntries(modules.map(({ name, title, path }) => [name, { name, title, path }])),
    menu: menu(app, member),
  }
}

function made(app: App, entity: Entity, id: number): RecordData {
  const values: Record<string, Value> = {}
  const add = (path: string, field: Field) => {
    values[path] = valueOf(app, entity, field, id)
  }
  for (const field of Object.values(entity.fields)) {
    add(field.name, field)
    const other = field.entity === undefined ? undefined : app.entities[field.entity]
    for (const inner of Object.values(other?.fields ?? {}))
      if (inner.type !== 'lines') add(`${field.name}.${inner.name}`, inner)
  }
  const states = Object.keys(entity.states)
  const state = states[id % Math.max(1, states.length)]
  const can = Object.values(entity.transitions)
    .filter(
      (transition) =>
        !transition.creates &&
        (transition.from.length === 0 || (state !== undefined && transition.from.includes(state))),
    )
    .map((transition) => transition.name)
  const creating = Object.values(app.entities).flatMap((other) =>
    Object.values(other.transitions)
      .filter(
        (transition) =>
          transition.creates && transition.form.some((ask) => other.fields[ask.field]?.entity === entity.name),
      )
      .map((transition) => `${other.name}.${transition.name}`),
  )
  if (state !== undefined) values.state = state
  return { id, version: 1, state, label: String(values[entity.labelField] ?? id), values, can: [...can, ...creating] }
}

function valueOf(app: App, entity: Entity, field: Field, id: number): Value {
  if (field.name !== 'no' && !field.required && id % 5 === 3 && !field.system) return null
  switch (field.type) {
    case 'int':
      return faker.number.int({ max: 40 })
    case 'money':
      return faker.finance.amount({ min: 500, max: 180_000 })
    case 'decimal':
      return faker.number.float({ min: 40, max: 220, fractionDigits: 1 }).toFixed(1)
    case 'date':
      return faker.date.recent({ days: 40 }).toISOString().slice(0, 10)
    case 'datetime':
      return faker.date.recent({ days: 40 }).toISOString()
    case 'boolean':
      return faker.datatype.boolean()
    case 'mobile':
      return `138${faker.string.numeric(8)}`
    case 'choice':
      return faker.helpers.arrayElement(
        Object.keys(entity.states).length > 0 && field.name === 'state'
          ? Object.keys(entity.states)
          : (app.dictionaries[field.dictionary ?? '']?.items ?? [])
              .map((item) => item.code)
              .concat(field.dictionary ? [] : ['x']),
      )
    case 'ref':
      return {
        id: faker.number.int({ min: 1, max: 100 }),
        label: field.entity === 'store' ? `${faker.location.city()}旗舰店` : faker.person.fullName(),
      }
    case 'files':
      return id % 2 ? [{ id: `f${id}`, name: '现场照片.jpg', size: 182_000, type: 'image/jpeg' }] : []
    case 'lines':
      return []
    case 'address':
      return {
        province: '浙江省',
        city: '杭州市',
        district: '西湖区',
        detail: `${faker.location.street()}${faker.number.int(200)}号`,
      }
    case 'text':
      return faker.lorem.sentence()
    default:
      return field.name === 'no'
        ? `${entity.numberPrefix ?? 'XX'}241121${String(id).padStart(5, '0')}`
        : field.name === 'name'
          ? faker.person.fullName()
          : faker.location.street()
  }
}

function listed(app: App, request: ListRequest, recordsOf: (entity: string) => RecordData[]): unknown {
  const screen = app.screens[request.screen]!
  let rows = recordsOf(screen.entity!).filter((row) => !screen.states || screen.states.includes(row.state!))
  for (const filter of request.filters ?? []) rows = rows.filter((row) => matches(row, filter))
  if (request.words)
    rows = rows.filter((row) => row.label.includes(request.words!) || String(row.values.no).includes(request.words!))
  const field = screen.tabsBy
  const tabs: Record<string, number> = {}
  if (field)
    for (const row of rows)
      tabs[String(row.values[field] ?? row.state)] = (tabs[String(row.values[field] ?? row.state)] ?? 0) + 1
  if (request.tab && field) rows = rows.filter((row) => (row.values[field] ?? row.state) === request.tab)
  const sort = request.sort ?? screen.sort
  rows = [...rows].sort(
    (a, b) =>
      String(a.values[sort.field]).localeCompare(String(b.values[sort.field]), 'zh', { numeric: true }) *
      (sort.descending ? -1 : 1),
  )
  const size = request.size ?? 20
  const from = ((request.page ?? 1) - 1) * size
  const sum = (column: Column) =>
    rows.reduce((total, row) => total + Number(row.values[column.field] ?? 0), 0).toFixed(2)
  const capped = request.want?.total === 'exact' ? rows.length : Math.min(rows.length, 1000)
  return {
    ...(request.want?.rows
      ? { rows: rows.slice(from, from + size), next: from + size < rows.length ? String(from + size) : undefined }
      : {}),
    ...(request.want?.total ? { total: { count: capped, more: capped < rows.length } } : {}),
    ...(request.want?.tabs ? { tabs } : {}),
    ...(request.want?.sums
      ? {
          sums: Object.fromEntries(
            screen.columns.filter((column) => column.sum).map((column) => [column.field, sum(column)]),
          ),
        }
      : {}),
  }
}

function matches(row: RecordData, { field, operator, value }: Filter): boolean {
  const own = row.values[field] ?? (field === 'state' ? row.state : null)
  const plain = typeof own === 'object' && own !== null && 'id' in own ? own.id : own
  if (operator === 'contains') return String(plain ?? '').includes(String(value))
  if (operator === 'in') return (value as unknown[]).includes(plain)
  if (operator === 'equals') return plain === value
  return true
}

const timeline = [
  {
    id: 3,
    action: 'edit',
    title: ['编辑', 'Edit'],
    fromState: 'following',
    toState: 'following',
    by: '林晓晴',
    at: new Date(Date.now() - 4e6).toISOString(),
    remark: '客户要求改期',
    changes: [
      { field: 'intent', title: ['意向等级', 'Intent'], before: 'B', after: 'A' },
      { field: 'budget', title: ['预算', 'Budget'], before: '80000.00', after: '120000.00' },
    ],
  },
  {
    id: 2,
    action: 'claim',
    title: ['领取', 'Claim'],
    fromState: 'pool',
    toState: 'following',
    by: '王磊',
    at: new Date(Date.now() - 2e8).toISOString(),
    changes: [],
  },
  {
    id: 1,
    action: 'create',
    title: ['新增客户', 'Add customer'],
    toState: 'pool',
    by: '',
    at: new Date(Date.now() - 9e8).toISOString(),
    changes: [],
  },
]
