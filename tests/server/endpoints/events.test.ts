// Proves how many streams of live events an account may hold open, and the answer beyond that.
import { afterEach, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import { createLive } from '../../../src/server/live/streams'
import type { Live } from '../../../src/server/context/liveEvents'
import { openEvents } from '../../../src/server/endpoints/live/events'
import type { RequestContext } from '../../../src/server/endpoints/contract/operation'
import { compileWorkshop } from '../mutation/manifests'
import { refusal } from './reads'

const app: App = compileWorkshop()
let live: Live
afterEach(() => live.close())

function asking(account: number, session: string): RequestContext {
  const server = { live, liveApp: { problems: [], warnings: [] } } as unknown as RequestContext['server']
  const caller = {
    me: { id: account },
    tenant: { id: 1 },
    session,
    administrator: false,
  } as unknown as RequestContext['caller']
  return {
    app,
    caller,
    server,
    now: new Date(),
    query: async () => [],
    queryOwner: { account: String(account), tenant: '1', reach: 'all' },
    call: { method: 'GET', path: '/', headers: {}, body: undefined } as RequestContext['call'],
  }
}

it('ten of a session and thirty of an account; others are not kept from theirs', async () => {
  live = createLive()
  const open = (account: number, session: string) => openEvents(asking(account, session))
  const streams = []
  for (let at = 0; at < 10; at += 1) streams.push(await open(1, 'a'))
  const over = { code: 2001, message: 'Too many pages are open; close some of them' }
  expect(await refusal(open(1, 'a'))).toEqual(over)
  for (const session of ['b', 'c']) for (let at = 0; at < 10; at += 1) await open(1, session)
  expect(await refusal(open(1, 'd'))).toEqual(over)
  await open(2, 'e')
  expect(live.viewers).toHaveLength(31)
  const { stream } = streams[0]!
  await new Promise<void>((resolve) => {
    stream.once('close', () => resolve())
    stream.destroy()
  })
  await open(1, 'a')
})

it('nothing follows the end of a session in its stream, however late that is read', async () => {
  live = createLive()
  const { stream } = await openEvents(asking(1, 'a'))
  live.signedOut(new Set(['a']))
  live.send({ event: 'signedOut' })
  const texts = await stream.map(String).toArray()
  expect(texts.filter((text) => text.includes('signedOut'))).toHaveLength(1)
  expect(live.viewers).toEqual([])
})
