// Proves how many requests an API key has in a minute.
import { describe, expect, it } from 'vitest'
import { createKeyLimit } from '../../src/server/auth/apiKeys'

describe('the requests of an API key', () => {
  it('are bounded in a minute, each key by itself, and people not at all', () => {
    const app = { access: { apiKeys: { requestsPerMinute: 2 } } } as unknown as Parameters<
      ReturnType<typeof createKeyLimit>
    >[0]
    const admit = createKeyLimit()
    const by = (apiKey?: number) => ({ apiKey }) as Parameters<typeof admit>[1]
    const now = new Date('2026-01-01T10:00:20Z')
    for (const key of [1, 1, 2, 2]) admit(app, by(key), now)
    expect(() => admit(app, by(1), now)).toThrow(
      expect.objectContaining({ key: 'api_key_limit_reached', retryAfter: 40 }),
    )
    for (let call = 0; call < 5; call += 1) admit(app, by(), now)
    admit(app, by(1), new Date('2026-01-01T10:01:00Z'))
  })
})
