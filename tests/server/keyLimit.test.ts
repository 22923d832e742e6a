// Proves how many requests an API key has in a minute, and from which addresses it is accepted.
import { describe, expect, it } from 'vitest'
import { createKeyLimit } from '../../src/server/auth/apiKeys'
import { isWithinAddresses, wrongAddressIn } from '../../src/server/auth/keyAddresses'

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

  it('count on where a call of the minute before comes late, and begin anew where the clock was set back', () => {
    const app = { access: { apiKeys: { requestsPerMinute: 2 } } } as unknown as Parameters<
      ReturnType<typeof createKeyLimit>
    >[0]
    const admit = createKeyLimit()
    const at = (time: string) => () =>
      admit(app, { apiKey: 1 } as Parameters<typeof admit>[1], new Date(`2026-01-01T${time}Z`))
    for (const time of ['10:01:00', '10:00:59.999', '09:00:00', '09:00:01']) at(time)()
    expect(at('09:00:02')).toThrow(expect.objectContaining({ key: 'api_key_limit_reached' }))
    for (const time of ['10:01:00', '10:01:00.001']) at(time)()
    expect(at('10:00:59.999')).toThrow(expect.objectContaining({ key: 'api_key_limit_reached', retryAfter: 61 }))
    expect(at('10:01:01')).toThrow(expect.objectContaining({ key: 'api_key_limit_reached', retryAfter: 59 }))
  })
})

describe('the addresses of an API key', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107'], ['203.0.113.8', '::1', '']],
    ['10.0.0.0/8, 203.0.113.0/24', ['10.255.0.1', '203.0.113.0', '203.0.113.255'], ['11.0.0.1', '203.0.114.1']],
    ['2001:db8::/32\n::1', ['2001:db8::1', '2001:DB8:ffff::', '::1', '0:0:0:0:0:0:0:1'], ['2001:db9::1', '127.0.0.1']],
    ['fe80::/10；10.0.0.1/32', ['fe80::1%eth0', '10.0.0.1'], ['10.0.0.2', 'fec0::1']],
    ['0.0.0.0/0', ['8.8.8.8'], ['2001:db8::1', 'localhost', '8.8.8.8, 10.0.0.1']],
  ])('%s lets in what is within, in every spelling, and nothing else', (text, within, beyond) => {
    expect(wrongAddressIn(text)).toBeUndefined()
    for (const address of within) expect(isWithinAddresses(text, address), address).toBe(true)
    for (const address of beyond) expect(isWithinAddresses(text, address), address).toBe(false)
    expect(isWithinAddresses(text, undefined)).toBe(false)
  })

  it.each([
    'example.org',
    '10.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.1-9',
    '10.0.0.0/',
    '/8',
    'fe80::1%eth0',
    '1.2.3.4/8/8',
  ])('cannot be %s', (text) => {
    expect(wrongAddressIn(`203.0.113.7 ${text}`)).toBe(text)
  })
})
