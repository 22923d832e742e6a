// Proves that a session keeps its token and what it read, and forgets both at its end.
import { describe, expect, it, vi } from 'vitest'
import type { CallError } from '../../src/client/feedback/callError'
import { codes } from '../../src/protocol/envelope'
import { memoryCookies } from './memoryCookies'
import { storableTheme, storedTheme } from '../../src/client/session/session'
import { isOwnAddress } from '../../src/protocol/transport'
import { holdPreference, storeDuePreferences } from '../../src/client/session/duePreferences'
import { createRuntime } from '../../src/client/context/clientContext'
import { keepRecentOptions, recentOptionsOf } from '../../src/client/context/recentOptions'
import type { Transport } from '../../src/protocol/transport'
import { createFixture, envelope, fixtureToken } from '../ui/fixture'
import { compileSound, librarySources } from '../server/library'

const app = compileSound(await librarySources())
const { cookies } = app.product

async function start(held: Record<string, string> = {}, refused?: string) {
  const fixture = createFixture(app, 5)
  const jar = memoryCookies(held)
  const transport: Transport = async (call) => {
    const reply = await fixture.transport(call)
    return call.path === refused ? envelope(null, codes.refused, JSON.stringify(call.body)) : reply
  }
  const runtime = createRuntime(fixture.entry, transport, jar)
  await runtime.language.begin()
  return { ...fixture, jar, runtime }
}

