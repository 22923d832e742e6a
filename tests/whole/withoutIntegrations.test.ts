// Tests the product without integrations:
// manifests drawn by the seed are removed in turn, then all at once.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import type { BootAnswer, ScreenAnswer } from '../../src/protocol/screenCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { reloadManifests } from '../../src/server/boot/reload/reloadManifests'
import { openIntegrations } from '../../src/server/integrations/open'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'
import { sampleOf } from './sample'
import { usualLongestPieceMs } from '../server/longestPiece'
import { readSchemas } from './schemas'

const app = readSchemas()
const files = new Map(
  readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.integration.json'))
    .map((path) => [/(\w+)\.integration\.json$/.exec(path)![1]!, path]),
)
const names = [...files.keys()]

async function boot({ transport }: Product, teller: Teller): Promise<BootAnswer> {
  const headers = { 'x-token': await teller.token('owner') }
  return ((await transport({ method: 'GET', path: '/api/boot', headers })).body as Envelope<BootAnswer>).data
}

describe('without one integration', () => {
  let product: Product
  let teller: Teller
  beforeAll(async () => {
    product = await startProduct()
    teller = createTeller(product.transport)
  }, 120_000)
  afterAll(() => product?.stop())

  it.runIf(process.platform === 'linux')(
    'a saved screen is taken over without a piece that keeps others waiting',
    async () => {
      const screen = join(product.schemas, 'customer/CustomerList.screen.json')
      const text = readFileSync(screen, 'utf8')
      const titleNow = () => product.server.dependencies.liveApp.current.screens['/customer/CustomerList']!.title['zh']
      let saved = 0
      const save = () => {
        saved += 1
        writeFileSync(screen, text.replace('客户列表', `客户列表${saved}`))
        return reloadManifests(product.server.dependencies, 'on')
      }
      expect(await usualLongestPieceMs(100, save)).toBeLessThan(100)
      expect(titleNow()).toBe(`客户列表${saved}`)
      writeFileSync(screen, text)
      await reloadManifests(product.server.dependencies, 'on')
      expect(titleNow()).toBe('客户列表')
    },
  )

  it('there are some', () => expect(names.sort()).toEqual(Object.keys(app.integrations).sort()))

  it.each(sampleOf(names))(
    '%s: the manifests are sound, the server connects the others, the page opens',
    async (name) => {
      const { liveApp, configuration, log, clock } = product.server.dependencies
      for (const [other, path] of files)
        if (other === name) rmSync(join(product.schemas, path))
        else copyFileSync(join('schemas', path), join(product.schemas, path))
      await reloadManifests(product.server.dependencies, 'on')
      expect(liveApp.problems).toEqual([])
      expect(liveApp.current.switchedOff).toEqual([name])
      expect(Object.keys(liveApp.current.integrations)).not.toContain(name)
      const integrations = await openIntegrations(configuration, () => liveApp.current, log, clock)
      expect(integrations.client.standsIn(name)).toBe(true)
      expect(integrations.channels(name)).toBeUndefined()
      expect(integrations.identities(name)).toBeUndefined()
      await integrations.close()
      expect((await boot(product, teller)).revision).toBe(liveApp.current.revision)
    },
  )
})

describe('without any integration', () => {
  let product: Product
  let teller: Teller
  beforeAll(async () => {
    product = await startProduct({ without: [...files.values()] })
    teller = createTeller(product.transport)
  }, 120_000)
  afterAll(() => product?.stop())

  it('the page has no map, no link and no sign-in elsewhere', async () => {
    const data = await boot(product, teller)
    expect(data.map).toBeUndefined()
    const linked = Object.values(app.screens).filter(({ linkTo }) => linkTo !== undefined && linkTo in app.integrations)
    expect(linked.length).toBeGreaterThan(0)
    const shown = data.menu.flatMap((item) => [item, ...(item.children ?? [])]).map(({ path }) => path)
    for (const { path } of linked) expect(shown).not.toContain(path)
    expect(Object.values(data.routes).filter(({ autoLogin }) => autoLogin)).toEqual([])
    expect((await fetch(`${product.address}/map-frame`)).headers.get('content-security-policy')).not.toContain(
      'unsafe-eval',
    )
  })

  it('a screen that signs in elsewhere lists what is here, a page in a frame is not there', async () => {
    const { path } = Object.values(app.screens).find(({ signInTo, entity }) => signInTo && app.entities[entity!]?.sync)!
    expect((await teller.call<ListAnswer>('owner', '/api/list', { screen: path, want: { rows: true } })).code).toBe(
      2000,
    )
    const framed = Object.values(app.screens).find(({ blocks }) => blocks.some(({ kind }) => kind === 'frame'))!
    const { code, data } = await teller.call<ScreenAnswer>('owner', '/api/screen', { path: framed.path })
    expect(code).toBe(2000)
    expect(data.screen.path).toBe(framed.path)
    expect(data.frames).toBeUndefined()
  })

  it('codes of other systems are refused, and nobody can be signed in there', async () => {
    expect(await teller.call('owner', '/pcindex/api/bindWeixin', { code: 'made-up' })).toMatchObject({ code: 2001 })
    expect(await teller.call('owner', '/pcindex/api/syncZyPwd', { password: 'Some@123456' })).toMatchObject({
      key: 'integration_not_configured',
    })
  })

  it('a message that nothing can send is kept as failed, with the reason', async () => {
    expect(await teller.call('owner', '/pcindex/login/sendPwdRestCode', { mobile: '13800000004' })).toMatchObject({
      code: 2000,
    })
    const outbox = async () =>
      (await teller.call<ListAnswer>('admin', '/api/list', { screen: '/outbox', want: { rows: true } })).data.rows!
    await expect
      .poll(async () => (await outbox())[0])
      .toMatchObject({
        state: 'failed',
        values: { channel: 'sms', failureReason: 'noChannel' },
      })
  })
})
