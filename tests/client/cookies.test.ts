// Are the page's own cookies read, whatever other code of the host has left beside them?
import { afterEach, expect, it, vi } from 'vitest'
import { browserCookies } from '../../src/client/session/cookies'

afterEach(() => vi.unstubAllGlobals())

it('reads its own values, and nothing where another code wrote one that is not encoded', () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', { cookie: 'theme=50%; size=small; name=%E7%8E%8B' })
  const cookies = browserCookies()
  expect(['theme', 'size', 'name', 'other'].map((name) => cookies.get(name))).toEqual([null, 'small', '王', null])
})
