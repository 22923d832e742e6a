// Acts over the API for the people of a story: signs in by role, translates the story's values,
// runs transitions and reads records back.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ListAnswer, OptionsAnswer, RecordAnswer, RecordData, RefValue, RunAnswer } from '../../src/protocol/calls'
import type { EntityAnswer } from '../../src/protocol/screenCalls'
import type { Envelope } from '../../src/protocol/envelope'
import type { Transport } from '../../src/protocol/transport'
import type { Step, StoryValue } from './step'

export const password = 'Demo@123456'
/** Demo accounts by role; the mobile of the guide has a second account at another dealer, chosen by its dealer. */
export const accounts: Readonly<Record<string, string>> = {
  owner: '13800000001',
  manager: '13800000002',
  guide: '13800000003',
  designer: '13800000004',
  finance: '13800000005',
  dispatcher: '13800000006',
  aftersales: '13800000007',
  storebuilder: '13800000008',
  orderclerk: '13800000009',
  restricted: '13800000011',
  admin: '13800000099',
}
/** People who work and do not sign in, by role: the mobile. */
const workers: Readonly<Record<string, string>> = { installer: '13800000010' }
/** How long a call is sent again that the server is too busy for. */
const longestRetryMs = 30_000
/** Where jobs tell people of something at any moment, and where every look is noted, whatever a story does. */
const restless = ['/message', '/audit']
/** The smallest picture. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export interface Teller {
  call<T>(role: string, path: string, body?: unknown): Promise<Envelope<T>>
  /** Signs in (once a role) and answers the token. */
  token(role: string): Promise<string>
  account(role: string): Promise<{ id: number; name: string; store: number; dealer: number }>
  /** Runs `entity.transition` on the present version of a record. */
  act(role: string, action: string, id: number, values?: object): Promise<RunAnswer>
  /** Does the step and checks everything that it says. */
  tell(step: Step): Promise<void>
  /** Keeps what the step finds and checks the states and numbers that it says, after it was done. */
  checkAfter(step: Step): Promise<void>
  /** How much of everything there is: a refusal leaves it as it was. */
  counted(): Promise<Readonly<Record<string, number>>>
  /** Everybody signs in again before the next call. */
  signOut(): void
  readonly kept: Map<string, { entity: string; id: number }>
  /** Values before the story, by path: "J10001.depositHeld". */
  readonly before: Map<string, string>
  record(role: string, name: string): Promise<RecordData>
  value(role: string, value: StoryValue): Promise<unknown>
}

/**
 * @param transport the server, with or without a wire between
 * @param logins by role
 */
