// A server of nothing but memory: the manifests of a product, made-up records, the calls that the
// page makes. For the tests of the page and for working on its look.
import { pageBlocksOf } from '../../src/server/endpoints/screens/publicEntry'
import { languageOf } from '../../src/server/context/language'
import type { App } from '../../src/manifest/model/app'
import type { Column } from '../../src/manifest/model/column'
import type { Filter, ListRequest, RecordData } from '../../src/protocol/calls'
import type { BootAnswer, SharingReach } from '../../src/protocol/screenCalls'
import { menu, routes } from '../../src/manifest/access/navigation'
import type { CallerRights } from '../../src/manifest/access/permissions'
import type { RefusalKey } from '../../src/protocol/refusals/catalog'
import { codes } from '../../src/protocol/envelope'
import type { EntryAnswer } from '../../src/protocol/publicEntry'
import type { Call, Reply, Transport } from '../../src/protocol/transport'
import { definitionsOfEntity, definitionsOfScreen } from './fixtureDefinitions'
import { madeRecords } from './fixtureRecords'
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
  /** Answers all calls of a path with this instead, until the function that it returns is called. */
  until(path: string, answer: (call: Call) => Reply | Promise<Reply>): () => void
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
  // To be changed by one test, these are copies of what all have.
  const recordsOf = (entity: string) => {
    if (!records.has(entity))
      records.set(
        entity,
        madeRecords(app, entity, rowsOfEach).map((record) => ({ ...record, values: { ...record.values } })),
      )
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
            ...definitionsOfScreen(app, screen),
            settings: {},
            calls: Object.fromEntries(Object.values(app.endpoints).map((endpoint) => [endpoint.name, endpoint])),
          }
        : missing
    },
    '/api/entity': ({ entity }) => ({
      revision: app.revision,
      ...definitionsOfEntity(app, entity),
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
    '/api/find': () => ({ groups: [], late: [], actions: [], refused: [], withheld: [] }),
    '/api/options': ({ words }) => ({
      options: recordsOf(app.access.identity.accountEntity)
        .filter((record) => !words || record.label.includes(words))
        .slice(0, 20)
        .map(({ id, label }) => ({ id, label })),
      more: true,
    }),
    '/api/run': ({ id }) => ({ id: id ?? 1, version: 2, label: '', message: '操作成功' }),
    '/api/batch': ({ records: chosen, dryRun }) => ({
      done: chosen.length,
      refused: [],
      ...(!dryRun && { undo: { runs: chosen.map(({ id }) => `run-${id}`), seconds: 30 } }),
    }),
    '/api/undoBatch': ({ runs }) => ({ done: runs.length, refused: [] }),
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
    until(path, answer) {
      const keep = () =>
        instead.set(path, (call) => {
          keep()
          return answer(call)
        })
      keep()
      return () => instead.delete(path)
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
      if (data !== missing) return envelope(data)
      const [key, code] = path === '/api/screen' ? missingScreen : ([undefined, codes.refused] as const)
      return { ...envelope(null), body: { code, key, msg: '不存在', data: null } }
    },
  }
}

const missing = Symbol('missing')
const missingScreen = ['page_not_found' satisfies RefusalKey, 404] as const

interface Body {
  path: string
  screen: string
  entity: string
  id: number
  words?: string
  name: string
  value: unknown
  sharedWith?: SharingReach
  records: readonly { readonly id: number }[]
  dryRun?: boolean
  runs: readonly string[]
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
    readSeconds: 10,
    uploadBytes: 50 * 1024 * 1024,
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

// One for all: each comparison by localeCompare makes its own, which takes longer than all else in an answer.
const byWord = new Intl.Collator('zh', { numeric: true })

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
    (a, b) => byWord.compare(String(a.values[sort.field]), String(b.values[sort.field])) * (sort.descending ? -1 : 1),
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
