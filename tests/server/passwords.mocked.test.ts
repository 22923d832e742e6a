// Proves that checking a password costs the same for an account that does not exist. Counts the
// checks, since time on a busy machine proves nothing.
import { beforeEach, describe, expect, it, vi } from 'vitest'

const proofs = vi.hoisted(() => ({ made: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (...given: Parameters<typeof real.verify>) => {
      proofs.made += 1
      return real.verify(...given)
    },
  }
})

const { hashPassword, provenAccounts } = await import('../../src/server/auth/passwords')
type Database = Parameters<typeof provenAccounts>[0]
const keeping = (rows: { account: number; hash: string }[]) => ({ query: async () => rows }) as unknown as Database

describe('proving a password', () => {
  beforeEach(() => {
    proofs.made = 0
  })

  it('makes one proof for a known account', async () => {
    const database = keeping([{ account: 7, hash: await hashPassword('Right#12345') }])
    expect(await provenAccounts(database, [7], 'Right#12345')).toEqual([7])
    expect(await provenAccounts(database, [7], 'Wrong#12345')).toEqual([])
    expect(proofs.made).toBe(2)
  })

  it('makes one for an unknown account as well, and one for an account without a password', async () => {
    expect(await provenAccounts(keeping([]), [], 'Right#12345')).toEqual([])
    expect(await provenAccounts(keeping([]), [7], 'Right#12345')).toEqual([])
    expect(proofs.made).toBe(2)
  })
})
