// Is the sign-in to an integration no read of records: neither repeated with a write nor with the next opening?
import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { integrationQuery } from '../../src/client/data/integrations'
import { activeReads, createRecords, dataChanged } from '../../src/client/data/queries'
import { onRedirectBack, passRedirectBack } from '../../src/client/navigation/redirectBack'
import { memoryCookies } from './memoryCookies'
import type { Client } from '../../src/client/transport/callServer'

it('is sent once while its screen is open', async () => {
  const sent: string[] = []
  const client = {
    post: (path: string) => {
      sent.push(path)
      return Promise.resolve({ cookie: 'flag', flag: 1 })
    },
  } as unknown as Client
  const records = createRecords(() => undefined)
  const read = { queryKey: ['/api/list', { screen: '/a' }, 'zh'], queryFn: () => [], meta: { entities: ['a'] } }
  const shown = [
    new QueryObserver(records, integrationQuery({ client, cookies: memoryCookies() }, '/a', 'zh')),
    new QueryObserver(records, read),
  ]
  const leave = shown.map((observer) => observer.subscribe(() => undefined))
  await expect.poll(() => shown.every((observer) => observer.getCurrentResult().isSuccess)).toBe(true)
  expect(activeReads(records)).toEqual([['/api/list', { screen: '/a' }]])
  await dataChanged(records)
  expect(sent).toEqual(['/api/integration'])
  for (const end of leave) end()
})

it('is begun in a browser that blocks channels between tabs', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('BroadcastChannel', refuse)
  const taken = vi.fn()
  const stop = onRedirectBack(taken)
  passRedirectBack('state=a', taken)
  stop()
  expect(taken).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