export function createTeller(transport: Transport, logins = accounts, clock = () => new Date()): Teller {
  const tokens = new Map<string, string>()
  const kept = new Map<string, { entity: string; id: number }>()
  const before = new Map<string, string>()

  async function send<T>(headers: Record<string, string>, path: string, body: unknown): Promise<Envelope<T>> {
    const request = {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'x-language': 'zh', ...headers },
      body: { client: 'dealerPc', ...(body as object) },
    } as const
    for (const sent = performance.now(); ;) {
      const reply = await transport(request)
      const seconds = Number(reply.headers['retry-after'])
      // Many writes of one account on a slow database: the server takes them later, and each once by its key.
      if (reply.status === 429 && seconds > 0 && performance.now() - sent < longestRetryMs) {
        await pause(seconds * 1_000)
        continue
      }
      expect(reply.status, path).toBe(200)
      return reply.body as Envelope<T>
    }
  }

  async function token(role: string): Promise<string> {
    const known = tokens.get(role)
    if (known) return known
    const account = logins[role]
    type Answer = { result?: string; token?: string; accounts?: { handle: string; tenant: string }[] }
    let answer = await send<Answer>({}, '/pcindex/login/login_check.html', { account, password, pwdType: 'password' })
    if (answer.data.result === 'multiAccount') {
      const handle = answer.data.accounts!.find((one) => /J10001|杭州/.test(JSON.stringify(one)))!.handle
      answer = await send<Answer>({}, '/pcindex/login/login_check.html', { handle, pwdType: 'handle' })
    }
    expect(answer, `${role} signs in`).toMatchObject({ code: 2000 })
    tokens.set(role, answer.data.token!)
    return answer.data.token!
  }
  const call = async <T>(role: string, path: string, body: unknown = {}) =>
    send<T>({ 'x-token': await token(role) }, path, body)

  async function account(role: string): Promise<{ id: number; name: string; store: number; dealer: number }> {
    const reply = await transport({
      method: 'GET',
      path: '/api/boot?client=dealerPc',
      headers: { 'x-token': await token(role) },
    })
    const boot = (
      reply.body as Envelope<{ account: { id: number; name: string; unit: { id: number }; tenant: { id: number } } }>
    ).data
    return { id: boot.account.id, name: boot.account.name, store: boot.account.unit.id, dealer: boot.account.tenant.id }
  }

  let lists: readonly string[] | undefined
  async function listScreens(): Promise<readonly string[]> {
    const reply = await transport({
      method: 'GET',
      path: '/api/boot?client=dealerPc',
      headers: { 'x-token': await token('admin') },
    })
    const { routes } = (reply.body as Envelope<{ routes: Record<string, { path: string; kind: string }> }>).data
    return (lists ??= Object.values(routes)
      .filter(({ kind, path }) => kind === 'list' && !restless.includes(path))
      .map(({ path }) => path))
  }

  async function value(role: string, given: StoryValue): Promise<unknown> {
    if (Array.isArray(given)) return Promise.all(given.map((one) => value(role, one as StoryValue)))
    if (typeof given === 'object' && 'day' in given) return moment(given as { day: number; time?: string }, clock())
    if (typeof given === 'object')
      return Object.fromEntries(
        await Promise.all(
          Object.entries(given).map(async ([name, one]) => [name, await value(role, one as StoryValue)]),
        ),
      )
    if (typeof given !== 'string') return given
    if (given.startsWith('$')) return kept.get(given.slice(1))!.id
    if (given.startsWith('#')) return upload(role, given.slice(1))
    if (/^@\w+\.store$/.test(given)) return (await account(given.slice(1, -6))).store
    if (given.startsWith('@') && given.slice(1) in workers)
      return (
        await call<OptionsAnswer>('admin', '/api/options', {
          entity: 'task',
          transition: 'reschedule',
          field: 'worker',
          words: workers[given.slice(1)],
        })
      ).data.options[0]!.id
    if (/^@\w+\.dealer$/.test(given)) return (await account(given.slice(1, -7))).dealer
    if (given.startsWith('@')) return (await account(given.slice(1))).id
    return given
  }

  async function upload(role: string, name: string): Promise<unknown> {
    const parts = (async function* () {
      yield {
        kind: 'file' as const,
        name: 'file',
        filename: name,
        bytes: (async function* () {
          yield new Uint8Array(png)
        })(),
      }
    })()
    const reply = await transport({
      method: 'POST',
      path: '/pcindex4/upload/file.html',
      headers: { 'x-token': await token(role), 'content-type': 'multipart/form-data' },
      body: { parts },
    })
    const answer = reply.body as Envelope<{ files?: unknown[] } & Record<string, unknown>>
    expect(answer, `upload of ${name}`).toMatchObject({ code: 2000 })
    return answer.data.files?.[0] ?? answer.data
  }

  async function record(role: string, name: string): Promise<RecordData> {
    const one = kept.get(name)
    if (!one) throw new Error(`The story keeps no record ${name}`)
    const answer = await call<RecordAnswer>(role, '/api/record', one)
    expect(answer, `${name} is read by ${role}`).toMatchObject({ code: 2000 })
    return answer.data.record
  }

  async function find([entity, by, of, state, kind]: NonNullable<Step['find']>[string]): Promise<{
    entity: string
    id: number
  }> {
    const parent = kept.get(of)!
    const answer = await call<RecordAnswer>('admin', '/api/record', parent)
    const rows = answer.data.related.find((one) => one.entity === entity && one.by === by)?.rows ?? []
    const row = rows.find((one) => (!state || one.state === state) && (!kind || one.values.kind === kind))
    expect(row, `a ${entity} of ${of} in state ${state}`).toBeDefined()
    return { entity, id: row!.id }
  }

  async function referred(of: string, field: string): Promise<{ entity: string; id: number }> {
    const { entity: owner } = kept.get(of)!
    const answer = await call<EntityAnswer>('admin', '/api/entity', { entity: owner })
    const reference = (await record('admin', of)).values[field] as RefValue | null
    expect(reference, `${of}.${field}`).not.toBeNull()
    return { entity: answer.data.entities[owner]!.fields[field]!.entity!, id: reference!.id }
  }

  async function act(role: string, action: string, id: number, values: object = {}): Promise<RunAnswer> {
    const [entity, transition] = action.split('.')
    const { version } = (await call<RecordAnswer>(role, '/api/record', { entity, id })).data.record
    const request = { entity, transition, id, version, values, key: randomUUID() }
    const answer = await call<RunAnswer>(role, '/api/run', request)
    expect(answer, `${action} of ${id}: ${answer.msg}`).toMatchObject({ code: 2000 })
    return answer.data
  }

  async function tell(step: Step): Promise<void> {
    const [entity = '', transition = ''] = step.action.split('.')
    const found = step.on ? await record(step.role, step.on) : undefined
    const counted = step.refused ? await everything(call, listScreens) : undefined
    const values: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(step.values ?? {})) values[name] = await value(step.role, one)
    const answer = await call<RunAnswer>(step.role, '/api/run', {
      entity,
      transition,
      ...(found && { id: found.id, version: found.version }),
      values,
      ...(step.note && { note: step.note }),
      key: randomUUID(),
    })
    if (step.refused) {
      expect(answer.code, `step ${step.step}: ${answer.msg}`).toBe(step.refused.code)
      expect(JSON.stringify(answer)).toMatch(step.refused.says)
      expect(await everything(call, listScreens), 'nothing is written').toEqual(counted)
    } else {
      expect(answer, `step ${step.step}: ${answer.msg} ${JSON.stringify(answer.data)}`).toMatchObject({ code: 2000 })
      if (step.next !== undefined) expect(answer.data.next?.transition ?? null, `step ${step.step}`).toBe(step.next)
      if (step.keep) kept.set(step.keep, { entity, id: answer.data.id })
    }
    await checkAfter(step)
  }

  async function checkAfter(step: Step): Promise<void> {
    for (const [name, where] of Object.entries(step.find ?? {})) kept.set(name, await find(where))
    for (const [name, [of, field]] of Object.entries(step.refs ?? {})) kept.set(name, await referred(of, field))
    for (const [name, state] of Object.entries(step.states ?? {}))
      expect((await record('admin', name)).state, `step ${step.step}: state of ${name}`).toBe(state)
    for (const [path, expected] of Object.entries(step.numbers ?? {})) {
      const [name = '', ...fields] = path.split('.')
      const found = fields.reduce<unknown>(
        (of, field) => (of as Record<string, unknown> | null | undefined)?.[field],
        (await record('admin', name)).values,
      )
      const plain = found && typeof found === 'object' && 'id' in found ? found.id : found
      const wanted =
        (typeof expected === 'object' && expected !== null) ||
        (typeof expected === 'string' && expected.startsWith('@'))
          ? await value('admin', expected)
          : expected
      // "+500.00" is so much more than before the story.
      if (typeof wanted === 'string' && wanted.startsWith('+'))
        expect((Number(plain) - Number(before.get(path))).toFixed(2), `step ${step.step}: ${path}`).toBe(
          wanted.slice(1),
        )
      else expect(plain, `step ${step.step}: ${path}`).toEqual(wanted)
    }
    for (const [path, expected] of Object.entries(step.cells ?? {})) {
      const [name = '', field = '', cell = ''] = path.split('.')
      const lines = (await record('admin', name)).values[field] as Record<string, unknown>[]
      expect(
        lines.map((line) => line[cell]),
        `step ${step.step}: ${path}`,
      ).toEqual(expected)
    }
  }

  return {
    call,
    token,
    account,
    act,
    tell,
    checkAfter,
    counted: () => everything(call, listScreens),
    signOut: () => tokens.clear(),
    kept,
    before,
    record,
    value,
  }
}

