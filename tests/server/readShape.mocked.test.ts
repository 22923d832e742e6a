// Proves that the first request of a kind does not delay others: its shape becomes code in parts,
// each once, however nested. Counts the length of the code, which load does not change.
import type { Options } from 'ajv'
import { expect, it, vi } from 'vitest'
import { requestShapes } from '../../src/server/endpoints/contract/requestSchemas'

const lengths: number[] = []
vi.mock('ajv', async (original) => {
  const { Ajv } = await original<typeof import('ajv')>()
  const process = (code: string) => {
    lengths.push(code.length)
    return code
  }
  const measured = (options: Options) => ({ ...options, code: { ...options.code, process } })
  return {
    Ajv: class extends Ajv {
      constructor(options: Options) {
        super(measured(options))
      }
    },
  }
})

function compiledBy(work: () => unknown): number {
  lengths.length = 0
  work()
  return lengths.reduce((sum, length) => sum + length, 0)
}

it('compiles a fraction of what its shape in one piece would be, where conditions nest', async () => {
  const { Ajv } = await import('ajv')
  const { readShape } = await import('../../src/server/endpoints/contract/readShape')
  const inParts = compiledBy(() => expect(readShape('/api/list', { screen: '/a' })).toEqual({ screen: '/a' }))
  const ajv = new Ajv({ strict: false, code: { optimize: false } })
  const inOnePiece = compiledBy(() => ajv.compile(requestShapes['/api/list']))
  expect(inParts).toBeGreaterThan(0)
  expect(inParts).toBeLessThan(inOnePiece / 2)
})
