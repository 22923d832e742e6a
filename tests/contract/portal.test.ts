// Does the link to the portal lead to a page? To that of the stand-in or, with CONTRACT_PORTAL=https://…, to the one
// that stands there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { createTeller } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { readSchemas } from '../whole/schemas'

const app = readSchemas()
const real = process.env.CONTRACT_PORTAL
const external = Object.values(app.screens).filter(
  ({ linkTo: href }) => href !== undefined && Object.hasOwn(app.integrations, href),
)
const configured = (address: string) => ({
  INTEGRATIONS: external.map(({ linkTo: href }) => `${href}=${address}`).join(','),
})
let product: Product
beforeAll(async () => {
  product = await startProduct({ environment: real ? configured(real) : {} })
}, 120_000)
afterAll(() => product?.stop())

describe('a page of another system in a tab of its own', () => {
  it.each(external.map(({ path }) => path))('%s leads there', async (path) => {
    const token = await createTeller(product.transport).token('owner')
    const { data } = (await product.transport({ method: 'GET', path: '/api/boot', headers: { 'x-token': token } }))
      .body as Envelope<BootAnswer>
    const { href } = data.routes[path]!
    const linked = data.menu.flatMap((item) => [item, ...(item.children ?? [])]).find((item) => item.path === path)
    expect(linked?.href).toBe(href)
    const address = new URL(href!, product.address)
    if (real) expect(href!.startsWith(real)).toBe(true)
    const reply = await fetch(address)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    if (!real) expect(reply.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
  })
})
