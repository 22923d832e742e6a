// Tests the refusal for a document that is not written in time:
// a sentence with a retry time, no defect.
import { expect, it, vi } from 'vitest'
import type { ListAnswer } from '../../src/protocol/calls'
import { readSchemas } from './schemas'
import type * as threads from '../../src/server/workers/threads'

import { useProduct } from './useProduct'

vi.mock('../../src/server/workers/threads', async (original) => {
  const real = await original<typeof threads>()
  const inThread: typeof threads.inThread = (task, ...rest) =>
    task === 'document' ? Promise.reject(new real.WorkEnded('late')) : real.inThread(task, ...rest)
  return { ...real, inThread }
})

const suite = useProduct({ environment: { JOBS: 'off' } })

it('is refused in words, and may be tried again', async () => {
  const entity = readSchemas().entities.contract!
  const { data } = await suite.teller.call<ListAnswer>('owner', '/api/list', { screen: '/order/SignContract', size: 1 })
  const reply = await suite.product.transport({
    method: 'POST',
    path: '/api/document',
    headers: { 'x-token': await suite.teller.token('owner'), 'x-language': 'en' },
    body: { entity: entity.name, id: data.rows![0]!.id, document: entity.documents[0]!.name },
  })
  expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '30' }, body: { key: 'document_too_late' } })
})