// How much of everything there is, as the administrator's lists count it: a refusal must leave it as it was.
async function everything(
  call: Teller['call'],
  listScreens: () => Promise<readonly string[]>,
): Promise<Record<string, number>> {
  const waiting = [...(await listScreens())]
  const counted: Record<string, number> = {}
  // A few at once: an account that asks for more than its share is refused where the machine is busy.
  const count = async () => {
    for (let screen = waiting.pop(); screen !== undefined; screen = waiting.pop()) {
      const want = { total: 'exact' }
      const answer = await call<{ total: { count: number } }>('admin', '/api/list', { screen, want })
      expect(answer.code, screen).toBe(2000)
      counted[screen] = answer.data.total.count
    }
  }
  await Promise.all([count(), count(), count()])
  return counted
}

/** A day, or a moment of it, counted from today in the time zone of the product. */
export function moment({ day, time }: { readonly day: number; readonly time?: string }, now = new Date()): string {
  const local = new Date(now.getTime() + 8 * 3_600_000 + day * 86_400_000).toISOString().slice(0, 10)
  return time ? new Date(`${local}T${time}:00+08:00`).toISOString() : local
}

/**
 * Keeps the dealer of the demo accounts under `name`, takes its credit lines out of use and its cash and credit down to
 * nothing; what it holds as deposits is kept as it was before.
 */
export async function emptyAccount(teller: Teller, name: string): Promise<void> {
  const run = async (entity: string, transition: string, more: object) =>
    expect(await teller.call('admin', '/api/run', { entity, transition, key: randomUUID(), ...more })).toMatchObject({
      code: 2000,
    })
  const { dealer } = await teller.account('finance')
  teller.kept.set(name, { entity: 'dealer', id: dealer })
  const lines = await teller.call<ListAnswer>('admin', '/api/list', {
    screen: '/order/QueryShouxin',
    want: { rows: true },
  })
  for (const line of lines.data.rows ?? [])
    if (line.state === 'active')
      await run('creditLine', 'freeze', { id: line.id, version: line.version, note: '清零', values: {} })
  const { cashBalance, creditUsed, depositHeld } = (await teller.record('admin', name)).values as Record<string, string>
  teller.before.set(`${name}.depositHeld`, depositHeld!)
  if (Number(cashBalance) !== 0 || Number(creditUsed) !== 0)
    await run('accountEntry', 'adjust', {
      values: { dealer, cashDelta: negative(cashBalance!), creditDelta: negative(creditUsed!), remark: '清零' },
    })
}

const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