describe('signing in', () => {
  // spec 4.6 4.9
  it('keeps the token, reads whose it is, and forgets both on the way out', async () => {
    const { runtime, jar } = await start()
    expect(runtime.session.getState().status).toBe('signedOut')
    expect(await runtime.signIn.withPassword('13800000001', 'Demo@123456')).toEqual({ step: 'in' })
    expect(runtime.session.getState()).toMatchObject({ status: 'ready', token: fixtureToken })
    expect(jar.get(cookies.token)).toBe(fixtureToken)
    await runtime.signIn.out()
    expect(runtime.session.getState()).toMatchObject({ status: 'leaving', token: null, boot: null })
    expect(jar.get(cookies.token)).toBeNull()
  })

  it('keeps what changes every few moments apart from what all the page reads', async () => {
    const { runtime } = await start()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    const { boot, counters, problems } = runtime.session.getState()
    expect(Object.keys(boot!)).not.toEqual(expect.arrayContaining(['counters']))
    expect(Object.keys(boot!)).not.toEqual(expect.arrayContaining(['problems']))
    expect([typeof counters, problems]).toEqual(['object', []])
  })

  // spec 3.9
  it('changes nothing of what the page reads when it begins again as before', async () => {
    const { runtime } = await start()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    const { boot } = runtime.session.getState()
    await runtime.signIn.boot()
    expect(runtime.session.getState().boot).toBe(boot)
  })

  it('keeps what a live event announced while the answer was under way, and nothing older', async () => {
    const { runtime, once } = await start()
    const { session, signIn } = runtime
    await signIn.withPassword('13800000001', 'Demo@123456')
    const { boot, counters } = session.getState()
    const [older, newer] = [[{ und: 'older' }], [{ und: 'newer' }]]
    session.announce({ warnings: older, counters: { general_count: 7 } })
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    once('/api/boot', async () => {
      await arrived
      return envelope({ ...boot, counters, warnings: older })
    })
    const booting = signIn.boot()
    session.announce({ problems: newer, warnings: [] })
    arrive()
    await booting
    expect(session.getState()).toMatchObject({ status: 'ready', problems: newer, warnings: [], counters })
    await signIn.boot()
    expect(session.getState()).toMatchObject({ problems: [], warnings: [] })
  })

  it('waits for an answer longer than the server may read for it', async () => {
    const { runtime, once } = await start()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    const { boot } = runtime.session.getState()
    runtime.session.setState({ boot: { ...boot!, readSeconds: 60 } })
    once('/api/list', ({ signal }) => new Promise((_, fail) => signal!.addEventListener('abort', fail)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let kind = 'waiting'
    runtime.client.post('/api/list').catch((error: CallError) => (kind = error.kind))
    await vi.advanceTimersByTimeAsync(65_000)
    expect(kind).toBe('waiting')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kind).toBe('timeout')
    vi.useRealTimers()
  })

  it('asks which of several accounts, telling them apart by what the manifest gives', async () => {
    const { runtime } = await start()
    const outcome = await runtime.signIn.withPassword('13800000003', 'Demo@123456')
    expect(outcome).toMatchObject({
      step: 'choose',
      accounts: [{ handle: 'a', names: ['杭州云杉家居', '西湖旗舰店'] }, { handle: 'b' }],
    })
    expect(await runtime.signIn.choose('a')).toEqual({ step: 'in' })
  })

  it('with a wrong password throws what the form shows, and nothing else shows it', async () => {
    const { runtime } = await start()
    const said: string[] = []
    runtime.notifications.attach({ say: (_voice, text) => said.push(text), confirm: async () => true })
    await expect(runtime.signIn.withPassword('1', 'x')).rejects.toThrow('账号或密码错误')
    expect([said, runtime.session.getState().status]).toEqual([[], 'signedOut'])
  })
})

describe('a token that is there already', () => {
  it('is taken from its cookie, and forgotten when it opens nothing', async () => {
    const { runtime } = await start({ [cookies.token]: 'old' })
    expect(runtime.session.getState().status).toBe('loading')
    await runtime.signIn.boot()
    expect(runtime.session.getState()).toMatchObject({ status: 'expired', token: null })
  })

  // spec 8.12 8.13
  it.each([
    ['nobody', null, '未获取到用户信息，请重试！'],
    ['somebody without a right', { account: { administrator: false }, codes: [] }, '未返回角色权限！'],
  ])('that belongs to %s is told in the words of the specification', async (_who, data, text) => {
    const { runtime, once } = await start({ [cookies.token]: fixtureToken })
    once('/api/boot', () => envelope(data))
    await runtime.signIn.boot()
    expect(runtime.session.getState()).toMatchObject({ status: 'signedOut', token: null, failure: text, boot: null })
  })

  // spec 8.14
  it.each([
    ['with the words of the server', 2001, '账号资料不完整', '账号资料不完整'],
    ['with those of the specification where it says nothing', 2001, '', '验证失败，请重新登录.'],
  ])('whose person cannot be read signs out here, %s', async (_how, code, said, text) => {
    const { runtime, once, jar } = await start({ [cookies.token]: fixtureToken })
    once('/api/boot', () => envelope(null, code, said))
    await runtime.signIn.boot()
    expect(runtime.session.getState()).toMatchObject({ status: 'signedOut', token: null, failure: text, boot: null })
    expect(jar.get(cookies.token)).toBeNull()
  })

  it('stays when the network is down, and so does the screen of somebody at work', async () => {
    const { runtime, once } = await start({ [cookies.token]: fixtureToken })
    once('/api/boot', () => Promise.reject(new TypeError('offline')))
    await runtime.signIn.boot()
    expect(runtime.session.getState()).toMatchObject({ status: 'failed', token: fixtureToken })
    await runtime.signIn.boot()
    once('/api/boot', () => Promise.reject(new TypeError('offline')))
    expect(await runtime.signIn.boot()).toBe(false)
    expect(runtime.session.getState().status).toBe('ready')
    expect(await runtime.signIn.boot()).toBe(true)
  })

  it('that has given way to the one of another tab leaves that one where it is', async () => {
    const { runtime, jar } = await start({ [cookies.token]: fixtureToken })
    await runtime.signIn.boot()
    jar.set(cookies.token, 'newer')
    for (const end of [() => runtime.session.setToken(null), () => runtime.signIn.out()]) {
      await end()
      expect([runtime.session.getState().token, jar.get(cookies.token)]).toEqual([null, 'newer'])
    }
  })

  it('is not begun by an answer that comes after its end', async () => {
    const { runtime, once } = await start({ [cookies.token]: fixtureToken })
    await runtime.signIn.boot()
    const { boot } = runtime.session.getState()
    let answer: (data: unknown) => void = () => undefined
    once('/api/boot', () => new Promise((resolve) => (answer = (data) => resolve(envelope(data)))))
    const late = runtime.signIn.boot()
    await runtime.signIn.out()
    answer(boot)
    await late
    expect(runtime.session.getState()).toMatchObject({ status: 'leaving', token: null, boot: null })
  })

  it('that ends in the middle of work leaves the screen until the user has agreed', async () => {
    const { runtime, once } = await start({ [cookies.token]: fixtureToken })
    await runtime.signIn.boot()
    once('/api/list', () => envelope(null, codes.signedOut, 'x'))
    await expect(runtime.client.post('/api/list', {})).rejects.toThrow('你已被登出，请重新登录！')
    const state = runtime.session.getState()
    expect([state.status, state.boot !== null]).toEqual(['lost', true])
  })
})

describe('choices', () => {
  // spec 3.16 4.1
  it('are read from the cookies of the specification and written there', async () => {
    const { runtime, jar } = await start({ [cookies.language]: 'en', [cookies.size]: 'mini', [cookies.sidebar]: '0' })
    expect(runtime.session.getState()).toMatchObject({ language: 'en', size: 'mini', sidebar: false })
    expect(await runtime.language.change('zh')).toBe(true)
    runtime.session.setSidebar(true)
    expect([jar.get(cookies.language), jar.get(cookies.sidebar)]).toEqual(['zh', '1'])
  })

  // spec 9.5 9.6 9.7
  it('begin as the product says where nothing or nonsense is kept', async () => {
    expect(
      (await start({ [cookies.language]: 'fr', [cookies.size]: 'huge', theme: '{' })).runtime.session.getState(),
    ).toMatchObject({
      language: 'zh',
      size: app.product.theme.size,
      theme: { color: app.product.theme.primaryColor, tone: 'light' },
    })
  })

  // spec 5.8
  it('take no color but #rrggbb', async () => {
    const { session } = (await start()).runtime
    expect([
      session.setTheme({ color: 'red', tone: 'light' }),
      session.setTheme({ color: '#12345g', tone: 'light' }),
      session.setTheme({ color: '#12345F', tone: 'dark' }),
    ]).toEqual([false, false, true])
    expect(session.getState().theme).toEqual({ color: '#12345F', tone: 'dark' })
  })

  it('keep a theme as they read it', () => {
    const theme = { color: '#12345f', tone: 'dark' } as const
    expect(storedTheme(storableTheme(theme), app.product)).toEqual(theme)
  })
})

describe('a preference', () => {
  it('that is not written yet stays when the account is loaded again', async () => {
    const { runtime, calls } = await start()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    const widthOf = () => runtime.session.getState().boot?.preferences.width
    holdPreference(runtime, { name: 'width', value: 1 })
    holdPreference(runtime, { name: 'width', value: 2 })
    await runtime.signIn.boot()
    expect(widthOf()).toBe(2)
    await expect.poll(() => calls.filter(({ path }) => path === '/api/preference').length).toBe(1)
    await runtime.signIn.boot()
    expect(widthOf()).toBe(2)
  })

  it.each([
    ['kept after a pause', false],
    ['stored at once', true],
  ])('%s is not overwritten by an answer made before it was written', async (_how, atOnce) => {
    const { runtime, once } = await start()
    const { session, signIn } = runtime
    await signIn.withPassword('13800000001', 'Demo@123456')
    // The server of the test writes preferences into what it has answered.
    const { boot, counters } = structuredClone(session.getState())
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    once('/api/boot', async () => {
      await arrived
      return envelope({ ...boot, counters })
    })
    const booting = signIn.boot()
    if (atOnce) session.preferenceStored({ name: 'width', value: 3 })
    else {
      holdPreference(runtime, { name: 'width', value: 3 })
      await storeDuePreferences(session)
    }
    arrive()
    await booting
    expect(session.getState().boot?.preferences.width).toBe(3)
    once('/api/boot', async () => envelope({ ...boot, counters, preferences: { width: 4 } }))
    await signIn.boot()
    expect(session.getState().boot?.preferences.width, 'an answer made later').toBe(4)
  })

  it('that is not written yet is written while its session ends, and by no other', async () => {
    const { runtime, calls } = await start()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    holdPreference(runtime, { name: 'width', value: 1 })
    await runtime.signIn.out()
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    expect(runtime.session.getState().boot?.preferences.width).toBe(1)
    const written = calls.filter(({ path }) => path === '/api/preference')
    expect(written.map(({ body }) => body)).toMatchObject([{ name: 'width', value: 1 }])
    expect(Object.values(written[0]!.headers).join(' ')).toContain(fixtureToken)
  })
})

describe('records chosen in a form', () => {
  it('come first as far as they were sent; that they cannot be stored is no error of the form', async () => {
    const { runtime, calls } = await start({}, '/api/preference')
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    const said: string[] = []
    runtime.notifications.attach({ say: (_severity, text) => said.push(text), confirm: async () => false })
    const chosen = [1, 2, 3, 4].map((id) => ({ entity: 'book', id }))
    keepRecentOptions(runtime, chosen, { book: 2, lines: [{ book: 4 }], name: '3', count: null })
    expect(recentOptionsOf(runtime, 'book')).toEqual([4, 2])
    await expect.poll(() => calls.filter(({ path }) => path === '/api/preference').length).toBe(1)
    // What is not to be quiet is said by then, too.
    holdPreference(runtime, { name: 'width', value: 1 })
    await expect.poll(() => said).toEqual([expect.stringContaining('width')])
  })
})

describe('an address to go back to', () => {
  it.each([
    ['/a?b=1', true],
    ['/', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['https://evil.example', false],
    ['javascript:x', false],
    ['/a\nb', false],
    ['', false],
  ])('%j is ours: %s', (address, ours) => {
    expect(isOwnAddress(address)).toBe(ours)
  })
})
