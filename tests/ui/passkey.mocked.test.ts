// Proves that a failed passkey shows why, unless the user cancelled.
import { expect, it, vi } from 'vitest'
import { createPasskey } from '../../src/ui/auth/factors/passkey'

const failure = vi.hoisted(() => ({ name: '' }))
vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: () => Promise.reject(Object.assign(new Error('failed'), { name: failure.name })),
}))

it.each(['NotAllowedError', 'AbortError'])('nothing is made where the device answers %s', async (name) => {
  failure.name = name
  await expect(createPasskey({})).resolves.toBeUndefined()
})

it('says that the device has one already', async () => {
  failure.name = 'InvalidStateError'
  await expect(createPasskey({})).resolves.toBe('registered')
})

it.each(['SecurityError', 'TypeError'])('%s is no press on cancel', async (name) => {
  failure.name = name
  await expect(createPasskey({})).rejects.toMatchObject({ name })
})
