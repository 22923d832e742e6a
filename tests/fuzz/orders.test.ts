// Do orders and their money stay right whatever is tried? A short walk here; `npm run fuzz` walks 10,000 moves
// (FUZZ_STEPS, FUZZ_SEED).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProduct, type Product } from '../whole/product'
import { Walk } from './walk'

const steps = Number(process.env.FUZZ_STEPS ?? 150)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const short = steps <= 1000

describe('orders and their money', () => {
  let product: Product
  let walk: Walk
  beforeAll(async () => {
    product = await startProduct()
    walk = new Walk(product, seed)
    await walk.prepare()
  })
  afterAll(() => product?.stop())

  it('one after the other: what is refused has changed nothing', { timeout: steps * 1_000 }, async () => {
    const walked = await walk.go(Math.ceil(steps / 3), 1)
    expect(walked.done, JSON.stringify(walked)).toBeGreaterThan(walked.tried / 5)
    expect(walked.refused).toBeGreaterThan(walked.tried / 20)
  })

  it('several at once', { timeout: steps * 1_000 }, async () => {
    const walked = await walk.go(Math.floor((steps * 2) / 3), 6)
    if (!short) process.stdout.write(`${JSON.stringify(walked, null, 1)}\n`)
    expect(walked.done, JSON.stringify(walked)).toBeGreaterThan(walked.tried / 6)
    if (!short) expect(walked.finished.completed ?? 0).toBeGreaterThan(steps / 500)
  })
})
